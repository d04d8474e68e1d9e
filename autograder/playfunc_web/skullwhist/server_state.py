"""One server: who is logged in, who waits, who plays, the clock that all of them go by, and what happens by time
alone.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from playfunc.rules import Seat
from playfunc_arena.whist import RULES, LiveGame, RefusedError
from playfunc_opponents import opponents_at

from playfunc_web.database import Database, now
from playfunc_web.errors import StorageError
from playfunc_web.skullwhist.bot_workers import LostError, Minds, Question, calls_of
from playfunc_web.skullwhist.bots import built_in_bots, make_built_in_bots
from playfunc_web.skullwhist.matchmaking import Lobby, Waits
from playfunc_web.skullwhist.sessions import Passwords, Sessions

# Built-in bots: somebody to play with where nobody else waits. There is one for each baseline of SkullWhist's ladder of
# opponents; it plays any number of games at once, needs no session, and moves through the lobby as everybody does.


MOST_GAMES = 100
"""Games of built-in bots at once: a bot that deserts its game has it for two minutes, and a new one after some
seconds."""

log = logging.getLogger("playfunc_web")


class BuiltInBots:
    """The built-in bots of one server. They step in for a bot that has waited `after` seconds; with 0 they begin no
    game, and play on those that are under way. `key` is what their randomness is drawn from."""

    def __init__(
        self,
        lobby: Lobby,
        minds: Minds,
        clock: Callable[[], float],
        source: random.Random,
        *,
        after: float,
        key: bytes,
    ) -> None:
        self._lobby, self._minds, self._clock, self._source = lobby, minds, clock, source
        self.after, self._key = after, key
        self._memories: dict[int, tuple[int, str | None]] = {}
        """What a built-in bot remembers of a game, after so many moves of its own."""
        self._given_up: set[int] = set()
        self.thinking: dict[int, asyncio.Task[None]] = {}
        """Games by number in which a built-in bot thinks."""

    @property
    def bots(self) -> Mapping[int, str]:
        """Bot → baseline."""
        return self._lobby.built_in

    @property
    def beginning(self) -> list[int]:
        """The built-in bots that may begin games."""
        return [bot for bot in self.bots if self.steps_in(bot)]

    @property
    def games(self) -> list[LiveGame]:
        """The games that built-in bots play."""
        return [game for game in self._lobby.games if not self.bots.keys().isdisjoint(game.bots)]

    def steps_in(self, bot: int) -> bool:
        """Whether this is a built-in bot that may begin games."""
        return self.after > 0 and self.bots.get(bot) in opponents_at(RULES)

    def step_in(self, now: float) -> list[LiveGame]:
        """Deal a game to the one bot that found no opponent for long enough. To be asked after the bots that wait were
        paired. Raises `StorageError`."""
        playing = self.beginning
        waiting = list(self._lobby.waiting.items())
        if not playing or len(waiting) != 1 or len(self.games) >= MOST_GAMES:
            return []
        ((guest, since),) = waiting
        if now - since < self.after:
            return []
        return [self._lobby.seat(guest, self._source.choice(playing), now)]

    def look(self) -> None:
        """Begin to think in every game in which a built-in bot is to move. Needs a running event loop."""
        games = self.games
        self._forget({game.number for game in games})
        for game in games:
            seat = next(seat for seat, bot in enumerate(game.bots) if bot in self.bots)
            busy = game.number in self.thinking or game.number in self._given_up
            if not busy and _is_to_move(game, seat):
                self.thinking[game.number] = asyncio.create_task(self._move(game, seat))

    def close(self) -> None:
        """What is being thought about is lost, and asked again after a restart."""
        for task in self.thinking.values():
            task.cancel()
        self._minds.close()

    def _forget(self, live: set[int]) -> None:
        self._given_up &= live
        for number in self._memories.keys() - live:
            del self._memories[number]

    async def _move(self, game: LiveGame, seat: Seat) -> None:
        """Think and move. A bot that fails at this forfeits by the clock."""
        try:
            await self._moved(game, seat)
        except StorageError as error:
            log.warning("a built-in bot waits: %s", error)
        except (LostError, RefusedError) as error:
            self._give_up(game, str(error))
        except Exception:
            log.exception("a built-in bot broke")
            self._give_up(game, "see above")
        finally:
            self.thinking.pop(game.number, None)

    async def _moved(self, game: LiveGame, seat: Seat) -> None:
        calls, (moves, memory) = calls_of(game, seat), self._memories.get(game.number, (0, None))
        question = Question(self.bots[game.bots[seat]], self._key, calls[moves:], memory)
        reply = await self._minds.answer(question)
        if isinstance(reply, str):
            raise LostError(reply)
        move = RULES.projection.parse_move(reply.move)
        self._lobby.answer(game, seat, move, self._clock())
        self._memories[game.number] = len(calls), reply.memory

    def _give_up(self, game: LiveGame, why: str) -> None:
        log.error("a built-in bot will forfeit game %d: %s", game.number, why)
        self._given_up.add(game.number)


def _is_to_move(game: LiveGame, seat: Seat) -> bool:
    bids = game.state.bids
    return bids[seat] is None or (None not in bids and game.state.turn == seat)


@dataclass(frozen=True, slots=True)
class Hall:
    """`clock` gives seconds since 1970; only this process may write the database's games."""

    database: Database
    lobby: Lobby
    sessions: Sessions
    waits: Waits
    built_in: BuiltInBots
    clock: Callable[[], float]
    open_registration: bool = False
    jsonp: bool = True
    passwords: Passwords = field(default_factory=Passwords)

    @classmethod
    def open(
        cls,
        database: Database,
        *,
        open_registration: bool = False,
        jsonp: bool = True,
        built_in_after: float = 0.0,
        key: bytes = b"",
        minds: Minds | None = None,
        clock: Callable[[], float] = now,
        source: random.Random | None = None,
    ) -> Hall:
        """With everything that the database holds: sessions, and live games with their clocks. Cards and pairs are
        drawn from `source`, by default the system's cryptographic one, and the moves of built-in bots from `key`.
        Built-in bots step in for a bot that has waited `built_in_after` seconds, and with 0 never."""
        source = source or random.SystemRandom()
        sessions = Sessions(database, clock())
        with database.writing() as session:
            if built_in_after > 0:  # they may begin games: those that are missing are made
                make_built_in_bots(session, opponents_at(RULES), clock())
            bots = built_in_bots(session)
        lobby = Lobby(database, source, sessions.ends, bots)
        built_in = BuiltInBots(lobby, minds or Minds(), clock, source, after=built_in_after, key=key)
        return cls(database, lobby, sessions, Waits(lobby), built_in, clock, open_registration, jsonp)

    def close(self) -> None:
        self.waits.release()
        self.built_in.close()
        self.passwords.close()


# What happens by time alone: games and sessions whose time is past end, waiting bots are dealt games, and requests
# that waited long enough are answered.

LOOK_SECONDS = 0.5
PAIRING_SECONDS = 1.0
"""How long bots gather before those that wait are paired at random."""


def look(hall: Hall, now: float) -> None:
    """End what is past, and answer who waited long enough. Raises `StorageError`, and goes on next time."""
    for bot in hall.sessions.take_ended():
        hall.waits.refuse(bot)
        hall.lobby.leave(bot, now)
    hall.waits.look(now)
    hall.lobby.settle(now)
    hall.sessions.remove_ended(now)


def pair(hall: Hall, now: float) -> None:
    """Deal games to those who wait; built-in bots play with who is left. Raises `StorageError`."""
    for begin in (hall.lobby.pair, hall.built_in.step_in):
        for game in begin(now):
            hall.waits.dealt(game)


async def keep_time(hall: Hall) -> None:
    """Do both for ever, and have built-in bots think, whatever fails meanwhile."""
    turns = round(PAIRING_SECONDS / LOOK_SECONDS)
    turn = 0
    while True:
        turn = (turn + 1) % turns
        try:
            look(hall, hall.clock())
            if turn == 0:
                pair(hall, hall.clock())
            hall.built_in.look()
        except StorageError as error:
            log.warning("clocks wait: %s", error)
        except Exception:
            log.exception("clocks broke")
        await asyncio.sleep(LOOK_SECONDS)
