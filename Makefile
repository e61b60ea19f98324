# A fresh machine needs python3 (3.11 or later) with pip and venv, and make. Every target sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
ROOMS := language latex_in checks latex_out derivations hence
OUT ?= build/solutions
# some distributions ship venv without ensurepip: then the pip of the system puts one in
WITHOUT_ENSUREPIP = ($(PYTHON) -m venv --clear --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python install pip)

.PHONY: setup solve check test lint format types unit bench clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || $(WITHOUT_ENSUREPIP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $(STAMP)

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

types: $(STAMP)
	$(BIN)/mypy

unit: $(STAMP)
	$(BIN)/python -m pytest

bench: $(STAMP)
	$(BIN)/python -m benchmarks

clean:
	rm -rf build .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
	find $(ROOMS) tests -name __pycache__ -type d -prune -exec rm -rf {} +
