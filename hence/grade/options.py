"""What `hence grade` takes. Nothing else is loaded for it: the command line asks for it at every start."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", metavar="FOLDER", help="one file, folder or .zip for each student")
    parser.add_argument("--rubric", type=Path, metavar="FILE", help="questions, points and what must be shown (TOML)")
    parser.add_argument("-o", "--output", type=Path, default=Path("build/grades"), metavar="DIR")
    parser.add_argument("--seed", type=int, default=0, help="seed of every random choice (default 0)")
    parser.add_argument("--jobs", type=_positive, default=None, metavar="N", help="processes (default: one per core)")
    parser.add_argument("--scheduler", default="", metavar="ADDRESS", help="check on a Dask cluster")
    parser.add_argument("--seconds", type=_positive, default=120, metavar="S", help="for a submission (default 120)")
    parser.add_argument("-v", "--verbose", action="store_true", help="say of each submission that it is checked")
    parser.add_argument("--pdf", action="store_true", help="a PDF for each student, besides the page")
    parser.add_argument("--retry", action="store_true", help="check again what was given up before")
    parser.add_argument(
        "--compare", type=int, nargs="*", metavar="RUN", help="which verdicts changed between two runs (the last two)"
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
