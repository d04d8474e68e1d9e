"""What the API sends. Times are seconds since 1970, UTC. Players are known by `code`; `name` is what others may see."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Annotated, Any, Self, TypeVar

from fastapi import Path, Query
from playfunc_arena.formats import ladder_format
from pydantic import BaseModel, ConfigDict
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, joinedload
from sqlalchemy.orm.interfaces import ORMOption

from playfunc_web.access import shown_name
from playfunc_web.database.tables import Entrant, Entry, Game, Ladder, Party, Run, Seat
from playfunc_web.errors import ProblemError
from playfunc_web.ladders.ladders import entrant_of_code, last_run

MOST = 2**31 - 1
T = TypeVar("T")

LadderName = Annotated[
    str, Path(pattern="^[a-z0-9-]{1,40}$", description="The name of a ladder, as in its address.")
]
Code = Annotated[str, Path(pattern="^[A-Za-z0-9]{1,12}$", description="The code of a player on one ladder.")]
Number = Annotated[int, Path(ge=1, le=MOST, description="Counted from 1.")]
PageNumber = Annotated[int, Query(ge=1, le=MOST, description="Which page, counted from 1.")]


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True)

    @classmethod
    def of(cls, row: object, **more: Any) -> Self:
        """The fields in `more`, and all others as the row's columns of the same names have them."""
        return cls(**{name: getattr(row, name) for name in cls.model_fields if name not in more}, **more)


class Problem(_Shape):
    """An error, by RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    instance: str


class Interval(_Shape):
    """An estimate with its 95% interval; without ends where there was too little to measure."""

    value: float
    low: float | None
    high: float | None


class LadderShape(_Shape):
    name: str
    title: str
    contest: str
    game: str
    seats: int
    """The least number of players at a table."""
    parameters: dict[str, int]
    """Parameters of the game's rules that differ from the usual ones."""
    unit: str
    """What a score counts, such as points."""
    state: str
    """open, frozen or final"""
    opens: float | None
    freezes: float | None
    players: int
    """Players with an active version."""
    last_run: int | None
    """The number of the last complete run."""


class RunShape(_Shape):
    ladder: str
    number: int
    kind: str
    """nightly, button or final"""
    state: str
    """planned, playing, complete or stopped"""
    planned: float
    started: float | None
    finished: float | None
    seed: str | None
    """What decided pairings and cards; told once the run is complete."""
    digest: str
    players: int


class Standing(_Shape):
    rank: int | None
    code: str
    name: str
    kind: str
    """player, staff or house"""
    language: str
    version: int
    digest: str
    """The SHA-256 of the version's source."""
    deals: int
    games: int
    wins: int
    ties: int
    losses: int
    faults: int
    score: Interval | None
    """The mean score a deal."""
    rating: Interval | None
    moved: int | None
    """Ranks gained since the run before; null where the intervals do not exclude that nothing changed."""


class _Page(_Shape):
    page: int
    pages: int
    total: int


class RunPage(_Page):
    rows: list[RunShape]


class StandingPage(_Page):
    ladder: str
    run: int
    rows: list[Standing]


class SeatShape(_Shape):
    code: str
    score: float
    place: int
    """1 for the best score of the game."""
    fault: str
    """The kind of the fault alone; empty for none."""


class GameShape(_Shape):
    number: int
    deal: int
    seats: list[SeatShape]


class GamePage(_Page):
    ladder: str
    run: int
    rows: list[GameShape]


class PlayerResult(_Shape):
    """A player's row in one complete run."""

    run: int
    finished: float | None
    version: int
    rank: int | None
    score: Interval | None
    rating: Interval | None
    deals: int
    faults: int


class PlayerShape(_Shape):
    code: str
    name: str
    kind: str
    ladder: str
    active_version: int | None
    results: list[PlayerResult]
    """The newest run first."""


class VersusShape(_Shape):
    ladder: str
    run: int
    code: str
    against: str
    deals: int
    mean: float
    """The mean difference a deal, seen by `code`."""
    half_width: float | None
    """Half of the mean's 95% interval."""


class Finding(_Shape):
    check: str
    verdict: str
    sentence: str


class ProvisionalShape(_Shape):
    """Games of a version against one baseline; `rung` is empty for all together."""

    rung: str
    deals: int
    mean: float | None
    half_width: float | None
    rating: Interval | None


class Receipt(_Shape):
    """What an upload gets at once, and can be held against what was marked."""

    ladder: str
    code: str
    number: int
    digest: str
    """The SHA-256 of what was uploaded."""
    filename: str
    uploaded: float
    state: str
    status: str
    """The path at which the version's status is asked for."""


class ReceiptPage(_Page):
    rows: list[Receipt]


class StatusShape(Receipt):
    """What became of one's own version."""

    place: int | None
    """The place in the queue, 1 for the next; null once it is being checked."""
    expected_seconds: float | None
    """Until the verdict; null once there is one."""
    verdict: str
    findings: list[Finding]
    provisional: list[ProvisionalShape]
    active: bool
    """Whether it is the version that plays."""


# Rows of the database → what the API sends. People appear under the names that others may see.


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
    found = entrant_of_code(session, code)
    if found is None:
        raise ProblemError(404, "No such player", f"There is no player with the code {code}.")
    return found


def counted(session: Session, query: Select[int]) -> int:
    return session.scalar(query) or 0


def page_of(
    session: Session, query: Select[T], page: int, *options: ORMOption
) -> tuple[dict[str, int], Sequence[T]]:
    """The fields of a `_Page`, and its rows. Raises `ProblemError` for a page beyond the last."""
    total = counted(session, query.with_only_columns(func.count(), maintain_column_froms=True).order_by(None))
    pages = max(1, ceil(total / ROWS))
    if page > pages:
        raise ProblemError(404, "No such page", f"There are {pages} pages of {ROWS} rows, so no page {page}.")
    rows = session.scalars(query.options(*options).limit(ROWS).offset((page - 1) * ROWS)).all()
    return {"page": page, "pages": pages, "total": total}, rows


def interval(value: float | None, low: float | None, high: float | None) -> Interval | None:
    return None if value is None else Interval(value=value, low=low, high=high)


def ladder_shape(session: Session, ladder: Ladder) -> LadderShape:
    form = ladder_format(ladder.contest)
    last = last_run(session, ladder.id)
    active = select(func.count(Entrant.id)).where(
        Entrant.ladder_id == ladder.id, Entrant.active_id.is_not(None)
    )
    return LadderShape.of(
        ladder,
        game=form.game,
        seats=form.least,
        parameters=dict(form.parameters),
        unit=form.unit,
        players=counted(session, active),
        last_run=None if last is None else last.number,
    )


def run_shape(session: Session, ladder: Ladder, run: Run) -> RunShape:
    return RunShape.of(
        run,
        ladder=ladder.name,
        seed=run.seed if run.state == "complete" else None,
        players=counted(session, select(func.count(Entry.place)).where(Entry.run_id == run.id)),
    )


STANDING = (joinedload(Entry.entrant).joinedload(Entrant.party), joinedload(Entry.version))
"""Everything that a standing needs of an entry."""


def entries(run: Run) -> Select[Entry]:
    """The rows of a run by rank."""
    return select(Entry).where(Entry.run_id == run.id).order_by(Entry.rank.is_(None), Entry.rank, Entry.place)


def standing(entry: Entry) -> Standing:
    return Standing.of(
        entry,
        code=entry.entrant.code,
        name=shown_name(entry.entrant.party),
        kind=_kind(entry.entrant.party),
        language=entry.version.language,
        version=entry.version.number,
        digest=entry.version.digest,
        **_results(entry),
    )


def _results(entry: Entry) -> dict[str, Interval | None]:
    return {
        "score": interval(entry.mean, entry.low, entry.high),
        "rating": interval(entry.rating, entry.rating_low, entry.rating_high),
    }


def game_shape(game: Game, seats: Sequence[Seat], codes: dict[int, str]) -> GameShape:
    """What came of a game: no moves, and of faults the kind alone."""
    return GameShape.of(game, seats=[SeatShape.of(seat, code=codes[seat.entrant_id]) for seat in seats])


def player_shape(session: Session, entrant: Entrant) -> PlayerShape:
    rows = session.scalars(
        select(Entry)
        .join(Run, Run.id == Entry.run_id)
        .where(Entry.entrant_id == entrant.id, Run.state == "complete")
        .options(joinedload(Entry.run), joinedload(Entry.version))
        .order_by(Run.number.desc())
    )
    return PlayerShape.of(
        entrant,
        name=shown_name(entrant.party),
        kind=_kind(entrant.party),
        ladder=entrant.ladder.name,
        active_version=None if entrant.active is None else entrant.active.number,
        results=[
            PlayerResult.of(
                entry,
                run=entry.run.number,
                finished=entry.run.finished,
                version=entry.version.number,
                **_results(entry),
            )
            for entry in rows
        ],
    )


def _kind(party: Party) -> str:
    return party.kind if party.kind in ("house", "staff") else "player"
