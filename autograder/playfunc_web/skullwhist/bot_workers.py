"""Worker processes in which built-in bots think, so that the server answers requests meanwhile.

A process starts when it is first needed. One that dies, or thinks for longer than a turn lasts, is replaced, and the
question is asked once more."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from queue import SimpleQueue

from playfunc.errors import PlayfuncError
from playfunc.games.skullwhist import SkullWhistView
from playfunc.player import FunctionPlayer, Reply
from playfunc.rules import Call, Seat
from playfunc_arena.whist import RULES, TURN_SECONDS, LiveGame
from playfunc_autograder.helper_process import Beside, BesideEndedError
from playfunc_opponents import opponent

# What a built-in bot is asked, and what it answers: a baseline of SkullWhist's ladder of opponents, called as in any
# match.
#
# A baseline's randomness is drawn from a key and the call, so that the same question has the same answer, in whatever
# process and however often it is asked. After a restart, all that a bot was asked in its game is asked again, which
# brings back what it remembered.


@dataclass(frozen=True, slots=True)
class Question:
    """Calls of one game to a baseline, in order, the last for the move that is wanted. `memory` is what the baseline
    answered to the call before the first; it takes the place of the calls' own."""

    baseline: str
    key: bytes
    calls: tuple[Call, ...]
    memory: str | None = None


def think(question: Question) -> Reply | str:
    """The baseline's move and memory, or what went wrong, in words."""
    player, memory = _player(question.baseline, question.key), question.memory
    *earlier, last = question.calls
    for call in earlier:
        answer = player.answer([replace(call, memory=memory)])[0]
        memory = answer.memory if isinstance(answer, Reply) else None
    answer = player.answer([replace(last, memory=memory)])[0]
    return answer if isinstance(answer, Reply) else f"{question.baseline} made no move: {answer}"


def calls_of(game: LiveGame, seat: Seat) -> tuple[Call, ...]:
    """All that the seat has been asked in a game, and what it is asked now; ids are the bots' numbers, as text."""
    first, second = game.bots
    names = (str(first), str(second))
    return tuple(RULES.projection.call(view, names, None) for view in _views(game, seat))


@lru_cache
def _player(baseline: str, key: bytes) -> FunctionPlayer:
    return opponent(RULES, baseline, key=key)


def _views(game: LiveGame, seat: Seat) -> Iterator[SkullWhistView]:
    """What the seat saw at each of its moves, and sees now if it is to move."""
    yield RULES.view(RULES.from_hands(game.dealt, game.leader), seat)
    if None in game.state.bids:
        return
    state = RULES.from_hands(game.dealt, game.leader, game.state.bids)
    for card, owner in (play for trick in (*game.state.history, game.state.trick) for play in trick):
        if owner == seat:
            yield RULES.view(state, seat)
        state = RULES.play(state, {owner: card})
    if RULES.to_act(state) == (seat,):
        yield RULES.view(state, seat)


PROCESSES = 2

NICE = 10
"""Requests come first where processors are busy."""


class LostError(PlayfuncError):
    """A question has no answer: its process died or took too long, or the server stops."""


class Minds:
    """Answers questions in processes, without blocking the event loop; each process has a thread that waits for it."""

    def __init__(self, processes: int = PROCESSES, seconds: float = TURN_SECONDS) -> None:
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="built-in")
        self._minds = [Beside(seconds, NICE) for _ in range(processes)]
        self._idle: SimpleQueue[Beside] = SimpleQueue()
        for mind in self._minds:
            self._idle.put(mind)

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [mind.pid for mind in self._minds if mind.pid is not None]

    async def answer(self, question: Question) -> Reply | str:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, question)

    def close(self) -> None:
        for mind in self._minds:
            mind.close()
        self._threads.shutdown(cancel_futures=True)

    def _ask(self, question: Question) -> Reply | str:
        mind = self._idle.get()
        try:
            try:
                return mind.run(think, question)
            except BesideEndedError:
                return mind.run(think, question)
        except BesideEndedError as error:
            raise LostError(f"the process of a built-in bot was lost: {error}") from error
        finally:
            self._idle.put(mind)
