"""Derivations and reports to LaTeX, Typst and PDF. Imports only `language` of ours."""
