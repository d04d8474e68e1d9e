"""Counts of games that are over: written as a game ends, read by pages."""

from __future__ import annotations

from typing import Any

from playfunc_arena.whist.live import LiveGame
from sqlalchemy import ColumnElement, Table, and_, func, insert, select, update
from sqlalchemy.orm import Session

from playfunc_web.database.tables import Base, Bot, WhistPair, WhistRecord
from playfunc_web.database.whist_tables import WhistCounts

__all__ = ["Tally", "bots_called", "count", "games_over", "met", "rivals", "standings", "tally_of"]

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
    where = and_(*(table.c[name] == value for name, value in key.items()))
    more = {name: table.c[name] + number for name, number in added.items()}
    if not session.execute(update(table).where(where).values(more)).rowcount:  # type: ignore[attr-defined]
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
        .order_by(_games(WhistPair).desc(), Bot.name)
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
    return (session.scalar(select(func.sum(_games(WhistRecord)))) or 0) // 2


def _games(table: type[WhistRecord] | type[WhistPair]) -> ColumnElement[Any]:
    return table.wins + table.losses + table.ties + table.forfeits + table.gifts
