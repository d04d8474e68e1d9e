"""Handing in again: every attempt is kept with deals of its own, and the course says which one counts.

    attempts/<assignment>/<student>/1/…  2/…     what was handed in, from the first time on
    attempts/<assignment>/<student>/counts       the number of the one that lies in submitted/

Who has no folder there has handed in once. Attempt n is marked in epoch n of the assignment, counted from the
epoch in `playfunc.toml`, so that a second attempt meets new deals, the same for everybody. Which one counts:

    [hearts.attempts]
    counts = "latest"     # or "best": the one with the most computed points, of equals the later
"""

from __future__ import annotations

import dataclasses
import filecmp
import shutil
from collections.abc import Callable
from pathlib import Path

from playfunc_autograder.assignment import Assignment, read_course
from playfunc_autograder.store import write_text

__all__ = ["attempt_of", "attempts", "count_best", "counts_best", "for_attempt", "take_in"]

IGNORED = {"timestamp.txt"}


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


def for_attempt(settings: Assignment, attempt: int) -> Assignment:
    """The assignment's settings with the epoch of this attempt."""
    return dataclasses.replace(settings, epoch=settings.epoch + attempt - 1)


def counts_best(course: Path, assignment: str) -> bool:
    """Whether the best attempt counts, not the latest. Raises `SettingsError`."""
    return bool(read_course(course).table(assignment, "attempts").get("counts") == "best")


def take_in(
    course: Path, assignment: str, student: str, arrived: Path, submitted: Path, replace: bool
) -> str:
    """Put what `arrived` into `submitted`: `new`, `unchanged`, `replaced`, or `again` with the attempt before
    kept. `replace` overwrites the latest attempt instead of adding one."""
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
        write_text(folder / "counts", str(number))
    _install(arrived, submitted)
    return "replaced" if replace else "again"


def count_best(
    course: Path, assignment: str, student: str, submitted: Path, points: Callable[[int, Path], float]
) -> int:
    """Put the attempt with the most `points(number, folder)` into `submitted`; its number."""
    kept = attempts(course, assignment, student)
    best = max(kept, key=lambda number: (points(number, kept[number]), number))
    if best != attempt_of(course, assignment, student):
        _install(kept[best], submitted)
        write_text(attempts_folder(course, assignment, student) / "counts", str(best))
    return best


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
    """Whether both folders hold the same files; a stand-in that marking added beside does not count."""
    ours = {p.relative_to(first) for p in first.rglob("*") if p.is_file() and p.name not in IGNORED}
    return bool(ours) and all(
        (second / name).is_file() and filecmp.cmp(first / name, second / name, shallow=False) for name in ours
    )
