"""A class that hands in its notebooks as people do: with commands in cells, cells of other types, lost metadata, old
formats and encodings, archives, text alone. Each student did one thing."""

import io
import json
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
from course_fixture import CAUTIOUS, make_course
from downloads import download

__all__ = ["AS_NED", "SHEET", "handed_in_class"]

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
    course = make_course(folder / "course")
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write("\nc.ExecuteForReaders.enabled = False\n")
    files = {}
    for student, (name, content) in _uploads(course.root / "release/hearts/hearts.ipynb").items():
        kind = "onlinetext" if name == "onlinetext.html" else "file"
        path = f"{student.capitalize()}_{STUDENTS.index(student) + 1}_assignsubmission_{kind}_/{name}"
        files[path] = json.dumps(content) if isinstance(content, dict) else content
    sheet = folder / "Grades.csv"
    sheet.write_text(SHEET, encoding="utf-8")
    return course.root, [download(folder, files), sheet]
