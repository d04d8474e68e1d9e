"""From downloaded zips to `submitted/`: files put where nbgrader's collector looks, then taken in by attempt."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
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
    Came,
    Named,
    attempt_of,
    attempts,
    attempts_folder,
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
from playfunc_classroom.marks import mark_path
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
    took, taken_notes = _take_all(course, assignment, staged, replace, rule)
    known = course.students(assignment)
    before = {s: named for s, named in read_names(course.root, assignment).items() if s in known}
    write_names(course.root, assignment, {**before, **staged.named})
    names = _names(folder / "extracted")
    found = [file for name in names if (file := parse_name(name, course.settings.sheet))]
    people = read_people(folder, course.settings.zone, course.settings.sheet)
    there = {people.ids.get((file.system, file.key), "") for file in found}
    there |= {*took, *withholds.met, *known}
    groups = read_groups(course.root, assignment)
    there |= {member for student in there for member in groups.get(student, ())}
    problems = (folder / "problems.txt").read_text(encoding="utf-8").splitlines()
    problems += _unmarked(found, people.ids, known)
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
        took,
        tuple(map(plain, problems)),
        len(late),
        tuple(map(plain, (*notes, *taken_notes))),
        tuple(withholds.met),
    )


def _staged(
    course: Course, assignment: str, files: Sequence[Path], archive: Path, withholds: _Forgotten
) -> LmsCollector:
    """The submissions in the files, put where they are taken in from. Raises `ValueError`."""
    placed: dict[Path, bytes | None] = {}
    try:
        _place(course, files, archive, placed, withholds)
        if not any(archive.iterdir()):
            raise ValueError(f"nothing to collect: name a downloaded zip, or put it into {archive}")
        staged = zip_collect(course.config, course.root, assignment, withholds)
        _refuse_another_assignment(course, assignment, staged)
        return staged
    except Exception:
        for path, before in placed.items():  # a wrong download must not stand in the way of the right one
            if before is None:
                path.unlink(missing_ok=True)
            else:
                write_whole(path, before)
        for scratch in (archive.parent / COLLECTED, archive.parent / "extracted"):
            shutil.rmtree(scratch, ignore_errors=True)
        raise


def _refuse_another_assignment(course: Course, assignment: str, staged: LmsCollector) -> None:
    """Raises `ValueError` where everybody's notebook has the name of another assignment's."""
    own = course.assignment(assignment).notebook
    others = {
        each.notebook: name for name, each in course.settings.assignments.items() if each.notebook != own
    }
    names = [
        {Path(path).stem for path in named.paths if path.endswith(".ipynb")}
        for named in staged.named.values()
    ]
    for notebook, other in others.items():
        if len(names) > 1 and all(notebook in each and own not in each for each in names):
            raise ValueError(
                f"all notebooks of this download are called {notebook}.ipynb, as those of {other} are. Nothing was "
                f"collected for {assignment}: give the command for {other}, or name the download of {assignment}"
            )


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
    made_up = [] if staged.people.sheets else sorted(staged.made_up)
    unlisted = (
        f"There is no sheet yet, so the ids are made of names and numbers, such as {student}, and times are those in "
        "the zip. Collect the same files together with the system's sheet before you grade."
        for student in made_up[:1]
    )
    return (*staged.people.notes, *strangers, *listed, *unlisted)


def _take_all(
    course: Course, assignment: str, staged: LmsCollector, replace: bool, rule: Attempts
) -> tuple[dict[str, str], list[str]]:
    """Take in each student's upload, unless a newer one is there; what became of it, by student, and what to know of
    ids and times, a sentence each."""
    received = read_received(course.root, assignment)
    took: dict[str, str] = {}
    formerly = {_by_system(named): each for each, named in read_names(course.root, assignment).items()}
    outdated: list[str] = []
    notes: list[str] = []
    for path in sorted((course.root / "downloaded" / assignment / COLLECTED).glob("*")):
        student, submitted = path.name, course.submission(assignment, path.name)
        former = formerly.get(_by_system(staged.named[student]), student)
        notes += _move_to_the_sheets_id(course, assignment, former, student, received)
        came, before = staged.came[student], received.get(student) if submitted.exists() else None
        if before is not None and came.before(before):
            took[student] = "older"
            continue
        took[student] = take_in(course.root, assignment, student, path / assignment, submitted, replace, rule)
        if before is not None and took[student] == "unchanged":
            is_first_sheet = (before.by, came.by) == ("file", "sheet") and not came.tells_of(before)
            if not is_first_sheet and not came.same_clock(before):
                continue  # the same files again, later: the first time counts
            for folder in _folders_of_latest(course, assignment, student):
                shutil.copyfile(path / assignment / TIMESTAMP, folder / TIMESTAMP)
        elif before is not None and came.tells_of(before):
            outdated.append(student)
            latest = max(came, before, staged.by_file[student], key=lambda each: each.moment)
            came = Came(latest.time, latest.zone, "file", came.time)
            for folder in _folders_of_latest(course, assignment, student):
                write_whole(folder / TIMESTAMP, f"{came.moment:%Y-%m-%d %H:%M:%S}")  # as nbgrader writes it
        received[student] = came
    write_received(course.root, assignment, received)
    if outdated:
        notes.append(
            f"Handed in again since the sheet was made, which has the earlier time: {', '.join(outdated)}. The time in "
            "the zip counts until you collect the same files with a new sheet."
        )
    return took, notes


def _by_system(named: Named) -> tuple[str, str]:
    return named.system, named.key


def _move_to_the_sheets_id(
    course: Course, assignment: str, former: str, student: str, received: dict[str, Came]
) -> Iterator[str]:
    """Give what was collected under a `former` id, before there was a sheet, the id of now; a sentence where that
    cannot be done."""
    before, now = (course.submission(assignment, name) for name in (former, student))
    attempts_before, attempts_now = (attempts_folder(course.root, assignment, s) for s in (former, student))
    if former == student or not before.is_dir() or now.exists() or attempts_now.exists():
        return
    if mark_path(course.root, assignment, former).exists():
        yield (
            f"{former} is {student} on the sheet, and was graded under the former id. Delete "
            f"{before.relative_to(course.root)}, and enter points by hand for {student}."
        )
        return
    for old, new in ((before, now), (attempts_before, attempts_now)):
        if old.is_dir():
            new.parent.mkdir(parents=True, exist_ok=True)
            old.rename(new)
    if not any(before.parent.iterdir()):
        before.parent.rmdir()
    if former in received:
        received[student] = received.pop(former)


def _folders_of_latest(course: Course, assignment: str, student: str) -> list[Path]:
    """Where the latest attempt lies: with the kept ones, and in `submitted/` if it is the one that counts."""
    kept = attempts(course.root, assignment, student)
    latest = max(kept, default=1)
    counts = attempt_of(course.root, assignment, student) == latest
    return [*kept.values()][-1:] + [course.submission(assignment, student)] * counts


def _unmarked(
    files: Sequence[HandedIn], ids: Mapping[tuple[str, str], str], known: Collection[str]
) -> list[str]:
    """A sentence for each student who handed in something, and nothing that can be marked; `ids` by (system,
    number). Of those who are `known` an earlier submission counts."""
    theirs: dict[tuple[str, str], list[HandedIn]] = {}
    for file in files:
        if not is_litter(Path(file.file)):
            theirs.setdefault((file.system, file.key), []).append(file)
    problems = []
    for system, of in sorted(theirs.items()):
        if any(Path(file.file).suffix in MARKED for file in of):
            continue
        student = ids.get(system) or of[0].id or made_up_id(of[0].name, of[0].key)
        marked = "so the earlier submission counts" if student in known else "and gets no mark"
        problems.append(
            f"{student} ({of[0].name}) handed in no {' or '.join(MARKED)}, but {', '.join(file.file for file in of)}, "
            f"{marked}. Read it in the download; if it holds a player, ask for a notebook."
        )
    return problems


def _place(
    course: Course,
    files: Sequence[Path],
    archive: Path,
    placed: dict[Path, bytes | None],
    withholds: _Forgotten,
) -> None:
    """Copy the files to where the collector looks, noting in `placed` what was there before; a sheet is read first, so
    that a wrong one is not kept, and loses the rows of people who were forgotten."""
    archive.mkdir(parents=True, exist_ok=True)
    for path in files:
        if not path.exists():
            raise ValueError(f"there is no file {path}")
        if not path.is_file() or path.suffix.lower() not in ENDINGS:
            raise ValueError(f"{path} is no file that can be collected; expected one of {', '.join(ENDINGS)}")
        if path.suffix.lower() != ".csv":
            placed[archive / path.name] = None
            shutil.copy2(path, archive / path.name)
        elif path.name == "times.csv":
            _put(archive.parent / path.name, path.read_bytes(), placed)
        else:
            sheet = read_sheet_file(path, course.settings.sheet)
            ids = student_ids(sheet).items()
            gone = {student for key, student in ids if withholds(student, (sheet.system, key))}
            _put(archive.parent / f"{sheet.system}.csv", without_students(sheet, gone), placed)


def _put(path: Path, content: str | bytes, placed: dict[Path, bytes | None]) -> None:
    placed.setdefault(path, path.read_bytes() if path.exists() else None)
    write_whole(path, content)
