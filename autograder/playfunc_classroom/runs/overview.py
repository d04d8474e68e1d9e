"""The class on one page: the spread of marks and win rates, where points are lost, whom to look at first.

For the instructor: it names students. What is shown to a class is `playfunc_classroom.pages.gallery`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from math import fsum
from statistics import fmean, median

from playfunc.games import GAMES
from playfunc_checks.assignment import BEATS, Assignment
from playfunc_checks.checks import checks_for
from playfunc_checks.course_settings import read_secret
from playfunc_checks.extract import ExtractError, written_cells
from playfunc_checks.marking import total
from playfunc_checks.results import Verdict
from playfunc_opponents.reviewer import LossProfile
from playfunc_opponents.reviews import profile_of

from playfunc_classroom.groups import group_names
from playfunc_classroom.intake.notebook_choice import intake_for, pick
from playfunc_classroom.markers import read_markers, read_tutorials, share_out
from playfunc_classroom.marks import Mark
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.pages.oral_exam import faults
from playfunc_classroom.pages.report import Place, render
from playfunc_classroom.policy.late import read_extensions, span

NOTHING = "nothing written"

BIN = 0.1
"""The width of a bar of win rates."""
NEAR = 2.0
"""A win rate so many standard errors from the line could have gone the other way on other deals."""
LONG, SHORT = 3.0, 1 / 3
"""A source so many times the class's median is worth a look."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a chart: a label, its value, the value as text, and its length from 0 to 1."""

    label: str
    value: float
    text: str
    length: float


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the notebook: how many wrote it, who passed what shows it, and the points that were lost."""

    name: str
    written: int | None
    checks: tuple[tuple[str, int], ...]
    """Names of checks with the number of submissions that did not pass."""
    lost: float
    """Points that the class lost there, per submission."""


@dataclass(frozen=True, slots=True)
class Outlier:
    """A submission that is worth a look, and why."""

    student: str
    why: str


def steps(
    marks: Sequence[Mark], assignment: Assignment, written: Mapping[str, frozenset[str]]
) -> tuple[Step, ...]:
    """Where the class gets stuck, in the order of the notebook; `written` holds the cells each student changed."""
    plan = [(step.name, step.cells, step.checks) for step in assignment.steps] or [
        (check.name, (), (check.name,)) for check in checks_for(assignment)
    ]
    failed = Counter(r.check for mark in marks for r in mark.results if r.verdict is not Verdict.PASSED)
    lost = {
        name: fmean([full - (mark.points.get(name) or 0.0) for mark in marks])
        for name, full in assignment.points.items()
    }
    return tuple(
        Step(
            name,
            sum(any(cell in cells for cell in needed) for cells in written.values()) if needed else None,
            tuple((check, failed[check]) for check in checks),
            fsum(lost.get(check, 0.0) for check in checks),
        )
        for name, needed, checks in plan
    )


def stops(assignment: Assignment, written: Mapping[str, frozenset[str]]) -> tuple[Bar, ...]:
    """Where notebooks end: how many students wrote each step last, by the order of the notebook; `written` holds the
    cells each student changed. Cell by cell for an assignment without steps."""
    places = [(step.name, step.cells) for step in assignment.steps] or [
        (cell, (cell,)) for cell in assignment.player_cells
    ]
    last = Counter(
        next((name for name, cells in reversed(places) if cells_changed & set(cells)), NOTHING)
        for cells_changed in written.values()
    )
    return bars([(name, last[name]) for name in (NOTHING, *(name for name, _ in places))])


def bars(counts: Sequence[tuple[str, float]], form: str = "{:g}") -> tuple[Bar, ...]:
    """Rows of a chart, the longest as long as the chart is wide."""
    most = max((value for _, value in counts), default=0) or 1
    return tuple(Bar(label, value, form.format(value), max(value, 0) / most) for label, value in counts)


def point_bars(values: Sequence[float], most: float, width: float = 10) -> tuple[Bar, ...]:
    """How many submissions have how many points."""
    edges = [width * number for number in range(int(most // width) + 1)]
    counts = Counter(min(int(value // width), len(edges) - 1) for value in values)
    return bars(
        [
            (f"{low:g}" if low >= most else f"{low:g} to {low + width - 1:g}", counts[number])
            for number, low in enumerate(edges)
        ]
    )


def rate_bars(marks: Sequence[Mark], check: str) -> tuple[Bar, ...]:
    """How many submissions win how often, in steps of ten percent."""
    found = (r.facts for mark in marks for r in mark.results if r.check == check)
    rates = [facts["win_rate"] for facts in found if "win_rate" in facts]
    counts = Counter(min(int(rate / BIN), 9) for rate in rates)
    return bars([(f"{10 * n} to {10 * (n + 1)}%", counts[n]) for n in range(10)])


def loss_bars(marks: Sequence[Mark], check: str, profile: LossProfile) -> tuple[Bar, ...]:
    """Where the class loses against one opponent: the mean of all submissions."""
    found = [
        profile.parts(r.facts["losses"])
        for mark in marks
        for r in mark.results
        if r.check == check and r.facts.get("losses")
    ]
    labels = dict.fromkeys(label for parts in found for label in parts)
    return bars([(label, fmean(parts[label] for parts in found)) for label in labels], "{:.2f}")


def outliers(marks: Sequence[Mark], assignment: Assignment) -> tuple[Outlier, ...]:
    """Submissions that do not look like the others, in the class's order; none of it is a reproach."""
    sizes = [mark.facts.lines for mark in marks if mark.facts]
    usual = median(sizes) if sizes else 0
    return tuple(Outlier(mark.student, why) for mark in marks for why in _reasons(mark, assignment, usual))


def _reasons(mark: Mark, assignment: Assignment, usual: float) -> Iterator[str]:
    by_name = {result.check: result for result in mark.results}
    for name in assignment.points:
        result = by_name.get(name)
        if result is None or "win_rate" not in result.facts:
            continue
        rate, error = result.facts["win_rate"], result.facts["standard_error"]
        if abs(rate - assignment.threshold_of(name.removeprefix(BEATS))) < NEAR * error:
            yield f"{name}: {rate:.1%} is within chance of the line; look here first when marks are appealed"
        if 0 < result.facts["forfeits"] < assignment.forfeits:
            yield f"{name}: {result.facts['forfeits']} playings forfeited by a rare fault"
    beaten = [by_name[BEATS + tier].ok for tier in assignment.tiers if BEATS + tier in by_name]
    if beaten != sorted(beaten, reverse=True):
        yield "beats a stronger opponent and not a weaker one"
    if mark.facts and usual:
        if mark.facts.lines > LONG * usual:
            yield f"{mark.facts.lines} lines, where {usual:g} are usual"
        if mark.facts.lines < SHORT * usual and any(beaten):
            yield f"only {mark.facts.lines} lines, where {usual:g} are usual, and beats an opponent"
    if "memory" in by_name and by_name["memory"].verdict is Verdict.FAILED and len(beaten) > 1 and beaten[-1]:
        yield "beats the strongest opponent without using its memory"
    if mark.broke:
        yield "a check of ours broke"
    yield from mark.notes


def overview_page(
    marks: Sequence[Mark],
    assignment: Assignment,
    written: Mapping[str, frozenset[str]],
    by_hand: Mapping[str, float],
    most: float,
) -> str:
    """A whole page that needs no network. `by_hand` holds the whole points, out of `most`, of the submissions
    that people have marked completely."""
    computed = [total(mark.points) for mark in marks if not mark.open]
    profile = profile_of(assignment.game)
    return render(
        "overview.html",
        assignment=assignment,
        marks=marks,
        mean=fmean(computed) if computed else 0.0,
        middle=median(computed) if computed else 0.0,
        computed=point_bars(computed, fsum(assignment.points.values())),
        whole=point_bars(list(by_hand.values()), most) if by_hand else (),
        marked=len(by_hand),
        rate_about=GAMES[assignment.game].win.about,
        rates=[(name, rate_bars(marks, name)) for name in assignment.points],
        steps=steps(marks, assignment, written) if marks else (),
        readable=len(written),
        stops=stops(assignment, written) if written else (),
        losses_title=profile.title if profile else "",
        losses=[
            (name, chart)
            for name in assignment.points
            if profile and (chart := loss_bars(marks, name, profile))
        ],
        faults=faults(marks),
        outliers=outliers(marks, assignment),
    )


def class_overview(course: Course, assignment: Assignment, marks: Sequence[Mark]) -> str:
    """The page of `playfunc_classroom.runs.overview`, with the marks that people have given so far."""
    standing = course.class_standing(assignment.name)
    done = {
        student: fsum(held.points or 0.0 for held in cells.values())
        for student, cells in standing.items()
        if cells and not any(held.waiting for held in cells.values())
    }
    most = max((fsum(held.most for held in cells.values()) for cells in standing.values()), default=0.0)
    return overview_page(marks, assignment, _written(course, assignment, marks), done, most)


def _written(course: Course, assignment: Assignment, marks: Sequence[Mark]) -> dict[str, frozenset[str]]:
    """The player's cells that each student changed; nothing of those whose notebook cannot be read."""
    found = {}
    for mark in marks:
        with suppress(ExtractError, OSError):
            intake = intake_for(course.root, assignment, mark.student)
            notebook = pick(course.submission(assignment.name, mark.student), assignment, intake).path
            if notebook.suffix == ".ipynb":
                found[mark.student] = written_cells(notebook, assignment, intake.released)
    return found


def places_of(course: Course, assignment: str, students: Sequence[str]) -> dict[str, Place]:
    """By student. Raises `SettingsError` for lists that cannot be read."""
    groups = group_names(course.root, assignment)
    lines, tutorials = read_markers(course.root), read_tutorials(course.root)
    markers = share_out(sorted(students), lines, tutorials, read_secret(course.root))
    late = _lateness(course, assignment, students)
    return {
        student: Place(groups.get(student, ""), markers.get(student, ""), *late.get(student, ("", 0)))
        for student in students
    }


def _lateness(course: Course, assignment: str, students: Sequence[str]) -> dict[str, tuple[str, int]]:
    """How late, in words and in minutes; nothing without a due date, or where no time is known."""
    rule = course.assignment(assignment).late
    if rule.due is None:
        return {}
    extensions, zone = read_extensions(course.root, assignment), course.settings.zone
    found = {}
    for student in students:
        moment = course.stamped(course.submission(assignment, student))
        if moment is not None:
            until = max(rule.due, extensions.get(student, rule.due))
            minutes = max(0, math.ceil((moment - until) / timedelta(minutes=1)))
            found[student] = (span(until, moment, zone) if minutes else "in time", minutes)
    return found
