"""Normal forms as short readable text, for conditions and explanations."""

from __future__ import annotations

from fractions import Fraction

from checks.normal.poly import Atom, Mono, Poly


def show(poly: Poly) -> str:
    """Text such as `1 - \\beta` or `sum_{%1.0<=n} A_{i,%1.0}`. Never fails."""
    if not poly.terms:
        return "0"
    ordered = sorted(poly.terms, key=lambda t: (t[1] < 0, len(t[0].factors)))
    text = ""
    for mono, c in ordered:
        sign = "-" if c < 0 else "+"
        text += f" {sign} {_term(mono, abs(c))}"
    return text[3:] if text.startswith(" + ") else "-" + text[3:]


def _term(mono: Mono, coefficient: Fraction) -> str:
    product = " ".join(_power(a, e) for a, e in mono.factors)
    sums = "".join(f"sum_{{{v}<={show(b)}}} " for v, b in mono.sums)
    if coefficient == 1 and product:
        return sums + product
    return f"{sums}{coefficient} {product}".strip()


def _power(atom: Atom, exponent: Poly) -> str:
    base = _atom(atom)
    if exponent.is_one:
        return base
    power = show(exponent)
    return f"{base}^{power}" if len(power) == 1 else f"{base}^{{{power}}}"


def _atom(atom: Atom) -> str:
    args = ", ".join(show(a) for a in atom.args)
    match atom.kind:
        case "sym":
            return f"{atom.name}_{{{args}}}" if args else atom.name
        case "e" | "pi" | "num":
            return atom.name or {"e": "e", "pi": "\\pi"}[atom.kind]
        case "poly":
            return f"({args})"
        case "delta":
            return f"[{args} = 0]"
        case _:
            return f"{atom.name or atom.kind}({args})"
