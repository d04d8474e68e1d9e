"""Who works together: `groups.csv` in the course's folder, with a header.

    group,student,assignment
    red,ann,hearts
    red,bob,hearts

Without the column `assignment`, or where it is empty, a line holds for every assignment. One submission of a
group is marked; its marks and feedback are copied to the other members."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from playfunc_checks.course_settings import assignment_names
from playfunc_checks.settings import SettingsError, known, nearest


def lines_for(path: Path, assignment: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Number and values of each line of a list, such as `extensions.csv`, that holds for the assignment: the column
    `assignment` names it, is empty or is not there. Columns are known by their names in lower case. Nothing without
    the file.

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
        named = row.get("assignment", "")
        if named and named not in names:
            raise SettingsError(
                f"{path.name}, line {number}: there is no assignment {named!r}; {known(named.lower(), names)}"
            )
        if named in ("", assignment):
            yield number, row


GROUPS_FILE = "groups.csv"


def read_groups(course: Path, assignment: str) -> dict[str, tuple[str, ...]]:
    """Student → all members of the student's group, in the file's order. Empty without the file. Raises
    `SettingsError` when a column is missing or a student stands in two groups."""
    members: dict[str, list[str]] = {}
    for number, row in lines_for(course / GROUPS_FILE, assignment):
        group, student = row.get("group", ""), row.get("student", "")
        if not group or not student:
            raise SettingsError(
                f"{GROUPS_FILE}, line {number}: expected values in the columns group and student"
            )
        members.setdefault(group, []).append(student)
    groups: dict[str, tuple[str, ...]] = {}
    for group, students in members.items():
        for student in dict.fromkeys(students):
            if student in groups:
                raise SettingsError(
                    f"{GROUPS_FILE}: {student} is in {group} and in another group of {assignment}"
                )
            groups[student] = tuple(dict.fromkeys(students))
    return groups


def group_names(course: Path, assignment: str) -> dict[str, str]:
    """Student → the name of the student's group."""
    lines = lines_for(course / GROUPS_FILE, assignment)
    return {row["student"]: row["group"] for _, row in lines if row.get("student") and row.get("group")}


def marked_member(
    student: str, groups: Mapping[str, Sequence[str]], handed_in: Mapping[str, float]
) -> str | None:
    """Whose submission counts for `student`: the group's latest, by the times in `handed_in`; of equally late
    ones the member named first in the file. `None` if no member of the group submitted."""
    there = [member for member in groups.get(student, (student,)) if member in handed_in]
    return max(there, key=lambda member: handed_in[member]) if there else None


MOST = 3
"""So many ids that are near are worth naming."""


def require_somebody(handed_in: Collection[str], assignment: str) -> None:
    """Raise `ValueError` where nobody handed in."""
    if not handed_in:
        raise ValueError(
            f"nothing was handed in: there is no submitted/<student>/{assignment}/; run playfunc collect first"
        )


def require_submission(student: str, handed_in: Collection[str], assignment: str) -> None:
    """Raise `ValueError`, with ids that are near, where the student is not among those who handed in."""
    require_somebody(handed_in, assignment)
    if student not in handed_in:
        near = nearest(student, handed_in, MOST).rstrip()
        raise ValueError(
            f"there is no submission of {student} for {assignment}; "
            f"{near or 'submitted/ has a folder for each student who handed in'}"
        )
