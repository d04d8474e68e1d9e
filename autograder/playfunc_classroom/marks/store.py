"""Marks on disk: one JSON file per submission, stamped, so that a batch that was stopped goes on.

A mark is used again only while its stamp fits: the same source, settings, secret and code. Files are
replaced whole, never written in place.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import playfunc
from playfunc.codec import CodecError, decode, encode
from playfunc.files import SCRATCH, write_whole
from playfunc_autograder.doctor import advice, diagnose
from playfunc_autograder.marking import mark
from playfunc_autograder.programs import program_tier
from playfunc_autograder.sandbox.tiers import available_tier
from playfunc_autograder.versions import versions
from playfunc_checks.assignment import Assignment
from playfunc_checks.extract import (
    ExtractError,
    PlayerSource,
    released_player,
)
from playfunc_checks.facts import SourceFacts, source_facts
from playfunc_checks.marking import mark_failure, mark_undecided, points, suggest_band
from playfunc_checks.results import CheckResult, Verdict

from playfunc_classroom.intake.uploads import Intake, UndecidedError, intake_for, read_submission

__all__ = [
    "ENTERING",
    "Mark",
    "Saved",
    "Stamp",
    "UnconfinedError",
    "clear_scratch",
    "load_or_mark",
    "make_stamp",
    "read_mark",
    "read_saved",
    "report_path",
    "require_confinement",
    "stored_mark",
    "write_saved",
]

Progress = Callable[[str, int, int], None]


ENTERING = Path("marks", ".entering")
"""Where a submission is copied to, below the course, when nbgrader cannot take it as it was handed in."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a mark rests on; equal stamps mean equal marks."""

    source: str
    settings: str
    code: str
    version: str


@dataclass(frozen=True, slots=True)
class Mark:
    """One submission's results. `points` holds `None` where a check of ours broke."""

    student: str
    stamp: Stamp
    origin: str
    notes: tuple[str, ...]
    results: tuple[CheckResult, ...]
    points: dict[str, float | None]
    band: str
    band_facts: tuple[tuple[str, bool], ...]
    facts: SourceFacts | None
    source: str
    tier: str
    """How the player was confined, `A`, `B` or `C`; it moves no mark."""
    versions: dict[str, str] = field(default_factory=dict)
    """What the mark was made with, part by part (`playfunc_autograder.versions`)."""
    settings: str = ""
    """The assignment's settings then, as JSON, so that the mark can be played again after they have changed."""

    @property
    def broke(self) -> bool:
        return any(result.verdict is Verdict.BROKEN for result in self.results)

    @property
    def open(self) -> bool:
        """Whether a person has to decide something before there can be a mark."""
        return any(result.verdict is Verdict.OPEN for result in self.results)


@dataclass(frozen=True, slots=True)
class Saved:
    """What the gradebook was last given for a submission: a digest of all answers, so that people are asked to
    mark again only what has changed."""

    answer: str


def load_or_mark(
    folder: Path,
    student: str,
    assignment: Assignment,
    course: Path,
    secret: str,
    on_progress: Progress = lambda check, done, total: None,
    allow_unconfined: bool = False,
    intake: Intake | None = None,
) -> Mark:
    """The mark of the submission in `folder`: the stored one if it still fits, else a new one, stored. `intake`
    says which of several notebooks counts; the course's, if none is given.

    Raises `UnconfinedError` when a new one is needed, this machine cannot confine the player, and
    `allow_unconfined` is not given.
    """
    intake = intake or intake_for(course, assignment, student)
    player, stamp = _read(folder, assignment, secret, intake)
    stored = _fitting(course, assignment.name, student, stamp)
    if stored is not None:
        return stored
    require_confinement(allow_unconfined, programs=player.program is not None)
    released = released_player(intake.released, assignment)
    new = _mark(player, student, stamp, assignment, secret, on_progress, released)
    write_whole(mark_path(course, assignment.name, student), encode(new, Mark))
    return new


def stored_mark(folder: Path, student: str, assignment: Assignment, course: Path, secret: str) -> Mark | None:
    """The stored mark of the submission in `folder`, if there is one that still fits."""
    _, stamp = _read(folder, assignment, secret, intake_for(course, assignment, student))
    return _fitting(course, assignment.name, student, stamp)


def _read(folder: Path, assignment: Assignment, secret: str, intake: Intake) -> tuple[PlayerSource, Stamp]:
    try:
        player = read_submission(folder, assignment, intake)
    except UndecidedError as error:
        player = PlayerSource("", "", (str(error),), undecided=True)
    except ExtractError as error:
        player = PlayerSource("", "", (str(error),))
    return player, make_stamp(player.source or repr(player.notes), assignment, secret)


def _fitting(course: Path, assignment: str, student: str, stamp: Stamp) -> Mark | None:
    stored = read_mark(course, assignment, student)
    return stored if stored is not None and stored.stamp == stamp and not stored.broke else None


def _mark(
    player: PlayerSource,
    student: str,
    stamp: Stamp,
    assignment: Assignment,
    secret: str,
    on_progress: Progress,
    released: str,
) -> Mark:
    if player.source:
        results = mark(
            player.source,
            assignment,
            secret,
            on_progress=on_progress,
            program=player.program,
            regret=True,
        )
        facts = None if player.program else source_facts(player.source, released)
    else:
        give = mark_undecided if player.undecided else mark_failure
        results, facts = give(assignment, player.notes[0]), None
    band = suggest_band(results, facts.clean if facts else None)
    return Mark(
        student,
        stamp,
        player.origin,
        player.notes,
        results,
        points(results, assignment),
        band.name,
        band.facts,
        facts,
        player.source,
        (program_tier() if player.program else available_tier()).tier.value,
        dict(versions()),
        encode(_marking(assignment), Assignment),
    )


class UnconfinedError(ValueError):
    """Strangers' code was to run where it cannot be confined."""


def require_confinement(allow_unconfined: bool, *, programs: bool = False) -> None:
    """Raise `UnconfinedError`, which says how to do better, unless players, and where there may be any also
    `programs`, are confined here or need not be."""
    if allow_unconfined:
        return
    if not available_tier().tier.confined:
        raise UnconfinedError(
            "players cannot be confined on this machine, and marking strangers' code would be dangerous; "
            f"{' '.join(advice(diagnose()))} `playfunc doctor` says more, --allow-unconfined marks all the same"
        )
    if programs and not program_tier().tier.confined:
        reasons = "; ".join(f"in tier {tier.value} {why}" for tier, why in program_tier().refusals.items())
        raise UnconfinedError(
            f"programs in other languages cannot be confined on this machine ({reasons}); set `programs = false` "
            "in playfunc.toml, or give --allow-unconfined to mark all the same"
        )


def make_stamp(source: str, assignment: Assignment, secret: str) -> Stamp:
    """What a mark of this source rests on here."""
    settings = _digest(f"{_marking(assignment)!r}\n{secret}")
    return Stamp(_digest(source), settings, _code_digest(), playfunc.__version__)


def _marking(assignment: Assignment) -> Assignment:
    """The assignment without what moves no mark."""
    return dataclasses.replace(assignment, show_deals_after=None)


@lru_cache(maxsize=1)
def _code_digest() -> str:
    """A digest of the rules, the opponents and the checks as installed."""
    texts = [
        f"{package}/{path.relative_to(folder).as_posix()}\n{path.read_text(encoding='utf-8')}"
        for package in ("playfunc", "playfunc_opponents", "playfunc_checks", "playfunc_autograder")
        for folder in _package_folders(package)
        for path in sorted(folder.rglob("*.py"))
    ]
    return _digest("\n".join(texts))


def _package_folders(package: str) -> list[Path]:
    spec = find_spec(package)
    return [Path(folder) for folder in (spec.submodule_search_locations or ())] if spec else []


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def mark_path(course: Path, assignment: str, student: str) -> Path:
    return _folder(course, assignment, student) / "mark.json"


def report_path(folder: Path, student: str) -> Path:
    """Where a student's page lies below the reports' folder: apart from the class's own pages, for a student
    may be called `index`."""
    return folder / "students" / f"{student}.html"


def _folder(course: Path, assignment: str, student: str) -> Path:
    """A folder per student, so that no id can be taken for another student's file."""
    return course / "marks" / assignment / student


def read_mark(course: Path, assignment: str, student: str) -> Mark | None:
    """The stored mark; `None` if there is none or it cannot be read (it is then made again)."""
    path = mark_path(course, assignment, student)
    try:
        mark: Mark = decode(path.read_text(encoding="utf-8"), Mark)
    except (OSError, UnicodeDecodeError, CodecError):
        return None
    return mark


def _saved_path(course: Path, assignment: str, student: str) -> Path:
    return _folder(course, assignment, student) / "saved.json"


def read_saved(course: Path, assignment: str, student: str) -> Saved | None:
    """What the gradebook was last given; `None` if nothing."""
    try:
        saved: Saved = decode(_saved_path(course, assignment, student).read_text(encoding="utf-8"), Saved)
    except (OSError, UnicodeDecodeError, CodecError):
        return None
    return saved


def write_saved(course: Path, assignment: str, student: str, saved: Saved) -> None:
    write_whole(_saved_path(course, assignment, student), encode(saved, Saved))


def clear_scratch(course: Path) -> None:
    """Remove what runs that were killed left half written. For the one writer, when no other run is under way."""
    shutil.rmtree(course / ENTERING, ignore_errors=True)
    name = f"{SCRATCH}*"
    ours = (scratch for folder in ("marks", "reports") for scratch in (course / folder).rglob(name))
    # Of what was handed in only the level that we write in: students' own folders may be without end.
    for scratch in (*ours, *(course / "submitted").glob(f"*/*/{name}")):
        with suppress(OSError):
            scratch.unlink()


def to_json(mark: Mark) -> dict[str, object]:
    """The mark as JSON values, for `grades.json`."""
    value: dict[str, object] = json.loads(encode(mark, Mark))
    return value
