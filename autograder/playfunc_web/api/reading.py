"""Rows of the database → what the API sends. People appear under the names that others may see."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from playfunc_arena.formats import ladder_format
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, joinedload

from playfunc_web.access import shown_name
from playfunc_web.api.shapes import (
    GameShape,
    Interval,
    LadderShape,
    PlayerResult,
    PlayerShape,
    RunShape,
    SeatShape,
    Standing,
)
from playfunc_web.database.tables import Entrant, Entry, Game, Ladder, Party, Run, Seat
from playfunc_web.errors import ProblemError
from playfunc_web.ladders.results import last_run

ROWS = 50
"""Rows of a page."""


def run_of(session: Session, ladder: Ladder, number: int | None) -> Run:
    """The run of this number, or the last complete one. Raises `ProblemError`."""
    if number is None:
        run = last_run(session, ladder.id)
        if run is None:
            raise ProblemError(
                404, "No run yet", f"The ladder {ladder.name} has no complete run: come back after the next."
            )
        return run
    run = session.scalar(select(Run).where(Run.ladder_id == ladder.id, Run.number == number))
    if run is None:
        raise ProblemError(404, "No such run", f"The ladder {ladder.name} has no run {number}.")
    return run


def complete(run: Run) -> Run:
    """The run, whose results may be read. Raises `ProblemError` while it is not complete."""
    if run.state != "complete":
        raise ProblemError(
            409, "Not complete", f"Run {run.number} is {run.state}: its results are told once it is complete."
        )
    return run


def entrant_of(session: Session, code: str) -> Entrant:
    """Raises `ProblemError`."""
    found = session.scalar(
        select(Entrant)
        .where(Entrant.code == code)
        .options(joinedload(Entrant.party), joinedload(Entrant.ladder), joinedload(Entrant.active))
    )
    if found is None:
        raise ProblemError(404, "No such player", f"There is no player with the code {code}.")
    return found


def counted(session: Session, query: Select[int]) -> int:
    return session.scalar(query) or 0


def pages_of(total: int, page: int) -> int:
    """How many pages there are. Raises `ProblemError` for one beyond."""
    pages = max(1, ceil(total / ROWS))
    if page > pages:
        raise ProblemError(404, "No such page", f"There are {pages} pages of {ROWS} rows, so no page {page}.")
    return pages


def interval(value: float | None, low: float | None, high: float | None) -> Interval | None:
    return None if value is None else Interval(value=value, low=low, high=high)


def ladder_shape(session: Session, ladder: Ladder) -> LadderShape:
    form = ladder_format(ladder.contest)
    last = last_run(session, ladder.id)
    active = select(func.count(Entrant.id)).where(
        Entrant.ladder_id == ladder.id, Entrant.active_id.is_not(None)
    )
    return LadderShape(
        name=ladder.name,
        title=ladder.title,
        contest=ladder.contest,
        game=form.game,
        seats=form.least,
        parameters=dict(form.parameters),
        unit=form.unit,
        state=ladder.state,
        opens=ladder.opens,
        freezes=ladder.freezes,
        players=counted(session, active),
        last_run=None if last is None else last.number,
    )


def run_shape(session: Session, ladder: Ladder, run: Run) -> RunShape:
    return RunShape(
        ladder=ladder.name,
        number=run.number,
        kind=run.kind,
        state=run.state,
        planned=run.planned,
        started=run.started,
        finished=run.finished,
        seed=run.seed if run.state == "complete" else None,
        digest=run.digest,
        players=counted(session, select(func.count(Entry.place)).where(Entry.run_id == run.id)),
    )


def entries(run: Run) -> Select[Entry]:
    """The rows of a run by rank, with everything that a standing needs."""
    return (
        select(Entry)
        .where(Entry.run_id == run.id)
        .options(joinedload(Entry.entrant).joinedload(Entrant.party), joinedload(Entry.version))
        .order_by(Entry.rank.is_(None), Entry.rank, Entry.place)
    )


def standing(entry: Entry) -> Standing:
    return Standing(
        rank=entry.rank,
        code=entry.entrant.code,
        name=shown_name(entry.entrant.party),
        kind=_kind(entry.entrant.party),
        language=entry.version.language,
        version=entry.version.number,
        digest=entry.version.digest,
        deals=entry.deals,
        games=entry.games,
        wins=entry.wins,
        ties=entry.ties,
        losses=entry.losses,
        faults=entry.faults,
        score=interval(entry.mean, entry.low, entry.high),
        rating=interval(entry.rating, entry.rating_low, entry.rating_high),
        moved=entry.moved,
    )


def game_shape(game: Game, seats: Sequence[Seat], codes: dict[int, str]) -> GameShape:
    """What came of a game: no moves, and of faults the kind alone."""
    return GameShape(
        number=game.number,
        deal=game.deal,
        seats=[
            SeatShape(code=codes[seat.entrant_id], score=seat.score, place=seat.place, fault=seat.fault)
            for seat in seats
        ],
    )


def player_shape(session: Session, entrant: Entrant) -> PlayerShape:
    rows = session.scalars(
        select(Entry)
        .join(Run, Run.id == Entry.run_id)
        .where(Entry.entrant_id == entrant.id, Run.state == "complete")
        .options(joinedload(Entry.run), joinedload(Entry.version))
        .order_by(Run.number.desc())
    )
    return PlayerShape(
        code=entrant.code,
        name=shown_name(entrant.party),
        kind=_kind(entrant.party),
        ladder=entrant.ladder.name,
        active_version=None if entrant.active is None else entrant.active.number,
        results=[
            PlayerResult(
                run=entry.run.number,
                finished=entry.run.finished,
                version=entry.version.number,
                rank=entry.rank,
                score=interval(entry.mean, entry.low, entry.high),
                rating=interval(entry.rating, entry.rating_low, entry.rating_high),
                deals=entry.deals,
                faults=entry.faults,
            )
            for entry in rows
        ],
    )


def _kind(party: Party) -> str:
    return party.kind if party.kind in ("house", "staff") else "player"
