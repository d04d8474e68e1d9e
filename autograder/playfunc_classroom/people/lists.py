"""The lists that an instructor keeps beside `playfunc.toml`, such as `extensions.csv`: one line a student."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path

from playfunc_checks.course import assignment_names
from playfunc_checks.settings import SettingsError, known

_ASSIGNMENT = "assignment"


def lines_for(path: Path, assignment: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Number and values of each line that holds for the assignment: the column `assignment` names it, is empty or
    is not there. Columns are known by their names in lower case. Nothing without the file.

    Raises `SettingsError` for an assignment that there is none of, because that line would hold for nothing.
    """
    if not path.exists():
        return
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [
            {(key or "").strip().lower(): str(value or "").strip() for key, value in row.items()}
            for row in csv.DictReader(file)
        ]
    names = assignment_names(path.parent)
    for number, row in enumerate(rows, 2):
        named = row.get(_ASSIGNMENT, "")
        if named and named not in names:
            raise SettingsError(
                f"{path.name}, line {number}: there is no assignment {named!r}; {known(named.lower(), names)}"
            )
        if named in ("", assignment):
            yield number, row
