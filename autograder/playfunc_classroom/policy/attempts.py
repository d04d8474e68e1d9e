"""Handing in again: every attempt is kept, and the course says which one counts.

    attempts/<assignment>/<student>/1/…  2/…     what was handed in, from the first time on
    attempts/<assignment>/<student>/counts       the number of the one that lies in submitted/

A student without a folder there has handed in once. All attempts of an epoch are marked on the same deals, so that
handing in the same player again changes nothing; only an attempt from after the deals were opened meets new ones
(`Assignment.handed_in`). Which one counts:

    [hearts.attempts]
    counts = "latest"     # or "best": the one with the most points after late penalties, of equals the later
    most = 3              # only so many attempts count, the first ones; without this line all do
"""

from __future__ import annotations

import filecmp
import shutil
from dataclasses import dataclass
from pathlib import Path

from playfunc.files import write_whole
from playfunc_checks.assignment import Assignment, Attempts
from playfunc_checks.course import load_assignment

IGNORED = {"timestamp.txt"}

ALL = Attempts()
"""The rule by which every attempt counts."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One of a student's attempts that may count: what was handed in, the settings with the deals of its epoch, and
    the points that lateness takes off."""

    number: int
    folder: Path
    settings: Assignment
    off: float


def attempt_rule(course: Path, assignment: str) -> Attempts:
    """The assignment's rule. Raises `SettingsError`."""
    return load_assignment(assignment, course).attempts


def attempts_folder(course: Path, assignment: str, student: str) -> Path:
    return course / "attempts" / assignment / student


def attempts(course: Path, assignment: str, student: str) -> dict[int, Path]:
    """Number → folder of every attempt of who handed in more than once, in order."""
    folders = attempts_folder(course, assignment, student).glob("[0-9]*")
    return dict(sorted((int(folder.name), folder) for folder in folders if folder.name.isdecimal()))


def attempt_of(course: Path, assignment: str, student: str) -> int:
    """The number of the attempt that lies in `submitted/`."""
    try:
        return int((attempts_folder(course, assignment, student) / "counts").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return 1


def take_in(
    course: Path,
    assignment: str,
    student: str,
    arrived: Path,
    submitted: Path,
    replace: bool,
    rule: Attempts = ALL,
) -> str:
    """Put what `arrived` into `submitted`: `new`, `unchanged`, `replaced`, or `again` with the attempt before
    kept; an attempt that the rule does not count is only kept, as `beyond`. `replace` overwrites the latest attempt
    instead of adding one."""
    if not submitted.exists() or not any(submitted.iterdir()):
        _install(arrived, submitted)
        return "new"
    kept = attempts(course, assignment, student)
    latest = max(kept, default=1)
    if _same(arrived, kept.get(latest, submitted)):
        return "unchanged"
    folder = attempts_folder(course, assignment, student)
    if not kept and not replace:
        _install(submitted, folder / "1")
    number = latest if replace else latest + 1
    if kept or not replace:
        _install(arrived, folder / str(number))
    if not rule.allows(number):
        return "beyond"
    if kept or not replace:
        write_whole(folder / "counts", str(number))
    _install(arrived, submitted)
    return "replaced" if replace else "again"


def install(course: Path, student: str, attempt: Attempt, submitted: Path) -> None:
    """Put the attempt that counts into `submitted`, if another one lies there."""
    name = attempt.settings.name
    if attempt.number != attempt_of(course, name, student):
        _install(attempt.folder, submitted)
        write_whole(attempts_folder(course, name, student) / "counts", str(attempt.number))


def _install(source: Path, target: Path) -> None:
    """A copy of `source` in the place of `target`, complete before the old one goes."""
    scratch = target.with_name(f".{target.name}.new")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source, scratch)
    if target.exists():
        shutil.rmtree(target)
    scratch.rename(target)


def _same(first: Path, second: Path) -> bool:
    """Whether both folders hold the same files. A notebook more in the second changes what counts, unless it is a
    copy of another."""
    ours = {p.relative_to(first) for p in first.rglob("*") if p.is_file() and p.name not in IGNORED}
    more = [p for p in second.rglob("*.ipynb") if p.relative_to(second) not in ours]
    return (
        bool(ours)
        and all((second / name).is_file() and _alike(first / name, second / name) for name in ours)
        and all(any(_alike(path, first / name) for name in ours) for path in more)
    )


def _alike(first: Path, second: Path) -> bool:
    return filecmp.cmp(first, second, shallow=False)
