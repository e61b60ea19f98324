"""LaTeX and Markdown to derivations: `read_file`, `read_text`; for single formulas `parse_formula`."""

from hence.latex_in.opened import read_file, with_notice
from hence.latex_in.page.files import decoded
from hence.latex_in.page.source import ParseError, ReadError
from hence.latex_in.reader import read_text
from hence.latex_in.single import parse_formula, parse_relation_chain

__all__ = [
    "ParseError",
    "ReadError",
    "decoded",
    "parse_formula",
    "parse_relation_chain",
    "read_file",
    "read_text",
    "with_notice",
]
