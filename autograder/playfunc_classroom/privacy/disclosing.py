"""What a course folder holds about one student: files with the id in their path as they are, and of every other file
the lines, rows or entries that name it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playfunc.files import write_whole

from playfunc_classroom.intake.table import read_table
from playfunc_classroom.nbgrader_bridge import Course, gradebook_rows, known_students
from playfunc_classroom.privacy.forgetting import SheetRows, names_it
from playfunc_classroom.privacy.inventory import KEPT, rows_of


@dataclass(frozen=True, slots=True)
class Disclosed:
    """Paths below the course: files that were copied, files of which a part was taken, and texts that name the student
    but are somebody else's or everybody's, for the instructor to look through."""

    copied: tuple[str, ...]
    parts: tuple[str, ...]
    mentions: tuple[str, ...]


def disclose_files(
    course: Path,
    student: str,
    others: Iterable[str],
    sheets: SheetRows,
    folder: Path,
) -> Disclosed:
    """Write it below `folder`: `files/…` as they are, and `parts.json`. Arguments are as of `plan_to_forget`."""
    named = names_it(student, others)
    copied: list[str] = []
    parts: dict[str, Any] = {}
    mentions: list[str] = []
    for path in _files(course, folder.resolve()):
        where = path.relative_to(course)
        if any(map(named, where.parts)):
            there = folder / "files" / where
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, there)
            copied.append(where.as_posix())
            continue
        if path.name == "gradebook.db":
            continue
        data = path.read_bytes()
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
        found = _rows(path, data, named, sheets) if path.suffix == ".csv" else _part(path, text, named)
        if found:
            parts[where.as_posix()] = found
        elif found is None and named(text):
            mentions.append(where.as_posix())
    if parts:
        write_whole(folder / "parts.json", json.dumps(parts, indent=1, ensure_ascii=False) + "\n", mode=0o600)
    return Disclosed(tuple(copied), tuple(parts), tuple(mentions))


def _files(folder: Path, written: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in KEPT or path.resolve() == written:
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _files(path, written)
        elif path.is_file():
            yield path


def _rows(
    path: Path, data: bytes, named: Callable[[str], bool], sheets: SheetRows
) -> list[dict[str, str]] | None:
    """The student's rows, by the names of the columns; `None` where only others' rows name them."""
    table = read_table(data)
    naming = {n for n, row in enumerate(table.rows) if any(named(cell.value) for cell in row.cells)}
    theirs = sheets.get(path, naming - {0})
    rows = [
        {name: table.rows[number][column] for column, name in enumerate(table.header)}
        for number in sorted(theirs)
    ]
    return rows or ([] if not naming else None)


def _part(path: Path, text: str, named: Callable[[str], bool]) -> Any:
    """What of a list is the student's; `None` for a text that has no such parts."""
    if path.suffix in (".jsonl", ".log", ".txt"):
        return [line for line in text.splitlines() if named(line)]
    if path.suffix != ".json":
        return None
    try:
        value = json.loads(text)
    except ValueError:
        return None
    if isinstance(value, list):
        return [item for item in value if named(json.dumps(item, ensure_ascii=False))]
    if isinstance(value, dict) and any(map(named, value)):
        return {key: item for key, item in value.items() if named(key)}
    return None


# `disclose` over a whole course: the gradebook's rows, the files, and lines of lists.


def disclose_everything(course: Course, student: str, folder: Path) -> Disclosed | None:
    """Write all that the course holds about the student below `folder`; `None` for an id that nobody in it has."""
    handed_in = {name for assignment in course.settings.assignments for name in course.students(assignment)}
    everybody = handed_in | known_students(course)
    if student not in everybody:
        return None
    rows = rows_of(course.root, student, course.settings.sheet)
    done = disclose_files(course.root, student, everybody, rows, folder)
    held = gradebook_rows(course, student)
    if held:
        text = json.dumps(held, indent=1, ensure_ascii=False, default=str) + "\n"
        write_whole(folder / "gradebook.json", text, mode=0o600)
    return done
