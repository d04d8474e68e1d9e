"""What each bid is worth against a mixture: the equilibrium's, or one that the opponent has handed over.

Values are computed when they are asked for, turn by turn down to the end of the game, and kept. That takes pure
Python a fraction of a second for the equilibrium of the standard board, because few of its bids have a chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from playfunc.compiled.native import NATIVE
from playfunc.games.footsteps import legal_bids

from playfunc_opponents.footsteps.equilibrium import GOAL, POINTS, WHOLE, mixture
from playfunc_opponents.footsteps.matrix import WIDTH
from playfunc_opponents.footsteps.solver import size, solve_board

if TYPE_CHECKING:
    from playfunc_opponents.footsteps.solver import Solution

__all__ = [
    "Exploitation",
    "Mixture",
    "Punishment",
    "START",
    "State",
    "Worths",
    "against",
    "board_states",
    "equilibrium",
    "exploit",
    "most_points",
    "read_mixture",
]


# What a mixture of bids is worth against a player that knows it: its exploitability, exactly.


State = tuple[int, int, int]
"""Position, own points, the other's points, as `mix` is given them."""

START: State = (0, POINTS, POINTS)

_TOLERANCE = 0.01
"""How far a sum of chances may be from 1."""


@dataclass(frozen=True, slots=True)
class Punishment:
    """At `state`, which is reached with chance `reached` when the other plays so, the other's `bid` leaves the
    mixture `left` (1 a win for sure, -1 a loss)."""

    state: State
    bid: int
    left: float
    reached: float


@dataclass(frozen=True, slots=True)
class Exploitation:
    """`exploitability` is what is lost against the best reply: 0 nothing, 1 every game. `punishments` are the
    replies that leave the mixture behind, the likeliest states first."""

    exploitability: float
    punishments: tuple[Punishment, ...]


def board_states() -> Iterator[State]:
    """Every state of the standard board in which a bid is due."""
    for position in range(1 - GOAL, GOAL):
        for mine in range(POINTS + 1):
            for theirs in range(POINTS + 1):
                if mine or theirs:
                    yield position, mine, theirs


def read_mixture(answer: object, my_points: int) -> dict[int, float]:
    """The chances of each bid, adding up to 1. Raises `ValueError` with a sentence for who wrote the mixture.

    `answer` maps bids (numbers, or numbers as text) to chances. A sum within 1% of 1 is scaled to it.
    """
    if not isinstance(answer, Mapping) or not answer:
        raise ValueError(f"a dict from bids to chances was expected, got {answer!r:.60}")
    mixture: dict[int, float] = {}
    for key, chance in answer.items():
        bid = int(key) if isinstance(key, str) and key.lstrip("-").isdigit() else key
        legal = legal_bids(my_points)
        if type(bid) is not int or bid not in legal:
            allowed = f"from {legal[0]} to {legal[-1]}, in this order" if legal[-1] else "0 alone"
            raise ValueError(f"{key!r:.40} is no legal bid; the legal bids are {allowed}")
        if type(chance) not in (int, float) or not 0 <= chance <= 1 + _TOLERANCE:
            raise ValueError(
                f"the chance of bid {bid} is {chance!r:.40}, not a plain number from 0 to 1 (`float(chance)` makes one)"
            )
        mixture[bid] = float(chance)
    total = sum(mixture.values())
    if abs(total - 1) > _TOLERANCE:
        raise ValueError(f"the chances add up to {total:.4g}, not to 1")
    return {bid: chance / total for bid, chance in mixture.items()}


def exploit(mixtures: Mapping[State, Mapping[int, float]], most: int = 5) -> Exploitation:
    """How much of the game a strategy gives away, and how; `mixtures` has every state of `board_states`."""
    from playfunc_opponents.footsteps.matrix import floats  # compiled by numba
    from playfunc_opponents.footsteps.solver import Solution, guarantees, place, size

    mixes = floats(size(GOAL, POINTS) * (POINTS + 1))
    for state, chances in mixtures.items():
        first = place(GOAL, POINTS, *state) * (POINTS + 1)
        for bid, chance in chances.items():
            mixes[first + bid] = chance
    known = Solution(GOAL, POINTS, guarantees(GOAL, POINTS, mixes), mixes)
    found = sorted((reply for reply in _replies(known) if reply.left < 0), key=lambda reply: -reply.reached)
    return Exploitation(max(0.0, -known.value(*START)), tuple(found[:most]))


def _replies(known: Solution) -> Iterator[Punishment]:
    """The best reply at every state that it leads to, the start first."""
    from playfunc_opponents.footsteps.solver import best_reply

    reached: dict[int, dict[State, float]] = defaultdict(lambda: defaultdict(float))
    reached[2 * POINTS][START] = 1.0
    for both in range(2 * POINTS, 0, -1):
        for (position, mine, theirs), chance in reached.pop(both, {}).items():
            bid, left = best_reply(known, position, mine, theirs)
            yield Punishment((position, mine, theirs), bid, left, chance)
            for own, share in known.mix(position, mine, theirs).items():
                moved = position + (own > bid) - (own < bid)
                if abs(moved) < GOAL:
                    reached[both - own - bid][moved, mine - own, theirs - bid] += chance * share


Mixture: TypeAlias = Callable[[int, int, int], Mapping[int, float]]
"""`mix(position, my_points, their_points)`: bids and their chances, everything from the bidder's own side."""

CERTAIN = 1e-3
"""A value this close to a win is one: the stored equilibrium is rounded."""

WORK = 300_000_000 if NATIVE else 8_000_000
"""States times pairs of bids of the largest board that is solved: about a second of work."""


@dataclass(frozen=True)
class Worths:
    """Values for a player whose opponent bids by `other`: 1 a win, 0 a draw, -1 a loss.

    `candidates` gives bids among which a best one is; nobody holds more than `points`. Where `solved`, `other` is
    the equilibrium, which both sides know.
    """

    goal: int
    points: int
    other: Mixture
    candidates: Callable[[State], Iterable[int]]
    solved: bool = False
    _known: dict[State, float] = field(default_factory=dict, repr=False, compare=False)
    _others: dict[State, Mapping[int, float]] = field(default_factory=dict, repr=False, compare=False)

    def value(self, state: State) -> float:
        """What the state is worth with best bids from here on."""
        position, mine, theirs = state
        if abs(position) >= self.goal:
            return 1.0 if position > 0 else -1.0
        if not mine and not theirs:
            return 0.0
        if state not in self._known:
            self._known[state] = max(self.bid(state, bid) for bid in self.candidates(state))
        return self._known[state]

    def bid(self, state: State, bid: int) -> float:
        """What this bid is worth, with best bids after it."""
        position, mine, theirs = state
        return sum(
            chance * self.value((position + (bid > other) - (bid < other), mine - bid, theirs - other))
            for other, chance in self._bids_of_the_other(state).items()
        )

    def bids(self, state: State, bids: Iterable[int]) -> dict[int, float]:
        """What each bid is worth. Where the win is certain, every strategy of the other is an equilibrium's, also one
        that no longer tries; so there each bid counts for the worst that the other can do to it."""
        won = self.solved and self.value(state) > 1 - CERTAIN
        return {bid: self.worst(state, bid) if won else self.bid(state, bid) for bid in bids}

    def worst(self, state: State, bid: int) -> float:
        """What this bid is worth against the reply that is worst for it: of those that win, draw or lose the turn, the
        cheapest, since points kept are never a loss."""
        position, mine, theirs = state
        legal = legal_bids(theirs)
        return min(
            self.value((position + (bid > reply) - (bid < reply), mine - bid, theirs - reply))
            for reply in {legal[0], *legal[bid - legal[0] : bid - legal[0] + 2]}
        )

    def _bids_of_the_other(self, state: State) -> Mapping[int, float]:
        if state not in self._others:
            position, mine, theirs = state
            self._others[state] = self.other(-position, theirs, mine)
        return self._others[state]


def against(goal: int, points: int, mix: Mixture) -> Worths:
    """Values against a player that bids by `mix`, on a strip whose goals lie `goal` cells from the middle."""

    def other(position: int, mine: int, theirs: int) -> Mapping[int, float]:
        return read_mixture(mix(position, mine, theirs), mine)

    return Worths(goal, min(points, most_points(goal)), other, _sensible)


def _sensible(state: State) -> Iterable[int]:
    """Points beyond the other's points plus one are wasted."""
    _, mine, theirs = state
    return legal_bids(mine)[: theirs + 1]


@lru_cache(maxsize=4)
def equilibrium(goal: int, points: int) -> Worths:
    """Values against the equilibrium: the stored one where the board allows it, else solved now."""
    points = min(points, most_points(goal))
    if goal == GOAL and points <= POINTS:
        return Worths(GOAL, POINTS, _stored, lambda state: _likeliest(_stored(*state)), solved=True)
    solved = solve_board(goal, points)
    return Worths(goal, points, solved.mix, lambda state: _likeliest(solved.mix(*state)), solved=True)


def _likeliest(chances: Mapping[int, float]) -> Iterable[int]:
    """One bid is enough: all that the equilibrium makes are worth the same against it."""
    return (max(chances, key=lambda bid: chances[bid]),)


def _stored(position: int, mine: int, theirs: int) -> Mapping[int, float]:
    bids, shares = mixture(position, mine, theirs)
    return {bid: share / WHOLE for bid, share in zip(bids, shares, strict=True)}


@lru_cache
def most_points(goal: int) -> int:
    """The points each up to which a strip of this length is solved."""
    solved = (points for points in range(WIDTH - 2, 0, -1) if size(goal, points) * (points + 1) ** 2 <= WORK)
    return max(POINTS if goal == GOAL else 1, next(solved, 1))
