"""What `playfunc grade` would mark now, and why; and which of our files have changed since marks were made.

Every run notes the files that its marks rest on in `marks/.code/`, so that after an upgrade the difference has names.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from playfunc.files import write_whole
from playfunc_autograder.versions import code_digest, code_files, differences, met
from playfunc_checks.assignment import Assignment
from playfunc_checks.course import read_secret

from playfunc_classroom.intake.uploads import intake_for
from playfunc_classroom.marks.store import CODE_CHANGED, read_mark, why_again, work_for
from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.nbgrader_bridge.settle import points_changed

__all__ = ["Plan", "note_code", "plan"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Student → why the submission would be marked, and nothing for a mark that stays. `files` are ours that changed
    since the marks that would be made again; `unknown` says that some of these are older than such notes. `worth` holds
    the cells whose points the settings have changed, then and now: points are counted anew without marking."""

    why: Mapping[str, str]
    files: tuple[str, ...]
    unknown: bool
    worth: Mapping[str, tuple[float, float]]


def note_code(course: Path, assignment: Assignment) -> None:
    """Note the files of the code that marks are made with now. A full disk stops no marking: what is not noted is
    unknown later."""
    made_with = assignment.game, met(assignment)
    path = _noted(course, code_digest(*made_with))
    if not path.exists():
        with suppress(OSError):
            write_whole(path, json.dumps(code_files(*made_with), indent=1) + "\n")


def plan(course: Course, name: str, students: Sequence[str]) -> Plan:
    """What marking these submissions would do. Of several attempts, the one that counts now is looked at. Raises
    `SettingsError`."""
    assignment, secret = course.assignment(name), read_secret(course.root)
    why: dict[str, str] = {}
    codes: set[str] = set()
    for student in students:
        settings = course.settings_for(name, student)
        intake = intake_for(course.root, settings, student)
        work = work_for(course.submission(name, student), student, settings, secret, intake)
        stored = read_mark(course.root, name, student)
        why[student] = why_again(stored, work)
        if stored is not None and why[student] == CODE_CHANGED:
            codes.add(stored.stamp.code)
    noted = [_read(course.root, code) for code in sorted(codes)]
    now = code_files(assignment.game, met(assignment))
    files = {file for each in noted if each for file in differences(each, now)}
    return Plan(why, tuple(sorted(files)), not all(noted), points_changed(course, name))


def _noted(course: Path, code: str) -> Path:
    return course / "marks" / ".code" / f"{code}.json"


def _read(course: Path, code: str) -> Mapping[str, str]:
    try:
        return dict(json.loads(_noted(course, code).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return {}
