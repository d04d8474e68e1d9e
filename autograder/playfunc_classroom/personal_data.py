"""Where a course keeps personal data, and what it holds about one student. docs/privacy.md lists the same places.

To disclose, files with the id in their path are copied as they are, and of every other file the lines, rows or entries
that name it are taken."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playfunc.files import write_whole
from playfunc_checks.course_settings import SheetColumns

from playfunc_classroom.intake.grade_sheet import Sheet, read_sheet_file, read_table, student_ids
from playfunc_classroom.intake.learning_systems import SheetError, made_up_id
from playfunc_classroom.intake.received import known_as, read_names
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.nbgrader_bridge.gradebook import gradebook_rows, known_students
from playfunc_classroom.pseudonyms import names_it


@dataclass(frozen=True, slots=True)
class CoursePlace:
    """A file or folder at the top of a course, and what it holds of a student. Texts of one that is `written_again`
    from marks and gradebook are deleted whole where they name somebody who is forgotten; others' work never is."""

    name: str
    what: str
    written_again: bool = False


COURSE_PLACES = (
    CoursePlace(
        "downloaded/", "the system's sheet: name, id, address; when each upload came, under which names", True
    ),
    CoursePlace("submitted/", "what was handed in"),
    CoursePlace("attempts/", "what was handed in before"),
    CoursePlace("autograded/", "the notebook with its outputs and marks"),
    CoursePlace("gradebook.db", "id, scores, comments, who marked"),
    CoursePlace("marks/", "results, the player's source"),
    CoursePlace("overrides/", "points given by hand: who, when, why"),
    CoursePlace("choices/", "which of several notebooks counts: who, when"),
    CoursePlace("reports/", "a page per student, the class table, similar players, examples", True),
    CoursePlace("feedback/", "feedback pages"),
    CoursePlace("feedback-zips/", "feedback pages; names, in the zips for the whole class", True),
    CoursePlace("exports/", "marks and comments in the system's sheet", True),
    CoursePlace("disclosed/", "everything about a student"),
    CoursePlace(
        "marking/", "who marked when; points moved with a phrase; regrade requests: words and answers"
    ),
    CoursePlace(".marking/", "nothing about students; logins and sessions of markers"),
    CoursePlace("groups.csv", "ids"),
    CoursePlace("extensions.csv", "ids"),
    CoursePlace("markers.csv", "ids"),
    CoursePlace("tutorials.csv", "ids"),
    CoursePlace("forgotten.txt", "keyed digests of ids and numbers of people who were forgotten"),
)

WRITTEN_AGAIN = tuple(place.name.rstrip("/") for place in COURSE_PLACES if place.written_again)

KEPT = (".git", ".venv", ".marking")
"""Folders that are not looked into. `.marking` has the accounts of markers, and nothing of a student."""

SheetRows = Mapping[Path, frozenset[int]]
"""A system's sheet → the numbers of the student's rows in it, by which alone they are known."""


def rows_of(course: Path, student: str, mapping: SheetColumns) -> SheetRows:
    """Each sheet, downloaded or with marks in it → the numbers of the student's rows: it knows students by numbers of
    its own, so that the rows may not name the id."""
    found = {}
    for path, sheet in _sheets(course, mapping):
        ids = student_ids(sheet)
        found[path] = frozenset(
            number for number, row in sheet.rows.items() if ids.get(sheet.key(row)) == student
        )
    return found


def names_of(course: Path, student: str, mapping: SheetColumns) -> frozenset[str]:
    """All that a download may know the student by, with and without its sheet."""
    found = {student}
    for path, sheet in _sheets(course, mapping):
        keys = {key for key, name in student_ids(sheet).items() if name == student}
        if path.parent.name == "exports":
            continue
        for row in sheet.rows.values():
            if sheet.key(row) in keys:
                found |= {*known_as(student, path.parent.name, sheet.system, sheet.key(row))}
                found.add(made_up_id(sheet.cell(row, "name"), sheet.key(row)))
    for folder in course.glob("downloaded/*/"):
        named = read_names(course, folder.name).get(student)
        if named is not None:
            found |= {*known_as(student, folder.name, named.system, named.key)}
            found.add(made_up_id(named.name, named.key))
    return frozenset(found)


def _sheets(course: Path, mapping: SheetColumns) -> Iterator[tuple[Path, Sheet]]:
    for path in sorted([*course.glob("downloaded/*/*.csv"), *course.glob("exports/*.csv")]):
        try:
            yield path, read_sheet_file(path, mapping)
        except SheetError:
            continue


@dataclass(frozen=True, slots=True)
class Disclosed:
    """Paths below the course: files that were copied, files of which a part was taken, and texts that name the student
    but are somebody else's or everybody's, for the instructor to look through."""

    copied: tuple[str, ...]
    parts: tuple[str, ...]
    mentions: tuple[str, ...]


def disclose_files(
    course: Path, student: str, others: Iterable[str], sheets: SheetRows, folder: Path
) -> Disclosed:
    """Write it below `folder`: `files/…` as they are, and `parts.json`. Arguments are as of `plan_to_forget`."""
    named = names_it(student, others)
    copied: list[str] = []
    parts: dict[str, Any] = {}
    mentions: list[str] = []
    written = folder.resolve()
    for path in files_below(course, lambda path: path.resolve() == written):
        where = path.relative_to(course)
        if any(map(named, where.parts)):
            there = folder / "files" / where
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, there)
            copied.append(where.as_posix())
            continue
        if path.name == "gradebook.db":
            continue
        share = share_of(path, named, sheets)
        if isinstance(share, Share):
            parts[where.as_posix()] = share.theirs
        elif share:
            mentions.append(where.as_posix())
    if parts:
        write_whole(folder / "parts.json", json.dumps(parts, indent=1, ensure_ascii=False) + "\n", mode=0o600)
    return Disclosed(tuple(copied), tuple(parts), tuple(mentions))


def files_below(folder: Path, passed_over: Callable[[Path], bool]) -> Iterator[Path]:
    """Every file below, in order; links to folders are not followed."""
    for path in sorted(folder.iterdir()):
        if path.name in KEPT or passed_over(path):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from files_below(path, passed_over)
        elif path.is_file():
            yield path


@dataclass(frozen=True, slots=True)
class Share:
    """What of a file is a student's: rows, lines or entries, as JSON; and the file without them."""

    theirs: list[Any] | dict[str, Any]
    rest: bytes


def share_of(path: Path, named: Callable[[str], bool], sheets: SheetRows) -> Share | bool:
    """The student's share of a file of rows, lines or entries; where there is none, whether the file names them."""
    data, encoding = path.read_bytes(), "utf-8"
    if path.suffix == ".csv":
        return _rows(path, data, named, sheets)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        encoding = "latin-1"
        text = data.decode(encoding)
    if not named(text):
        return False
    if path.suffix in (".jsonl", ".log", ".txt"):
        lines = text.split("\n")
        rest = "\n".join(line for line in lines if not named(line))
        return Share([line.removesuffix("\r") for line in lines if named(line)], rest.encode(encoding))
    return (_entries(text, named) if path.suffix == ".json" else None) or True


def _rows(path: Path, data: bytes, named: Callable[[str], bool], sheets: SheetRows) -> Share | bool:
    """The rows by the names of the columns. Others' rows may name the student, too."""
    table = read_table(data)
    naming = {n for n, row in enumerate(table.rows) if any(named(cell.value) for cell in row.cells)}
    numbers = sorted(sheets.get(path, naming - {0}))
    rows = [
        {name: table.rows[number][column] for column, name in enumerate(table.header)} for number in numbers
    ]
    return Share(rows, table.without(numbers)) if rows else bool(naming)


def _entries(text: str, named: Callable[[str], bool]) -> Share | None:
    """The entries of a list that name the student, or of an object under names of theirs."""
    try:
        value = json.loads(text.removeprefix("\ufeff"))
    except ValueError:
        return None
    theirs, rest = type(value)(), type(value)()
    if isinstance(value, list):
        for item in value:
            (theirs if named(json.dumps(item, ensure_ascii=False)) else rest).append(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            (theirs if named(key) else rest)[key] = item
    if not theirs:
        return None
    return Share(theirs, (json.dumps(rest, indent=1, ensure_ascii=False) + "\n").encode())


def everybody_in(course: Course) -> set[str]:
    """Who handed in anything, or is in the gradebook."""
    handed_in = {name for assignment in course.settings.assignments for name in course.students(assignment)}
    return handed_in | known_students(course)


def disclose_everything(course: Course, student: str, folder: Path) -> Disclosed | None:
    """Write all that the course and its gradebook hold about the student below `folder`; `None` for an id that
    nobody has."""
    everybody = everybody_in(course)
    if student not in everybody:
        return None
    rows = rows_of(course.root, student, course.settings.sheet)
    done = disclose_files(course.root, student, everybody, rows, folder)
    held = gradebook_rows(course, student)
    if held:
        text = json.dumps(held, indent=1, ensure_ascii=False, default=str) + "\n"
        write_whole(folder / "gradebook.json", text, mode=0o600)
    return done
