"""Submissions whose time a person should look at before lateness costs points: those that came just after the
deadline, and those whose points depend on a time zone that is not confirmed."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playfunc_checks.course import read_course
from playfunc_checks.parts import Late

from playfunc_classroom.intake.received import Came, read_received
from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.policy.late import penalty_rule, read_extensions

JUST_AFTER = timedelta(hours=1)
_ZONES = tuple(ZoneInfo(f"Etc/GMT{hours:+d}") for hours in range(-14, 13))
"""Every whole hour east and west: wherever a machine may have stood."""

Cost = Callable[[str, datetime], float]
"""(student, when handed in) → the part of the points that lateness takes off, in per cent."""


def looks(course: Course, assignment: str) -> dict[str, tuple[str, ...]]:
    """Student → why to look, in sentences; nothing without a due date. Raises `SettingsError`."""
    rule = course.assignment(assignment).late
    if rule.due is None:
        return {}
    extensions = read_extensions(course.root, assignment)
    decided = _decided_by_zone(course, assignment) if course.settings.zone_guessed else {}
    found = {}
    for student in course.students(assignment):
        moment = course.stamped(course.submission(assignment, student))
        if moment is None:
            continue
        reasons = _just_after(moment - _until(rule, extensions.get(student)), rule)
        if student in decided and decided[student].moment == moment:
            reasons += (
                f"Whether lateness costs points hangs on the time zone, and {course.settings.zone} is only guessed: "
                "set timezone in playfunc.toml and collect again.",
            )
        if reasons:
            found[student] = reasons
    return found


def _until(rule: Late, extension: datetime | None) -> datetime:
    assert rule.due is not None, "only asked where there is a due date"
    return max(rule.due, extension or rule.due)


def _just_after(beyond: timedelta, rule: Late) -> tuple[str, ...]:
    """Nothing where it costs nothing: within the time of grace, and by a rule that takes nothing off."""
    grace = timedelta(minutes=rule.grace_minutes)
    if rule.method == "none" or not grace < beyond <= max(JUST_AFTER, 2 * grace):
        return ()
    return (f"It came {math.ceil(beyond.total_seconds() / 60)} min after the deadline.",)


def _decided_by_zone(course: Course, assignment: str) -> dict[str, Came]:
    """Whose penalty would be another one if the times without a zone had been written elsewhere."""
    costs = [(zone, _cost(course, assignment, zone)) for zone in _ZONES]
    return {
        student: came
        for student, came in read_received(course.root, assignment).items()
        if came.zone and len({cost(student, came.clock.replace(tzinfo=zone)) for zone, cost in costs}) > 1
    }


def _cost(course: Course, assignment: str, zone: ZoneInfo) -> Cost:
    """What lateness would cost if the course were in `zone`: due dates without a zone move with it."""
    rule = read_course(course.root, zone).assignment(assignment).late
    extensions = read_extensions(course.root, assignment, zone)
    takes_off = penalty_rule(rule, course.root, zone)

    def cost(student: str, moment: datetime) -> float:
        return takes_off(student, 100.0, _until(rule, extensions.get(student)), moment) or 0.0

    return cost
