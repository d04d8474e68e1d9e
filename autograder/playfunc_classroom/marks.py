"""Marks on disk: two JSON files per submission, stamped, so that a stopped batch can be resumed.

`mark.json` holds verdicts, points and figures: the same bytes for the same submission, on any machine, in whatever
order and beside whatever else it was marked. What differs from run to run stands beside it in `run.json`: versions,
the tier, times, tracebacks, and what students are told of hidden games, for that names how fast a player was.

A mark is used again only while its stamp fits: the same source, settings, secret and code; or where only code has
changed that cannot have moved it (`unmoved`). Files are replaced whole, never written in place.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from playfunc.codec import decode, encode
from playfunc.converter import CodecError
from playfunc.files import SCRATCH, write_whole
from playfunc_autograder.asker import WorkerAsker
from playfunc_autograder.doctor import advice, diagnose
from playfunc_autograder.programs import program_tier
from playfunc_autograder.sandbox.tiers import available_tier
from playfunc_autograder.versions import PARTS, code_digest, describe_settings, differences, met, versions
from playfunc_checks.assignment import Assignment
from playfunc_checks.extract import ExtractError, PlayerSource, UndecidedError, released_player
from playfunc_checks.marking import check_player, mark_failure, mark_undecided, points, suggest_band
from playfunc_checks.results import CheckResult, Verdict
from playfunc_checks.source_facts import SourceFacts, source_facts

from playfunc_classroom.intake.notebook_choice import Intake, intake_for, read_submission

ENTERING = Path("marks", ".entering")
"""Where a submission is copied to, below the course, when nbgrader cannot take it as it was handed in."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a mark rests on, as digests; equal stamps mean equal marks. `code` covers what can move a mark of the
    assignment and nothing else (`playfunc_autograder.versions`)."""

    source: str
    settings: str
    code: str


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
    def settings_then(self) -> Assignment | None:
        """The assignment as it was; `None` where this version cannot read it, or an earlier one did not write it."""
        try:
            return decode(self.settings, Assignment)
        except CodecError:
            return None

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


@dataclass(frozen=True, slots=True)
class Work:
    """All that marking a submission needs, as a value that another process can be sent."""

    student: str
    player: PlayerSource
    stamp: Stamp
    assignment: Assignment
    secret: str
    released: str
    """The player as it was released, so that the student's own code can be distinguished from it."""
    allow_unconfined: bool = False


def work_for(
    folder: Path,
    student: str,
    assignment: Assignment,
    secret: str,
    intake: Intake,
    *,
    allow_unconfined: bool = False,
) -> Work:
    """What marking the submission in `folder` needs; `intake` says which of several notebooks counts."""
    try:
        player = read_submission(folder, assignment, intake)
    except UndecidedError as error:
        player = PlayerSource("", "", (str(error),), undecided=True)
    except ExtractError as error:
        player = PlayerSource("", "", (str(error),))
    stamp = make_stamp(player.source or repr(player.notes), assignment, secret)
    released = released_player(intake.released, assignment)
    return Work(student, player, stamp, assignment, secret, released, allow_unconfined)


def stored_for(course: Path, work: Work) -> Mark | None:
    """The stored mark of this work, if there is one that still fits, with the points of now."""
    stored = read_mark(course, work.assignment.name, work.student)
    if stored is None or why_again(stored, work):
        return None
    settings = encode(work.assignment.as_marked(), Assignment)
    return replace(counted_now(stored, work.assignment), settings=settings)


def counted_now(mark: Mark, assignment: Assignment) -> Mark:
    """The mark with points and band as the settings of now count its results: no player is asked again."""
    band = suggest_band(mark.results, mark.facts.clean if mark.facts else None, assignment.bands)
    counted = points(mark.results, assignment)
    return replace(mark, points=counted, band=band.name, band_facts=band.facts)


CODE_CHANGED = "playfunc has changed"


def why_again(stored: Mark | None, work: Work) -> str:
    """Why the work has to be marked, whatever is stored for it; nothing where the stored mark still fits."""
    if stored is None:
        return "not marked yet"
    if stored.broke:
        return "a check of ours broke"
    if stored.stamp.source != work.stamp.source:
        return "the submission has changed"
    if stored.stamp.settings != work.stamp.settings:
        return _settings_changes(stored, work.assignment)
    same = stored.stamp.code == work.stamp.code or unmoved(stored, work.assignment)
    return "" if same else CODE_CHANGED


def _settings_changes(stored: Mark, assignment: Assignment) -> str:
    """Which settings are others than those that the mark was made with, from what to what."""
    then = stored.settings_then
    if then is None:
        return "settings have changed"
    changed = differences(describe_settings(then.as_checked()), describe_settings(assignment.as_checked()))
    told = [f"{name} was {before} and is {now}" for name, (before, now) in changed.items()]
    return f"settings have changed: {'; '.join(told)}" if told else "the course's secret has changed"


def unmoved(stored: Mark, assignment: Assignment) -> bool:
    """Whether a mark that other code made would be the same now: only opponents have changed, and its player met none,
    for it could not be loaded."""
    now = versions(assignment.game, met(assignment))
    changed = {part for part in PARTS if stored.versions.get(part) != now[part]}
    return changed <= {"opponents"} and not any(result.ok for result in stored.results)


def load_or_mark(
    folder: Path,
    student: str,
    assignment: Assignment,
    course: Path,
    secret: str,
    allow_unconfined: bool = False,
) -> Mark:
    """The mark of the submission in `folder`: the stored one if it still fits, else a new one, stored. Raises
    `UnconfinedError` when a new one is needed, this machine cannot confine the player, and `allow_unconfined` is not
    given."""
    intake = intake_for(course, assignment, student)
    work = work_for(folder, student, assignment, secret, intake, allow_unconfined=allow_unconfined)
    stored = stored_for(course, work)
    if stored is not None:
        keep(course, assignment.name, stored)
        return stored
    new = new_mark(work)
    write_mark(course, assignment.name, new)
    return new


def stored_mark(folder: Path, student: str, assignment: Assignment, course: Path, secret: str) -> Mark | None:
    """The stored mark of the submission in `folder`, if there is one that still fits."""
    return stored_for(
        course, work_for(folder, student, assignment, secret, intake_for(course, assignment, student))
    )


def new_mark(work: Work) -> Mark:
    """Mark a submission; nothing is written. Raises `UnconfinedError` as `load_or_mark` does."""
    player, assignment = work.player, work.assignment
    require_confinement(work.allow_unconfined, programs=player.program is not None)
    if player.source:
        results = check_player(
            player.source,
            assignment,
            WorkerAsker(),
            work.secret,
            program=player.program,
            regret=True,
        )
        facts = None if player.program else source_facts(player.source, work.released)
    else:
        give = mark_undecided if player.undecided else mark_failure
        results, facts = give(assignment, player.notes[0]), None
    band = suggest_band(results, facts.clean if facts else None, assignment.bands)
    return Mark(
        work.student,
        work.stamp,
        player.origin,
        player.notes,
        results,
        points(results, assignment),
        band.name,
        band.facts,
        facts,
        player.source,
        (program_tier() if player.program else available_tier()).tier.value,
        dict(versions(assignment.game, met(assignment))),
        encode(assignment.as_marked(), Assignment),
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
    settings = _digest(f"{assignment.as_checked()!r}\n{secret}")
    return Stamp(_digest(source), settings, code_digest(assignment.game, met(assignment)))


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


_OF_THE_RUN = ("tier", "versions")
_OF_THE_RUN_BY_CHECK = ("cost", "detail", "told")
"""Fields of a mark, and of a check's result, that may differ from run to run."""


def write_mark(course: Path, assignment: str, mark: Mark) -> None:
    """Store a mark. Both files name the stamp, so that a mark is never read with another one's run."""
    whole: dict[str, Any] = json.loads(encode(mark, Mark))
    write_whole(_folder(course, assignment, mark.student) / "run.json", _text(_run(whole)))
    write_whole(mark_path(course, assignment, mark.student), _text(_without_run(whole)))


def keep(course: Path, assignment: str, mark: Mark) -> None:
    """Store a mark that was counted again, unless it is stored just so."""
    if read_mark(course, assignment, mark.student) != mark:
        write_mark(course, assignment, mark)


def _text(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _run(whole: Mapping[str, Any]) -> dict[str, Any]:
    checks = {
        result["check"]: {name: result[name] for name in _OF_THE_RUN_BY_CHECK if result.get(name)}
        for result in whole["results"]
    }
    kept = {name: whole[name] for name in ("student", "stamp", *_OF_THE_RUN) if name in whole}
    return kept | {"checks": checks}


def _without_run(whole: Mapping[str, Any]) -> dict[str, Any]:
    results = [
        {k: v for k, v in result.items() if k not in _OF_THE_RUN_BY_CHECK} for result in whole["results"]
    ]
    return {**{k: v for k, v in whole.items() if k not in _OF_THE_RUN}, "results": results}


def read_mark(course: Path, assignment: str, student: str) -> Mark | None:
    """The stored mark; `None` if there is none or it cannot be read (it is then made again)."""
    try:
        whole = json.loads(mark_path(course, assignment, student).read_text(encoding="utf-8"))
        run = json.loads((_folder(course, assignment, student) / "run.json").read_text(encoding="utf-8"))
        if whole["stamp"] != run["stamp"]:
            return None
        whole |= {name: run[name] for name in _OF_THE_RUN}
        whole["results"] = [result | run["checks"][result["check"]] for result in whole["results"]]
        mark: Mark = decode(json.dumps(whole), Mark)
    except (OSError, ValueError, LookupError, TypeError, CodecError):
        return None
    return mark


def verdicts_before(course: Path, work: Work) -> Mapping[str, str] | None:
    """The stored verdicts by check, where a mark of the same source is stored that other code has made, such as an
    earlier version; of whatever format."""
    path = mark_path(course, work.assignment.name, work.student)
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        stamp, results = stored["stamp"], stored["results"]
        if stamp["source"] != work.stamp.source or stamp["code"] == work.stamp.code:
            return None
        return {result["check"]: str(result["verdict"]) for result in results}
    except (OSError, ValueError, LookupError, TypeError):
        return None


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


def to_json(mark: Mark) -> dict[str, Any]:
    """The mark as JSON values, for `grades.json`, without what differs from run to run."""
    return _without_run(json.loads(encode(mark, Mark)))


def run_to_json(mark: Mark) -> dict[str, Any]:
    """What differs from run to run, as JSON values, for `runs.json`."""
    return _run(json.loads(encode(mark, Mark)))
