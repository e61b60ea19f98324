"""LaTeX and Markdown to derivations: `read_file`, `read_text`; for single formulas `parse_formula`."""

from latex_in.reader import parse_formula, parse_relation_chain, read_file, read_text
from latex_in.source import ParseError, ReadError

__all__ = ["ParseError", "ReadError", "parse_formula", "parse_relation_chain", "read_file", "read_text"]
