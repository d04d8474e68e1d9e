"""A class with everything that happens to notebooks on their way, collected and marked by the commands."""

import io
import json
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
import pytest
from command import exit_code as run
from course_fixture import CAUTIOUS, make_course
from downloads import download
from playfunc_classroom.marks import read_mark
from playfunc_classroom.nbgrader_bridge.course import Course

# A class that hands in its notebooks as people do: with commands in cells, cells of other types, lost metadata, old
# formats and encodings, archives, text alone. Each student did one thing.
AS_NED = ("ann", "bob", "cat", "dan", "flo", "gus", "hal", "sue")
"""Whose player is read all the same, and is marked as that of ned, who did nothing odd."""

HEADER = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum grade,Last modified (submission)\n"
)
STUDENTS = (*AS_NED, "eve", "ida", "jon", "kim", "leo", "mia", "ned")
SUBMITTED = "Submitted for grading,,80,2026-11-01 12:00"


def _sheet() -> str:
    rows = [
        f"Participant {n},{name.capitalize()},{name},,{SUBMITTED if name != 'leo' else 'No submission,,80,-'}\n"
        for n, name in enumerate(STUDENTS, 1)
    ]
    return HEADER + "".join(rows)


SHEET = _sheet()


def _filled(released: Path, source: str = CAUTIOUS, **changed: Any) -> dict[str, Any]:
    """The released notebook with this player, whose cell is then changed."""
    notebook: dict[str, Any] = json.loads(released.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "player":
            cell |= {"source": source, **changed}
    return notebook


def _bare(notebook: dict[str, Any]) -> dict[str, Any]:
    cells = [{**cell, "metadata": {}, "id": f"new-{n}"} for n, cell in enumerate(notebook["cells"])]
    return {**notebook, "cells": cells, "metadata": {}}


def _code(*sources: str) -> dict[str, Any]:
    cells = [
        {
            "cell_type": "code",
            "id": f"c{n}",
            "source": text,
            "metadata": {},
            "outputs": [],
            "execution_count": None,
        }
        for n, text in enumerate(sources)
    ]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def _tar(data: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("work/hearts.ipynb")
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    return packed.getvalue()


def _uploads(released: Path) -> Mapping[str, tuple[str, Any]]:
    """Student → the file's name and what is in it."""
    plain = _filled(released)
    old = nbformat.v3.nbjson.writes(nbformat.reads(json.dumps(plain), as_version=3))
    return {
        "ann": ("hearts.ipynb", _filled(released, f"%%time\n!pip install numpy\n{CAUTIOUS}play?\n")),
        "bob": ("hearts.ipynb", _filled(released, cell_type="markdown")),
        "cat": ("hearts.ipynb", _filled(released, cell_type="raw")),
        "dan": ("hearts.ipynb", _bare(plain)),
        "eve": ("mine.ipynb", _code(CAUTIOUS, "play", CAUTIOUS.replace("min", "max"))),
        "flo": ("hearts.ipynb", old),
        "gus": ("hearts.ipynb", json.dumps(plain).encode("utf-16")),
        "hal": ("hearts.tar.gz", _tar(json.dumps(plain).encode())),
        "ida": ("hearts.ipynb", _filled(released, CAUTIOUS.replace("void =", "void\0 ="))),
        "jon": ("onlinetext.html", "<p>def play(): ...</p>"),
        "mia": ("hearts.ipynb", _filled(released, f"%%writefile player.py\n{CAUTIOUS}")),
        "ned": ("hearts.ipynb", plain),
        "sue": ("hearts.ipynb", _code(CAUTIOUS)),
    }


def handed_in_class(folder: Path) -> tuple[Path, list[Path]]:
    """A released course, and what its instructor downloaded: a zip of Moodle's and its sheet."""
    course = make_course(folder / "course", execute=False)
    files = {}
    for student, (name, content) in _uploads(course.root / "release/hearts/hearts.ipynb").items():
        kind = "onlinetext" if name == "onlinetext.html" else "file"
        path = f"{student.capitalize()}_{STUDENTS.index(student) + 1}_assignsubmission_{kind}_/{name}"
        files[path] = json.dumps(content) if isinstance(content, dict) else content
    sheet = folder / "Grades.csv"
    sheet.write_text(SHEET, encoding="utf-8")
    return course.root, [download(folder, files), sheet]


pytestmark = [pytest.mark.broad, pytest.mark.filterwarnings("ignore")]  # nbgrader's own


EVE = (
    "`play` is defined in cells 1 and 3 of mine.ipynb, whose cells have lost their tags. Let the student submit again "
    "in the notebook that was given out, or select the cells: playfunc select-notebook {} hearts eve mine.ipynb "
    "--cells 3 (several: 1,3); then run playfunc grade."
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("class")


@pytest.fixture(scope="module")
def collected(folder):
    root, downloads = handed_in_class(folder)
    assert run("collect", root, "hearts", *downloads) == 0
    return root


@pytest.fixture(scope="module")
def marked(collected):
    assert run("grade", collected, "hearts", "--allow-unconfined") == 0
    return collected


def notes(course, student):
    return " ".join(read_mark(course, "hearts", student).notes)


def test_who_cannot_be_marked_is_listed(folder, tmp_path, capsys):
    root, downloads = handed_in_class(tmp_path)
    assert run("collect", root, "hearts", *downloads) == 0
    out = capsys.readouterr().out
    assert out.startswith("12 submissions: 12 new.\n")
    skipped = [line for line in out.splitlines() if line.startswith("Skipped: ")]
    assert [line.split()[1] for line in skipped] == ["jon", "kim"]
    assert "Note: No submission, according to the sheet: leo (Leo).\n" in out
    assert f"No mark for eve: {EVE.format(root)}\n" in out
    assert "None" not in out


@pytest.mark.parametrize("student", AS_NED)
def test_what_can_be_read_is_marked_as_if_nothing_had_happened(marked, student):
    ned, mark = (read_mark(marked, "hearts", name) for name in ("ned", student))
    assert mark.points == ned.points
    assert [result.verdict for result in mark.results] == [result.verdict for result in ned.results]
    assert ned.notes == ()
    assert all(result.ok for result in mark.results if result.check in ("loads", "rules", "purity"))
    scores = Course.open(marked).scores("hearts", student)
    assert {name: scores[name] for name in ned.points} == ned.points


@pytest.mark.parametrize(
    ("student", "words"),
    [
        ("ann", ["Lines 1, 2 and 12 of the cell 'player'", "'%%time', '!pip install numpy', 'play?'"]),
        ("bob", ["The cell 'player' is of the type Markdown"]),
        ("cat", ["The cell 'player' is of the type Raw"]),
        ("dan", ["The cell 'player' had lost its tag. Cell 2 of", "because it defines `play`"]),
        ("sue", ["The cell 'player' had lost its tag. Cell 1 of", "lacks these graded cells"]),
        ("eve", ["`play` is defined in cells 1 and 3 of mine.ipynb"]),
        ("ida", ["line 8 of the cell 'player' in hearts.ipynb", "NUL"]),
        ("mia", ["the cell 'player' begins with %%writefile", "no `play` was found"]),
    ],
)
def test_each_oddity_is_told(marked, student, words):
    told = notes(marked, student)
    assert all(word in told for word in words)
    assert "None" not in told


def test_the_marked_class_s_notes_put_first_and_last_who_needs_a_person(marked, capsys):
    assert run("grade", marked, "hearts", "--allow-unconfined") == 0
    out = capsys.readouterr().out.splitlines()
    at = out.index('Notes, which students get with their feedback ("you" is the student):')
    assert [line.split(":")[0].strip() for line in out[at + 1 : at + 4]] == ["eve", "ida", "mia"]
    assert out[-1] == f"No mark for eve: {EVE.format(marked)}"


def test_what_only_a_person_can_say_stays_open_until_it_is_said(marked, capsys):
    assert read_mark(marked, "hearts", "eve").open
    assert read_mark(marked, "hearts", "eve").points["beats-basic"] is None
    page = marked / "reports/hearts/students/eve.html"
    assert "No mark yet" in page.read_text(encoding="utf-8")
    assert run("select-notebook", marked, "hearts", "eve", "mine.ipynb", "--cells", "3,9") == 2
    assert "mine.ipynb has 3 cells, and no cell 9" in capsys.readouterr().err
    assert run("select-notebook", marked, "hearts", "eve", "mine.ipynb", "--cells", "1", "--who", "me") == 0
    assert run("grade", marked, "hearts", "eve", "--allow-unconfined") == 0
    ned, eve = (read_mark(marked, "hearts", name) for name in ("ned", "eve"))
    assert eve.points == ned.points
    assert "No mark yet" not in page.read_text(encoding="utf-8")
    assert "mine.ipynb counts, with cell 1 as the player, as me decided on" in notes(marked, "eve")
