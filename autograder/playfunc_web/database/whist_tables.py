"""The tables of SkullWhist's server. Times are seconds since 1970, UTC; cards are text such as C05."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from playfunc_web.database.base import Base

__all__ = [
    "Bot",
    "BotSession",
    "WhistGame",
    "WhistMinute",
    "WhistPair",
    "WhistRecord",
    "WhistRound",
    "WhistSeat",
]


class Bot(Base):
    """A bot of a party, or of nobody that the site knows where registration is open. Others see its `name`."""

    __tablename__ = "bot"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40), unique=True)
    password: Mapped[str | None] = mapped_column(default=None)
    """Argon2id's encoded hash; `None` for a bot that cannot log in."""
    party_id: Mapped[int | None] = mapped_column(ForeignKey("party.id"), index=True, default=None)
    house: Mapped[str] = mapped_column(String(40), default="")
    """The rung of a house bot."""
    created: Mapped[float]


class BotSession(Base):
    """The session of a bot that is logged in; `id` is the SHA-256 of what the bot holds."""

    __tablename__ = "bot_session"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    bot_id: Mapped[int] = mapped_column(ForeignKey("bot.id", ondelete="CASCADE"), unique=True)
    created: Mapped[float]


class WhistGame(Base):
    """A game of two bots. `leader` is the seat that leads the first round; `finished` is `None` while it is played."""

    __tablename__ = "sw_game"

    id: Mapped[int] = mapped_column(primary_key=True)
    leader: Mapped[int]
    started: Mapped[float]
    finished: Mapped[float | None] = mapped_column(index=True, default=None)


class WhistSeat(Base):
    """A bot in a game: seat 0 or 1. `hand` is as dealt, sorted, with blanks between cards; `due` is until when the bot
    has to bid or to play. `tricks` and `score` are written at the game's end; a forfeited game has no scores."""

    __tablename__ = "sw_seat"
    __table_args__ = (Index("sw_seat_bot", "bot_id", "game_id"), Index("sw_seat_score", "score"))

    game_id: Mapped[int] = mapped_column(ForeignKey("sw_game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    bot_id: Mapped[int] = mapped_column(ForeignKey("bot.id"))
    hand: Mapped[str]
    bid: Mapped[int | None] = mapped_column(default=None)
    due: Mapped[float | None] = mapped_column(default=None)
    tricks: Mapped[int | None] = mapped_column(default=None)
    score: Mapped[int | None] = mapped_column(default=None)
    forfeited: Mapped[bool] = mapped_column(default=False)


class WhistRound(Base):
    """A round, from 1 to 13: the seat that led, its card, and the other's, `None` until played."""

    __tablename__ = "sw_round"

    game_id: Mapped[int] = mapped_column(ForeignKey("sw_game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    leader: Mapped[int]
    led: Mapped[str] = mapped_column(String(3))
    followed: Mapped[str | None] = mapped_column(String(3), default=None)


class WhistMinute(Base):
    """How many rounds were completed in a minute, counted from 1970. Minutes without a round have no row."""

    __tablename__ = "sw_minute"

    minute: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    rounds: Mapped[int]


class WhistCounts:
    """Games that are over, counted as they end so that no page has to: their five outcomes, and the sum of the scores
    of the first three. A forfeited game has no scores."""

    wins: Mapped[int] = mapped_column(default=0)
    losses: Mapped[int] = mapped_column(default=0)
    ties: Mapped[int] = mapped_column(default=0)
    forfeits: Mapped[int] = mapped_column(default=0)
    """Games that the bot forfeited."""
    gifts: Mapped[int] = mapped_column(default=0)
    """Games that its rival forfeited."""
    points: Mapped[int] = mapped_column(default=0)


class WhistRecord(WhistCounts, Base):
    """All games of a bot."""

    __tablename__ = "sw_record"

    bot_id: Mapped[int] = mapped_column(ForeignKey("bot.id"), primary_key=True)


class WhistPair(WhistCounts, Base):
    """A bot's games against one rival; the rival has a row of its own."""

    __tablename__ = "sw_pair"

    bot_id: Mapped[int] = mapped_column(ForeignKey("bot.id"), primary_key=True)
    rival_id: Mapped[int] = mapped_column(ForeignKey("bot.id"), primary_key=True)
