"""From downloaded zips to `submitted/`: files put where nbgrader's collector looks, then taken in by attempt."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from playfunc_checks.parts import Attempts

from playfunc_classroom.intake.lms import HandedIn, parse_name, read_sheet_file
from playfunc_classroom.intake.received import Came, read_received, write_received
from playfunc_classroom.nbgrader_bridge import Course, zip_collect
from playfunc_classroom.nbgrader_bridge.collect import ENDINGS as MARKED
from playfunc_classroom.nbgrader_bridge.collect import is_litter, lms_path
from playfunc_classroom.policy.attempts import attempt_of, attempt_rule, attempts, take_in

__all__ = ["Collected", "collect_downloads"]

TIMESTAMP = "timestamp.txt"
ENDINGS = (".zip", ".csv", ".ipynb")


@dataclass(frozen=True, slots=True)
class Collected:
    """Student → `new`, `unchanged`, `replaced`, `again`, `beyond` or `older`; what was left out; how
    many the learning system calls late."""

    students: Mapping[str, str]
    problems: tuple[str, ...]
    late: int


def collect_downloads(
    course: Course, assignment: str, files: Sequence[Path], replace: bool = False
) -> Collected:
    """Take in zips of submissions, and with them the system's sheets. Raises `ValueError` in one sentence.

    `replace`: an earlier submission is overwritten, instead of kept as an attempt of its own.
    """
    course.assignment(assignment)
    rule = attempt_rule(course.root, assignment)
    folder = course.root / "downloaded" / assignment
    archive = folder / "archive"
    placed: list[Path] = []
    try:
        _place(files, folder, archive, placed)
        if not any(archive.iterdir()):
            raise ValueError(f"nothing to collect: name a downloaded zip, or put it into {archive}")
        staged, came = zip_collect(course.config, course.root, assignment)
    except Exception:
        for path in placed:  # a wrong download must not stand in the way of the right one
            path.unlink(missing_ok=True)
        raise
    took = _take_all(course, assignment, staged, came, replace, rule)
    extracted = folder / "extracted"
    names = sorted(lms_path(path, extracted) for path in extracted.rglob("*") if path.is_file())
    found = [file for file in map(parse_name, names) if file]
    late = {file.key for file in found if file.late}
    problems = (folder / "problems.txt").read_text(encoding="utf-8").splitlines() + _unmarked(found)
    if not found:
        problems += [f"{name}: its name is not one of Moodle's or Canvas's" for name in names[:3]]
    for scratch in (staged, extracted, archive):
        shutil.rmtree(scratch, ignore_errors=True)
    return Collected(took, tuple(problems), len(late))


def _take_all(
    course: Course, assignment: str, staged: Path, came: Mapping[str, Came], replace: bool, rule: Attempts
) -> dict[str, str]:
    """Take in each student's upload, unless a newer one is there; what became of it, by student."""
    received = read_received(course.root, assignment)
    took = {}
    for path in sorted(staged.glob("*")):
        student, submitted = path.name, course.submission(assignment, path.name)
        before = received.get(student) if submitted.exists() else None
        if before is not None and came[student].before(before):
            took[student] = "older"
            continue
        took[student] = take_in(course.root, assignment, student, path / assignment, submitted, replace, rule)
        if took[student] == "unchanged" and before is not None:
            if not came[student].same_clock(before):
                continue  # the same files again, later: the first time counts
            for folder in _folders_of_latest(course, assignment, student):
                shutil.copyfile(path / assignment / TIMESTAMP, folder / TIMESTAMP)
        received[student] = came[student]
    write_received(course.root, assignment, received)
    return took


def _folders_of_latest(course: Course, assignment: str, student: str) -> list[Path]:
    """Where the latest attempt lies: with the kept ones, and in `submitted/` if it is the one that counts."""
    kept = attempts(course.root, assignment, student)
    latest = max(kept, default=1)
    counts = attempt_of(course.root, assignment, student) == latest
    return [*kept.values()][-1:] + [course.submission(assignment, student)] * counts


def _unmarked(files: Sequence[HandedIn]) -> list[str]:
    """A sentence for each student who handed in something, and nothing that can be marked."""
    theirs: dict[tuple[str, str], list[HandedIn]] = {}
    for file in files:
        if not is_litter(Path(file.file)):
            theirs.setdefault((file.system, file.key), []).append(file)
    return [
        f"{of[0].name} ({key}) handed in no {' or '.join(MARKED)}, but {', '.join(file.file for file in of)}"
        for (_, key), of in sorted(theirs.items())
        if not any(Path(file.file).suffix in MARKED for file in of)
    ]


def _place(files: Sequence[Path], folder: Path, archive: Path, placed: list[Path]) -> None:
    """Copy the files to where the collector looks, noting downloads in `placed`; a sheet is read first, so that
    a wrong one is not kept."""
    archive.mkdir(parents=True, exist_ok=True)
    for path in files:
        if not path.is_file() or path.suffix.lower() not in ENDINGS:
            raise ValueError(f"{path} is no file that can be collected; expected one of {', '.join(ENDINGS)}")
        if path.suffix.lower() != ".csv":
            placed.append(archive / path.name)
            shutil.copy2(path, placed[-1])
        elif path.name == "times.csv":
            shutil.copy2(path, folder / path.name)
        else:
            shutil.copy2(path, folder / f"{read_sheet_file(path).system}.csv")
