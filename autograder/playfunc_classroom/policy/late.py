"""What a late submission costs: a course's rule, and who was given more time.

In `assignment.toml`, or in `playfunc.toml` below `[hearts.late]`:

    [late]
    due = 2026-11-30T23:59:00    # in the course's time zone, if it names none
    method = "linear"        # none, linear, or custom (a function in late.py beside this file)
    percent_per_day = 10     # linear: of the assignment's points, for each day begun
    most_percent = 50        # linear: never more than this
    grace_minutes = 15       # so much later is not late

and in `extensions.csv`, with a header, who has until when:

    student,assignment,until
    ann,hearts,2026-12-03T12:00:00

A custom rule is `def penalty(student, points, seconds_late)` in the course's `late.py`: the points to take off,
or `None`. It is the instructor's own code and runs with the instructor's rights.
"""

from __future__ import annotations

import math
import runpy
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from playfunc_checks.course import load_assignment, read_course
from playfunc_checks.parts import Late
from playfunc_checks.settings import SettingsError, instant, time_of_day

from playfunc_classroom.people.lists import lines_for

__all__ = [
    "EXTENSIONS_FILE",
    "Penalty",
    "check_late",
    "late_told",
    "penalty_rule",
    "read_extensions",
    "read_late",
    "span",
]

EXTENSIONS_FILE = "extensions.csv"
DAY = 86_400

Penalty = Callable[[str, float, float], float | None]
"""(student, the assignment's points, seconds late) → points to take off, or `None`."""


def read_late(course: Path, assignment: str) -> Late:
    """The assignment's rule; the default takes nothing off. Raises `SettingsError`."""
    return load_assignment(assignment, course).late


def read_extensions(course: Path, assignment: str, zone: ZoneInfo | None = None) -> Mapping[str, datetime]:
    """Student → until when; times without a zone are in the course's, or in `zone`. Raises `SettingsError`
    for a line that cannot be read, or says something else than one before."""
    extensions: dict[str, datetime] = {}
    zone = zone or read_course(course).zone
    for number, row in lines_for(course / EXTENSIONS_FILE, assignment):
        where, student = f"{EXTENSIONS_FILE}, line {number}", row.get("student", "")
        try:
            until = instant(time_of_day(row.get("until", "")), zone)
        except (ValueError, OverflowError):
            student = ""
        if not student:
            raise SettingsError(
                f"{where}: expected a student and a day with its hour such as 2026-12-03T12:00:00 in the columns "
                "student and until"
            )
        if extensions.setdefault(student, until) != until:
            raise SettingsError(
                f"{where}: {student} has another time in a line before; keep the one that holds"
            )
    return extensions


def check_late(course: Path, assignment: str) -> None:
    """Raise `SettingsError` for what could not be used when all is marked."""
    penalty_rule(read_late(course, assignment), course)
    read_extensions(course, assignment)


def penalty_rule(rule: Late, course: Path) -> Penalty:
    """What the rule takes off. Raises `SettingsError` where a custom rule is missing or broken."""
    if rule.method == "linear":
        return lambda student, points, seconds: _linear(rule, points, seconds)
    if rule.method == "custom":
        return _custom(course / "late.py", rule)
    return lambda student, points, seconds: None


def _linear(rule: Late, points: float, seconds: float) -> float | None:
    beyond = seconds - 60 * rule.grace_minutes
    if beyond <= 0:
        return None
    percent = min(rule.most_percent, rule.percent_per_day * math.ceil(seconds / DAY))
    return points * percent / 100


def late_told(rule: Late, handed_in: datetime, until: datetime, zone: tzinfo) -> str:
    """For the student: when it came, until when it had to, and what the rule makes of it, in the course's `zone`.

    `until` is later than the rule's due date for who was given more time.
    """
    if rule.due is None:
        return ""
    more = f", for this submission {_time(until, zone)}" if until > rule.due else ""
    told = f"Handed in {_time(handed_in, zone)}; due {_time(rule.due, zone)}{more} ({zone})."
    beyond = handed_in - until
    if beyond <= timedelta(0):
        return f"{told} In time."
    told = f"{told} That is {span(beyond)} late."
    if beyond.total_seconds() <= 60 * rule.grace_minutes:
        return f"{told} Up to {rule.grace_minutes:g} minutes cost nothing."
    return f"{told} {_rule_told(rule)}"


def _rule_told(rule: Late) -> str:
    if rule.method == "linear":
        return (
            f"The rule takes {rule.percent_per_day:g}% of the assignment's points for each day begun, "
            f"{rule.most_percent:g}% at most, and never more than there are."
        )
    return "The course has a rule of its own for that." if rule.method == "custom" else "That costs nothing."


def _time(moment: datetime, zone: tzinfo) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"


def span(time: timedelta) -> str:
    """Such as `1 day 10 h 31 min`; what is less than a minute is one."""
    minutes = max(1, math.ceil(time.total_seconds() / 60))
    days, hours = minutes // 1440, minutes % 1440 // 60
    parts = (f"{days} day{'s' if days > 1 else ''}" if days else "", f"{hours} h" if hours else "")
    return " ".join(filter(None, (*parts, f"{minutes % 60} min" if minutes % 60 else "")))


def _custom(path: Path, rule: Late) -> Penalty:
    try:
        function = runpy.run_path(str(path))["penalty"]
    except (OSError, KeyError, SyntaxError) as error:
        raise SettingsError(
            f"method is custom, so {path.name} in the course must define penalty(student, points, seconds_late); "
            f"{type(error).__name__}: {error}"
        ) from error

    def penalty(student: str, points: float, seconds: float) -> float | None:
        value = function(student, points, seconds) if seconds > 60 * rule.grace_minutes else None
        return None if value is None else max(0.0, float(value))

    return penalty
