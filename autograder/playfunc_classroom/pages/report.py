"""Marks for readers: pages for feedback and reports; rows for terminals and files.

Everything that comes from a student (names, messages, memory, printed text) is escaped by the templates."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import fsum
from types import MappingProxyType
from typing import Any

from markupsafe import Markup
from playfunc.files import harmless
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks import checks_for
from playfunc_checks.extract import player_digest
from playfunc_checks.marking import total
from playfunc_checks.next_baseline import next_baseline_name
from playfunc_checks.report import next_baseline_html, results_html, templates_of
from playfunc_checks.source_facts import describe_facts
from playfunc_opponents.reviews import describe_losses

from playfunc_classroom.marks import Mark, run_to_json, to_json
from playfunc_classroom.policy.overrides import Override, counted, describe_override
from playfunc_classroom.policy.rubric import Criterion

Overrides = Mapping[str, Override]
"""Points given by hand to one submission, by grade id."""


def render(template: str, **values: Any) -> str:
    """A page or fragment from one of the package's templates; every value that is no markup is escaped."""
    return templates_of("playfunc_classroom.pages").get_template(template).render(**values)


def facts_html(mark: Mark, assignment: Assignment, *, losses: bool = True) -> str:
    """What the machine can tell the people who mark comments and code quality, as a fragment of HTML. `losses`
    are counted in hidden games, so students see them only once the deals are open."""
    memory = next((r for r in mark.results if r.check == "memory"), None)
    counted_losses = {r.check: r.facts.get("losses", {}) for r in mark.results if losses}
    words = {check: describe_losses(assignment.game, found) for check, found in counted_losses.items()}
    lost = [(check, text) for check, text in words.items() if text]
    told = describe_facts(mark.facts) if mark.facts else ()
    return render("facts.html", mark=mark, told=told, memory=memory, losses=lost)


def notes_html(mark: Mark) -> str:
    return "".join(f"<p>{escape(note)}</p>" for note in mark.notes)


def marker_html(task: str, criteria: Sequence[Criterion]) -> str:
    """A task's criteria with points to give and phrases to tick, as a fragment of HTML for formgrader. Its
    button fills in formgrader's own boxes for score and comment; nothing is kept anywhere else."""
    worth = fsum(criterion.points for criterion in criteria)
    return render("marker.html", task=task, criteria=criteria, total=worth)


def student_page(
    mark: Mark, assignment: Assignment, *, closed: bool, overrides: Overrides = MappingProxyType({})
) -> str:
    """One submission's report for the instructor, a whole page that needs no network. It shows lost deals;
    while those are `closed`, the page says not to hand it out."""
    return render(
        "student.html",
        mark=mark,
        assignment=assignment,
        results=Markup(
            results_html(mark.results, assignment, overrides=overrides)
            + next_baseline_html(mark.results, assignment)
        ),
        decisions=[describe_override(o, mark.stamp.source) for o in overrides.values()],
        digest=player_digest(mark.source) if mark.source else "",
        closed=closed,
        facts=Markup(facts_html(mark, assignment)),
        total=total(counted(mark.points, overrides, assignment.points)),
    )


OVERRIDE_COLUMNS = ("after overrides", "overrides")
"""The computed points with those given by hand in their place; who gave them, when and why."""


BAND, NOTES = "band suggested", "notes"


def grade_columns(assignment: Assignment) -> tuple[str, ...]:
    """The columns of `grades.csv`: verdicts, then points, then what they rest on."""
    checks = tuple(check.name for check in checks_for(assignment))
    computed = f"computed of {fsum(assignment.points.values()):g}"
    points = (f"points {name}" for name in assignment.points)
    band = (BAND,) if assignment.bands else ()
    return ("student", *checks, *points, computed, *OVERRIDE_COLUMNS, *band, NOTES)


def grade_row(
    mark: Mark, assignment: Assignment, overrides: Overrides = MappingProxyType({})
) -> dict[str, Any]:
    """One submission as a row of `grades.csv`; a point that is not known (a check of ours broke) is empty."""
    verdicts = {result.check: result.verdict.value for result in mark.results}
    row: dict[str, Any] = {"student": mark.student, **verdicts}
    row |= {f"points {name}": "" if value is None else value for name, value in mark.points.items()}
    after, why = OVERRIDE_COLUMNS
    row[f"computed of {fsum(assignment.points.values()):g}"] = "" if mark.open else total(mark.points)
    row[after] = total(counted(mark.points, overrides, assignment.points))
    row[why] = "; ".join(describe_override(o, mark.stamp.source) for o in overrides.values())
    return {**row, **({BAND: mark.band} if assignment.bands else {}), NOTES: " ".join(mark.notes)}


def grades_csv(
    marks: Sequence[Mark], assignment: Assignment, overrides: Mapping[str, Overrides] = MappingProxyType({})
) -> str:
    """The class as CSV with a header; `overrides` by student."""
    text = io.StringIO()
    writer = csv.DictWriter(text, grade_columns(assignment), lineterminator="\n")
    writer.writeheader()
    for mark in marks:
        row = grade_row(mark, assignment, overrides.get(mark.student, {}))
        writer.writerow(
            {key: harmless(value) if isinstance(value, str) else value for key, value in row.items()}
        )
    return text.getvalue()


def grades_json(marks: Sequence[Mark], assignment: Assignment) -> str:
    """The class as JSON: every result with its facts and stamp, without sources and games."""
    return json.dumps([_slim(to_json(mark)) for mark in marks], indent=1, ensure_ascii=False) + "\n"


def runs_json(marks: Sequence[Mark]) -> str:
    """What differs from run to run, by student: tier, versions, times, tracebacks."""
    return json.dumps([run_to_json(mark) for mark in marks], indent=1, ensure_ascii=False) + "\n"


def _slim(mark: Mapping[str, Any]) -> dict[str, Any]:
    results = [
        {k: v for k, v in result.items() if k not in ("replay", "regret")} for result in mark["results"]
    ]
    return {**{k: v for k, v in mark.items() if k != "source"}, "results": results}


# The table of a class, to sort and to filter: one page that needs no network, and a plain table without JavaScript.


GROUP, LATE, MARKER, BASELINE = "group", "late", "marker", "next baseline"


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
        BASELINE: next_baseline_name(assignment, mark.results),
    }


def _columns(assignment: Assignment, rows: Sequence[Mapping[str, Any]], by_hand: bool) -> list[str]:
    left_out = {f"points {name}" for name in assignment.points}
    if not by_hand:
        left_out |= set(OVERRIDE_COLUMNS)
    left_out |= {
        name for name in (NOTES, GROUP, LATE, MARKER, BASELINE) if not any(row[name] for row in rows)
    }
    student, *rest, notes = grade_columns(assignment)
    order = (student, notes, GROUP, LATE, MARKER, *rest, BASELINE)
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
        if column in checks | {GROUP, LATE, MARKER, BAND, BASELINE}:
            values = {_lateness(row) if column == LATE else row.get(column, "") for row in rows} - {""}
            if len(values) > 1:
                found.append(Filter(column, number, tuple(sorted(values))))
    return found
