"""Whether anything that a run reads or writes has changed since it last finished: if not, it has nothing to do.

A run that ends without trouble notes the stamps of all files of the course, of playfunc's own files, and which deals
are open. The next run compares them before it does anything, with a look at each file and no reading.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playfunc.files import file_stamps, write_whole
from playfunc_autograder.versions import code_digest, code_files, differences, met
from playfunc_checks.assignment import Assignment
from playfunc_checks.course_settings import read_secret

from playfunc_classroom.intake.notebook_choice import intake_for
from playfunc_classroom.marks import CODE_CHANGED, read_mark, why_again, work_for
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.nbgrader_bridge.gradebook_writer import points_changed

_OURS = ("playfunc", "playfunc_opponents", "playfunc_checks", "playfunc_autograder", "playfunc_classroom")
_KEPT = Path("marks", ".finished")
_OUTSIDE = (".git", ".ipynb_checkpoints", "__pycache__")
_LOCK = Path("marks", ".writer")


def state(course: Course, assignment: Assignment, *options: object, without: Collection[str] = ()) -> str:
    """A digest of all that a run with these `options` rests on. `without` names folders of the course that it
    neither reads nor writes. Empty where the gradebook or a folder lies outside the course, so that nobody can tell."""
    directory = course.directory
    steps = ("source", "release", "submitted", "autograded", "feedback")
    places = [directory.path(step, "student", assignment.name) for step in steps]
    if directory.database is None or not all(
        place.is_relative_to(course.root) for place in (*places, directory.database)
    ):
        return ""
    now = datetime.now(UTC)
    open_now = [opening <= now for opening in assignment.show_deals_after or ()]
    files = (*_files(course.root, {*without, *_OUTSIDE}), *_own_files())
    rests_on = (sys.version, options, open_now, file_stamps(files))
    return hashlib.sha256(repr(rests_on).encode("utf-8", "surrogateescape")).hexdigest()


def what_it_found(course: Course, run: str, assignment: str, now: str) -> Any:
    """What the run noted when it last finished, if the state `now` is the same as then; else `None`."""
    try:
        kept = json.loads(_path(course, run, assignment).read_text(encoding="utf-8"))
        return kept["found"] if now and kept["state"] == now else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def note_finished(course: Course, run: str, assignment: str, after: str, found: Any = True) -> None:
    """Note that the run ended without trouble in the state `after`, with a JSON value that its next one needs."""
    if after:
        text = json.dumps({"state": after, "found": found})
        write_whole(_path(course, run, assignment), text)


def _path(course: Course, run: str, assignment: str) -> Path:
    return course.root / _KEPT / f"{run}-{assignment}.json"


def _files(root: Path, without: Collection[str]) -> Iterator[Path]:
    for place, folders, names in os.walk(root):
        here = Path(place)
        folders[:] = sorted(n for n in folders if n not in without and (here / n).relative_to(root) != _KEPT)
        yield from (here / name for name in sorted(names) if (here / name).relative_to(root) != _LOCK)


def _own_files() -> Iterator[Path]:
    for package in _OURS:
        found = find_spec(package)
        for folder in (found and found.submodule_search_locations) or ():
            yield from _files(Path(folder), _OUTSIDE)


# What `playfunc grade` would mark now, and why; and which of our files have changed since marks were made.
#
# Every run notes the files that its marks rest on in `marks/.code/`, so that after an upgrade the difference has names.


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
