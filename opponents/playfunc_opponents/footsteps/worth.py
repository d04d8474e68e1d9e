"""What each bid is worth against a mixture: the equilibrium's, or one that the opponent has handed over.

Values are computed when they are asked for, turn by turn down to the end of the game, and kept. That takes pure
Python a fraction of a second for the equilibrium of the standard board, because few of its bids have a chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from playfunc.compiled.native import NATIVE
from playfunc.games.footsteps import legal_bids

from playfunc_opponents.footsteps.equilibrium import GOAL, POINTS, WHOLE, mixture
from playfunc_opponents.footsteps.mixtures import State, read_mixture
from playfunc_opponents.footsteps.solver import WIDTH, size, solve_board

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
