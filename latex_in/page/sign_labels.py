r"""Signs that are labels: `p_+`, `\mu_{-}`, `\hat{\Sigma}_+`. The sign tells two letters apart, and nothing is counted.

Below a set of numbers and below a bracket a sign means something else: `\mathbb{R}_+`, `[x]_+`.
"""

from __future__ import annotations

from hence.latex_in.page.lexer import Token

SIGNS_OF_LABELS = {"+": r"\mathrm{plus}", "-": r"\mathrm{minus}"}


def with_labels(tokens: list[Token]) -> list[Token]:
    """The tokens with a word in place of every sign that stands alone below a letter."""
    made = list(tokens)
    for position, token in enumerate(tokens):
        before = tokens[position - 1] if position else None
        if token.text != "_" or before is None or before.kind != "name" or before.text.startswith(r"\mathbb"):
            continue
        braced = [x.text for x in tokens[position + 1 : position + 4]]
        at = position + 2 if len(braced) == 3 and (braced[0], braced[2]) == ("{", "}") else position + 1
        sign = tokens[at] if at < len(tokens) else None
        if sign is not None and sign.text in SIGNS_OF_LABELS:
            made[at] = Token("name", SIGNS_OF_LABELS[sign.text], sign.start, sign.end)
    return made
