"""Live games ↔ rows. Every step of a game is committed before it is answered, so that a kill loses nothing that was
acknowledged, and no clock."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from playfunc.cards import WhistCard
from playfunc.games.skullwhist import SkullWhistState
from playfunc_arena.whist.live import RULES, LiveGame
from sqlalchemy import Table, and_, delete, func, insert, select, update
from sqlalchemy.orm import Session

from playfunc_web.database.tables import Base, WhistGame, WhistRound, WhistSeat
from playfunc_web.skullwhist.tallies import count

__all__ = ["begun", "last_games", "live_games", "read_game", "record"]

GAMES, SEATS, ROUNDS, MINUTES = (
    Base.metadata.tables[name] for name in ("sw_game", "sw_seat", "sw_round", "sw_minute")
)

MINUTES_KEPT = 24 * 60

FIRST, SECOND = 0, 1

LARGEST = 2**31 - 1
"""The largest number that PostgreSQL's integers hold."""


def begun(session: Session, game: LiveGame) -> LiveGame:
    """Write a new game; it comes back with its number."""
    values = {"leader": game.leader, "started": game.started}
    number = session.execute(insert(GAMES).values(values).returning(GAMES.c.id)).scalar_one()
    seats = [
        {
            "game_id": number,
            "seat": seat,
            "bot_id": bot,
            "hand": _text(game.dealt[seat]),
            "due": game.due[seat],
        }
        for seat, bot in enumerate(game.bots)
    ]
    session.execute(insert(SEATS).values([{**row, "forfeited": False} for row in seats]))
    return replace(game, number=number)


def record(session: Session, before: LiveGame, after: LiveGame, now: float) -> None:
    """Write what a step changed."""
    for seat in (FIRST, SECOND):
        was, became = _seat_values(before, seat), _seat_values(after, seat)
        if changed := {name: value for name, value in became.items() if value != was[name]}:
            _change(session, SEATS, {"game_id": after.number, "seat": seat}, changed)
    _record_card(session, before.state, after, now)
    if after.finished is not None and before.finished is None:
        _change(session, GAMES, {"id": after.number}, {"finished": after.finished})
        count(session, after)


def live_games(session: Session) -> list[LiveGame]:
    """All games that are not over."""
    return _games(session, session.scalars(select(WhistGame.id).where(WhistGame.finished.is_(None))).all())


def last_games(session: Session, bots: Collection[int]) -> dict[int, LiveGame]:
    """Bot → its last game that is over."""
    over = (
        select(func.max(WhistSeat.game_id))
        .join(WhistGame, WhistGame.id == WhistSeat.game_id)
        .where(WhistSeat.bot_id.in_(bots), WhistGame.finished.is_not(None))
        .group_by(WhistSeat.bot_id)
    )
    games = sorted(_games(session, session.scalars(over).all()), key=lambda game: game.number)
    return {bot: game for game in games for bot in game.bots if bot in bots}


def read_game(session: Session, number: int) -> LiveGame | None:
    """The game of this number, over or not."""
    if not 1 <= number <= LARGEST:
        return None
    return next(iter(_games(session, [number])), None)


def _seat_values(game: LiveGame, seat: int) -> dict[str, Any]:
    over = game.finished is not None
    return {
        "bid": game.state.bids[seat],
        "due": game.due[seat],
        "tricks": game.state.tricks()[seat] if over else None,
        "score": game.scores[seat] if game.scores is not None else None,
        "forfeited": seat in game.state.forfeited,
    }


def _record_card(session: Session, before: SkullWhistState, after: LiveGame, now: float) -> None:
    state = after.state
    if len(state.trick) > len(before.trick):
        ((card, leader),) = state.trick
        row = {"game_id": after.number, "number": len(state.history) + 1, "leader": leader, "led": card.text}
        session.execute(insert(ROUNDS).values(row))
    elif len(state.history) > len(before.history):
        (_, (card, _)) = state.history[-1]
        _change(
            session,
            ROUNDS,
            {"game_id": after.number, "number": len(state.history)},
            {"followed": card.text},
        )
        _count_round(session, int(now // 60))


def _count_round(session: Session, minute: int) -> None:
    here = MINUTES.c.minute == minute
    if session.execute(update(MINUTES).where(here).values(rounds=MINUTES.c.rounds + 1)).rowcount:  # type: ignore[attr-defined]
        return
    session.execute(delete(MINUTES).where(MINUTES.c.minute < minute - MINUTES_KEPT))
    session.execute(insert(MINUTES).values(minute=minute, rounds=1))


def _change(session: Session, table: Table, key: dict[str, int], values: dict[str, Any]) -> None:
    where = and_(*(table.c[name] == value for name, value in key.items()))
    session.execute(update(table).where(where).values(values))


def _games(session: Session, numbers: Sequence[int]) -> list[LiveGame]:
    """The games of these numbers that exist, in order."""
    found = session.scalars(select(WhistGame).where(WhistGame.id.in_(numbers)).order_by(WhistGame.id)).all()
    seats = session.scalars(
        select(WhistSeat).where(WhistSeat.game_id.in_(numbers)).order_by(WhistSeat.game_id, WhistSeat.seat)
    ).all()
    rounds = session.scalars(
        select(WhistRound)
        .where(WhistRound.game_id.in_(numbers))
        .order_by(WhistRound.game_id, WhistRound.number)
    ).all()
    seats_of, rounds_of = defaultdict(list), defaultdict(list)
    for seat in seats:
        seats_of[seat.game_id].append(seat)
    for each in rounds:
        rounds_of[each.game_id].append(each)
    return [_game(game, seats_of[game.id], rounds_of[game.id]) for game in found]


def _game(game: WhistGame, seats: Sequence[WhistSeat], rounds: Iterable[WhistRound]) -> LiveGame:
    first, second = seats
    dealt = (_cards(first.hand), _cards(second.hand))
    state = RULES.from_hands(dealt, game.leader, (first.bid, second.bid))
    for each in rounds:
        state = RULES.play(state, {each.leader: WhistCard(each.led)})
        if each.followed is not None:
            state = RULES.play(state, {1 - each.leader: WhistCard(each.followed)})
    if forfeited := tuple(seat.seat for seat in seats if seat.forfeited):
        state = RULES.forfeit(state, forfeited)
    return LiveGame(
        number=game.id,
        bots=(first.bot_id, second.bot_id),
        dealt=dealt,
        leader=game.leader,
        state=state,
        due=(first.due, second.due),
        started=game.started,
        finished=game.finished,
    )


def _text(hand: Iterable[WhistCard]) -> str:
    return " ".join(card.text for card in hand)


def _cards(text: str) -> tuple[WhistCard, ...]:
    return tuple(map(WhistCard, text.split()))
