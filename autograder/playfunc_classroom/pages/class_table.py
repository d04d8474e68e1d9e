"""The table of a class, to sort and to filter: one page that needs no network, and a plain table without JavaScript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from playfunc_checks.assignment import Assignment
from playfunc_checks.checks import checks_for
from playfunc_checks.next_rung import next_rung_name

from playfunc_classroom.marks import Mark
from playfunc_classroom.pages.report import (
    BAND,
    NOTES,
    OVERRIDE_COLUMNS,
    Overrides,
    grade_columns,
    grade_row,
    render,
)

GROUP, LATE, MARKER, RUNG = "group", "late", "marker", "next rung"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a submission stands in the class: its group, who marks it, how late it came. Empty text where there is
    nothing to say."""

    group: str = ""
    marker: str = ""
    late: str = ""
    """Such as `in time` or `2 days 3 h`."""
    late_minutes: int = 0


@dataclass(frozen=True, slots=True)
class Filter:
    """A choice above the table: the number of its column, and the values to choose from."""

    name: str
    column: int
    values: tuple[str, ...]


NOWHERE = Place()
SIGNS = {"passed": "✓", "failed": "✗", "skipped": "–", "broken": "!", "open": "?"}
"""What stands for a verdict, with its word for screen readers and on hover."""


def class_page(
    marks: Sequence[Mark],
    assignment: Assignment,
    overrides: Mapping[str, Overrides] = MappingProxyType({}),
    places: Mapping[str, Place] = MappingProxyType({}),
) -> str:
    """The table of a class, each row a link to its report, first those that a person has to look at: open ones, then
    checks of ours that broke, then notes. `overrides` and `places` by student.

    Points stand beside their check's verdict, and notes beside the name, so that no screen is too narrow for them. A
    column that says nothing of anybody is left out.
    """
    attention_first = sorted(marks, key=lambda mark: (not mark.open, not mark.broke, not mark.notes))
    rows = [
        _row(mark, assignment, overrides.get(mark.student, {}), places.get(mark.student, NOWHERE))
        for mark in attention_first
    ]
    columns = _columns(assignment, rows, any(overrides.values()))
    return render(
        "class.html",
        assignment=assignment,
        columns=columns,
        signs=SIGNS,
        rows=[[_cell(row, column) for column in columns] for row in rows],
        filters=_filters(columns, rows, {check.name for check in checks_for(assignment)}),
    )


def _row(mark: Mark, assignment: Assignment, overrides: Overrides, place: Place) -> dict[str, Any]:
    return {
        **grade_row(mark, assignment, overrides),
        GROUP: place.group,
        LATE: place.late,
        "late minutes": place.late_minutes,
        MARKER: place.marker,
        RUNG: next_rung_name(assignment, mark.results),
    }


def _columns(assignment: Assignment, rows: Sequence[Mapping[str, Any]], by_hand: bool) -> list[str]:
    left_out = {f"points {name}" for name in assignment.points}
    if not by_hand:
        left_out |= set(OVERRIDE_COLUMNS)
    left_out |= {name for name in (NOTES, GROUP, LATE, MARKER, RUNG) if not any(row[name] for row in rows)}
    student, *rest, notes = grade_columns(assignment)
    order = (student, notes, GROUP, LATE, MARKER, *rest, RUNG)
    return [column for column in order if column not in left_out]


def _cell(row: Mapping[str, Any], column: str) -> dict[str, Any]:
    """What a cell shows, and by what it is sorted and filtered where that is something else."""
    value, points = row.get(column, ""), row.get(f"points {column}", "")
    verdict = value in SIGNS
    order = row["late minutes"] if column == LATE else (points if points != "" else value) if verdict else ""
    chosen = _lateness(row) if column == LATE else value if verdict else ""
    return {
        "column": column,
        "value": value,
        "points": points,
        "verdict": verdict,
        "order": order,
        "chosen": chosen,
    }


def _lateness(row: Mapping[str, Any]) -> str:
    return "late" if row["late minutes"] > 0 else row[LATE]


def _filters(columns: Sequence[str], rows: Sequence[Mapping[str, Any]], checks: set[str]) -> list[Filter]:
    """A choice for each column of few words; one value alone is none to choose from."""
    found = []
    for number, column in enumerate(columns):
        if column in checks | {GROUP, LATE, MARKER, BAND, RUNG}:
            values = {_lateness(row) if column == LATE else row.get(column, "") for row in rows} - {""}
            if len(values) > 1:
                found.append(Filter(column, number, tuple(sorted(values))))
    return found
