"""What the teacher must mend before a class can be graded."""

from __future__ import annotations


class GradeTrouble(Exception):
    """Nothing was graded, and nothing that was there before is lost; the message is all the teacher needs to see."""
