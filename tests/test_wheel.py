"""The built wheel in a fresh environment, beside folders that have the names of our rooms."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOREIGN = "raise ImportError('a foreign module was imported')\n"
PAGE = r"We know that $$x + x = 2 x$$ and $$x + x = 3 x.$$" + "\n"


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    made = run(
        sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT, cwd=folder
    )
    if made.returncode:  # build isolation needs an index; setuptools may be missing here
        made = run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", folder, ROOT, cwd=folder)
    assert made.returncode == 0, made.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.mark.slow
def test_only_hence_lands_in_site_packages(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
        metadata = next(name for name in archive.namelist() if name.endswith("METADATA"))
        text = archive.read(metadata).decode()
    assert {top for top in tops if not top.endswith(".dist-info")} == {"hence"}
    assert "hence/py.typed" in zipfile.ZipFile(wheel).namelist()
    assert "Description-Content-Type: text/markdown" in text
    assert text.endswith((ROOT / "README.md").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_foreign_folders_do_not_disturb_it(wheel: Path, tmp_path: Path):
    """The dependencies come from this environment, hence itself from the wheel."""
    python = tmp_path / "venv" / "bin" / "python"
    assert run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv", cwd=tmp_path).returncode == 0
    site = next((tmp_path / "venv" / "lib").glob("python*/site-packages"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    here = Path(sysconfig.get_paths()["purelib"])
    for package in here.iterdir():
        if not package.name.lower().startswith(("hence", "__editable__", "pip")) and package.suffix != ".pth":
            (site / package.name).symlink_to(package)
    work = tmp_path / "work"
    for room in ("checks", "language", "tests", "derivations"):
        (work / room).mkdir(parents=True)
        (work / room / "__init__.py").write_text(FOREIGN)
    for module in ("language", "latex_in", "files", "cli"):
        (work / f"{module}.py").write_text(FOREIGN)
    (work / "hw.md").write_text(PAGE, encoding="utf-8")
    environment_check = "import hence; print(hence.check('hw.md').summary['refuted'], hence.__file__)"
    imported = run(python, "-c", environment_check, cwd=work)
    assert imported.stdout.startswith("1 "), imported.stderr
    assert str(site) in imported.stdout
    checked = run(python, "-m", "hence", "check", "hw.md", cwd=work)
    assert (checked.returncode, "1 proved, 1 refuted" in checked.stdout) == (1, True), checked.stderr
    entry = "import sys; from hence.cli import main; sys.exit(main(['check', '--jobs', '2', 'hw.md', 'hw.md', '.']))"
    assert run(python, "-c", entry, cwd=work).returncode == 1
    for processes in ([], ["-n", "2"]):
        command = (python, "-m", "pytest", "--hence", "-q", "-p", "no:cacheprovider", *processes, "hw.md")
        tested = run(*command, cwd=work)
        assert "1 failed, 1 passed" in tested.stdout, tested.stdout + tested.stderr
