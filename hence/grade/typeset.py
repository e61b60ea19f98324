"""Formulas of students on our pages."""

from __future__ import annotations

from html import escape


def formula(latex: str) -> str:
    return f"<code>{escape(latex)}</code>"


def phrases(text: str) -> str:
    return escape(text)
