"""Downloaded sheets that know a student by a number of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playfunc_classroom.intake.lms import SheetError, read_sheet_file, student_ids

__all__ = ["on_sheets"]


def on_sheets(course: Path, student: str) -> Callable[[Path, dict[str, str]], bool]:
    """Whether a row of a sheet is the student's, though it may not name the id."""
    numbers: dict[Path, str] = {}
    for path in course.glob("downloaded/*/*.csv"):
        try:
            ids = student_ids(read_sheet_file(path))
        except SheetError:
            continue
        numbers.update((path, key) for key, name in ids.items() if name == student)

    def theirs(path: Path, row: dict[str, str]) -> bool:
        texts = (row.get("Identifier", ""), row.get("ID", ""))
        return path in numbers and any(numbers[path] in text.split() for text in texts)

    return theirs
