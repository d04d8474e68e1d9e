"""Regrade requests: a student asks in words, somebody answers, and both are kept.

`marking/regrade-requests.jsonl` in the course is only added to: a line for each request, and one for each answer.
Points move by `change_points`, so that an answer is an override like any other."""

from __future__ import annotations

import csv
import getpass
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from playfunc_checks.settings import instant

from playfunc_classroom.appeals import audit_path, change_points
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.policy.overrides import append_lines, read_lines


@dataclass(frozen=True, slots=True)
class RegradeRequest:
    """What a student asked, and the answer. Times are ISO 8601 in the course's zone."""

    assignment: str
    student: str
    asked: str
    words: str
    who: str = ""
    """Who answered; empty until somebody has."""
    answered: str = ""
    answer: str = ""
    points: Mapping[str, float] | None = None
    """What was given by hand instead, by grade id."""
    evidence: str = ""
    """The page of `playfunc audit` that lay before whoever answered, below the course; empty where there was none."""


def read_requests(course: Path, assignment: str) -> list[RegradeRequest]:
    """All requests in their order, with their answers. Raises `SettingsError` naming a line that cannot be read."""
    found = [each for each in read_lines(_path(course), RegradeRequest) if each.assignment == assignment]
    return list({(each.student, each.asked): each for each in found}.values())


def requests_in(path: Path) -> list[tuple[str, datetime, str]]:
    """Student, time and words of each row of a CSV file with these columns. Raises `ValueError`, naming the line."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        missing = {"student", "time", "words"} - set(reader.fieldnames or ())
        if missing:
            raise ValueError(
                f"{path.name} has no column {sorted(missing)[0]!r}: expected student, time and words"
            )
        return [_request(path, reader.line_num, row) for row in reader]


def _request(path: Path, number: int, row: Mapping[str, str | None]) -> tuple[str, datetime, str]:
    try:
        when = datetime.fromisoformat((row["time"] or "").strip())
    except ValueError as error:
        raise ValueError(
            f"{path.name}, line {number}: expected a time such as 2026-12-08T17:30:00, got {row['time']!r}"
        ) from error
    return (row["student"] or "").strip(), when, (row["words"] or "").strip()


def add_request(
    course: Course, assignment: str, student: str, words: str, when: datetime | None = None
) -> RegradeRequest | None:
    """Keep a request; `None` where it is there already. A time without a zone is the course's. Raises
    `ValueError` for one after the date, without words, or of somebody without a submission."""
    settings, text = course.settings, " ".join(words.split())
    moment = instant(when or datetime.now(UTC), settings.zone)
    until = settings.regrade_requests.get(assignment)
    if until is not None and moment > until:
        last = until.astimezone(settings.zone).isoformat(sep=" ", timespec="minutes")
        raise ValueError(
            f"{student} asked after {last}, the last time for a regrade request for {assignment}"
        )
    if not text:
        raise ValueError(f"{student} gave no words: a regrade request needs a reason")
    course.standing(assignment, course.counting_member(assignment, student))
    asked = moment.astimezone(settings.zone).isoformat(timespec="seconds")
    request = RegradeRequest(assignment, student, asked, text)
    if any((each.student, each.asked) == (student, asked) for each in read_requests(course.root, assignment)):
        return None
    append_lines(_path(course.root), [request], mode=0o700)
    return request


def answer_request(
    course: Course,
    assignment: str,
    student: str,
    answer: str,
    who: str = "",
    points: Mapping[str, float] | None = None,
    asked: str = "",
) -> RegradeRequest:
    """Answer the student's open request, of several the one of the time `asked` or else the first, and override
    points. Raises `ValueError` where none is open."""
    open_ = [
        each
        for each in read_requests(course.root, assignment)
        if each.student == student and not each.answered and asked in ("", each.asked)
    ]
    if not open_:
        raise ValueError(f"{student} has no open request for {assignment}; record one with --words first")
    if not answer.strip():
        raise ValueError("an answer has words: the student reads them")
    marked = course.counting_member(assignment, student)  # a group's marks are one member's
    page = audit_path(course.root, assignment, marked)
    for cell, given in (points or {}).items():
        change_points(course, assignment, marked, cell, given, who, answer.strip())
    request = replace(
        open_[0],
        who=who or getpass.getuser(),
        answered=datetime.now(course.settings.zone).isoformat(timespec="seconds"),
        answer=answer.strip(),
        points=dict(points or {}),
        evidence=page.relative_to(course.root).as_posix() if page.is_file() else "",
    )
    append_lines(_path(course.root), [request], mode=0o700)
    return request


def _path(course: Path) -> Path:
    return course / "marking" / "regrade-requests.jsonl"
