"""Laws about whose parameters authors differ: Gam(a, b) has a rate or a scale. Neither is refuted for the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hence.checks.model import CONVENTION, Claim, Law, Lit, Node, Op, Setting, reachable_names, walk
from hence.checks.numeric import is_refuted
from hence.language.laws import LAWS
from hence.language.terms import App, Num, Sym, Term


def meant_otherwise(setting: Setting, claim: Claim, seed: int) -> str:
    """The convention without which a refuted claim may hold; empty where it fails under the other one, too."""
    for node in (n for side in (claim.lhs, claim.rhs) for n in walk(side)):
        if isinstance(node, Op) and node.head.startswith(CONVENTION):
            return LAWS[node.head.removeprefix(CONVENTION)].convention
    for name in sorted(reachable_names(setting, claim) & setting.laws.keys()):
        law = setting.laws[name]
        row = LAWS.get(law.kind)
        if row is None or not row.convention:
            continue
        other = _otherwise(law)
        laws = {**setting.laws, name: other} if other is not None else None
        if laws is None or not is_refuted(replace(setting, laws=laws), claim, seed):
            return row.convention
    return ""


def _otherwise(law: Law) -> Law | None:
    row = LAWS[law.kind]
    if not row.otherwise:
        return None
    values = dict(zip((p.name for p in row.parameters), law.params, strict=True))
    return replace(law, params=tuple(_node(f.term, values) for f in row.otherwise))


def _node(term: Term, values: Mapping[str, Node]) -> Node:
    match term:
        case Num(value):
            return Lit(value)
        case Sym(name):
            return values[name]
        case App(head, args):
            return Op(head, tuple(_node(a, values) for a in args))
    raise TypeError(term)
