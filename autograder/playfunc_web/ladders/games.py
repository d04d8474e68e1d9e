"""Game records as the site keeps them; one game of a complete run, the games beside it, and the next one to watch."""

from __future__ import annotations

import dataclasses
import hashlib
import zlib
from collections.abc import Callable, Sequence

from playfunc.codec import decode
from playfunc.record import GameRecord, record_text
from playfunc_opponents.reviewer import Progress
from sqlalchemy import Select, select
from sqlalchemy.orm import Session, aliased, joinedload, selectinload

from playfunc_web.access import Viewer, may_open_game, may_open_game_column, opens_all_games, owns, shown_name
from playfunc_web.database.tables import Entrant, Game, Ladder, PrivateLog, Record, Run, Seat, Watched
from playfunc_web.site import Settings

# Game records as the site keeps them: one row for each different record, without anything private.


def public(record: GameRecord) -> GameRecord:
    """The record without what is its players' own: memories, and the words of faults, which players choose."""
    return dataclasses.replace(
        record,
        moves=tuple(dataclasses.replace(move, memory=None) for move in record.moves),
        faults=tuple(dataclasses.replace(fault, reason="", detail="") for fault in record.faults),
        memories=None,
    )


def memories_of(record: GameRecord, seat: int) -> list[str | None]:
    """What the player of a seat remembered after each of its moves."""
    return [move.memory for move in record.moves if move.seat == seat]


def keep_record(session: Session, record: GameRecord) -> str:
    """Store what is public of a record, unless the same is there already; its digest."""
    text = record_text(public(record)).encode()
    digest = hashlib.sha256(text).hexdigest()
    if session.get(Record, digest) is None:
        session.add(Record(digest=digest, blob=zlib.compress(text, 9)))
    return digest


def read_record(kept: Record) -> GameRecord:
    return decode(zlib.decompress(kept.blob).decode(), GameRecord)


class TooLongError(Exception):
    """Ends a review from within its report of progress."""


def time_limit(seconds: float, clock: Callable[[], float]) -> Progress:
    """A report of progress that raises `TooLongError` once so many seconds of the clock have passed."""
    until = clock() + seconds

    def progress(_done: int, _total: int) -> None:
        if clock() > until:
            raise TooLongError

    return progress


UNTOLD = "The words of a fault are kept for the player's owner."

CANDIDATES = 80
"""Games that are looked at for a list of those that may be opened."""

SEARCHED = 2000
"""Games among which the newest that may be opened is looked for: a few milliseconds of a first page."""


def _games() -> Select[Game]:
    """Games of complete runs, with all that decides who may open them."""
    return (
        select(Game)
        .join(Run, Run.id == Game.run_id)
        .where(Run.state == "complete")
        .options(
            joinedload(Game.run).joinedload(Run.ladder),
            selectinload(Game.seats).joinedload(Seat.entrant).joinedload(Entrant.party),
            selectinload(Game.seats).joinedload(Seat.version),
        )
    )


def game_of(session: Session, viewer: Viewer, settings: Settings, run_id: int, number: int) -> Game | None:
    """The game, if there is one and the viewer may open it."""
    game = session.scalar(_games().where(Game.run_id == run_id, Game.number == number))
    return game if game is not None and may_open_game(viewer, game, game.run.ladder, settings) else None


def own_entrant(session: Session, ladder: Ladder, viewer: Viewer) -> Entrant | None:
    """The viewer's place on the ladder."""
    if viewer.party_id is None:
        return None
    return session.scalar(
        select(Entrant).where(Entrant.ladder_id == ladder.id, Entrant.party_id == viewer.party_id)
    )


def neighbour(session: Session, viewer: Viewer, settings: Settings, game: Game, step: int) -> Game | None:
    """The next game of the run (`step` 1) or the one before (-1): among one's own games where this is one of them."""
    wanted = _games().where(Game.run_id == game.run_id)
    own = [seat.entrant_id for seat in game.seats if owns(viewer, seat.entrant.party_id)]
    if own:
        wanted = wanted.join(Seat, Seat.game_id == Game.id).where(Seat.entrant_id == own[0])
    wanted = wanted.where(Game.number > game.number if step > 0 else Game.number < game.number)
    wanted = wanted.order_by(Game.number if step > 0 else Game.number.desc()).limit(1)
    found = session.scalar(wanted)
    return found if found is not None and may_open_game(viewer, found, found.run.ladder, settings) else None


def recent_games(
    session: Session,
    viewer: Viewer,
    settings: Settings,
    entrant: Entrant,
    other: Entrant | None = None,
    most: int = 12,
) -> list[Game]:
    """The newest games of an entrant that the viewer may open; those against `other` where it is given."""
    wanted = _games().join(Seat, Seat.game_id == Game.id).where(Seat.entrant_id == entrant.id)
    own = own_entrant(session, entrant.ladder, viewer)
    restricted = not opens_all_games(viewer, entrant.ladder, settings) and not entrant.house
    besides = [
        each.id for each in (other, own if restricted else None) if each is not None and each.id != entrant.id
    ]
    for each in dict.fromkeys(besides):
        beside = aliased(Seat)
        wanted = wanted.join(beside, beside.game_id == Game.id).where(beside.entrant_id == each)
    found = session.scalars(wanted.order_by(Game.id.desc()).limit(CANDIDATES)).unique()
    return [game for game in found if may_open_game(viewer, game, entrant.ladder, settings)][:most]


def newest_game(session: Session, viewer: Viewer, settings: Settings) -> Game | None:
    """The newest game of all ladders that the viewer may open, for somebody without games of their own."""
    newest = select(Game.id).join(Run).where(Run.state == "complete").order_by(Game.id.desc()).limit(SEARCHED)
    wanted = _games().join(Ladder, Ladder.id == Run.ladder_id).where(Game.id.in_(newest))
    wanted = wanted.where(may_open_game_column(viewer, settings)).order_by(Game.id.desc()).limit(1)
    return session.scalar(wanted)


def next_unwatched(session: Session, viewer: Viewer, entrant: Entrant, run_id: int) -> Game | None:
    """The first game of one's own in a run that one has not opened yet."""
    watched = select(Watched.game_id).where(
        Watched.account_id == viewer.account_id, Watched.game_id == Game.id
    )
    return session.scalar(
        _games()
        .join(Seat, Seat.game_id == Game.id)
        .where(Game.run_id == run_id, Seat.entrant_id == entrant.id, ~watched.exists())
        .order_by(Game.number)
        .limit(1)
    )


def watch(session: Session, viewer: Viewer, game: Game) -> None:
    """Remember that the viewer has opened a game of its own."""
    own = any(owns(viewer, seat.entrant.party_id) for seat in game.seats)
    if own and viewer.account_id is not None and session.get(Watched, (viewer.account_id, game.id)) is None:
        session.add(Watched(account_id=viewer.account_id, game_id=game.id))


def private_logs(session: Session, viewer: Viewer, game: Game) -> Sequence[PrivateLog]:
    """What the game's owner alone sees of it: the logs of the viewer's own seats."""
    own = [seat.seat for seat in game.seats if owns(viewer, seat.entrant.party_id)]
    if not own:
        return []
    return session.scalars(
        select(PrivateLog)
        .where(PrivateLog.game_id == game.id, PrivateLog.seat.in_(own))
        .order_by(PrivateLog.seat)
    ).all()


def shown_record(game: Game, logs: Sequence[PrivateLog] = (), kept: GameRecord | None = None) -> GameRecord:
    """The record, `kept` if it is read already, under the names that others see, with what these logs add."""
    record = kept or read_record(game.record)
    memories = {
        log.seat: iter(text if isinstance(text, str) else None for text in log.memories) for log in logs
    }
    tracebacks = {log.seat: log.traceback for log in logs}
    moves = tuple(
        dataclasses.replace(move, memory=next(memories[move.seat], None)) if move.seat in memories else move
        for move in record.moves
    )
    names = tuple(shown_name(seat.entrant.party) for seat in game.seats)
    faults = tuple(
        dataclasses.replace(
            fault,
            player=names[fault.seat],
            reason=fault.reason or UNTOLD,
            detail=tracebacks.get(fault.seat, ""),
        )
        for fault in record.faults
    )
    return dataclasses.replace(record, players=names, moves=moves, faults=faults)
