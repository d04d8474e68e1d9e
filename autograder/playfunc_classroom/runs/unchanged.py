"""Whether anything that a run reads or writes has changed since it last finished: if not, it has nothing to do.

A run that ends without trouble notes the stamps of all files of the course, of playfunc's own files, and which deals
are open. The next run compares them before it does anything, with a look at each file and no reading.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playfunc.files import file_stamps, write_whole
from playfunc_checks.assignment import Assignment

from playfunc_classroom.nbgrader_bridge.course import Course

__all__ = ["note_finished", "state", "what_it_found"]

_OURS = ("playfunc", "playfunc_opponents", "playfunc_checks", "playfunc_autograder", "playfunc_classroom")
_KEPT = Path("marks", ".finished")
_OUTSIDE = (".git", ".ipynb_checkpoints", "__pycache__")
_LOCK = Path("marks", ".writer")


def state(course: Course, assignment: Assignment, *options: object, without: Collection[str] = ()) -> str:
    """A digest of all that a run with these `options` rests on. `without` names folders of the course that it
    neither reads nor writes. Empty where the gradebook or a folder lies outside the course, so that nobody can tell."""
    directory = course.directory
    steps = (
        directory.source,
        directory.release,
        directory.submitted,
        directory.autograded,
        directory.feedback,
    )
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
