"""The registry of rules in words: for `hence rule NAME`, and as docs/rules.md."""

from __future__ import annotations

from hence.language.rules import RULES, Rule

HEADING = """# Rules of proof

Every proof names the rules that it used. Each has an example that it proves and a near miss that it does not; a test
runs both. This page is made of `language/rules.py` by `hence rule --markdown`; `hence rule NAME` shows one of them.
"""


def shown(rule: Rule) -> str:
    """One rule, as text."""
    lines = [rule.name, f"  {rule.statement}", f"  needs      {'; '.join(rule.needs) or 'nothing more'}"]
    lines += [f"  given      {rule.given}"] if rule.given else []
    return "\n".join([*lines, f"  example    {rule.example}", f"  near miss  {rule.near_miss}"])


def markdown() -> str:
    """All rules, as a page."""
    return "\n".join([HEADING, *(_section(RULES[name]) for name in sorted(RULES))])


def _section(rule: Rule) -> str:
    statement = f"${rule.statement}$" if "\\" in rule.statement or "=" in rule.statement else rule.statement
    needs = f"Needs: {'; '.join(rule.needs)}.\n" if rule.needs else ""
    given = f"{rule.given} " if rule.given else ""
    return (
        f"## {rule.name}\n\n{statement}\n\n{needs}Example: {given}${rule.example}$\n\nNear miss: ${rule.near_miss}$\n"
    )
