"""Games → rows of a list, the latest first. What a running game hides is in no row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from playfunc_web.database.tables import Bot, WhistGame, WhistSeat
from playfunc_web.skullwhist.tallies import games_over

__all__ = ["PER_PAGE", "Row", "Side", "games_begun", "page_of_games", "recent_games"]

PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class Side:
    """A bot in a game that is over; `None` for what a forfeited game lacks."""

    bot: Bot
    bid: int | None
    tricks: int | None
    score: int | None
    forfeited: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A game; while it is played its sides know nothing but the bots."""

    number: int
    started: float
    finished: float | None
    sides: tuple[Side, Side]

    def seen_by(self, bot: int) -> tuple[Side, Side]:
        """The bot's own side first."""
        first, second = self.sides
        return (first, second) if first.bot.id == bot else (second, first)

    def outcome(self, bot: int) -> str:
        """Of a bot in the game: what its page calls it."""
        own, other = self.seen_by(bot)
        if self.finished is None:
            return "running"
        if own.forfeited or other.forfeited:
            return "forfeited" if own.forfeited else "rival forfeited"
        assert own.score is not None
        assert other.score is not None
        return "won" if own.score > other.score else "lost" if own.score < other.score else "tied"


def games_begun(session: Session) -> int:
    """How many games were begun, those that are played now too."""
    running = select(func.count()).select_from(WhistGame).where(WhistGame.finished.is_(None))
    return games_over(session) + (session.scalar(running) or 0)


def page_of_games(session: Session, page: int) -> list[Row]:
    """The games of a page, from 1."""
    numbers = select(WhistGame.id).order_by(WhistGame.id.desc()).offset(PER_PAGE * (page - 1)).limit(PER_PAGE)
    return _rows(session, session.scalars(numbers).all())


def recent_games(session: Session, bot: int, rival: int | None = None, most: int = 20) -> list[Row]:
    """The bot's last games that are over, all or those against a rival."""
    numbers = (
        select(WhistSeat.game_id)
        .join(WhistGame, WhistGame.id == WhistSeat.game_id)
        .where(WhistSeat.bot_id == bot, WhistGame.finished.is_not(None))
        .order_by(WhistSeat.game_id.desc())
        .limit(most)
    )
    if rival is not None:
        other = aliased(WhistSeat)
        met = (other.game_id == WhistSeat.game_id) & (other.seat == 1 - WhistSeat.seat)
        numbers = numbers.join(other, met).where(other.bot_id == rival)
    return _rows(session, session.scalars(numbers).all())


def _rows(session: Session, numbers: Sequence[int]) -> list[Row]:
    found = session.execute(
        select(WhistGame, WhistSeat, Bot)
        .join(WhistSeat, WhistSeat.game_id == WhistGame.id)
        .join(Bot, Bot.id == WhistSeat.bot_id)
        .where(WhistGame.id.in_(numbers))
        .order_by(WhistGame.id.desc(), WhistSeat.seat)
    )
    games: dict[int, WhistGame] = {}
    sides: dict[int, list[Side]] = defaultdict(list)
    for game, seat, bot in found:
        games[game.id] = game
        sides[game.id].append(_side(seat, bot, over=game.finished is not None))
    return [
        Row(number, game.started, game.finished, (sides[number][0], sides[number][1]))
        for number, game in games.items()
    ]


def _side(seat: WhistSeat, bot: Bot, *, over: bool) -> Side:
    if not over:
        return Side(bot, None, None, None, False)
    return Side(bot, seat.bid, seat.tricks, seat.score, seat.forfeited)
