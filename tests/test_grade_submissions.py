"""What is handed in: files, folders and zip files, from people who may mean no good."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest

from hence.grade import limits
from hence.grade.submissions import Submission, handed_in, pages, taken_in
from hence.grade.trouble import GradeTrouble

PAGE = b"$$x = x$$\n"


def zipped(path: Path, members: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def test_students_are_named_by_file_or_folder(tmp_path: Path):
    (tmp_path / "Ada Lovelace.tex").write_bytes(PAGE)
    (tmp_path / "bob.v2").mkdir()
    zipped(tmp_path / "carl.zip", {"a.tex": PAGE})
    (tmp_path / "notes.txt").write_text("not handed in")
    (tmp_path / ".hidden.tex").write_bytes(PAGE)
    assert [h.student for h in handed_in(tmp_path)] == ["Ada Lovelace", "bob.v2", "carl"]


def test_an_empty_folder_and_no_folder(tmp_path: Path):
    with pytest.raises(GradeTrouble, match=r"no submissions; each is a \.tex or \.md file"):
        handed_in(tmp_path)
    with pytest.raises(GradeTrouble, match="No such file"):
        handed_in(tmp_path / "none")
    (tmp_path / "a.tex").write_bytes(PAGE)
    with pytest.raises(GradeTrouble, match="is no folder"):
        handed_in(tmp_path / "a.tex")


def test_content_is_what_counts(tmp_path: Path):
    folder = tmp_path / "ada"
    (folder / "parts").mkdir(parents=True)
    (folder / "main.tex").write_bytes(PAGE)
    (folder / "parts" / "one.tex").write_bytes(PAGE)
    (folder / "picture.png").write_bytes(b"\x89PNG")
    archive = zipped(
        tmp_path / "bob.zip",
        {"hw/main.tex": PAGE, "hw/parts/one.tex": PAGE, "hw/b.png": b"x", "__MACOSX/hw/main.tex": b"x"},
    )
    one, other = taken_in(folder), taken_in(archive)
    assert [name for name, _ in one.files] == ["main.tex", "parts/one.tex"]
    assert one == other
    assert one.digest == other.digest
    (folder / "main.tex").write_bytes(PAGE + b" ")
    assert taken_in(folder).digest != one.digest


def bomb(path: Path) -> Path:
    return zipped(path, {"a.tex": b"0" * (limits.LARGEST_FILE + 1)}, zipfile.ZIP_DEFLATED)


def many(path: Path) -> Path:
    each = b"0" * (limits.LARGEST_FILE - 1)
    return zipped(path, {f"{k}.tex": each for k in range(5)}, zipfile.ZIP_DEFLATED)


def linked(path: Path) -> Path:
    info = zipfile.ZipInfo("a.tex")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(info, "/etc/passwd")
    return path


def broken(path: Path) -> Path:
    whole = zipped(path, {"a.tex": PAGE * 100}, zipfile.ZIP_DEFLATED).read_bytes()
    path.write_bytes(whole[:20] + b"\x00\x01" + whole[22:40] + b"xx" + whole[42:])
    return path


def encrypted(path: Path) -> Path:
    whole = bytearray(zipped(path, {"a.tex": PAGE}).read_bytes())
    whole[6] |= 1
    whole[whole.rindex(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(bytes(whole))
    return path


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (bomb, "a.tex is larger than 2 MB when it is unpacked"),
        (many, "it is larger than 8 MB when it is unpacked"),
        (linked, "the zip file has a symbolic link: 'a.tex'"),
        (broken, "the zip file is broken"),
        (encrypted, "the zip file cannot be opened"),
        (lambda p: zipped(p, {"../a.tex": PAGE}), "a member that leads out of it: '../a.tex'"),
        (lambda p: zipped(p, {"/a.tex": PAGE}), "a member that leads out of it: '/a.tex'"),
        (lambda p: zipped(p, {"C:/a.tex": PAGE}), "a member that leads out of it"),
        (lambda p: zipped(p, {"a.pdf": PAGE}), "there is no .tex or .md file in it"),
        (lambda p: zipped(p, {f"{k}.tex": b"" for k in range(limits.MOST_FILES + 1)}), "more than 500 files"),
        (lambda p: p.write_bytes(b"no zip") and p, "the zip file is broken"),
    ],
)
def test_zip_files_that_are_refused(tmp_path: Path, make, message: str):
    assert message in taken_in(make(tmp_path / "x.zip")).refused


def test_a_header_that_lies_about_the_size(tmp_path: Path):
    path = bomb(tmp_path / "x.zip")
    whole = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = whole.index(signature) + offset
        whole[place : place + 4] = (10).to_bytes(4, "little")
    path.write_bytes(bytes(whole))
    assert taken_in(path).refused


def test_links_that_lead_outside_are_refused(tmp_path: Path):
    secret = tmp_path / "secret.tex"
    secret.write_bytes(b"secret")
    ada = tmp_path / "ada"
    ada.mkdir()
    (ada / "main.tex").write_bytes(PAGE)
    (ada / "same.tex").symlink_to("main.tex")
    assert not taken_in(ada).refused
    (ada / "out.tex").symlink_to(secret)
    assert taken_in(ada).refused == "out.tex is a symbolic link that leads out of the submission"
    (ada / "out.tex").unlink()
    (ada / "folder").symlink_to(tmp_path)
    assert "folder is a symbolic link" in taken_in(ada).refused
    (tmp_path / "carl.tex").symlink_to(secret)
    assert "is a symbolic link" in taken_in(tmp_path / "carl.tex").refused


def test_large_and_foreign_files(tmp_path: Path):
    large = tmp_path / "a.tex"
    large.write_bytes(b"0" * (limits.LARGEST_FILE + 1))
    assert taken_in(large).refused == "a.tex is larger than 2 MB"
    pdf = tmp_path / "a.pdf"
    pdf.write_bytes(b"%PDF")
    assert "a .pdf file cannot be read" in taken_in(pdf).refused
    assert "cannot be opened" in taken_in(tmp_path / "none.tex").refused


def test_which_files_are_pages():
    main = rb"\documentclass{article}\begin{document}\input{parts/one}\end{document}"
    folder = Submission((("draft.tex", PAGE), ("main.tex", main), ("parts/one.tex", PAGE)))
    assert pages(folder) == ("main.tex",)
    assert pages(Submission((("q1.tex", PAGE), ("q2.md", PAGE), ("x.sty", b"")))) == ("q1.tex", "q2.md")
    circle = Submission((("a.tex", rb"\input{b}"), ("b.tex", rb"\input{a}")))
    assert pages(circle) == ("a.tex", "b.tex")
