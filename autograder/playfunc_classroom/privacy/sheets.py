"""Downloaded sheets, and those with marks in them, which know a student by a number of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playfunc_checks.sheet_columns import SheetColumns

from playfunc_classroom.intake.columns import SheetError
from playfunc_classroom.intake.forgotten import known_as
from playfunc_classroom.intake.lms import made_up_id
from playfunc_classroom.intake.received import read_names
from playfunc_classroom.intake.sheet import Sheet, read_sheet_file, student_ids

__all__ = ["names_of", "rows_of"]


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
