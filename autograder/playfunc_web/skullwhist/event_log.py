"""Live games ↔ rows. Every step of a game is committed before it is answered, so that a kill loses nothing that was
acknowledged, and no clock."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from playfunc.cards import WhistCard
from playfunc.games.skullwhist import SkullWhistState
from playfunc_arena.whist import RULES, LiveGame
from sqlalchemy import ColumnElement, Table, and_, delete, func, insert, select, update
from sqlalchemy.orm import Session

from playfunc_web.database.tables import (
    Base,
    Bot,
    WhistCounts,
    WhistGame,
    WhistPair,
    WhistRecord,
    WhistRound,
    WhistSeat,
)

# Counts of games that are over: written as a game ends, read by pages.

RECORDS, PAIRS = (Base.metadata.tables[name] for name in ("sw_record", "sw_pair"))

OUTCOMES = ("wins", "losses", "ties", "forfeits", "gifts")


class Tally:
    """How games of a bot ended, and the shares of it."""

    __slots__ = ("counts", "points")

    def __init__(self, row: WhistCounts | None) -> None:
        self.counts = {name: getattr(row, name) if row is not None else 0 for name in OUTCOMES}
        self.points = row.points if row is not None else 0

    @property
    def games(self) -> int:
        return sum(self.counts.values())

    @property
    def played(self) -> int:
        """Games that were played to the end."""
        return self.counts["wins"] + self.counts["losses"] + self.counts["ties"]

    @property
    def mean(self) -> float | None:
        """The mean score of games that were played to the end."""
        return self.points / self.played if self.played else None

    def percent(self, outcome: str) -> float | None:
        """The outcome's share of all games."""
        return 100 * self.counts[outcome] / self.games if self.games else None


def count(session: Session, game: LiveGame) -> None:
    """Count a game that has just ended, for both of its bots."""
    for seat, bot in enumerate(game.bots):
        added = _outcome(game, seat)
        _add(session, RECORDS, {"bot_id": bot}, added)
        _add(session, PAIRS, {"bot_id": bot, "rival_id": game.bots[1 - seat]}, added)


def _outcome(game: LiveGame, seat: int) -> dict[str, int]:
    if game.scores is None:
        return {"forfeits": 1} if seat in game.state.forfeited else {"gifts": 1}
    own, other = game.scores[seat], game.scores[1 - seat]
    outcome = "wins" if own > other else "losses" if own < other else "ties"
    return {outcome: 1, "points": own}


def _add(session: Session, table: Table, key: dict[str, int], added: dict[str, int]) -> None:
    if not _change(session, table, key, {name: table.c[name] + number for name, number in added.items()}):
        zeros = dict.fromkeys((*OUTCOMES, "points"), 0)
        session.execute(insert(table).values({**key, **zeros, **added}))


def tally_of(session: Session, bot: int) -> Tally:
    return Tally(session.get(WhistRecord, bot))


def met(session: Session, bot: int, rival: int) -> Tally:
    """The bot's games against the rival."""
    return Tally(session.get(WhistPair, (bot, rival)))


def rivals(session: Session, bot: int, most: int) -> list[tuple[Bot, Tally]]:
    """The bots that a bot has met most often."""
    rows = session.execute(
        select(Bot, WhistPair)
        .join(WhistPair, WhistPair.rival_id == Bot.id)
        .where(WhistPair.bot_id == bot)
        .order_by(_count_games(WhistPair).desc(), Bot.name)
        .limit(most)
    )
    return [(rival, Tally(pair)) for rival, pair in rows]


def standings(
    session: Session, name: str = "", *, first: int = 0, most: int | None = None
) -> list[tuple[Bot, Tally]]:
    """The bots whose name contains this, those with most wins first: all from place `first` on, or so many."""
    rows = session.execute(
        select(Bot, WhistRecord)
        .outerjoin(WhistRecord, WhistRecord.bot_id == Bot.id)
        .where(_called(name))
        .order_by(func.coalesce(WhistRecord.wins, 0).desc(), func.lower(Bot.name), Bot.id)
        .offset(first)
        .limit(most)
    )
    return [(bot, Tally(record)) for bot, record in rows]


def bots_called(session: Session, name: str = "") -> int:
    """How many bots have a name that contains this."""
    return session.scalar(select(func.count()).select_from(Bot).where(_called(name))) or 0


def _called(name: str) -> ColumnElement[bool]:
    return Bot.name.icontains(name, autoescape=True)


def games_over(session: Session) -> int:
    """How many games are over, of all bots."""
    return (session.scalar(select(func.sum(_count_games(WhistRecord)))) or 0) // 2


def _count_games(table: type[WhistRecord] | type[WhistPair]) -> ColumnElement[Any]:
    return table.wins + table.losses + table.ties + table.forfeits + table.gifts


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
    seats = []
    for seat, bot in enumerate(game.bots):
        hand = " ".join(card.text for card in game.dealt[seat])
        row = {"game_id": number, "seat": seat, "bot_id": bot, "hand": hand, "due": game.due[seat]}
        seats.append({**row, "forfeited": False})
    session.execute(insert(SEATS).values(seats))
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
        key = {"game_id": after.number, "number": len(state.history)}
        _change(session, ROUNDS, key, {"followed": card.text})
        _count_round(session, int(now // 60))


def _count_round(session: Session, minute: int) -> None:
    if _change(session, MINUTES, {"minute": minute}, {"rounds": MINUTES.c.rounds + 1}):
        return
    session.execute(delete(MINUTES).where(MINUTES.c.minute < minute - MINUTES_KEPT))
    session.execute(insert(MINUTES).values(minute=minute, rounds=1))


def _change(session: Session, table: Table, key: dict[str, int], values: dict[str, Any]) -> int:
    """How many rows there were."""
    where = and_(*(table.c[name] == value for name, value in key.items()))
    done = session.execute(update(table).where(where).values(values))
    return int(done.rowcount)  # type: ignore[attr-defined]


def _games(session: Session, numbers: Sequence[int]) -> list[LiveGame]:
    """The games of these numbers that exist, in order."""
    found = session.scalars(select(WhistGame).where(WhistGame.id.in_(numbers)).order_by(WhistGame.id)).all()
    seats, rounds = defaultdict(list), defaultdict(list)
    for seat in session.scalars(
        select(WhistSeat).where(WhistSeat.game_id.in_(numbers)).order_by(WhistSeat.seat)
    ):
        seats[seat.game_id].append(seat)
    for each in session.scalars(
        select(WhistRound).where(WhistRound.game_id.in_(numbers)).order_by(WhistRound.number)
    ):
        rounds[each.game_id].append(each)
    return [_game(game, seats[game.id], rounds[game.id]) for game in found]


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


def _cards(text: str) -> tuple[WhistCard, ...]:
    return tuple(map(WhistCard, text.split()))
