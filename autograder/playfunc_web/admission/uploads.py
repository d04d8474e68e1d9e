"""Accept an upload: everything that can be decided without looking into the file, and one transaction that keeps it.

What is acknowledged is never lost: the version and the job that checks it are committed before the answer is sent.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from playfunc_autograder.programs.languages import Language, language_of, missing
from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from playfunc_web.access import Viewer, require_login
from playfunc_web.database import now
from playfunc_web.database.tables import (
    Admission,
    Entrant,
    Game,
    Ladder,
    Meeting,
    MeetingGame,
    Party,
    Run,
    Seat,
    Version,
)
from playfunc_web.errors import ProblemError, StorageError
from playfunc_web.jobs import PRIORITIES, enqueue, expected_seconds, job_of, mean_seconds, place_in_queue
from playfunc_web.ladders.ladders import entrant_of, ladder_named, next_version
from playfunc_web.monitoring import nearly_full
from playfunc_web.site import Limits, Site

# What kind of player a file is, by its name alone.

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Kind:
    """python, notebook or program, and the language of a program."""

    kind: str
    language: str = "python"


def clean_name(filename: str) -> str:
    """The file's name without folders and without what does not print; a browser may send anything."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", filename))[-1]
    shown = "".join(letter for letter in last if letter.isprintable() and not "\ud800" <= letter <= "\udfff")
    name = " ".join(shown.split())
    if len(name) > LONGEST_NAME:
        ending = PurePosixPath(name).suffix[:12]
        name = name[: LONGEST_NAME - len(ending)] + ending
    return name or "unnamed"


def kind_of(filename: str, languages: Mapping[str, Language]) -> Kind:
    """By the ending. Raises `ProblemError` for a file that holds no player, or whose language is not installed."""
    ending = PurePosixPath(filename.lower()).suffix
    if ending == ".py":
        return Kind("python")
    if ending == ".ipynb":
        return Kind("notebook")
    language = language_of(filename, languages)
    if language is None:
        endings = " ".join(sorted({each for one in languages.values() for each in one.endings} - {".py"}))
        raise ProblemError(
            415,
            "Not a player's file",
            f"Upload a .py file, a notebook (.ipynb), or a program's source in one file ({endings}). Archives are not "
            "unpacked.",
        )
    if lacking := missing(language):
        here = ", ".join(sorted(one.title for one in languages.values() if not missing(one)))
        raise ProblemError(
            415,
            "Not installed here",
            f"This site cannot take programs in {language.title}: {lacking}. Write your player in one of {here}, or "
            "ask the staff to install what is missing.",
        )
    return Kind("program", language.name)


DAY = 86400.0
WAITING = ("queued", "checking")

STEP_SECONDS = 300.0
"""Checking for so long puts the next uploads of a party one step back in the queue."""


@dataclass(frozen=True, slots=True)
class Quota:
    """What is left to an entrant. `frees` is when another admission becomes possible, `None` where one is now."""

    admitted: int
    waiting: int
    frees: float | None


def accept(site: Site, viewer: Viewer, ladder: str, filename: str, content: bytes, origin: str) -> Version:
    """The version that an upload became; `origin` is page, command or workbook. The same file uploaded again is the
    version that it was: it plays again where it had been admitted, and is checked again where we were at fault.

    What counts is when it arrived. Raises `ProblemError` with a sentence where it is not accepted, and
    `StorageError` while the disk is nearly full: what is left of it is for the verdicts of what was accepted.
    """
    arrived = now()
    require_login(viewer)
    if nearly_full(site.folder.path):
        raise StorageError("the disk of the site's folder is nearly full")
    name = clean_name(filename)
    kind = kind_of(name, site.languages)
    _refuse_size(content, site.settings.limits)
    digest = hashlib.sha256(content).hexdigest()
    with site.database.writing() as session:
        found = ladder_named(session, ladder)
        party = session.get_one(Party, viewer.party_id)
        refuse_closed(found, party, arrived)
        entrant = entrant_of(session, found, party)
        session.scalar(select(Entrant.id).where(Entrant.id == entrant.id).with_for_update())
        version = _same(session, entrant, digest)
        if version is None:
            _refuse_many(session, entrant, site.settings.limits, arrived)
            version = next_version(
                session,
                entrant,
                digest=digest,
                kind=kind.kind,
                language=kind.language,
                filename=name,
                source=content,
                origin=origin,
                uploaded=arrived,
                account_id=viewer.account_id,
            )
        elif version.state == "admitted":
            entrant.active = version
        if version.state == "broken":
            version.state = "queued"
        if version.state == "queued":
            priority = _priority(session, party, version, arrived)
            enqueue(session, "admission", f"admission/{version.id}", version.id, priority)
    return version


def quota(session: Session, entrant: Entrant | None, limits: Limits, time: float) -> Quota:
    """What an entrant has used of the limits; nothing before its first upload."""
    if entrant is None:
        return Quota(0, 0, None)
    of_entrant = Version.entrant_id == entrant.id
    admitted = session.scalars(
        select(Version.uploaded)
        .where(of_entrant, Version.state == "admitted", Version.uploaded > time - DAY)
        .order_by(Version.uploaded)
    ).all()
    waiting = session.scalar(select(func.count(Version.id)).where(of_entrant, Version.state.in_(WAITING)))
    full = len(admitted) - limits.admitted_a_day
    return Quota(len(admitted), waiting or 0, admitted[full] + DAY if full >= 0 else None)


def refuse_closed(ladder: Ladder, party: Party, time: float) -> None:
    """Raise `ProblemError` where the ladder takes no upload of this party at this time."""
    if ladder.opens is not None and time < ladder.opens:
        raise ProblemError(
            409, "Not open yet", f"{ladder.title} takes uploads later: the page Upload says from when."
        )
    if ladder.state != "open" or (ladder.freezes is not None and time >= ladder.freezes):
        raise ProblemError(
            409,
            "Frozen",
            f"{ladder.title} is frozen: uploads that arrived before count, and no further ones.",
        )
    if party.withdrawn is not None:
        raise ProblemError(
            409, "You left", "You left the ladder: press “Take part again” on your account page, then upload."
        )


def _priority(session: Session, party: Party, version: Version, time: float) -> int:
    """Checks go in the order of arrival, but behind everybody's who keeps them less busy: one step back for each upload
    of the party that waits already, on any ladder, and for every five minutes that its checks took within a day.
    Refused uploads do not count towards any limit, and one that only sleeps is checked for more than a minute."""
    of_party = select(Entrant.id).where(Entrant.party_id == party.id)
    others = and_(Version.entrant_id.in_(of_party), Version.id != version.id)
    waiting = session.scalar(select(func.count(Version.id)).where(others, Version.state.in_(WAITING)))
    took = session.scalar(
        select(func.sum(Admission.finished - Admission.started))
        .join(Version, Version.id == Admission.version_id)
        .where(Version.entrant_id.in_(of_party), Version.uploaded > time - DAY)
    )
    steps = (waiting or 0) + int((took or 0.0) / STEP_SECONDS)
    return min(PRIORITIES["admission"] + steps, PRIORITIES["meeting"] - 1)


def _refuse_size(content: bytes, limits: Limits) -> None:
    if not content:
        raise ProblemError(422, "An empty file", "The file is empty: save it, and upload it again.")
    if len(content) > limits.upload_bytes:
        raise ProblemError(
            413,
            "Too large",
            f"The file has {len(content):,} bytes, and at most {limits.upload_bytes:,} are taken. In a notebook, clear "
            "what its cells show, save, and upload again.",
        )


def _refuse_many(session: Session, entrant: Entrant, limits: Limits, time: float) -> None:
    used = quota(session, entrant, limits, time)
    if used.waiting >= limits.waiting_an_entrant:
        raise ProblemError(
            429,
            "Wait for your other uploads",
            f"{used.waiting} of your uploads wait to be checked, and no more can: upload again once one has a verdict.",
            headers=(("Retry-After", "60"),),
        )
    if used.admitted + used.waiting >= limits.admitted_a_day:
        wait = max(60.0, used.frees - time) if used.frees is not None else 60.0
        raise ProblemError(
            429,
            "Enough for today",
            f"{limits.admitted_a_day} versions are admitted within 24 hours, and you have as many: upload again in "
            f"{wait / 3600:.1f} hours. Refused uploads do not count.",
            headers=(("Retry-After", f"{wait:.0f}"),),
        )


def _same(session: Session, entrant: Entrant, digest: str) -> Version | None:
    return session.scalar(
        select(Version)
        .where(Version.entrant_id == entrant.id, Version.digest == digest, Version.state != "withdrawn")
        .order_by(Version.number.desc())
        .limit(1)
    )


# What pages tell about versions: where an upload stands, its provisional rating, its errors since it was uploaded.


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a version stands. `place` is 0 once it does not wait; `seconds` until the verdict are an estimate; `check`
    is the one under way, `percent` how far all are. `meeting` is the state of the provisional rating's job."""

    state: str
    place: int = 0
    seconds: int | None = None
    mean: float = 0.0
    check: str = ""
    percent: int = 0
    meeting: str = ""

    @property
    def moving(self) -> bool:
        """Whether a page should look again."""
        return self.state in ("queued", "checking") or self.meeting in ("queued", "leased")


@dataclass(frozen=True, slots=True)
class Errors:
    """Faults of a kind in official games of a version; `run` (its id) and `game` (its number) are of the last one."""

    fault: str
    count: int
    run: int
    game: int


def standing_of(session: Session, version: Version, workers: int = 1) -> Standing:
    """`workers` do admissions side by side."""
    kind = "admission" if version.state in ("queued", "checking") else "meeting"
    job = job_of(session, kind, version.id)
    if job is None:
        return Standing(version.state)
    seconds = expected_seconds(session, job, workers if kind == "admission" else max(1, workers - 1))
    leased, checked = job.state == "leased", kind == "admission"
    return Standing(
        version.state,
        place_in_queue(session, job),
        None if seconds is None else round(seconds),
        round(mean_seconds(session, kind), 1),
        job.note if leased and checked else "",
        100 * job.done // job.total if job.total and leased else 0,
        "" if checked else job.state,
    )


def overall(version: Version) -> Meeting | None:
    """The provisional rating from the games against all baselines together."""
    return next((meeting for meeting in version.meetings if not meeting.rung), None)


def built_in_games(session: Session, version_id: int | None) -> Sequence[MeetingGame]:
    """The games against built-in players that a version's owner may watch, without their records."""
    kept = select(MeetingGame).where(MeetingGame.version_id == version_id).order_by(MeetingGame.number)
    return session.scalars(kept).all()


def errors_of(session: Session, version_id: int | None) -> list[Errors]:
    """The faults of a version in complete runs since it was uploaded, the most frequent first."""
    if version_id is None:
        return []
    last = (
        select(Seat.fault, func.count().label("count"), func.max(Seat.game_id).label("game"))
        .join(Game, Seat.game_id == Game.id)
        .join(Run, Game.run_id == Run.id)
        .where(Seat.version_id == version_id, Seat.fault != "", Run.state == "complete")
        .group_by(Seat.fault)
        .subquery()
    )
    rows = session.execute(
        select(last.c.fault, last.c.count, Game.run_id, Game.number)
        .join(Game, Game.id == last.c.game)
        .order_by(last.c.count.desc(), last.c.fault)
    )
    return [Errors(*row) for row in rows]
