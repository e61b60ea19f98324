"""How much one submission may be. A derivation is text: what is larger is a mistake or an attack."""

from __future__ import annotations

LARGEST_FILE = 2_000_000  # bytes of one file
LARGEST_SUBMISSION = 8_000_000  # bytes of all files that are kept
LARGEST_ARCHIVE = 64_000_000  # bytes of a zip file as it was handed in: pictures may be in it
MOST_FILES = 500  # files that are kept
MOST_MEMBERS = 10_000  # members of a zip file, whatever they are


def in_words(size: int) -> str:
    return f"{size // 1_000_000} MB"
