"""What pages tell about versions: where an upload stands, its provisional rating, its errors since it was uploaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from playfunc_web.database.tables import Game, Meeting, MeetingGame, Run, Seat, Version
from playfunc_web.queue.jobs import expected_seconds, job_of, mean_seconds, place_in_queue


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
    """Faults of a kind in official games of a version; `run` (its id) and `game` (its number there) lead to the last
    one."""

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
    standing = Standing(
        version.state,
        place_in_queue(session, job),
        None if seconds is None else round(seconds),
        round(mean_seconds(session, kind), 1),
        job.note if job.state == "leased" else "",
        100 * job.done // job.total if job.total and job.state == "leased" else 0,
    )
    if kind == "admission":
        return standing
    return Standing(
        version.state, standing.place, standing.seconds, standing.mean, "", standing.percent, job.state
    )


def overall(version: Version) -> Meeting | None:
    """The provisional rating from the games against all rungs together."""
    return next((meeting for meeting in version.meetings if not meeting.rung), None)


def house_games(session: Session, version_id: int | None) -> Sequence[MeetingGame]:
    """The games against house players that a version's owner may watch, without their records."""
    kept = select(MeetingGame).where(MeetingGame.version_id == version_id).order_by(MeetingGame.number)
    return session.scalars(kept).all()


def faults_with_rungs(session: Session, version_id: int | None) -> int:
    """Faults of a version in its games against house players."""
    rated = session.get(Meeting, (version_id, "")) if version_id is not None else None
    return rated.faults if rated is not None else 0


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
