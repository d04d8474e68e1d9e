"""A second look: a student asks in words, somebody answers, and both are kept.

`marking/second-looks.jsonl` in the course is only added to: a line for each request, and one for each answer.
Points move by `change_points`, so that an answer is an override like any other."""

from __future__ import annotations

import csv
import getpass
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from playfunc_checks.settings import instant

from playfunc_classroom.appeals import change_points, explained_page
from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.policy.overrides import append_lines, read_lines


@dataclass(frozen=True, slots=True)
class Look:
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
    """The page of `playfunc explain` that lay before whoever answered, below the course; empty where there was none."""


def looks_in(course: Path, assignment: str) -> list[Look]:
    """All requests in their order, with their answers. Raises `SettingsError` naming a line that cannot be read."""
    looks = [look for look in read_lines(_path(course), Look) if look.assignment == assignment]
    return list({(look.student, look.asked): look for look in looks}.values())


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


def ask_again(
    course: Course, assignment: str, student: str, words: str, when: datetime | None = None
) -> Look | None:
    """Keep a request; `None` where it is there already. A time without a zone is the course's.

    Raises `ValueError` for one after the date, without words, or of somebody without a submission.
    """
    settings, text = course.settings, " ".join(words.split())
    moment = instant(when or datetime.now(UTC), settings.zone)
    until = settings.second_look.get(assignment)
    if until is not None and moment > until:
        last = until.astimezone(settings.zone).isoformat(sep=" ", timespec="minutes")
        raise ValueError(
            f"{student} asked after {last}, until when a second look at {assignment} could be asked for"
        )
    if not text:
        raise ValueError(f"{student} gave no words: a second look needs a reason")
    course.standing(assignment, course.counting_member(assignment, student))
    asked = moment.astimezone(settings.zone).isoformat(timespec="seconds")
    look = Look(assignment, student, asked, text)
    if any((each.student, each.asked) == (student, asked) for each in looks_in(course.root, assignment)):
        return None
    append_lines(_path(course.root), [look], mode=0o700)
    return look


def answer_look(
    course: Course,
    assignment: str,
    student: str,
    answer: str,
    who: str = "",
    points: Mapping[str, float] | None = None,
    asked: str = "",
) -> Look:
    """Answer the student's open request, of several the one of the time `asked` or else the first, and override
    points. Raises `ValueError` where none is open."""
    open_ = [
        each
        for each in looks_in(course.root, assignment)
        if each.student == student and not each.answered and asked in ("", each.asked)
    ]
    if not open_:
        raise ValueError(f"{student} has no open request for {assignment}; record one with --words first")
    if not answer.strip():
        raise ValueError("an answer has words: the student reads them")
    marked = course.counting_member(assignment, student)  # a group's marks are one member's
    page = explained_page(course.root, assignment, marked)
    for cell, given in (points or {}).items():
        change_points(course, assignment, marked, cell, given, who, answer.strip())
    look = replace(
        open_[0],
        who=who or getpass.getuser(),
        answered=datetime.now(course.settings.zone).isoformat(timespec="seconds"),
        answer=answer.strip(),
        points=dict(points or {}),
        evidence=page.relative_to(course.root).as_posix() if page.is_file() else "",
    )
    append_lines(_path(course.root), [look], mode=0o700)
    return look


def _path(course: Path) -> Path:
    return course / "marking" / "second-looks.jsonl"
