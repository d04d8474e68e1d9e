"""An nbgrader course folder: its students, its submissions, and its gradebook."""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import json
import logging
import os
import sqlite3
import warnings
from collections.abc import Iterator, Mapping
from contextlib import chdir, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playfunc_checks.assignment import Assignment
from playfunc_checks.course_settings import Settings, assignment_names, load_assignment, read_course
from traitlets.config import Config, PyFileConfigLoader

from playfunc_classroom.groups import marked_member, read_groups, require_submission
from playfunc_classroom.intake.received import read_received
from playfunc_classroom.marks import Mark
from playfunc_classroom.nbgrader_bridge.repair import CourseCell
from playfunc_classroom.policy.overrides import overrides_by_cell, read_overrides
from playfunc_classroom.policy.rubric import read_rubric

GATE = "rules"
"""The grade id of the cell that carries the report of the gates; it is worth no points."""

_NOISY = r"nbgrader|nbformat|nbconvert|sqlalchemy|zmq|jupyter"
"""Modules whose warnings a marker cannot act on."""


class GradebookError(RuntimeError):
    """nbgrader could not take a submission; `log` is what it said. It is `busy` when another program was using
    the gradebook, so that the same may do later."""

    def __init__(self, message: str, log: str) -> None:
        super().__init__(message)
        self.log = log
        self.busy = "database is locked" in log


@dataclass(frozen=True, slots=True)
class Standing:
    """One graded cell of a submission in the gradebook."""

    computed: float | None
    by_hand: float | None
    most: float
    waiting: bool
    """Whether a person is asked for it."""

    @property
    def points(self) -> float | None:
        """What counts."""
        return self.computed if self.by_hand is None else self.by_hand


def _digest_of_files(folder: Path) -> str:
    """Of all that was handed in, but for what Jupyter or a system keeps in hidden files."""
    digest = hashlib.sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file() and not each.is_symlink()):
        parts = path.relative_to(folder).parts
        if not any(part.startswith(".") for part in parts):
            digest.update(repr(parts).encode("utf-8", "backslashreplace"))
            with suppress(OSError):
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:32]


_SOUGHT_BY = {"submitted_notebook": "assignment_id", "grade": "notebook_id", "comment": "notebook_id"}
"""Tables of nbgrader's and the column by which it looks for a submission's rows."""


def _grades(submission: Any) -> Iterator[Any]:
    return (grade for notebook in submission.notebooks for grade in notebook.grades)


def _standing(submission: Any) -> dict[str, Standing]:
    return {
        g.name: Standing(g.auto_score, g.manual_score, g.cell.max_score, g.needs_manual_grade)
        for g in _grades(submission)
    }


@dataclass(frozen=True, slots=True)
class Directory:
    """Where a course keeps what: nbgrader's `CourseDirectory` as far as it is read here, without importing nbgrader."""

    root: Path
    configured: Config

    def step(self, name: str) -> str:
        """The folder of `source`, `release`, `submitted`, `autograded` or `feedback`, as the course calls it."""
        return self._set(f"{name}_directory", name)

    @property
    def db_url(self) -> str:
        """The address of the gradebook."""
        return self._set("db_url", f"sqlite:///{self.root / 'gradebook.db'}")

    @property
    def course_id(self) -> str:
        return self._set("course_id", "").strip()

    @property
    def database(self) -> Path | None:
        """The gradebook's file; `None` where it is not SQLite."""
        kind, _, path = self.db_url.partition(":///")
        return Path(path) if kind == "sqlite" else None

    def path(self, step: str, student: str, assignment: str) -> Path:
        """A student's folder in one of the steps."""
        structure = self._set(
            "directory_structure", os.path.join("{nbgrader_step}", "{student_id}", "{assignment_id}")
        )
        return self.root / structure.format(
            nbgrader_step=self.step(step), student_id=student, assignment_id=assignment
        )

    def _set(self, name: str, default: str) -> str:
        return str(self.configured[name]) if name in self.configured else default


@dataclass(frozen=True)
class Course:
    """An nbgrader course folder."""

    root: Path
    config: Config

    @classmethod
    def open(cls, root: Path) -> Course:
        """The course in `root`, with its `nbgrader_config.py`, its settings checked as a whole: no command works
        on a course whose settings do not fit. Raises `FileNotFoundError` and `SettingsError`."""
        root = root.resolve()
        if not (root / "nbgrader_config.py").is_file():
            raise FileNotFoundError(f"{root.name or root} is not a course: it has no nbgrader_config.py")
        read_course(root)
        config = PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()
        config.CourseDirectory.root = str(root)
        return cls(root, config)

    def unconfined(self) -> Course:
        """The course as marked by those who gave `--allow-unconfined`."""
        config = copy.deepcopy(self.config)
        config.ExecuteForReaders.allow_unconfined = config.WriteMarks.allow_unconfined = True
        return dataclasses.replace(self, config=config)

    @classmethod
    def of(cls, part: Any) -> Course:
        """The course that one of nbgrader's preprocessors works for."""
        while not hasattr(part, "coursedir"):
            part = part.parent
        return cls(Path(part.coursedir.root), part.coursedir.config)

    @property
    def settings(self) -> Settings:
        """What `playfunc.toml` sets. Raises `SettingsError`."""
        return read_course(self.root)

    @property
    def directory(self) -> Directory:
        return Directory(self.root, self.config.CourseDirectory)

    def assignment(self, name: str) -> Assignment:
        return load_assignment(name, self.root)

    def settings_for(self, name: str, student: str) -> Assignment:
        """The assignment as it is for this student's submission, with the deals of its epoch."""
        return self.settings_at(name, self.submission(name, student))

    def settings_at(self, name: str, folder: Path) -> Assignment:
        """The same for what lies in `folder`, by when it was handed in."""
        return self.assignment(name).handed_in(datetime.fromtimestamp(self._arrived_at(folder), UTC))

    def submission(self, assignment: str, student: str) -> Path:
        """The folder that a student handed in."""
        return self.directory.path("submitted", student, assignment)

    def handed_in_at(self, assignment: str, student: str) -> float:
        """When the submission came, in seconds since 1970: by its `timestamp.txt`, else by the folder's files."""
        return self._arrived_at(self.submission(assignment, student))

    def stamped(self, folder: Path) -> datetime | None:
        """When what lies in `folder` was handed in, by its `timestamp.txt`; `None` where none can be read."""
        path = folder / "timestamp.txt"
        if not path.exists():
            return None
        from dateutil.parser import parse

        try:
            moment: datetime = parse(path.read_text().strip())
        except (ValueError, OverflowError):  # whatever stands in that file
            return None
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)

    def _arrived_at(self, folder: Path) -> float:
        moment = self.stamped(folder)
        if moment is not None:
            return moment.timestamp()
        files = folder.iterdir() if folder.is_dir() else ()
        return max((path.stat().st_mtime for path in files), default=0.0)

    def students(self, assignment: str) -> list[str]:
        """Who handed something in for the assignment, sorted."""
        base = self.root / self.directory.step("submitted")
        return sorted(p.name for p in base.glob("[!.]*") if (p / assignment).is_dir())

    def counting_member(self, assignment: str, student: str) -> str:
        """Whose submission counts for the student: of a group the latest. Raises `SettingsError`."""
        groups = read_groups(self.root, assignment)
        group = groups.get(student, ())
        times = {s: self.handed_in_at(assignment, s) for s in self.students(assignment) if s in group}
        return marked_member(student, groups, times) or student

    def require_counting(self, assignment: str, student: str) -> None:
        """Raise `ValueError`, which names the member, where another one's submission counts for the group."""
        other = self.counting_member(assignment, student)
        if other != student:
            raise ValueError(
                f"of the group of {student} the submission of {other} is marked, and its points are everybody's: name "
                f"{other} instead"
            )

    def ignored(self, assignment: str) -> list[str]:
        """What lies in `submitted/` where no submission is looked for, relative to the course. Who handed in
        another assignment is not meant."""
        base = self.root / self.directory.step("submitted")
        known = {assignment, *assignment_names(self.root)}
        stray = [p for p in base.glob("*") if not any((p / n).is_dir() for n in known) and p.name[0] != "."]
        return sorted(str(p.relative_to(self.root)) for p in stray)

    def _in(self, **places: str | None) -> Course:
        """The course with other places of nbgrader's in its configuration, where they are not `None`."""
        config = copy.deepcopy(self.config)
        config.CourseDirectory.update({name: place for name, place in places.items() if place is not None})
        return dataclasses.replace(self, config=config)

    def release(self, assignment: str, into: Path | None = None, trial: bool = False) -> None:
        """Write the students' version to `release/`, or into another folder below the course. A `trial` leaves the
        gradebook as it is, and works on a copy. Raises `GradebookError`."""
        place = str(into.relative_to(self.root)) if into else None
        with self._gradebook_copy() if trial else nullcontext() as url:
            course = self._in(release_directory=place, db_url=url)
            course._ask(lambda api: api.generate_assignment(assignment, force=True, create=True))

    @contextmanager
    def _gradebook_copy(self) -> Iterator[str]:
        """The address of a copy of the gradebook, for the time of a `with` statement."""
        path = self.directory.database
        with TemporaryDirectory(prefix="playfunc-") as folder:
            target = Path(folder) / "gradebook.db"
            if path is not None and path.exists():
                try:
                    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(target)) as copied:
                        source.backup(copied)
                except sqlite3.Error as error:
                    raise GradebookError("the gradebook cannot be read", str(error)) from error
            yield f"sqlite:///{target}"

    def autograde(self, assignment: str, student: str, submitted: Path | None = None) -> None:
        """Have nbgrader take one submission with its marks, from the folder `submitted` if it is not the course's.
        Raises `GradebookError`."""
        course = self._in(submitted_directory=str(submitted.relative_to(self.root)) if submitted else None)
        course.config.SaveMarks.handed_in = str(self.submission(assignment, student))
        course._ask(lambda api: api.autograde(assignment, student, force=True, create=True))

    def has_entered(self, assignment: str, mark: Mark) -> bool:
        """Whether the gradebook and the autograded notebook hold this mark, with deals shown if they are open.
        It is read from the autograded notebook, which is written last, so that a run killed halfway is not
        taken for done."""
        return self._written(assignment, mark.student) == self.entry(assignment, mark)

    def shows_closed_deals(self, assignment: str, student: str) -> bool:
        """Whether the autograded notebook was written with deals shown, which by the settings of now are closed."""
        open_now = self.settings_for(assignment, student).deals_are_open(datetime.now(UTC))
        return bool(self._written(assignment, student).get("deals_shown")) and not open_now

    def _written(self, assignment: str, student: str) -> Mapping[str, Any]:
        """The entry in the autograded notebook, if there is one."""
        name = f"{self.assignment(assignment).notebook}.ipynb"
        path = self.root / self.directory.step("autograded") / student / assignment / name
        try:
            return dict(json.loads(path.read_text(encoding="utf-8"))["metadata"]["playfunc"])
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def entry(self, assignment: str, mark: Mark, folder: Path | None = None) -> dict[str, Any]:
        """What an autograded notebook says of the mark in it, of what is shown beside it, and of what was handed in and
        when: another attempt may hold the same player beside another report. It lies in `folder`, if not where nbgrader
        takes submissions from."""
        folder = folder or self.submission(assignment, mark.student)
        settings = self.settings_for(assignment, mark.student)
        decisions = overrides_by_cell(read_overrides(self.root, assignment), mark.student)
        beside = read_rubric(self.root, settings), decisions, settings.points, settings.tasks
        return {
            **dataclasses.asdict(mark.stamp),
            "deals_shown": settings.deals_are_open(datetime.now(UTC)),
            "beside": hashlib.sha256(repr(beside).encode()).hexdigest()[:32],
            "handed_in": str(self.stamped(folder)),
            "files": _digest_of_files(folder),
        }

    def feedback(self, assignment: str, student: str) -> None:
        """Have nbgrader write one submission's feedback page. Raises `GradebookError`."""
        self._ask(lambda api: api.generate_feedback(assignment, student, force=True))

    def release_feedback(self, assignment: str, student: str) -> None:
        """Release a student's feedback page through nbgrader's exchange. Raises `GradebookError`."""
        self._ask(lambda api: api.release_feedback(assignment, student))

    def feedback_folder(self, assignment: str, student: str) -> Path:
        """Where nbgrader puts a student's feedback."""
        return self.directory.path("feedback", student, assignment)

    def totals(self, assignment: str) -> tuple[dict[str, float], float]:
        """Student → points in all, people's and computed, late penalty taken off; and the most there can be."""
        with self.gradebook() as gradebook:
            totals = {
                s.student_id: max(
                    0.0, float(sum(g.score for n in s.notebooks for g in n.grades)) - late_points(s)
                )
                for s in loaded(gradebook, assignment)
            }
            return totals, float(gradebook.find_assignment(assignment).max_score)

    def waiting(self, assignment: str) -> set[str]:
        """Who still waits for people to mark something."""
        with self.gradebook() as gradebook:
            return {
                s.student_id
                for s in loaded(gradebook, assignment)
                if any(g.needs_manual_grade for n in s.notebooks for g in n.grades)
            }

    def _ask(self, what: Any) -> None:
        with _in_folder(self.root):
            api = import_module("nbgrader.apps").NbGraderAPI
            directory = import_module("nbgrader.coursedir").CourseDirectory(config=self.config)
            result = what(api(directory, config=self.config))
        if not result["success"]:
            error = result.get("error") or ""
            if error.rstrip().endswith("KeyboardInterrupt"):  # nbgrader takes it for one more failure
                raise KeyboardInterrupt
            raise GradebookError("nbgrader refused", result.get("log") or error)

    def is_busy(self) -> bool:
        """Whether another program is reading or writing the gradebook at this moment."""
        path = self.directory.database
        if path is None or not path.exists():
            return False
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as database:
            try:
                database.execute("BEGIN EXCLUSIVE")
                database.execute("ROLLBACK")
            except sqlite3.OperationalError as error:
                return "locked" in str(error)
            except sqlite3.DatabaseError:
                return False  # no database at all, which opening it will tell
        return False

    def is_released(self, assignment: str) -> bool:
        if self.directory.database is not None and not self.directory.database.exists():
            return False
        try:
            with self.gradebook() as gradebook:
                return bool(gradebook.find_assignment(assignment).notebooks)
        except _missing_entry():
            return False

    def scores(self, assignment: str, student: str) -> Mapping[str, float | None]:
        """What the gradebook holds for a submission: automatic score by grade id; nothing where it has none."""
        try:
            return {name: held.computed for name, held in self.standing(assignment, student).items()}
        except ValueError:
            return {}

    def cells(self, assignment: str, notebook: str) -> list[CourseCell]:
        """The cells of the released notebook that nbgrader keeps, in their order; none if it has not been released."""
        with self.gradebook() as gradebook:
            try:
                found = gradebook.find_notebook(notebook, assignment)
            except _missing_entry():
                return []
            hold_cells(gradebook, assignment)
            points = {cell.name: float(cell.max_score) for cell in (*found.grade_cells, *found.task_cells)}
            kinds = {
                kind: {cell.name for cell in getattr(found, f"{kind}_cells")}
                for kind in ("grade", "solution", "task")
            }
            return [
                CourseCell(
                    name=cell.name,
                    cell_type=cell.cell_type,
                    source=cell.source,
                    locked=bool(cell.locked),
                    **{kind: cell.name in names for kind, names in kinds.items()},
                    points=points.get(cell.name),
                    checksum=cell.checksum,
                )
                for cell in found.source_cells
            ]

    def worth(self, assignment: str) -> dict[str, float]:
        """The most points of each graded cell in the gradebook; none before the release."""
        with self.gradebook() as gradebook:
            try:
                notebooks = gradebook.find_assignment(assignment).notebooks
            except _missing_entry():
                return {}
            return {
                cell.name: float(cell.max_score)
                for notebook in notebooks
                for cell in (*notebook.grade_cells, *notebook.task_cells)
            }

    def standing(self, assignment: str, student: str) -> dict[str, Standing]:
        """What the gradebook holds for a submission's graded cells, by grade id. Raises `ValueError`."""
        try:
            with self.gradebook() as gradebook:
                hold_cells(gradebook, assignment)
                return _standing(gradebook.find_submission(assignment, student))
        except _missing_entry() as error:
            require_submission(student, self.students(assignment), assignment)
            raise ValueError(
                f"the gradebook has no submission of {student} for {assignment}; run playfunc grade first"
            ) from error

    def class_standing(self, assignment: str) -> dict[str, dict[str, Standing]]:
        """What the gradebook holds of a whole class: students' graded cells, by student and grade id."""
        try:
            with self.gradebook() as gradebook:
                return {s.student.id: _standing(s) for s in loaded(gradebook, assignment)}
        except _missing_entry():
            return {}

    def names(self) -> dict[str, tuple[str, ...]]:
        """All that the course knows a student by, for everybody who handed in or is enrolled: id, names, address."""
        base = self.root / self.directory.step("submitted")
        known: dict[str, tuple[str, ...]] = {
            path.name: (path.name,) for path in base.glob("*") if path.is_dir()
        }
        with self.gradebook() as gradebook:
            for student in gradebook.students:
                told = (student.id, student.first_name, student.last_name, student.email)
                known[student.id] = tuple(text for text in told if text)
        return known

    def submission_ids(self, assignment: str) -> dict[str, str]:
        """The id of each student's submitted notebook, which formgrader's addresses are made of."""
        with self.gradebook() as gradebook:
            submissions = gradebook.assignment_submissions(assignment)
            return {s.student.id: nb.id for s in submissions for nb in s.notebooks}

    def give(self, assignment: str, student: str, given: Mapping[str, float | None]) -> None:
        """Put points by hand into the gradebook, by grade id; `None` takes them away again."""
        with self.gradebook() as gradebook:
            for grade in _grades(gradebook.find_submission(assignment, student)):
                if grade.name in given:
                    grade.manual_score = given[grade.name]
                    grade.needs_manual_grade = grade.manual_score is None and grade.auto_score is None
            gradebook.db.commit()

    def enter_missing(self, assignment: str, student: str, points: Mapping[str, float | None]) -> None:
        """Enter marks for a submission without a notebook, which nbgrader itself would pass over."""
        with self.gradebook() as gradebook:
            gradebook.update_or_create_student(student)
            submission = gradebook.update_or_create_submission(assignment, student)
            for grade in _grades(submission):
                if grade.name in points or grade.name == GATE:
                    grade.auto_score = points.get(grade.name, 0.0)
                    if grade.manual_score is None:
                        grade.needs_manual_grade = grade.auto_score is None
            gradebook.db.commit()

    def take_back(self, assignment: str, student: str, points: Mapping[str, float | None]) -> None:
        """Let the automatic scores of our cells be `points`, and open where those name none. Nothing else of the
        submission changes: no manual score, no comment, no extra credit, no flag."""
        ours = self.assignment(assignment).points
        with self.gradebook() as gradebook:
            try:
                submission = gradebook.find_submission(assignment, student)
            except _missing_entry():
                return
            hold_cells(gradebook, assignment)
            for grade in _grades(submission):
                if grade.name in ours:
                    grade.auto_score = points.get(grade.name)
            gradebook.db.commit()

    def add_indexes(self) -> None:
        """Let the database find the rows of one submission without reading those of the whole class, which nbgrader's
        own tables do not. Where that is not allowed, or not now, it stays slow."""
        from sqlalchemy import inspect, text
        from sqlalchemy.exc import DBAPIError

        with self.gradebook() as gradebook, suppress(DBAPIError):
            known = inspect(gradebook.engine)
            for table, column in _SOUGHT_BY.items():
                name = f"{table}_by_{column}"
                if name not in {each["name"] for each in known.get_indexes(table)}:
                    gradebook.db.execute(text(f"CREATE INDEX {name} ON {table} ({column})"))
            gradebook.db.commit()

    @contextmanager
    def gradebook(self) -> Iterator[Any]:
        """nbgrader's gradebook, open for the time of a `with` statement. Raises `GradebookError`."""
        from sqlalchemy.exc import OperationalError

        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module=_NOISY)
            api = _nbgrader_api()
            try:
                opened = api.Gradebook(self.directory.db_url, self.directory.course_id)
            except OperationalError as error:
                raise GradebookError("the gradebook cannot be opened", str(error.orig)) from error
            except Exception as error:
                raise GradebookError(
                    "the gradebook (gradebook.db) cannot be opened; restore it from a backup", str(error)
                ) from error
            with opened as gradebook:
                try:
                    yield gradebook
                except OperationalError as error:
                    raise GradebookError("the gradebook cannot be used", str(error.orig)) from error


@contextmanager
def _in_folder(root: Path) -> Iterator[None]:
    """nbgrader works relative to the current folder, and its log goes to the caller."""
    level = logging.getLogger("traitlets").level
    logging.getLogger("traitlets").setLevel(logging.CRITICAL)
    try:
        with chdir(root), warnings.catch_warnings():
            warnings.filterwarnings("ignore", module=_NOISY)
            _nbgrader_api()
            yield
    finally:
        logging.getLogger("traitlets").setLevel(level)


@cache
def _nbgrader_api() -> Any:
    """`nbgrader.api`, which takes a second to import. For a new gradebook it would start `alembic` as a process of its
    own, five seconds for one word; the word is read here. It opens a gradebook a dozen times for a submission, each
    time with an engine that compiles all queries anew, and asks for every table; here the same address has the same
    engine, and one question tells whether the gradebook is whole."""
    api: Any = import_module("nbgrader.api")
    api.get_alembic_version, api.create_engine = _newest_revision, _engine
    set_up = api.Gradebook.__init__

    def opened(
        gradebook: Any, db_url: str, course_id: str = "default_course", authenticator: Any = None
    ) -> None:
        engine = _engine(db_url, echo=False, future=True)
        if not _is_whole(engine, course_id):
            set_up(gradebook, db_url, course_id, authenticator)
            return
        gradebook.engine = engine
        gradebook.db = api.scoped_session(api.sessionmaker(autoflush=True, bind=engine, future=True))
        gradebook.course_id, gradebook.authenticator = course_id, authenticator

    api.Gradebook.__init__ = opened
    return api


def _is_whole(engine: Any, course_id: str) -> bool:
    """Whether the gradebook has the course and all tables: one that is missing fails the question."""
    from sqlalchemy import text
    from sqlalchemy.exc import DatabaseError

    tables = import_module("nbgrader.api").Base.metadata.tables
    named = "".join(f" AND NOT EXISTS (SELECT 1 FROM {table} WHERE 1 = 0)" for table in tables)
    try:
        with engine.connect() as connection:
            known = connection.execute(text(_KNOWN + named), {"course": course_id}).scalar()
    except DatabaseError as error:
        if "locked" in str(error.orig):
            raise
        return False  # nbgrader's own set-up mends it, or says what is wrong
    return bool(known)


_KNOWN = (
    "SELECT 1 FROM alembic_version WHERE (:course = '' OR EXISTS (SELECT 1 FROM course WHERE id = :course))"
)


def _engine(db_url: str, **options: Any) -> Any:
    """Of a gradebook, in the current folder: an address may be relative to it."""
    return _engine_in(Path.cwd(), db_url, **options)


@lru_cache(maxsize=8)
def _engine_in(_folder: Path, db_url: str, **options: Any) -> Any:
    """Queries stay compiled, but no connection stays open: the file may be another one the next time."""
    from sqlalchemy import NullPool, create_engine

    return create_engine(db_url, poolclass=NullPool, **options)


def _newest_revision() -> str:
    from alembic.script import ScriptDirectory

    return str(ScriptDirectory(import_module("nbgrader.dbutil").ALEMBIC_DIR).get_current_head())


def _missing_entry() -> type[Exception]:
    missing: type[Exception] = import_module("nbgrader.api").MissingEntry
    return missing


SECRET, TIMESTAMP = EXCHANGED = ("submission_secret.txt", "timestamp.txt")
"""What an exchange leaves beside a submission, and finds its feedback by: nbgrader's own by both, ngshare by time."""


def arrived_by_exchange(course: Course, assignment: str, student: str) -> bool:
    """Whether the course's exchange knows the submission that the student's feedback is about."""
    from nbgrader.exchange import ExchangeFactory, default

    folder = course.feedback_folder(assignment, student)
    if ExchangeFactory(config=course.config).release_feedback is default.ExchangeReleaseFeedback:
        return (folder / SECRET).is_file()
    downloaded = read_received(course.root, assignment).get(student)
    stamped = course.stamped(folder)
    return stamped is not None and (downloaded is None or downloaded.moment != stamped)


def loaded(gradebook: Any, assignment: str) -> list[Any]:
    """The assignment's submissions with notebooks, grades and comments, all read at once: nbgrader by itself reads them
    one by one."""
    api, orm = import_module("nbgrader.api"), import_module("sqlalchemy.orm")
    hold_cells(gradebook, assignment)
    notebooks = orm.selectinload(api.SubmittedAssignment.notebooks)
    grades = notebooks.selectinload(api.SubmittedNotebook.grades)
    comments = notebooks.selectinload(api.SubmittedNotebook.comments)
    submissions = gradebook.db.query(api.SubmittedAssignment).join(api.Assignment)
    found: list[Any] = submissions.filter(api.Assignment.name == assignment).options(grades, comments).all()
    return found


def hold_cells(gradebook: Any, assignment: str) -> None:
    """Read the assignment's released cells at once, and keep them while the gradebook is open: nbgrader by itself asks
    the database twice for each cell of each submission."""
    api, orm = import_module("nbgrader.api"), import_module("sqlalchemy.orm")
    whole = orm.with_polymorphic(api.BaseCell, "*")
    cells = gradebook.db.query(whole).join(whole.notebook).join(api.Notebook.assignment)
    gradebook.held = cells.filter(api.Assignment.name == assignment).all()


def late_points(submission: Any) -> float:
    """What the submission loses for being late, in points."""
    return float(sum(notebook.late_submission_penalty or 0.0 for notebook in submission.notebooks))
