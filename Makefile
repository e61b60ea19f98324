# A fresh machine needs python3 (3.11 or later) with pip and venv, and make. Every target sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
ORACLE := $(VENV)/oracle
ORACLE_PACKAGE := latex2sympy2==1.9.1
ORACLE_STAMP := $(ORACLE)/.installed
ROOMS := language latex_in checks latex_out derivations hence
OUT ?= build/solutions
# which of the slow tests `make slow` runs
SLOW ?= tests
# verdicts in tests do not depend on how busy the machine is: the clock that ends a step goes slower there
export HENCE_PATIENCE ?= 4
# some distributions ship venv without ensurepip: then the pip of the system puts one in
environment = test -x $(1)/bin/python || $(PYTHON) -m venv $(1) || \
	($(PYTHON) -m venv --clear --without-pip $(1) && $(PYTHON) -m pip --python $(1)/bin/python install pip)
PIP_OPTIONS := --quiet --disable-pip-version-check

.PHONY: setup oracle solve check test lint format types unit slow bench clean

setup: $(STAMP)

$(STAMP): pyproject.toml setup.py
	$(call environment,$(VENV))
	$(BIN)/python -m pip install $(PIP_OPTIONS) --editable '.[web,lsp,test]'
	touch $(STAMP)

# latex2sympy2, a second reader to compare with, in an environment of its own (docs/decisions/0002). It needs
# Python below 3.13; where it cannot be had the comparison is skipped, and says so.
oracle: $(STAMP)
	@test -e $(ORACLE_STAMP) || $(MAKE) --no-print-directory $(ORACLE_STAMP) || echo "going on without $(ORACLE_PACKAGE)"

$(ORACLE_STAMP):
	$(call environment,$(ORACLE))
	$(ORACLE)/bin/python -m pip install $(PIP_OPTIONS) $(ORACLE_PACKAGE)
	$(ORACLE)/bin/python -c 'import latex2sympy2'
	touch $(ORACLE_STAMP)

solve: $(STAMP)
	$(BIN)/hence solve -o $(OUT)

check: $(STAMP)
	$(BIN)/hence check

test: lint types unit

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# the rooms as they are once installed, under one name: links, so that mypy sees what stands in the folders
types: $(STAMP)
	rm -rf build/types && mkdir -p build/types/hence
	ln -s $(foreach room,$(filter-out hence,$(ROOMS)),$(CURDIR)/$(room)) $(CURDIR)/hence/* build/types/hence/
	$(BIN)/mypy

unit: oracle
	$(BIN)/python -m pytest -n auto --dist loadfile -m "not slow"

# what needs more than a few seconds: the wheel in a fresh environment, servers, whole corpora
slow: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist loadfile -m slow $(SLOW)

bench: oracle
	$(BIN)/python -m benchmarks

clean:
	rm -rf build .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
	find $(ROOMS) tests -name __pycache__ -type d -prune -exec rm -rf {} +
