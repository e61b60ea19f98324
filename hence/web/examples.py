"""Pages to start from: the one of the README, one in Markdown, and the catalogue."""

from __future__ import annotations

from functools import cache
from typing import Any

Json = dict[str, Any]

README = r"""
Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$, $y \in \mathbb{R}^n$ and $L(w) = \|X w - y\|^2$. Then
\begin{align*}
  L(w) &= w^\top X^\top X w - 2 y^\top X w + y^\top y , \\
  \nabla_w L(w) &= 2 X^\top (X w - y) \\
                &= 2 X^\top X w - X^\top y .
\end{align*}
""".lstrip()
NOTES = r"""# Softmax, squares and a hasty root

Let $z \in \mathbb{R}^k$ and $p = \mathrm{softmax}(z)$. Then

$$
\log p_i = z_i - \log \sum_{j=1}^k e^{z_j} .
$$

## The gradient of a square

Let $w \in \mathbb{R}^d$ and $f(w) = \|w\|^2$. Then $\nabla_w f(w) = 2 w$, and for $\lambda > 0$

$$
\begin{aligned}
\lambda f(w) + f(2 w) &= (\lambda + 4) \|w\|^2 \\
  &= (\lambda + 2) \|w\|^2 .
\end{aligned}
$$

For all $x \in \mathbb{R}$ we have $\sqrt{x^2} = x$.
"""
OWN = {
    "readme": ("The example of the README: one factor is missing", "homework.tex", README),
    "notes": ("Notes in Markdown: softmax, squares and a hasty root", "notes.md", NOTES),
}


def listing() -> list[Json]:
    """What can be opened, in groups, in order."""
    own = [{"id": name, "title": title, "group": "To start with"} for name, (title, _, _) in OWN.items()]
    return [*own, *_catalogue()]


@cache
def _catalogue() -> list[Json]:
    from hence.catalogue import entries  # noqa: PLC0415 (loaded when someone asks)

    return [{"id": e.id, "title": e.title, "group": e.homework} for e in entries() if not e.is_remark]


def example(name: str) -> Json:
    """Name and text of an example. Raises LookupError."""
    if name in OWN:
        _, file, text = OWN[name]
        return {"name": file, "text": text}
    from hence.catalogue import entries  # noqa: PLC0415
    from hence.latex_out.solution import layout  # noqa: PLC0415

    (entry,) = entries([name])
    return {
        "name": f"{name}.tex",
        "text": layout(entry, entries(entry.uses) if entry.uses else ()).argument.strip() + "\n",
    }
