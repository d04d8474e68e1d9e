"""What a late submission costs: a course's rule, and who was given more time.

In `assignment.toml`, or in `playfunc.toml` below `[hearts.late]`:

    [late]
    due = 2026-11-30T23:59:00    # in the course's time zone, if it names none
    method = "linear"        # none, linear, or custom (a function in late.py beside this file)
    percent_per_day = 10     # linear: of the assignment's points, for each day begun
    most_percent = 50        # linear: never more than this
    grace_minutes = 15       # minutes late that cost nothing; beyond them, days are counted from the due time

A day begins and ends by the course's clock: what is due on Saturday at 20:00 is one day late until Sunday at 20:00,
also where the clocks change between and that day has 23 or 25 hours. Extensions move the due time.

and in `extensions.csv`, with a header, who has until when:

    student,assignment,until
    ann,hearts,2026-12-03T12:00:00

A custom rule is `def penalty(student, points, seconds_late, days_late)` in the course's `late.py`: the points to take
off, or `None`. `days_late` are the days begun. It is the instructor's own code and runs with the instructor's rights.
"""

from __future__ import annotations

import inspect
import math
import runpy
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from playfunc_checks.assignment import Late
from playfunc_checks.course_settings import load_assignment, read_course
from playfunc_checks.settings import SettingsError, instant, time_of_day

from playfunc_classroom.groups import lines_for

EXTENSIONS_FILE = "extensions.csv"
DAY = timedelta(days=1)

Penalty = Callable[[str, float, datetime, datetime], float | None]
"""(student, the assignment's points, until when, handed in when) → points to take off, or `None`."""

CUSTOM = "penalty(student, points, seconds_late, days_late)"


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
    settings = read_course(course)
    penalty_rule(settings.assignment(assignment).late, course, settings.zone)
    read_extensions(course, assignment)


def penalty_rule(rule: Late, course: Path, zone: tzinfo) -> Penalty:
    """What the rule takes off, by the clock in `zone`. Raises `SettingsError` where a custom rule is missing or
    broken."""
    custom = _custom(course / "late.py") if rule.method == "custom" else None
    grace = timedelta(minutes=rule.grace_minutes)

    def penalty(student: str, points: float, until: datetime, handed_in: datetime) -> float | None:
        if handed_in - until <= grace or rule.method == "none":
            return None
        days = days_begun(until, handed_in, zone)
        if custom is not None:
            off = custom(student, points, (handed_in - until).total_seconds(), days)
            return None if off is None else max(0.0, float(off))
        return points * min(rule.most_percent, rule.percent_per_day * days) / 100

    return penalty


def days_begun(until: datetime, handed_in: datetime, zone: tzinfo) -> int:
    """How many days late this is by the clock in `zone`: each ends at the time of day of `until`, however many hours it
    has."""
    return 0 if handed_in <= until else _whole_days(until, handed_in - timedelta.resolution, zone) + 1


def _whole_days(until: datetime, moment: datetime, zone: tzinfo) -> int:
    """The days that have gone by at `moment`, by the clock in `zone`."""
    days = max(0, (moment - until) // DAY - 1)
    while _days_after(until, days + 1, zone) <= moment:
        days += 1
    return days


def _days_after(until: datetime, days: int, zone: tzinfo) -> datetime:
    """The same time of day so many days later. Of a time that the change of clocks lets happen twice, or never, the
    later reading counts, for the student."""
    if not days:
        return until
    clock = until.astimezone(zone) + days * DAY
    return max(clock.replace(fold=fold).astimezone(UTC) for fold in (0, 1))


def describe_lateness(rule: Late, handed_in: datetime, until: datetime, zone: tzinfo) -> str:
    """For the student: when it came, until when it had to, and what the rule makes of it, in the course's
    `zone`. `until` is later than the rule's due date for who was given more time."""
    if rule.due is None:
        return ""
    more = f", for this submission {_time(until, zone)}" if until > rule.due else ""
    told = f"Handed in {_time(handed_in, zone)}; due {_time(rule.due, zone)}{more} ({zone})."
    beyond = handed_in - until
    if beyond <= timedelta(0):
        return f"{told} In time."
    told = f"{told} That is {span(until, handed_in, zone)} late."
    if beyond.total_seconds() <= 60 * rule.grace_minutes:
        return f"{told} Up to {rule.grace_minutes:g} minutes cost nothing."
    if rule.method == "linear":
        return (
            f"{told} The rule takes {rule.percent_per_day:g}% of the assignment's points for each day begun (here "
            f"{days_begun(until, handed_in, zone)}), at most {rule.most_percent:g}%, and never more points than you "
            "have."
        )
    own = rule.method == "custom"
    return f"{told} {'The course has a rule of its own for that.' if own else 'That costs nothing.'}"


def _time(moment: datetime, zone: tzinfo) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"


def span(until: datetime, moment: datetime, zone: tzinfo) -> str:
    """From one time to a later one, such as `1 day 10 h 31 min`; days are those of the clock in `zone`, and what is
    less than a minute is one."""
    days = _whole_days(until, moment, zone)
    rest = moment - _days_after(until, days, zone)
    minutes = math.ceil(rest / timedelta(minutes=1)) or (0 if days else 1)
    hours = minutes // 60
    parts = (f"{days} day{'s' if days > 1 else ''}" if days else "", f"{hours} h" if hours else "")
    return " ".join(filter(None, (*parts, f"{minutes % 60} min" if minutes % 60 else "")))


def _custom(path: Path) -> Callable[[str, float, float, int], float | None]:
    try:
        function: Callable[[str, float, float, int], float | None] = runpy.run_path(str(path))["penalty"]
        inspect.signature(function).bind("ann", 100.0, 60.0, 1)
    except (OSError, KeyError, SyntaxError, TypeError) as error:
        raise SettingsError(
            f"method is custom, so {path.name} in the course must define {CUSTOM}; {type(error).__name__}: {error}"
        ) from error
    return function
