r"""Names by part: a letter may be an index in one section and a label in the next, a function here and a factor there.

The page is surveyed as a whole, and every part on its own. Where a part decides what a letter is, that counts in it;
for all else the whole page does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from hence.latex_in import tables as t
from hence.latex_in.letters.names import Names, plain_arguments
from hence.latex_in.letters.survey import Survey, conclude
from hence.latex_in.page.content import Formulas, content
from hence.latex_in.page.document import Block, Display, Inline, Page, Paragraph, Title
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens
from hence.latex_in.prose.spoken import listen
from hence.latex_in.recent import Recent

MOST_SURVEYS = 400
SURVEYS = Recent[tuple[Survey, int]](MOST_SURVEYS)  # with where the part stood
_LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_COMMAND = re.compile(r"\\(?:begin\s*\{)?([A-Za-z]+)")


def names_by_part(page: Page, formulas: Formulas) -> tuple[Names, dict[int, Names]]:
    """The names of the whole page, and those of each part by where its heading starts; 0 for what is in front."""
    parts = [(start, _surveyed(page, blocks, formulas)) for start, blocks in _parts(page)]
    whole = Survey()
    for _, own in parts:
        whole.add(own)
    together = conclude(whole, formulas.values())
    together = replace(together, expects="E" not in together.declared and any(map(_writes_mean, formulas.values())))
    found: dict[int, Names] = {}
    mapped: set[str] = set()  # what is declared a function in front of the parts is one in each
    for start, own in parts:
        mapped = mapped if start else own.mapped
        own.mapped |= mapped - own.reals - own.bound - own.dimensions
        own.take_functions(whole)
        own.speaks_of_chance, own.speaks_of_entropy = whole.speaks_of_chance, whole.speaks_of_entropy
        found[start] = _merged(together, own)
    return together, found


def _writes_mean(tokens: Sequence[Token]) -> bool:
    return any(a.text == "E" and b.text == "[" for a, b in pairwise(tokens))


def _parts(page: Page) -> list[tuple[int, tuple[Block, ...]]]:
    """What is in front, and the parts under headings of the highest level, with where they start."""
    titles = [(k, block) for k, block in enumerate(page.blocks) if isinstance(block, Title)]
    highest = min((_level(page, title) for _, title in titles), default=0)
    cuts = [(k, title.start) for k, title in titles if _level(page, title) == highest]
    ends = [*(k for k, _ in cuts), len(page.blocks)]
    return [(start, page.blocks[k:end]) for (k, start), end in zip([(0, 0), *cuts], ends, strict=True)]


def _level(page: Page, title: Title) -> int:
    command = _COMMAND.match(page.text, title.start)
    name = command[1] if command else ""
    if name in _LEVELS:
        return _LEVELS.index(name)
    return _LEVELS.index("section") if name in t.SECTIONS or t.poses(name) else len(_LEVELS)


def _formulas_of(blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
    """Where the formulas of some blocks stand."""
    for block in blocks:
        match block:
            case Paragraph(parts):
                yield from ((p.start, p.end) for p in parts if isinstance(p, Inline))
            case Display(start, end):
                yield start, end
            case Title():
                pass


def _surveyed(page: Page, blocks: Sequence[Block], formulas: Formulas) -> Survey:
    """What is seen in a part, or was when it stood elsewhere."""
    found = content(page, blocks, formulas)
    known = SURVEYS.recall(found.key) if found is not None else None
    if found is not None and known is not None:
        return known[0].copied(found.start - known[1])
    seen = Survey()
    seen.hear(listen(replace(page, blocks=tuple(blocks)), formulas))
    for place in _formulas_of(blocks):
        seen.look(formulas[place])
    if found is not None:
        SURVEYS.keep(found.key, (seen.copied(0), found.start))
    return seen


def _merged(whole: Names, own: Survey) -> Names:
    """The names of the page, with those of a part where the part decides."""
    part = own.names()
    valued = own.reals | own.bound | own.integers
    plain = {name for name, calls in own.called.items() if any(map(plain_arguments, calls))}
    defined = own.defined_functions | own.indexed_functions | own.starred | own.mapped
    decided: dict[tuple[str, ...], set[str]] = {
        ("bound", "integers", "not_indices", "categories", "dimensions", "fixed", "tending"): valued
        | own.dimensions
        | own.own_labels
        | own.beside_transpose
        | own.categories,
        ("indexed", "double"): {name for name, many in own.subscripts.items() if _with_letters(many)},
        ("functions", "ambiguous", "compared", "parameters"): valued | own.compared | plain | defined,
        ("factors", "indexed_functions"): own.factors | own.indexed_functions,
        ("valued",): defined | valued,
        ("densities",): own.densities | ((valued | own.mapped | own.compared) & t.DENSITY_LETTERS),
        ("entropies", "informations"): own.called.keys() | own.bare | own.left_sides,
        ("columns", "column_families"): own.columns | own.column_families | own.reals,
    }
    chosen = {
        field: _chosen(getattr(whole, field), getattr(part, field), letters)
        for fields, letters in decided.items()
        for field in fields
    }
    return Names(**{**whole.__dict__, **chosen, "density_calls": _calls(whole, part, own.left_sides)})


def _calls(whole: Names, part: Names, defined: set[str]) -> dict[str, Tokens]:
    r"""The densities with their arguments; where a part has only `q_\phi(z | x)`, its q is not that of other parts.

    A q that the part says something of itself is not that of `q_\phi`, and has the arguments that it has elsewhere.
    """
    models = {name for label in t.PARAMETERS for name in _labelled(part.density_calls, label)}
    own = models - part.density_calls.keys() - defined
    named = dict.fromkeys(models & defined, ())
    return {**named, **{n: x for n, x in whole.density_calls.items() if n not in own}, **part.density_calls}


def _labelled(part: Iterable[str], label: str) -> Iterator[str]:
    end = f"_{{{label}}}"
    return (name.removesuffix(end) for name in part if name.endswith(end))


def _chosen(whole: object, part: object, letters: set[str]) -> object:
    """What the part says of its letters, and the whole page of all others."""
    if isinstance(whole, Mapping) and isinstance(part, Mapping):
        return {n: x for n, x in whole.items() if n not in letters} | {n: x for n, x in part.items() if n in letters}
    assert isinstance(whole, frozenset)
    assert isinstance(part, frozenset)
    return (whole - letters) | (part & letters)


def _with_letters(subscripts: Sequence[Sequence[Token]]) -> bool:
    return any(token.kind == "name" for below in subscripts for token in below)


__all__ = ["names_by_part"]
