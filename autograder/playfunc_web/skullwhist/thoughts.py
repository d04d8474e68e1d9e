"""What a house bot is asked, and what it answers: a rung of SkullWhist's ladder of opponents, called as in any match.

A rung's randomness is drawn from a key and the call, so that the same question has the same answer, in whatever process
and however often it is asked. After a restart, all that a bot was asked in its game is asked again, which brings back
what it remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from playfunc.games.skullwhist import SkullWhistView
from playfunc.player import FunctionPlayer, Reply
from playfunc.rules import Call, Seat
from playfunc_arena.whist.live import RULES, LiveGame
from playfunc_opponents import opponent

__all__ = ["Question", "calls_of", "think"]


@dataclass(frozen=True, slots=True)
class Question:
    """Calls of one game to a rung, in order, the last for the move that is wanted. `memory` is what the rung answered
    to the call before the first; it takes the place of the calls' own."""

    rung: str
    key: bytes
    calls: tuple[Call, ...]
    memory: str | None = None


def think(question: Question) -> Reply | str:
    """The rung's move and memory, or what went wrong, in words."""
    player, memory = _player(question.rung, question.key), question.memory
    *earlier, last = question.calls
    for call in earlier:
        answer = player.answer([replace(call, memory=memory)])[0]
        memory = answer.memory if isinstance(answer, Reply) else None
    answer = player.answer([replace(last, memory=memory)])[0]
    return answer if isinstance(answer, Reply) else f"{question.rung} made no move: {answer}"


def calls_of(game: LiveGame, seat: Seat) -> tuple[Call, ...]:
    """All that the seat has been asked in a game, and what it is asked now; ids are the bots' numbers, as text."""
    first, second = game.bots
    names = (str(first), str(second))
    return tuple(RULES.projection.call(view, names, None) for view in _views(game, seat))


@lru_cache
def _player(rung: str, key: bytes) -> FunctionPlayer:
    return opponent(RULES, rung, key=key)


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
