"""nbgrader's own `zip_collect`, taught to unpack safely and to read Moodle's and Canvas's names.

downloaded/<assignment>/archive/    zips as they were downloaded
downloaded/<assignment>/extracted/  unpacked, a folder for each zip, and emptied by the next run
downloaded/<assignment>/*.csv       the system's sheet, which turns its numbers into students' ids
downloaded/<assignment>/times.csv   optional: student,submitted, where the system tells no times
"""

from __future__ import annotations

import csv
import logging
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cached_property
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from nbgrader.apps import ZipCollectApp
from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import ExtractorPlugin, FileNameCollectorPlugin
from playfunc.files import write_whole
from playfunc_checks.course_settings import SheetColumns
from playfunc_checks.extract import ExtractError, decoded, read_notebook
from playfunc_checks.settings import instant
from traitlets import List

from playfunc_classroom.intake.grade_sheet import notes_on, sheets_in, student_ids
from playfunc_classroom.intake.learning_systems import (
    NOTHING,
    UNPACKED,
    HandedIn,
    SheetError,
    made_up_id,
    parse_name,
    read_time,
)
from playfunc_classroom.intake.received import Came, Named
from playfunc_classroom.intake.unpack import LONGEST, Bounds, UnpackError, is_archive, unpack
from playfunc_classroom.nbgrader_bridge.course import Course

System = tuple[str, str]
"""A learning system and its number for a student."""

ENDINGS = (".ipynb", ".py")
"""What is taken in; a notebook under another ending gets its own back."""

LOOSE = "files"
"""The folder of what was not in a zip."""

COLLECTED = "collected"
"""The folder in which nbgrader's collector puts a folder for each student."""

STUDENTS_ZIP = Bounds(total=100 * 1024**2, files=200)
"""What a zip that a student handed in may hold."""


class SafeExtractor(ExtractorPlugin):  # type: ignore[misc]
    """Unpacks downloads, and archives inside them once, within bounds; of several downloads the newest upload of each
    student stays. What was left out is in `problems.txt`."""

    names: Mapping[tuple[System, str], tuple[str, ...]] = {}
    """(system, number) and archive → the paths of the student's files, as they were in the download."""

    def extract(self, archive_path: str, extracted_path: str) -> None:
        target = Path(extracted_path)
        problems: list[str] = []
        settings = Course.of(self).settings
        zone, mapping = settings.zone, settings.sheet
        downloads = [p for p in Path(archive_path).rglob("*") if p.is_file() and not p.is_symlink()]
        (target / LOOSE).mkdir()
        for number, path in enumerate(sorted(downloads, key=lambda p: (p.stat().st_mtime, p.name))):
            if path.suffix.lower() == ".zip":
                problems += unpack(path, target / f"{number:06}", Bounds(), zone)
            else:
                shutil.copy2(path, target / LOOSE / path.name)
        self.names = _names_in(target, mapping)
        for path in _archives(target):
            problems += _open_inner(path, target, zone)
        problems += [
            f"{lms_path(path, target)}: an archive in a student's archive is not opened"
            for path in _archives(target)
        ]
        for path in sorted(p for p in target.rglob("*") if p.is_file() and _is_misnamed(p)):
            path.rename(_renamed(path))
        problems += _drop_older(target, mapping)
        for problem in problems:
            self.log.warning(problem)
        write_whole(target.parent / "problems.txt", "".join(f"{p}\n" for p in problems))


def _archives(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if is_archive(p) and p.is_file() and not is_litter(p))


def _is_misnamed(path: Path) -> bool:
    """Is it a notebook whose ending got lost: `hearts`, `hearts.ipynb.txt`, `hearts.json`?"""
    if path.suffix in ENDINGS or is_litter(path) or len(os.fsencode(path.name)) > LONGEST - len(".ipynb"):
        return False
    if path.with_name(f"{path.name}.ipynb").exists():
        return False
    with path.open("rb") as file:
        begin = decoded(file.read(64), "replace")  # most files are told apart without reading them
    if not begin.lstrip().startswith("{"):
        return False
    try:
        read_notebook(path)
    except ExtractError:
        return False
    return True


def _renamed(path: Path) -> Path:
    """The notebook's own name: `hearts.ipynb` for `hearts.ipynb.txt`, unless another file has it."""
    own = path.with_suffix("")
    free = own.suffix == ".ipynb" and not own.exists()
    return own if free else path.with_name(f"{path.name}.ipynb")


def _open_inner(path: Path, target: Path, zone: tzinfo) -> tuple[str, ...]:
    """Unpack a student's own archive into a folder of its name, which then stands for it."""
    where = lms_path(path, target)
    inner = path.with_name(f"{path.stem if path.suffix.lower() == '.zip' else path.name}{UNPACKED}")
    came = path.stat().st_mtime
    try:
        problems = tuple(f"{where}: {problem}" for problem in unpack(path, inner, STUDENTS_ZIP, zone, came))
    except UnpackError as error:
        shutil.rmtree(inner, ignore_errors=True)
        problems = (f"{where}: {error}",)
    path.unlink()
    return problems


class LmsCollector(FileNameCollectorPlugin):  # type: ignore[misc]
    """Whose file it is, what it is called, and when it came, from a name that Moodle or Canvas made."""

    valid_ext = List(list(ENDINGS)).tag(config=True)

    withholds: Callable[[str, System], bool] = staticmethod(lambda student, system: False)
    """Whether a student's files are not taken in, by the course's id and the system's number."""

    def __init__(self, **kw: Any) -> None:
        super().__init__(**kw)
        self.came: dict[str, Came] = {}
        """Student → when the upload came, of all files so far."""
        self.by_file: dict[str, Came] = {}
        """Student → the latest time of a file in the zip."""
        self.made_up: set[str] = set()
        """Ids that are made of names and numbers."""
        self.named: dict[str, Named] = {}
        self.strangers: dict[str, str] = {}
        """Student → name, of those who handed in and are on no sheet."""
        self._taken: set[tuple[str, str]] = set()

    def collect(self, submitted_file: str) -> dict[str, Any] | None:
        app = self.parent
        root = Path(app._format_collect_path(app.extracted_directory))
        path = Path(submitted_file)
        found = parse_name(lms_path(path, root), Course.of(self).settings.sheet)
        if path.suffix not in self.valid_ext or found is None or is_litter(path):
            return None
        people = self.people
        system = (found.system, found.key)
        told = people.ids.get(system) or found.id
        student = told or made_up_id(found.name, found.key)
        if self.withholds(student, system):
            return None
        if people.sheets and system not in people.ids:
            self.strangers[student] = found.name
        uploaded = app.extractor_plugin_inst.names.get((system, path.relative_to(root).parts[0]), ())
        self.named[student] = Named(*system, found.name, uploaded)
        self.made_up |= set() if told else {student}
        by_file = self._by_file(path)
        came = people.times.get(student) or by_file
        for known, one in ((self.came, came), (self.by_file, by_file)):
            known[student] = max(known.get(student, one), one, key=lambda came: came.moment)
        return {"student_id": student, "file_id": self._name(student, found), "timestamp": str(came.moment)}

    def _by_file(self, path: Path) -> Came:
        moment = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        return Came(moment.isoformat(), str(Course.of(self).settings.zone), "file")

    def _name(self, student: str, found: HandedIn) -> str:
        """What the file is called in the submission; no two files of one upload get the same name."""
        own = found.file.rpartition("/")[2]
        names = (own, found.uploaded or found.file.replace("/", "-"), f"{len(self._taken)}-{own}")
        name = next(name for name in names if (student, name) not in self._taken)
        self._taken.add((student, name))
        return name

    @cached_property
    def people(self) -> People:
        settings = Course.of(self).settings
        return read_people(Path(self.parent._format_collect_path(".")), settings.zone, settings.sheet)


def lms_path(path: Path, extracted: Path) -> str:
    """The path of an unpacked file as it was in its zip."""
    return "/".join(path.relative_to(extracted).parts[1:])


def _handed_in(extracted: Path, mapping: SheetColumns) -> Iterator[tuple[Path, HandedIn, str]]:
    """Every file that a student handed in, what its name says, and the folder of its download."""
    for path in sorted(p for p in extracted.rglob("*") if p.is_file() and not is_litter(p)):
        if found := parse_name(lms_path(path, extracted), mapping):
            yield path, found, path.relative_to(extracted).parts[0]


def _names_in(extracted: Path, mapping: SheetColumns) -> dict[tuple[System, str], tuple[str, ...]]:
    found: dict[tuple[System, str], list[str]] = {}
    for path, file, archive in _handed_in(extracted, mapping):
        found.setdefault(((file.system, file.key), archive), []).append(lms_path(path, extracted))
    return {key: tuple(names) for key, names in found.items()}


def _drop_older(extracted: Path, mapping: SheetColumns) -> list[str]:
    """Delete uploads of students who handed in again, by the times in the zips; of equal ones the zip downloaded
    later counts. A sentence for each student whose files are gone."""
    uploads: dict[System, dict[str, list[Path]]] = {}
    names: dict[tuple[System, str], str] = {}
    for path, found, archive in _handed_in(extracted, mapping):
        if path.suffix in ENDINGS:
            system = found.system, found.key
            uploads.setdefault(system, {}).setdefault(archive, []).append(path)
            names.setdefault((system, archive), found.name)
    problems = []
    for system, by_archive in uploads.items():
        latest = {name: max(path.stat().st_mtime for path in paths) for name, paths in by_archive.items()}
        newest = max((time, name) for name, time in latest.items())[1]
        for older in by_archive.keys() - {newest}:
            for path in by_archive[older]:
                path.unlink()
        if len(by_archive) > 1:
            whose = f"{names[system, newest]} ({system[1]})"
            problems.append(f"an earlier upload of {whose}: another download holds a newer one")
    return problems


def is_litter(path: Path) -> bool:
    """What systems and tools add to a zip: checkpoints, macOS's resource forks."""
    return path.name.startswith("._") or bool({"__MACOSX", ".ipynb_checkpoints"} & set(path.parts))


@dataclass(frozen=True, slots=True)
class People:
    """What the sheets of a download say."""

    sheets: int
    ids: Mapping[System, str]
    times: Mapping[str, Came]
    """Student → when they handed in."""
    submitted: Mapping[str, str]
    """Student → name, of those for whom a sheet has a time of submission."""
    absent: Mapping[str, str]
    """Student → name, of those for whom it has none."""
    notes: tuple[str, ...]
    """What the person who collects should know, a sentence each."""


def read_people(folder: Path, zone: ZoneInfo, mapping: SheetColumns) -> People:
    """Everybody on the sheets in `downloaded/<assignment>`."""
    known: dict[System, str] = {}
    times: dict[str, Came] = {}
    submitted: dict[str, str] = {}
    absent: dict[str, str] = {}
    notes: list[str] = []
    found = [*sheets_in(folder, mapping)]
    for _, sheet in found:
        ids = student_ids(sheet)
        known |= {(sheet.system, key): student for key, student in ids.items()}
        unread = []
        for row in sheet.rows.values():
            text = sheet.cell(row, "submitted")
            if "submitted" in sheet.columns and sheet.key(row) in ids:
                came = submitted if text not in NOTHING else absent
                came[ids[sheet.key(row)]] = sheet.cell(row, "name")
            try:
                times[ids[sheet.key(row)]] = read_moment(text, zone)
            except (ValueError, OverflowError, KeyError):
                unread += [text] if text not in NOTHING else []
        notes += notes_on(sheet)
        if unread:
            notes.append(
                f"{len(unread)} times in the sheet could not be read, such as {unread[0]!r}; the times in the zip "
                "count. Give the right ones in times.csv."
            )
    times |= read_times(folder / "times.csv", zone)
    return People(len(found), known, times, submitted, absent, tuple(notes))


def read_moment(text: str, zone: ZoneInfo) -> Came:
    """A time as systems and people write it, in the course's zone where it names none. Raises `ValueError`."""
    moment = read_time(text)
    return Came(instant(moment, zone).isoformat(), "" if moment.tzinfo else str(zone), "sheet")


def read_times(path: Path, zone: ZoneInfo) -> dict[str, Came]:
    """Student → time, from a file with the columns student and submitted. Raises `SheetError`."""
    if not path.exists():
        return {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return {
                row["student"].strip(): read_moment(row["submitted"], zone) for row in csv.DictReader(file)
            }
    except (KeyError, ValueError) as error:
        raise SheetError(
            f"{path.name} needs the columns student and submitted, times such as 2026-11-30 23:58"
        ) from error


def zip_collect(
    config: Any, root: Path, assignment: str, withholds: Callable[[str, System], bool]
) -> LmsCollector:
    """Run nbgrader's collector into the folder `COLLECTED` beside the download, and leave out whom `withholds` names.
    Raises `UnpackError`, `SheetError`, and `ValueError` with what nbgrader said when it gave up."""
    folder = root / "downloaded" / assignment
    staged = folder / COLLECTED
    shutil.rmtree(staged, ignore_errors=True)
    directory = CourseDirectory(config=config)
    directory.assignment_id = assignment
    directory.submitted_directory = str(staged.relative_to(root))
    app = ZipCollectApp(
        coursedir=directory, force=True, extractor_plugin=SafeExtractor, collector_plugin=LmsCollector
    )
    app.log.setLevel(logging.ERROR)
    app.init_plugins()
    collector: LmsCollector = app.collector_plugin_inst
    collector.withholds = withholds
    try:
        app.extract_archive_files()
        app.process_extracted_files()
    except SystemExit as error:
        raise ValueError(
            f"nbgrader's zip_collect gave up on {folder / 'archive'}; see what it said above"
        ) from error
    return collector
