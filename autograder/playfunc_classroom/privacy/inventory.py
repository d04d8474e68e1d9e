"""Where a course keeps personal data: every file and folder of it. Forgetting and disclosing read this, and
docs/privacy.md lists the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playfunc_checks.sheet_columns import SheetColumns

from playfunc_classroom.intake.columns import SheetError
from playfunc_classroom.intake.lms import made_up_id
from playfunc_classroom.intake.received import known_as, read_names
from playfunc_classroom.intake.sheet import Sheet, read_sheet_file, student_ids


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
    CoursePlace("marking/", "who marked when; points moved with a phrase; second looks: words and answers"),
    CoursePlace(".marking/", "nothing: logins and sessions of markers"),
    CoursePlace("groups.csv", "ids"),
    CoursePlace("extensions.csv", "ids"),
    CoursePlace("markers.csv", "ids"),
    CoursePlace("tutorials.csv", "ids"),
    CoursePlace("forgotten.txt", "keyed digests of ids and numbers of people who were forgotten"),
)

WRITTEN_AGAIN = tuple(place.name.rstrip("/") for place in COURSE_PLACES if place.written_again)

NOBODYS = (
    *(
        "nbgrader_config.py",
        "playfunc.toml",
        "comments.md",
        ".playfunc-secret",
        ".gitignore",
        ".nbgrader.log",
    ),
    *("source", "release", "opponents", "assignments", "README.md", "header.ipynb"),
)
"""What a course holds beside: nothing of a student is written there."""

KEPT = (".git", ".venv", ".marking")
"""Folders that are not looked into. `.marking` has the accounts of markers, and nothing of a student."""


# Downloaded sheets, and those with marks in them, which know a student by a number of their own.


def rows_of(course: Path, student: str, mapping: SheetColumns) -> dict[Path, frozenset[int]]:
    """Each sheet → the numbers of the student's rows, though they may not name the id."""
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
