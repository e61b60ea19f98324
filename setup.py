"""Where the packages stand: folders at the top of the repository, under the name `hence` once installed."""

from pathlib import Path

from setuptools import find_packages, setup

ROOT = Path(__file__).resolve().parent
ROOMS = ("language", "latex_in", "checks", "latex_out", "derivations")


def under_hence(room: str) -> list[str]:
    """A room and the rooms in it, by the names that they are imported by."""
    return [f"hence.{room}", *(f"hence.{room}.{inner}" for inner in find_packages(str(ROOT / room)))]


setup(
    package_data={"hence": ["py.typed"], "hence.web": ["static/*", "static/fonts/*"], "hence.grade": ["static/*"]},
    package_dir={"hence": "hence", **{f"hence.{room}": room for room in ROOMS}},
    packages=[
        "hence",
        *(f"hence.{inner}" for inner in find_packages("hence")),
        *(p for r in ROOMS for p in under_hence(r)),
    ],
)
