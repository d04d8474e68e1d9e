"""What goes back to students and systems: totals onto the downloaded sheets, feedback pages and zips."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from playfunc.files import write_whole
from playfunc_autograder.executors import HERE, Lost, Workers, side_by_side

from playfunc_classroom.intake.grade_sheet import filled, sheets_in, student_ids
from playfunc_classroom.intake.received import Named, read_names
from playfunc_classroom.marks import read_mark
from playfunc_classroom.nbgrader_bridge.course import EXCHANGED, Course, GradebookError, arrived_by_exchange
from playfunc_classroom.nbgrader_bridge.gradebook_writer import copy_to_groups, recompute
from playfunc_classroom.runs.grade import chosen_students, marked_students
from playfunc_classroom.runs.notebook_selection import why_open
from playfunc_classroom.runs.unchanged import note_finished, state, what_it_found

# One zip of everybody's feedback for each learning system, as its bulk upload takes it.
#
#     Moodle, "Upload multiple feedback files in a zip":
#         Ana Lópes_4711_assignsubmission_file_/hearts.html     any file; the folder says whose it is
#     Canvas, "Upload submissions":
#         lopesana_815_99123_hearts.ipynb                       the name that Canvas gave; its numbers say whose it is
#
# Canvas hands a file back under the name of the student's own, so it has to be of the same kind: a notebook for a
# notebook, comments for a program, a zip with the page for a zip.


KINDS = (".ipynb", ".zip", ".py")
"""Of a student's files, the first of these kinds carries the feedback back to Canvas."""


def write_bulk(
    course: Course, assignment: str, folders: Mapping[str, Path], part: str = ""
) -> dict[Path, int]:
    """Write `feedback-zips/<assignment>-<system>.zip` for each system that knows one of these students; `folders` hold
    their feedback. `part` stands in the name of a zip that does not hold the class. Each zip with how many students are
    in it."""
    names = _on_sheets(course, assignment) | read_names(course.root, assignment)
    done = {}
    for system, entries in (("moodle", _for_moodle), ("canvas", _for_canvas)):
        theirs = {s: names[s] for s in sorted(folders) if s in names and names[s].system == system}
        given: set[str] = set()
        data = _zipped(_noting(given, {s: entries(named, folders[s]) for s, named in theirs.items()}))
        if given:
            target = course.root / "feedback-zips" / f"{assignment}-{system}{part}.zip"
            write_whole(target, data)
            done[target] = len(given)
    return done


def _noting(given: set[str], files: Mapping[str, Iterator[tuple[str, bytes]]]) -> Iterator[tuple[str, bytes]]:
    """All students' files, one after another: those of a large class do not fit into memory. Notes whose they were."""
    for student, entries in files.items():
        for entry in entries:
            given.add(student)
            yield entry


def _on_sheets(course: Course, assignment: str) -> dict[str, Named]:
    """What the sheets call everybody on them, members of groups among them who handed in nothing themselves."""
    found = {}
    for _, sheet in sheets_in(course.root / "downloaded" / assignment, course.settings.sheet):
        ids = student_ids(sheet)
        for row in sheet.rows.values():
            if student := ids.get(sheet.key(row)):
                found[student] = Named(sheet.system, sheet.key(row), sheet.cell(row, "name"))
    return found


def _for_moodle(named: Named, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Moodle parts the folder's name at underlines, and reads the number behind the first."""
    name = " ".join(named.name.replace("_", " ").replace("/", " ").split()) or "Participant"
    for page in sorted(folder.rglob("*.html")):
        inside = page.relative_to(folder).as_posix()
        yield f"{name}_{named.key}_assignsubmission_file_/{inside}", page.read_bytes()


def _for_canvas(named: Named, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Of a student's files, the one that carries the feedback."""
    paths = sorted(named.paths, key=lambda path: (PurePosixPath(path).suffix.lower() not in KINDS, path))
    for kind in KINDS:
        for path in paths:
            if PurePosixPath(path).suffix.lower() == kind:
                yield PurePosixPath(path).name, _as(kind, folder)
                return


def _as(kind: str, folder: Path) -> bytes:
    """A student's feedback as a file of one kind; a zip holds the pages, and nothing else of the folder."""
    from playfunc_classroom.nbgrader_bridge.feedback import NOTEBOOK, as_program

    if kind == ".ipynb":
        return (folder / NOTEBOOK).read_bytes()
    if kind == ".py":
        return as_program(folder / NOTEBOOK).encode()
    pages = sorted(folder.rglob("*.html"))
    return _zipped((page.relative_to(folder).as_posix(), page.read_bytes()) for page in pages)


def _zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return data.getvalue()


KILLED = "the process that writes its page was killed twice; run it again with fewer --jobs"
SHOWN = "the page would show deals that are closed by the settings of now; run playfunc grade first"


@dataclass(frozen=True, slots=True)
class Exported:
    """The files written, each with how many marks stand in it; who has none yet because people are not done; whose
    mark went nowhere, because no sheet has the id; sheets that have no column for comments."""

    files: Mapping[Path, int]
    unfinished: tuple[str, ...]
    on_no_sheet: tuple[str, ...]
    without_comments: tuple[str, ...] = ()


def export_sheets(
    course: Course, assignment: str, column: str, unfinished: bool, comments: bool = True
) -> Exported:
    """Fill every sheet in `downloaded/<assignment>` into `exports/`. Raises `ValueError` without one. Who still
    waits for a marker gets no mark, unless `unfinished`. With `comments` the sheet's column of feedback
    comments gets the points of each part and what people wrote."""
    folder = course.root / "downloaded" / assignment
    found = list(sheets_in(folder, course.settings.sheet))
    if not found:
        raise ValueError(
            "marks go back in the system's own sheet: download Moodle's grading worksheet or Canvas's gradebook "
            f"and name it to `playfunc collect`, or put it into {folder}"
        )
    marked = marked_students(course, assignment)
    recompute(course, assignment)
    copied = copy_to_groups(course, assignment, marked)
    totals, most = course.totals(assignment)
    open_ = set() if unfinished else course.waiting(assignment)
    open_ |= {student for student in marked if _undecided(course, assignment, student)}
    open_ |= {member for member, student in copied.items() if student in open_}
    marks = {student: score for student, score in totals.items() if student not in open_}
    from playfunc_classroom.nbgrader_bridge.feedback import comments_for

    told = comments_for(course, assignment, marks) if comments else {}
    files = {}
    missing = set(marks)
    silent = []
    for path, sheet in found:
        target = course.root / "exports" / f"{assignment}-{path.name}"
        write_whole(target, filled(sheet, marks, column, most, told))
        if comments and sheet.system != "canvas" and "comments" not in sheet.columns:
            silent.append(path.name)
        listed = marks.keys() & set(student_ids(sheet).values())
        files[target] = len(listed)
        missing -= listed
    return Exported(files, tuple(sorted(open_)), tuple(sorted(missing)), tuple(silent))


@dataclass(frozen=True, slots=True)
class HandedBack:
    """The folder of zips, what nbgrader said where it wrote no feedback, and who got theirs by the exchange; the zips
    for the systems, each with how many students' feedback is in it."""

    zips: Path
    trouble: Mapping[str, str]
    exchanged: tuple[str, ...]
    bulk: Mapping[Path, int]


def hand_back_feedback(
    course: Course,
    assignment: str,
    students: Sequence[str],
    exchange: bool,
    on_done: Callable[[str, int], None] = lambda student, number: None,
    workers: Workers = HERE,
) -> HandedBack:
    """Write feedback for `students` (all who were marked, if none) and their groups, and a zip for each into
    `feedback-zips/<assignment>/`; beside it one zip of them for each learning system. With `exchange` release it to
    those who handed in by nbgrader's exchange. Pages are written by the workers, everything else here.

    `on_done` is called for each, with the total number. Raises `GradebookError` when the exchange fails, and
    `ValueError` for a student who is not marked.
    """
    zips = course.root / "feedback-zips" / assignment
    options = (tuple(students), exchange)
    before = "" if exchange else _state(course, assignment, options)
    found = what_it_found(course, "feedback", assignment, before)
    if found is not None:
        return HandedBack(zips, {}, (), {zips.parent / name: many for name, many in found.items()})
    chosen = chosen_students(course, assignment, students)
    recompute(course, assignment)
    members = copy_to_groups(course, assignment, marked_students(course, assignment))
    trouble = {}
    exchanged = []
    written: dict[str, Path] = {}
    ready = []
    for student in chosen:
        if course.shows_closed_deals(assignment, student):
            trouble[student] = SHOWN
        elif _undecided(course, assignment, student):
            why = why_open(course, assignment, student) or "What counts has been decided; run playfunc grade."
            trouble[student] = f"it has no mark yet. {why[0].upper()}{why[1:]}"
        else:
            ready.append(student)
    for student, refused in write_pages(course, assignment, ready, workers):
        if refused:
            trouble[student] = refused
            continue
        for name in (student, *(member for member, by in members.items() if by == student)):
            folder = _feedback_of(course, assignment, student, name)
            write_whole(zips / f"{name}.zip", _as(".zip", folder))
            written[name] = folder
            if exchange and arrived_by_exchange(course, assignment, name):
                course.release_feedback(assignment, name)
                exchanged.append(name)
        on_done(student, len(chosen))
    bulk = write_bulk(course, assignment, written, "-some" if students else "")
    if not trouble:
        noted = {str(path.relative_to(zips.parent)): many for path, many in bulk.items()}
        note_finished(course, "feedback", assignment, _state(course, assignment, options), noted)
    return HandedBack(zips, trouble, tuple(exchanged), bulk)


def write_pages(
    course: Course, assignment: str, students: Iterable[str], workers: Workers
) -> Iterator[tuple[str, str]]:
    """Have nbgrader write the feedback pages. Yields each student as the page is done, with the reason if it is not."""
    pages = workers.executor(partial(_write_page, course, assignment))
    for student, refused in side_by_side(students, pages):
        yield student, KILLED if isinstance(refused, Lost) else refused


def _write_page(course: Course, assignment: str, student: str) -> str:
    """What nbgrader says where it writes no page; a job."""
    try:
        course.feedback(assignment, student)
    except GradebookError as failure:
        return failure.log.strip()[-300:] or str(failure)
    return ""


def _state(course: Course, assignment: str, options: object) -> str:
    return state(course, course.assignment(assignment), options, without=("reports", "exports"))


def _undecided(course: Course, assignment: str, student: str) -> bool:
    """Whether a person has to decide something before there is a mark."""
    mark = read_mark(course.root, assignment, student)
    return mark is not None and mark.open


def _feedback_of(course: Course, assignment: str, student: str, member: str) -> Path:
    """The folder of `member`'s feedback, copied from `student` where that is another of the group. What the
    exchange knows a submission by is each one's own."""
    folder = course.feedback_folder(assignment, member)
    if member == student:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(
        course.feedback_folder(assignment, student), folder, ignore=shutil.ignore_patterns(*EXCHANGED)
    )
    for name in EXCHANGED:
        own = course.submission(assignment, member) / name
        if own.is_file():
            shutil.copyfile(own, folder / name)
    return folder
