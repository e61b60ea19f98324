"""Normal forms as short readable text, for conditions and explanations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from hence.checks.normal.poly import Atom, Mono, Poly

LETTERS = "ijklpqrsuv"
OURS = re.compile(r"[~%@!]|row#|column#")  # how names begin that no author wrote


def show(poly: Poly, also: Mapping[str, str] | None = None) -> str:
    """Text such as `1 - \\beta` or `sum_{j<=n} A_{i,j}`; `also` names variables of ours. Never fails."""
    return _Shown(poly, also or {}).polynomial(poly)


def letters_for(polys: Iterable[Poly]) -> dict[str, str]:
    """Letters that the polynomials do not use, for the names inside that no author wrote."""
    inside = list(dict.fromkeys(n for p in polys for n in _names(p)))
    taken = {n for n in inside if not is_ours(n)}
    letters = (x for x in LETTERS if x not in taken)
    return {n: next(letters, n) for n in inside if is_ours(n)}


def is_ours(name: str) -> bool:
    """Whether no author wrote this name: it stands for any index."""
    return OURS.match(name) is not None


class _Shown:
    """Names that no author wrote are shown as letters that the polynomial does not use."""

    def __init__(self, poly: Poly, chosen: Mapping[str, str]) -> None:
        self.names = {**letters_for([poly]), **chosen}

    def name(self, name: str) -> str:
        return self.names.get(name, name.split("#", maxsplit=1)[0])

    def polynomial(self, poly: Poly) -> str:
        if not poly.terms:
            return "0"
        ordered = sorted(poly.terms, key=lambda t: (t[1] < 0, len(t[0].factors)))
        text = ""
        for mono, c in ordered:
            sign = "-" if c < 0 else "+"
            text += f" {sign} {self.term(mono, abs(c))}"
        return text[3:] if text.startswith(" + ") else "-" + text[3:]

    def term(self, mono: Mono, coefficient: Fraction) -> str:
        product = " ".join(self.power(a, e) for a, e in mono.factors)
        sums = "".join(f"sum_{{{self.name(v)}<={self.polynomial(b)}}} " for v, b in mono.sums)
        if coefficient == 1 and product:
            return sums + product
        return f"{sums}{coefficient} {product}".strip()

    def power(self, atom: Atom, exponent: Poly) -> str:
        base = self.atom(atom)
        if exponent.is_one:
            return base
        power = self.polynomial(exponent)
        return f"{base}^{power}" if len(power) == 1 else f"{base}^{{{power}}}"

    def atom(self, atom: Atom) -> str:
        args = ", ".join(self.polynomial(a) for a in atom.args)
        match atom.kind:
            case "sym":
                return f"{self.name(atom.name)}_{{{args}}}" if args else self.name(atom.name)
            case "e" | "pi" | "num":
                return atom.name or {"e": "e", "pi": "\\pi"}[atom.kind]
            case "poly":
                return f"({args})"
            case "fn" if atom.name == "abs":
                return f"|{args}|"
            case "delta":
                return f"[{args} = 0]"
            case "inv":
                return f"({self.matrix(atom.args[0])})^{{-1}}_{{{', '.join(map(self.polynomial, atom.args[2:]))}}}"
            case "det":
                return f"det({self.matrix(atom.args[0])})"
            case _:
                return f"{atom.name or atom.kind}({args})"

    def matrix(self, lam: Poly) -> str:
        """The matrix inside an inverse: by its name where it has one, else by its entries."""
        inner = lam.atom.args[0] if lam.atom is not None and lam.atom.kind == "lam" else lam
        plain = inner.atom
        whole = plain is not None and plain.kind == "sym" and all(a.variable is not None for a in plain.args)
        return self.name(plain.name) if plain is not None and whole else self.polynomial(inner)


def _names(poly: Poly) -> list[str]:
    """All names inside, bound ones as well, in the order in which they stand."""
    found: dict[str, None] = {}

    def visit(p: Poly) -> None:
        for mono, _ in p.terms:
            found.update((v, None) for v, _ in mono.sums)
            for _, bound in mono.sums:
                visit(bound)
            for atom, exponent in mono.factors:
                if atom.kind == "sym":
                    found[atom.name] = None
                if atom.binds:
                    found[atom.binds] = None
                for arg in atom.args:
                    visit(arg)
                visit(exponent)

    visit(poly)
    return list(found)
