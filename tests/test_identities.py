"""True identities of linear algebra, sums and matrix calculus: each is proved, and no change of it passes unnoticed.

The identities are data (`identities/*.toml`): groups of claims with what is given for them. A mutant of an identity
must be refuted, or proved because it is true as well, or make no sense: none may be left open. A few mutants of each
identity are decided here, spread over the kinds of change, and no proof is tried of those that numerics refute;
`pytest -m slow` decides all of them, by both engines, which also shows a proof of something false.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from zlib import crc32

import pytest
from hence.language.derivation import Derivation
from hence.language.mutations import Mutant
from hence.language.verdicts import Proved
from hence.latex_out.terms import term

from hence import checks, latex_in
from hence.mutate import Choice, Decided, all_of, mutate

FILES = sorted((Path(__file__).parent / "identities").glob("*.toml"))
FEWEST = 150
MUTANTS = 6  # of each identity


@dataclass(frozen=True)
class Identity:
    topic: str
    group: str
    number: int
    given: str
    claim: str
    after: str = ""  # prose after the display

    def __str__(self) -> str:
        return f"{self.topic}: {self.group} {self.number}"

    def read(self) -> Derivation:
        return latex_in.read_text(f"{self.given}\n\\begin{{equation}}\n{self.claim}\n\\end{{equation}}\n{self.after}\n")


def identities(path: Path) -> Iterator[Identity]:
    for group in tomllib.loads(path.read_text(encoding="utf-8"))["group"]:
        for number, claim in enumerate(group["claims"], start=1):
            yield Identity(path.stem, group["name"], number, group["given"], claim, group.get("after", ""))


IDENTITIES = [identity for path in FILES for identity in identities(path)]


def spread(claim: str, count: int) -> Choice:
    """Chooses that many mutants, of different kinds as far as there are; the claim says which kind is first."""

    def choose(found: Sequence[Mutant]) -> Sequence[Mutant]:
        by_kind: dict[str, list[Mutant]] = {}
        for mutant in found:
            by_kind.setdefault(mutant.kind, []).append(mutant)
        kinds = list(by_kind.values())
        first = crc32(claim.encode()) % len(kinds)
        rounds = zip_longest(*kinds[first:], *kinds[:first])
        return tuple(islice((m for one_of_each in rounds for m in one_of_each if m is not None), count))

    return choose


def survivors(identity: Identity, choose: Choice, hasty: bool) -> list[str]:
    """What was left open, in words; at least three mutants must have been decided."""
    mutated = mutate(identity.read(), choose=choose, hasty=hasty)
    assert len(mutated.decided) >= 3, "too few mutants, or the identity is not proved"
    return [_described(d) for d in mutated.decided if d.outcome == "survived"]


def _described(decided: Decided) -> str:
    return f"{decided.mutant.change}: {term(decided.mutant.formula.rhs)} is {decided.verdict}"


@pytest.mark.parametrize("identity", IDENTITIES, ids=str)
def test_an_identity_is_proved(identity: Identity):
    report = checks.check(identity.read())
    (judged,) = report.steps
    assert isinstance(judged.verdict, Proved), judged.verdict
    assert not judged.verdict.trusting
    assert not report.warnings


@pytest.mark.parametrize("identity", IDENTITIES, ids=str)
def test_a_few_mutants_do_not_survive(identity: Identity):
    assert survivors(identity, spread(identity.claim, MUTANTS), hasty=True) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_mutant_survives(path: Path, request: pytest.FixtureRequest):
    if "slow" not in request.config.option.markexpr:
        pytest.skip("takes minutes: run with -m slow")
    found = {str(i): left for i in identities(path) if (left := survivors(i, all_of, hasty=False))}
    assert found == {}


def test_there_are_enough_and_none_twice():
    assert len(IDENTITIES) >= FEWEST
    assert len({str(identity) for identity in IDENTITIES}) == len(IDENTITIES)
    assert len({(identity.given, identity.claim) for identity in IDENTITIES}) == len(IDENTITIES)
