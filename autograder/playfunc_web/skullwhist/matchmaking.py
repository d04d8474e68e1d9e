"""Who waits and who plays: the live games, in memory, and the requests that wait for an opponent. Every step is
committed by the event log before memory holds it, so that memory is never ahead of the database; where that fails,
nothing has changed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from playfunc.cards import WhistCard
from playfunc.games.skullwhist import Move
from playfunc.rules import Seat
from playfunc_arena.whist import (
    OUTSIDE,
    LiveGame,
    RefusedError,
    Status,
    Times,
    begin,
    bid,
    expire,
    forfeit,
    pairs,
    play,
    repeats,
    status,
)

from playfunc_web.database import Database
from playfunc_web.skullwhist.event_log import begun, last_games, live_games, record

Ends: TypeAlias = Callable[[int], float | None]
"""Bot → when it leaves unless it is heard of, or `None`."""


class Lobby:
    """Bots by id; times in seconds since 1970. `source` deals and pairs: in a server, a cryptographic one. `built_in`
    are the built-in bots with their baselines: they play any number of games at once, each with a bot that plays no
    other."""

    def __init__(
        self, database: Database, source: random.Random, ends: Ends, built_in: Mapping[int, str] | None = None
    ) -> None:
        self._database, self._source, self._ends = database, source, ends
        self.built_in: Mapping[int, str] = built_in or {}
        with database.reading() as session:
            live = live_games(session)
        self._games = {bot: game for game in live for bot in game.bots if bot not in self.built_in}
        self._over: dict[int, LiveGame | None] = {}
        self.waiting: dict[int, float] = {}
        """Bots that wait for an opponent → since when."""

    @property
    def games(self) -> list[LiveGame]:
        """The games that are being played."""
        return list({game.number: game for game in self._games.values()}.values())

    def game_of(self, bot: int, now: float) -> LiveGame | None:
        """The game that a bot plays at this time. One whose time is past is over, though nobody wrote that yet."""
        game = self._games.get(bot)
        if game is None or expire(game, now, self._gone(game)).finished is not None:
            return None
        return game

    def status(self, bot: int, now: float) -> Status:
        """What the bot sees. Writes nothing."""
        game = self.game_of(bot, now)
        return OUTSIDE if game is None else status(game, game.seat_of(bot))

    def ask(self, bot: int, now: float) -> LiveGame | None:
        """The game that the bot was dealt, or `None`: it waits from now on. Raises `RefusedError` if it has bid."""
        self._settle(bot, now)
        game = self._games.get(bot)
        if game is None:
            self.waiting.setdefault(bot, now)
            return None
        if game.state.bids[game.seat_of(bot)] is not None:
            raise RefusedError(f"You play game {game.number} and have bid: one game at a time.")
        return game

    def withdraw(self, bot: int) -> None:
        """The bot no longer waits."""
        self.waiting.pop(bot, None)

    def pair(self, now: float) -> list[LiveGame]:
        """Deal new games to the bots that wait."""
        return self._begin(pairs(self.waiting, self._source), now)

    def seat(self, bot: int, built_in: int, now: float) -> LiveGame:
        """Deal a game to a bot that waits and a built-in bot."""
        (game,) = self._begin(pairs((bot, built_in), self._source), now)
        return game

    def bid(self, bot: int, tricks: int, now: float) -> None:
        """Raises `RefusedError`."""
        self._move(bot, tricks, now, lambda game, seat: bid(game, seat, tricks, now))

    def play(self, bot: int, card: WhistCard, now: float) -> None:
        """Raises `RefusedError`."""
        self._move(bot, card, now, lambda game, seat: play(game, seat, card, now))

    def answer(self, game: LiveGame, seat: Seat, move: Move, now: float) -> None:
        """A built-in bot's move in its game, unless that has ended meanwhile. Raises `RefusedError`."""
        guest = game.bots[1 - seat]
        self._settle(guest, now)
        present = self._games.get(guest)
        if present is not None and present.number == game.number:
            after = bid(present, seat, move, now) if isinstance(move, int) else play(present, seat, move, now)
            self._keep([(present, after)], now)

    def leave(self, bot: int, now: float) -> None:
        """The bot waits no longer, and forfeits the game that it plays."""
        self.withdraw(bot)
        self._settle(bot, now)
        game = self._games.get(bot)
        if game is not None:
            self._keep([(game, forfeit(game, game.seat_of(bot), now))], now)

    def settle(self, now: float) -> None:
        """End the games in which a time is past."""
        late = [(game, expire(game, now, self._gone(game))) for game in self.games]
        self._keep([(before, after) for before, after in late if after.finished is not None], now)

    def _begin(self, made: list[tuple[int, int]], now: float) -> list[LiveGame]:
        games = [begin(pair, self._source, now) for pair in made]
        if not games:
            return []
        with self._database.writing() as session:
            games = [begun(session, game) for game in games]
        for game in games:
            for bot in self._players(game):
                self._games[bot] = game
                self._over.pop(bot, None)
                self.withdraw(bot)
        return games

    def _players(self, game: LiveGame) -> list[int]:
        """The bots that play this game alone."""
        return [bot for bot in game.bots if bot not in self.built_in]

    def _settle(self, bot: int, now: float) -> None:
        game = self._games.get(bot)
        if game is not None:
            after = expire(game, now, self._gone(game))
            self._keep([(game, after)], now)

    def _move(self, bot: int, move: Move, now: float, step: Callable[[LiveGame, int], LiveGame]) -> None:
        self._settle(bot, now)
        game = self._games.get(bot)
        if game is not None:
            self._keep([(game, step(game, game.seat_of(bot)))], now)
            return
        over = self._last(bot)
        if over is None or not repeats(over, over.seat_of(bot), move):
            raise RefusedError(_why_no_game(over, bot))

    def _keep(self, steps: list[tuple[LiveGame, LiveGame]], now: float) -> None:
        """Commit what changed, and only then know it."""
        changed = [(before, after) for before, after in steps if after is not before]
        if not changed:
            return
        with self._database.writing() as session:
            for before, after in changed:
                record(session, before, after, now)
        for _, after in changed:
            for bot in self._players(after):
                if after.finished is None:
                    self._games[bot] = after
                else:
                    del self._games[bot]
                    self._over[bot] = after

    def _last(self, bot: int) -> LiveGame | None:
        """The bot's last game that is over."""
        if bot not in self._over:
            with self._database.reading() as session:
                self._over[bot] = last_games(session, [bot]).get(bot)
        return self._over[bot]

    def _gone(self, game: LiveGame) -> Times:
        first, second = game.bots
        return self._ends(first), self._ends(second)


def _why_no_game(over: LiveGame | None, bot: int) -> str:
    if over is None or over.forfeited_by is None:
        return "You are in no game: ask for one with new-game."
    who = "you" if over.forfeited_by == bot else "your opponent"
    return f"You are in no game, since {who} forfeited game {over.number}: ask for another with new-game."


# Requests that wait for an opponent: a future for each, and no thread.

WAIT_SECONDS = 29.0
"""A request is answered within 30 seconds; the clock looks every half second."""


@dataclass(slots=True)
class _Wait:
    until: float
    dealt: asyncio.Future[LiveGame | None]


class Waits:
    """The requests of one server. A bot may wait on several connections: all of them get its game."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._waits: dict[int, list[_Wait]] = {}

    def __len__(self) -> int:
        return len(self._waits)

    async def wait(self, bot: int, now: float, gone: Awaitable[None]) -> LiveGame | None:
        """The bot's new game, or `None` if there was no opponent in time or the client has `gone`. Raises
        `RefusedError` where the bot's session ends meanwhile."""
        wait = _Wait(now + WAIT_SECONDS, asyncio.get_running_loop().create_future())
        self._waits.setdefault(bot, []).append(wait)
        left = asyncio.ensure_future(gone)
        try:
            await asyncio.wait((wait.dealt, left), return_when=asyncio.FIRST_COMPLETED)
            return wait.dealt.result() if wait.dealt.done() else None
        finally:
            left.cancel()
            self._remove(bot, wait)

    def dealt(self, game: LiveGame) -> None:
        """Answer the requests of both bots."""
        for bot in game.bots:
            self._answer(bot, game)

    def look(self, now: float) -> None:
        """Answer the requests that have waited long enough."""
        for wait in [wait for waits in self._waits.values() for wait in waits if now >= wait.until]:
            _set(wait.dealt, None)

    def refuse(self, bot: int) -> None:
        """The session of the requests has ended."""
        for wait in self._waits.get(bot, ()):
            if not wait.dealt.done():
                wait.dealt.set_exception(
                    RefusedError("This session has ended: its bot logged in again, or was removed.")
                )

    def release(self) -> None:
        """Answer all requests: the server stops."""
        for bot in tuple(self._waits):
            self._answer(bot, None)

    def _answer(self, bot: int, game: LiveGame | None) -> None:
        for wait in self._waits.get(bot, ()):
            _set(wait.dealt, game)

    def _remove(self, bot: int, wait: _Wait) -> None:
        waits = self._waits[bot]
        waits.remove(wait)
        if not waits:
            del self._waits[bot]
            self._lobby.withdraw(bot)


def _set(dealt: asyncio.Future[LiveGame | None], game: LiveGame | None) -> None:
    if not dealt.done():
        dealt.set_result(game)
