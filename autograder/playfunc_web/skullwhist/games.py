"""Lists of games, the latest first; one game; and what pages of statistics ask of a request. What a running game hides
is in no row.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from playfunc.games.skullwhist import trick_winner
from playfunc.record import record_text
from playfunc.statistics import mean_interval
from playfunc_arena.whist import LiveGame, record_of, rounds
from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from playfunc_web.database.tables import Bot, WhistGame, WhistSeat
from playfunc_web.errors import ProblemError
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Anyone, Here
from playfunc_web.pages.charts import Point
from playfunc_web.pages.game import Opened, costs_known, game_routes
from playfunc_web.skullwhist.bots import bot_named
from playfunc_web.skullwhist.event_log import LARGEST, games_over, read_game
from playfunc_web.skullwhist.server_state import Hall

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


FORM_GAMES, FORM_STEP = 200, 10
"""A bot's form goes back so many games, and is a mean of so many at a time."""


def form(session: Session, bot: int) -> list[Point]:
    """The bot's mean score in each ten of its last games that were played to the end, the oldest first, with its
    interval. The oldest ten may lack some; labels are numbers of games before now."""
    scores = session.scalars(
        select(WhistSeat.score)
        .where(WhistSeat.bot_id == bot, WhistSeat.score.is_not(None))
        .order_by(WhistSeat.game_id.desc())
        .limit(FORM_GAMES)
    ).all()
    points = []
    for first in range(0, len(scores) - FORM_STEP + 1, FORM_STEP):
        found = mean_interval([float(score or 0) for score in scores[first : first + FORM_STEP]])
        points.append(Point(f"−{first + FORM_STEP}", found.mean, found.low, found.high))
    return points[::-1]


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
        shown = (seat.bid, seat.tricks, seat.score, seat.forfeited)
        sides[game.id].append(Side(bot, *(shown if game.finished is not None else (None, None, None, False))))
    return [
        Row(number, game.started, game.finished, (sides[number][0], sides[number][1]))
        for number, game in games.items()
    ]


# What pages of statistics ask of a request: the hall, and bots by name or number.


async def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


InHall = Annotated[Hall, Depends(_hall)]


def nowhere(why: str) -> ProblemError:
    """Says that an address has no page. (FastAPI's own error would lead to the address without its slash.)"""
    return ProblemError(404, HTTPStatus.NOT_FOUND.phrase, why)


def bot_at(session: Session, key: str | int) -> Bot:
    """The bot of this name or number; where there is none, the page does not exist."""
    bot = None
    if isinstance(key, str):
        bot = bot_named(session, key)
    elif 1 <= key <= LARGEST:
        bot = session.get(Bot, key)
    if bot is None:
        raise nowhere("There is no bot of this name or number.")
    return bot


def is_online(hall: Hall, bot: Bot) -> bool:
    """Whether the bot is logged in, or a built-in bot that steps in."""
    return hall.sessions.online(bot.id, hall.clock()) or hall.built_in.steps_in(bot.id)


# The list of all games, the latest first.

router = APIRouter(include_in_schema=False)


@router.get("/stats/games/page/{number:int}/")
def games_page(request: Request, site: Here, viewer: Anyone, number: int) -> Response:
    with site.database.reading() as session:
        games = games_begun(session)
        of = max(1, -(-games // PER_PAGE))
        if not 1 <= number <= of:
            raise nowhere(f"The list of games has {of} pages.")
        context = {"rows": page_of_games(session, number), "at": number, "of": of, "games": games}
        return render(request, "whist_games.html", context)


# One game: its rounds, and once it is over its hands, its replay, and what its moves cost.


CONTEST, GAME = "skullwhist", "/stats/game/by-id/"


@router.get("/stats/game/by-id/{number:int}/")
def game_page(request: Request, site: Here, viewer: Anyone, number: int) -> Response:
    with site.database.reading() as session:
        game = _game(session, number)
        if game.finished is not None and "hx-request" in request.headers:
            return Response(headers={"HX-Refresh": "true"})  # the hands and the replay can be seen now
        bots = _bots(session, game)
        costs = costs_known(_opened(game, bots)) if game.finished is not None else {}
        return render(request, "whist_game.html", {**_seen(game, bots), **costs})


def watched_game(session: Session, playing: Sequence[LiveGame]) -> dict[str, Any]:
    """For the first page: the game that is played longest, else the last that was played to its end, else nothing."""
    number = min((game.number for game in playing), default=None)
    if number is None:
        played = select(WhistSeat.game_id).where(WhistSeat.score.is_not(None))
        number = session.scalar(played.order_by(WhistSeat.game_id.desc()).limit(1))
    game = None if number is None else read_game(session, number)
    return {"watched": False} if game is None else {"watched": True, **_seen(game, _bots(session, game))}


def _seen(game: LiveGame, bots: tuple[Bot, Bot]) -> dict[str, Any]:
    """What a page shows of a game."""
    return {
        "address": f"{GAME}{game.number}",
        "game": game,
        "over": game.finished is not None,
        "bidding": None in game.state.bids,
        "bots": bots,
        "won": game.state.tricks(),
        "rounds": rounds(game),
        "winners": _winners(game, bots),
    }


def _find_game(site: Here, viewer: Anyone, number: int) -> Opened:
    """A game that is over: the record of a running game would show both hands."""
    with site.database.reading() as session:
        game = _game(session, number)
        if game.finished is None:
            raise nowhere("This game is still played. Its hands and its replay are shown once it is over.")
        return _opened(game, _bots(session, game))


game_routes(router, "/stats/game/by-id/{number:int}", _find_game, isolated=False)


def _game(session: Session, number: int) -> LiveGame:
    game = read_game(session, number)
    if game is None:
        raise nowhere("There is no game of this number.")
    return game


def _opened(game: LiveGame, bots: tuple[Bot, Bot]) -> Opened:
    record = record_of(game, (bots[0].name, bots[1].name))
    address, text = f"{GAME}{game.number}", record_text(record)
    digest, file = hashlib.sha256(text.encode()).hexdigest(), f"skullwhist-{game.number}.jsonl"
    return Opened(address, CONTEST, game.number, record, (), record, digest, text, file)


def _bots(session: Session, game: LiveGame) -> tuple[Bot, Bot]:
    first, second = (session.get_one(Bot, bot) for bot in game.bots)
    return first, second


def _winners(game: LiveGame, bots: tuple[Bot, Bot]) -> list[str]:
    """The name of each round's winner; empty while the round lacks a card."""
    won = [bots[trick_winner(trick)].name for trick in game.state.history]
    return [*won, ""] if game.state.trick else won
