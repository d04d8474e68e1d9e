"""What a late submission costs: a course's rule, and who was given more time.

In `playfunc.toml`:

    [hearts.late]
    due = 2026-11-30T23:59:00+01:00
    method = "linear"        # none, linear, or custom (a function in late.py beside this file)
    percent_per_day = 10     # linear: of the assignment's points, for each day begun
    most_percent = 50        # linear: never more than this
    grace_minutes = 15       # so much later is not late

and in `extensions.csv`, with a header, who has until when:

    student,assignment,until
    ann,hearts,2026-12-03T12:00:00+01:00

A custom rule is `def penalty(student, points, seconds_late)` in the course's `late.py`: the points to take off,
or `None`. It is the instructor's own code and runs with the instructor's rights.
"""

from __future__ import annotations

import csv
import math
import runpy
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

from playfunc_autograder.assignment import SETTINGS_FILE, SettingsError

__all__ = [
    "EXTENSIONS_FILE",
    "LateRule",
    "Penalty",
    "check_late",
    "late_told",
    "penalty_rule",
    "read_extensions",
    "read_late",
]

EXTENSIONS_FILE = "extensions.csv"
METHODS = ("none", "linear", "custom")
DAY = 86_400

Penalty = Callable[[str, float, float], float | None]
"""(student, the assignment's points, seconds late) → points to take off, or `None`."""


@dataclass(frozen=True, slots=True)
class LateRule:
    """How a course treats late submissions of one assignment."""

    due: datetime | None = None
    method: str = "none"
    percent_per_day: float = 10.0
    most_percent: float = 100.0
    grace_minutes: float = 0.0


def read_late(course: Path, assignment: str) -> LateRule:
    """The rule in `playfunc.toml`; the default takes nothing off. Raises `SettingsError`."""
    path = course / SETTINGS_FILE
    tables = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    given = tables.get(assignment, {}).get("late", {})
    known = [field.name for field in fields(LateRule)]
    if unknown := sorted(set(given) - set(known)):
        raise SettingsError(f"{SETTINGS_FILE}: no late setting {unknown[0]!r}; known are {', '.join(known)}")
    rule = LateRule(**{key: _checked(key, value) for key, value in given.items()})
    if rule.method != "none" and rule.due is None:
        raise SettingsError(f"{SETTINGS_FILE}: late submissions cost points, so say until when: due = a time")
    return rule


def _checked(key: str, value: Any) -> Any:
    if key == "due":
        if not isinstance(value, datetime):
            raise SettingsError(f"{SETTINGS_FILE}: due must be a time such as 2026-11-30T23:59:00+01:00")
        return value if value.tzinfo else value.replace(tzinfo=UTC)
    if key == "method":
        if value not in METHODS:
            raise SettingsError(f"{SETTINGS_FILE}: method must be one of {', '.join(METHODS)}, not {value!r}")
        return value
    if type(value) not in (int, float) or value < 0:
        raise SettingsError(f"{SETTINGS_FILE}: {key} must be a number from 0 on, not {value!r}")
    return float(value)


def read_extensions(course: Path, assignment: str) -> Mapping[str, datetime]:
    """Student → until when. Raises `SettingsError` for a line that cannot be read."""
    path = course / EXTENSIONS_FILE
    if not path.exists():
        return {}
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    extensions = {}
    for number, row in enumerate(rows, 2):
        student, until = (row.get("student") or "").strip(), (row.get("until") or "").strip()
        try:
            time = datetime.fromisoformat(until)
        except ValueError:
            student = ""
        if not student:
            raise SettingsError(
                f"{EXTENSIONS_FILE}, line {number}: expected a student and a time such as "
                "2026-12-03T12:00:00+01:00 in the columns student and until"
            )
        if (row.get("assignment") or "").strip() in ("", assignment):
            extensions[student] = time if time.tzinfo else time.replace(tzinfo=UTC)
    return extensions


def check_late(course: Path, assignment: str) -> None:
    """Raise `SettingsError` for what could not be used when all is marked."""
    penalty_rule(read_late(course, assignment), course)
    read_extensions(course, assignment)


def penalty_rule(rule: LateRule, course: Path) -> Penalty:
    """What the rule takes off. Raises `SettingsError` where a custom rule is missing or broken."""
    if rule.method == "linear":
        return lambda student, points, seconds: _linear(rule, points, seconds)
    if rule.method == "custom":
        return _custom(course / "late.py", rule)
    return lambda student, points, seconds: None


def _linear(rule: LateRule, points: float, seconds: float) -> float | None:
    beyond = seconds - 60 * rule.grace_minutes
    if beyond <= 0:
        return None
    percent = min(rule.most_percent, rule.percent_per_day * math.ceil(seconds / DAY))
    return points * percent / 100


def late_told(rule: LateRule, handed_in: datetime, until: datetime) -> str:
    """For the student: when it came, until when it had to, and what the rule makes of it, in the due date's zone.

    `until` is later than the rule's due date for who was given more time.
    """
    if rule.due is None:
        return ""
    zone = rule.due.tzinfo
    more = f", for this submission {_time(until, zone)}" if until > rule.due else ""
    told = f"Handed in {_time(handed_in, zone)}; due {_time(rule.due, zone)}{more} ({rule.due.tzname()})."
    beyond = handed_in - until
    if beyond <= timedelta(0):
        return f"{told} In time."
    told = f"{told} That is {_span(beyond)} late."
    if beyond.total_seconds() <= 60 * rule.grace_minutes:
        return f"{told} Up to {rule.grace_minutes:g} minutes cost nothing."
    return f"{told} {_rule_told(rule)}"


def _rule_told(rule: LateRule) -> str:
    if rule.method == "linear":
        return (
            f"The rule takes {rule.percent_per_day:g}% of the assignment's points for each day begun, "
            f"{rule.most_percent:g}% at most, and never more than there are."
        )
    return "The course has a rule of its own for that." if rule.method == "custom" else "That costs nothing."


def _time(moment: datetime, zone: tzinfo | None) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"


def _span(time: timedelta) -> str:
    """Such as `1 day 10 h 31 min`; what is less than a minute is one."""
    minutes = max(1, math.ceil(time.total_seconds() / 60))
    days, hours = minutes // 1440, minutes % 1440 // 60
    parts = (f"{days} day{'s' if days > 1 else ''}" if days else "", f"{hours} h" if hours else "")
    return " ".join(filter(None, (*parts, f"{minutes % 60} min" if minutes % 60 else "")))


def _custom(path: Path, rule: LateRule) -> Penalty:
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
