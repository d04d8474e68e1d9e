"""One zip of everybody's feedback for each learning system, as its bulk upload takes it.

    Moodle, "Upload multiple feedback files in a zip":
        Ana Lópes_4711_assignsubmission_file_/hearts.html     any file; the folder says whose it is
    Canvas, "Upload submissions":
        lopesana_815_99123_hearts.ipynb                       the name that Canvas gave; its numbers say whose it is

Canvas hands a file back under the name of the student's own, so it has to be of the same kind: a notebook for a
notebook, comments for a program, a zip with the page for a zip.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from playfunc.files import write_whole

from playfunc_classroom.intake.received import Named, read_names
from playfunc_classroom.intake.sheet import read_sheet_file, student_ids
from playfunc_classroom.nbgrader_bridge import Course

__all__ = ["write_bulk"]

KINDS = (".ipynb", ".zip", ".py")
"""Of a student's files, the first of these kinds carries the feedback back to Canvas."""


def write_bulk(course: Course, assignment: str, folders: Mapping[str, Path]) -> dict[Path, int]:
    """Write `feedback-zips/<assignment>-<system>.zip` for each system that knows one of these students; `folders` hold
    their feedback. Each zip with how many students are in it."""
    names = _on_sheets(course, assignment) | read_names(course.root, assignment)
    done = {}
    for system, entries in (("moodle", _for_moodle), ("canvas", _for_canvas)):
        theirs = {s: names[s] for s in sorted(folders) if s in names and names[s].system == system}
        files = {student: dict(entries(named, folders[student])) for student, named in theirs.items()}
        given = {student: entry for student, entry in files.items() if entry}
        target = course.root / "feedback-zips" / f"{assignment}-{system}.zip"
        if given:
            write_whole(
                target, _zipped({name: data for entry in given.values() for name, data in entry.items()})
            )
            done[target] = len(given)
    return done


def _on_sheets(course: Course, assignment: str) -> dict[str, Named]:
    """What the sheets call everybody on them, members of groups among them who handed in nothing themselves."""
    found = {}
    for path in sorted((course.root / "downloaded" / assignment).glob("*.csv")):
        if path.name == "times.csv":
            continue
        sheet = read_sheet_file(path, course.settings.sheet)
        ids = student_ids(sheet)
        for row in sheet.rows.values():
            if student := ids.get(sheet.key(row)):
                found[student] = Named(sheet.system, sheet.key(row), sheet.cell(row, "name"))
    return found


def _for_moodle(named: Named, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Moodle parts the folder's name at underlines, and reads the number behind the first."""
    name = " ".join(named.name.replace("_", " ").replace("/", " ").split()) or "Participant"
    for page in sorted(folder.rglob("*.html")):
        inside = page.relative_to(folder).as_posix()
        yield f"{name}_{named.key}_assignsubmission_file_/{inside}", page.read_bytes()


def _for_canvas(named: Named, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Of a student's files, the one that carries the feedback."""
    paths = sorted(named.paths, key=lambda path: (PurePosixPath(path).suffix.lower() not in KINDS, path))
    for kind in KINDS:
        for path in paths:
            if PurePosixPath(path).suffix.lower() == kind:
                yield PurePosixPath(path).name, _as(kind, folder)
                return


def _as(kind: str, folder: Path) -> bytes:
    from playfunc_classroom.nbgrader_bridge.feedback import NOTEBOOK, as_program

    if kind == ".ipynb":
        return (folder / NOTEBOOK).read_bytes()
    if kind == ".py":
        return as_program(folder / NOTEBOOK).encode()
    pages = sorted(folder.rglob("*.html"))
    return _zipped({page.relative_to(folder).as_posix(): page.read_bytes() for page in pages})


def _zipped(files: Mapping[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()
