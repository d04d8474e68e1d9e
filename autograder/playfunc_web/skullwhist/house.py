"""House bots: somebody to play with where nobody else waits. There is one for each rung of SkullWhist's ladder of
opponents; it plays any number of games at once, needs no session, and moves through the lobby as everybody does."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playfunc.rules import Seat
from playfunc_arena.whist import RULES, LiveGame, RefusedError
from playfunc_opponents import opponents_at

from playfunc_web.database import Database
from playfunc_web.errors import StorageError
from playfunc_web.skullwhist.bot_workers import LostError, Question, Thinker, calls_of
from playfunc_web.skullwhist.bots import house_bots, make_house_bots
from playfunc_web.skullwhist.matchmaking import Lobby

MOST_GAMES = 100
"""House games at once: a bot that deserts its game has it for two minutes, and a new one after some seconds."""

log = logging.getLogger("playfunc_web")


@dataclass(frozen=True, slots=True)
class _Memory:
    """What a house bot remembers of a game after so many moves of its own."""

    moves: int = 0
    text: str | None = None


NOTHING = _Memory()


def open_house(database: Database, now: float, *, begins: bool) -> dict[int, str]:
    """Bot → rung of all house bots. Where they may begin games, those that are missing are made."""
    with database.writing() as session:
        if begins:
            make_house_bots(session, opponents_at(RULES), now)
        return house_bots(session)


class House:
    """The house bots of one server. They step in for a bot that has waited `after` seconds; with 0 they begin no game,
    and play on those that are under way. `key` is what their randomness is drawn from."""

    def __init__(
        self,
        lobby: Lobby,
        minds: Thinker,
        clock: Callable[[], float],
        source: random.Random,
        *,
        after: float,
        key: bytes,
    ) -> None:
        self._lobby, self._minds, self._clock, self._source = lobby, minds, clock, source
        self.after, self._key = after, key
        self._memories: dict[int, _Memory] = {}
        self._given_up: set[int] = set()
        self.thinking: dict[int, asyncio.Task[None]] = {}
        """Games by number in which a house bot thinks."""

    @property
    def bots(self) -> Mapping[int, str]:
        """Bot → rung."""
        return self._lobby.house

    @property
    def beginning(self) -> list[int]:
        """The house bots that may begin games."""
        return [bot for bot in self.bots if self.steps_in(bot)]

    @property
    def games(self) -> list[LiveGame]:
        """The games that house bots play."""
        return [game for game in self._lobby.games if not self.bots.keys().isdisjoint(game.bots)]

    def steps_in(self, bot: int) -> bool:
        """Whether this is a house bot that may begin games."""
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
        """Begin to think in every game in which a house bot is to move. Needs a running event loop."""
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
            log.warning("a house bot waits: %s", error)
        except (LostError, RefusedError) as error:
            self._give_up(game, str(error))
        except Exception:
            log.exception("a house bot broke")
            self._give_up(game, "see above")
        finally:
            self.thinking.pop(game.number, None)

    async def _moved(self, game: LiveGame, seat: Seat) -> None:
        calls, known = calls_of(game, seat), self._memories.get(game.number, NOTHING)
        question = Question(self.bots[game.bots[seat]], self._key, calls[known.moves :], known.text)
        reply = await self._minds.answer(question)
        if isinstance(reply, str):
            raise LostError(reply)
        move = RULES.projection.parse_move(reply.move)
        self._lobby.answer(game, seat, move, self._clock())
        self._memories[game.number] = _Memory(len(calls), reply.memory)

    def _give_up(self, game: LiveGame, why: str) -> None:
        log.error("a house bot will forfeit game %d: %s", game.number, why)
        self._given_up.add(game.number)


def _is_to_move(game: LiveGame, seat: Seat) -> bool:
    bids = game.state.bids
    return bids[seat] is None or (None not in bids and game.state.turn == seat)
