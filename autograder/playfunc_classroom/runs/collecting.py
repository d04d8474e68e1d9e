"""From downloaded zips to `submitted/`: files put where nbgrader's collector looks, then taken in by attempt."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from playfunc.files import write_whole
from playfunc.sites import plain
from playfunc_checks.assignment import Attempts

from playfunc_classroom.groups import read_groups
from playfunc_classroom.intake.grade_sheet import read_sheet_file, student_ids, without_students
from playfunc_classroom.intake.learning_systems import HandedIn, made_up_id, parse_name
from playfunc_classroom.intake.received import (
    attempt_of,
    attempts,
    digest_of,
    forgotten_digests,
    known_as,
    read_names,
    read_received,
    restore_student,
    take_in,
    write_names,
    write_received,
)
from playfunc_classroom.nbgrader_bridge.collect import (
    COLLECTED,
    LmsCollector,
    is_litter,
    lms_path,
    read_people,
    zip_collect,
)
from playfunc_classroom.nbgrader_bridge.collect import ENDINGS as MARKED
from playfunc_classroom.nbgrader_bridge.course import Course

TIMESTAMP = "timestamp.txt"
ENDINGS = (".zip", ".csv", ".ipynb")


@dataclass(frozen=True, slots=True)
class Collected:
    """Student → `new`, `unchanged`, `replaced`, `again`, `beyond` or `older`; what was left out; how
    many the learning system calls late."""

    students: Mapping[str, str]
    problems: tuple[str, ...]
    late: int
    notes: tuple[str, ...] = ()
    """What to know of ids and times, a sentence each."""
    withheld: tuple[str, ...] = ()
    """Who was forgotten, and is therefore not taken in again."""


def collect_downloads(
    course: Course,
    assignment: str,
    files: Sequence[Path],
    replace: bool = False,
    restored: Sequence[str] = (),
) -> Collected:
    """Take in zips of submissions, and with them the system's sheets. Raises `ValueError` in one sentence.
    `replace`: an earlier submission is overwritten, instead of kept as an attempt of its own. `restored`:
    students who were forgotten and are taken in again."""
    rule = course.assignment(assignment).attempts
    for student in restored:
        if not restore_student(course.root, student):
            raise ValueError(
                f"{student!r} is not among those who were forgotten; give the id that collect lists"
            )
    withholds = _Forgotten(course, assignment)
    folder = course.root / "downloaded" / assignment
    staged = _staged(course, assignment, files, folder / "archive", withholds)
    took = _take_all(course, assignment, staged, replace, rule)
    write_names(course.root, assignment, {**read_names(course.root, assignment), **staged.named})
    names = _names(folder / "extracted")
    found = [file for name in names if (file := parse_name(name, course.settings.sheet))]
    people = read_people(folder, course.settings.zone, course.settings.sheet)
    there = {people.ids.get((file.system, file.key), "") for file in found}
    there |= {*took, *withholds.met, *course.students(assignment)}
    groups = read_groups(course.root, assignment)
    there |= {member for student in there for member in groups.get(student, ())}
    problems = (folder / "problems.txt").read_text(encoding="utf-8").splitlines()
    problems += _unmarked(found, people.ids)
    problems += [
        f"{student} ({name}) submitted according to the sheet, but the downloads hold no file. Download all "
        "submissions and collect them again."
        for student, name in sorted(people.submitted.items())
        if student not in there
    ]
    if not found:
        problems += [f"{name}: its name is not one of Moodle's or Canvas's" for name in names[:3]]
    notes = _notes(staged, [f"{s} ({name})" for s, name in sorted(people.absent.items()) if s not in there])
    for scratch in (folder / COLLECTED, folder / "extracted", folder / "archive"):
        shutil.rmtree(scratch, ignore_errors=True)
    (folder / "problems.txt").unlink()
    late = {file.key for file in found if file.late}
    return Collected(
        took, tuple(map(plain, problems)), len(late), tuple(map(plain, notes)), tuple(withholds.met)
    )


def _staged(
    course: Course, assignment: str, files: Sequence[Path], archive: Path, withholds: _Forgotten
) -> LmsCollector:
    """The submissions in the files, put where they are taken in from. Raises `ValueError`."""
    placed: list[Path] = []
    try:
        _place(course, files, archive, placed, withholds)
        if not any(archive.iterdir()):
            raise ValueError(f"nothing to collect: name a downloaded zip, or put it into {archive}")
        return zip_collect(course.config, course.root, assignment, withholds)
    except Exception:
        for path in placed:  # a wrong download must not stand in the way of the right one
            path.unlink(missing_ok=True)
        raise


def _names(extracted: Path) -> list[str]:
    return sorted(lms_path(path, extracted) for path in extracted.rglob("*") if path.is_file())


class _Forgotten:
    """Whether a student was forgotten; remembers who was met in this download, by the sheet's id where there is one."""

    def __init__(self, course: Course, assignment: str) -> None:
        self._course, self._assignment = course.root, assignment
        self._digests = forgotten_digests(course.root, datetime.now(UTC))
        self._met: dict[tuple[str, str], str] = {}

    def __call__(self, student: str, system: tuple[str, str]) -> bool:
        names = known_as(student, self._assignment, *system)
        found = bool(self._digests) and any(digest_of(self._course, n) in self._digests for n in names)
        if found:
            self._met.setdefault(system, student)
        return found

    @property
    def met(self) -> list[str]:
        return sorted(set(self._met.values()))


def _notes(staged: LmsCollector, absent: Sequence[str]) -> tuple[str, ...]:
    strangers = (
        f"{name or student} is on no sheet; the id here is {student}, and no mark goes back until the sheet has it."
        for student, name in sorted(staged.strangers.items())
    )
    listed = [f"No submission, according to the sheet: {', '.join(absent)}."] if absent else []
    return (*staged.people.notes, *strangers, *listed)


def _take_all(
    course: Course, assignment: str, staged: LmsCollector, replace: bool, rule: Attempts
) -> dict[str, str]:
    """Take in each student's upload, unless a newer one is there; what became of it, by student."""
    received = read_received(course.root, assignment)
    took = {}
    came = staged.came
    for path in sorted((course.root / "downloaded" / assignment / COLLECTED).glob("*")):
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


def _unmarked(files: Sequence[HandedIn], ids: Mapping[tuple[str, str], str]) -> list[str]:
    """A sentence for each student who handed in something, and nothing that can be marked; `ids` by (system,
    number)."""
    theirs: dict[tuple[str, str], list[HandedIn]] = {}
    for file in files:
        if not is_litter(Path(file.file)):
            theirs.setdefault((file.system, file.key), []).append(file)
    return [
        f"{ids.get(system) or of[0].id or made_up_id(of[0].name, of[0].key)} ({of[0].name}) handed in no "
        f"{' or '.join(MARKED)}, but {', '.join(file.file for file in of)}, and gets no mark. Read it in the download; "
        "if it holds a player, ask for a notebook."
        for system, of in sorted(theirs.items())
        if not any(Path(file.file).suffix in MARKED for file in of)
    ]


def _place(
    course: Course, files: Sequence[Path], archive: Path, placed: list[Path], withholds: _Forgotten
) -> None:
    """Copy the files to where the collector looks, noting downloads in `placed`; a sheet is read first, so that
    a wrong one is not kept, and loses the rows of people who were forgotten."""
    archive.mkdir(parents=True, exist_ok=True)
    for path in files:
        if not path.exists():
            raise ValueError(f"there is no file {path}")
        if not path.is_file() or path.suffix.lower() not in ENDINGS:
            raise ValueError(f"{path} is no file that can be collected; expected one of {', '.join(ENDINGS)}")
        if path.suffix.lower() != ".csv":
            placed.append(archive / path.name)
            shutil.copy2(path, placed[-1])
        elif path.name == "times.csv":
            shutil.copy2(path, archive.parent / path.name)
        else:
            sheet = read_sheet_file(path, course.settings.sheet)
            ids = student_ids(sheet).items()
            gone = {student for key, student in ids if withholds(student, (sheet.system, key))}
            write_whole(archive.parent / f"{sheet.system}.csv", without_students(sheet, gone))
