"""Every interpretation of terms is a table over the heads of `language.heads`; what it leaves out is listed here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from hence.checks.elaborate.binder_rules import BIND_RULES
from hence.checks.elaborate.build_rules import BUILD_RULES
from hence.checks.elaborate.kinds import KIND_RULES
from hence.checks.model import Claim, Lit, Op, Setting
from hence.checks.normal.common import NoRule
from hence.checks.normal.difference import Sides
from hence.checks.normal.rules import BINDER_RULES, ENTRY_RULES
from hence.checks.numeric.heads import HEAD_VALUES
from hence.language.heads import BINDERS, CLASSES, HEADS
from hence.language.verdicts import Proved
from hence.latex_out.terms import BINDER_LATEX, LATEX

from hence import checks, latex_in


@dataclass(frozen=True)
class Interpretation:
    """A table with the heads that it leaves undecided on purpose, and those that only it knows, with reasons."""

    name: str
    table: Mapping[str, object]
    undecided: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)


PART_OF_ANOTHER = "stands inside another head, which takes it apart"

SUPPORTED = dict.fromkeys(("supported", "counted"), "a density at a point of its support, which elaboration makes")

OF_HEADS = (
    Interpretation("kinds", KIND_RULES),
    Interpretation("nodes", BUILD_RULES, dict.fromkeys(("given", "at", "row"), PART_OF_ANOTHER)),
    Interpretation(
        "normal form",
        ENTRY_RULES,
        {
            **dict.fromkeys(("given", "at", "row"), PART_OF_ANOTHER),
            **dict.fromkeys(("information", "binom", "beta_fn", "either", "pdf"), "elaboration writes it out"),
            "Normal": "a law has no entries; expectations read it from the setting",
            "infinity": "no number",
            "apply": "elaboration turns it into a Call",
            **dict.fromkeys(("opaque", "opaque_number"), "elaboration turns it into a symbol or a Call"),
            "density": "elaboration turns it into a Density",
            "normal_pdf": "not decided yet",
            **dict.fromkeys(CLASSES, "a class of functions is no number"),
        },
        {"inverse": "A^{-1}, which the rule for powers makes", **SUPPORTED},
    ),
    Interpretation("numbers", HEAD_VALUES, own=SUPPORTED),
    Interpretation("LaTeX", LATEX),
)
OF_BINDERS = (
    Interpretation("nodes", BIND_RULES),
    Interpretation("normal form", BINDER_RULES, {"Var": "elaboration writes it as expectations"}),
    Interpretation("LaTeX", BINDER_LATEX),
)


def agree(found: Interpretation, heads: Mapping[str, object]) -> None:
    missing = heads.keys() - found.table.keys() - found.undecided.keys()
    assert not missing, f"{found.name} has no row for {sorted(missing)}"
    foreign = found.table.keys() - heads.keys() - found.own.keys()
    assert not foreign, f"{found.name} has rows for {sorted(foreign)}, which are no heads"
    decided = found.undecided.keys() & found.table.keys()
    assert not decided, f"{found.name} has rows for {sorted(decided)}: take them off the list of undecided heads"
    assert found.undecided.keys() <= heads.keys()
    assert found.own.keys() <= found.table.keys() - heads.keys()


@pytest.mark.parametrize("found", OF_HEADS, ids=lambda i: i.name)
def test_heads_agree(found: Interpretation):
    agree(found, HEADS)


@pytest.mark.parametrize("found", OF_BINDERS, ids=lambda i: i.name)
def test_binders_agree(found: Interpretation):
    agree(found, BINDERS)


def test_a_gap_is_noticed():
    table = {head: None for head in HEADS if head != "tr"}
    with pytest.raises(AssertionError, match=r"no row for.*tr"):
        agree(Interpretation("made up", table), HEADS)
    with pytest.raises(AssertionError, match="no heads"):
        agree(Interpretation("made up", {**HEADS, "wedge": None}), HEADS)
    with pytest.raises(AssertionError, match="off the list"):
        agree(Interpretation("made up", HEADS, {"tr": "not yet"}), HEADS)


@pytest.mark.parametrize("head", sorted(OF_HEADS[2].undecided))
def test_an_undecided_head_has_no_normal_form(head: str):
    claim = Claim(Op(head, ()), "=", Lit(0))
    with pytest.raises(NoRule, match=head):
        Sides(Setting(), claim).difference()


def test_a_wrong_limit_is_never_proved():
    (judged,) = checks.check(latex_in.read_text(r"$$\lim_{n \to \infty} \frac{1}{n} = 1$$")).steps
    assert not isinstance(judged.verdict, Proved)
