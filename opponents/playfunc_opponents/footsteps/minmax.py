"""minmax: plans to the end of the game against somebody who bids anything up to a limit, each bid as likely.

The limit depends on the token's position alone, and is lower for somebody who is behind. This beats simple players,
such as one that always bids the same. It never mixes, so somebody who has looked its bids up wins every game, and the
equilibrium most of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

from playfunc.games.footsteps import legal_bids

from playfunc_opponents.footsteps.equilibrium import GOAL, POINTS, scaled

MOST = {2: 8, 1: 8, 0: 14, -1: 15, -2: 20}
"""The highest bid that it expects of the other, by the token's position. Found by trying several thousand such tables:
with this one it beats simple players, and loses clearly to the equilibrium."""

ALIKE = 9
"""Decimals by which two bids are worth the same; the lower one is made."""


def play(
    player_id: str,
    position: int,
    my_points: int,
    their_points: int,
    previous: tuple[tuple[int, int], None] | None,
) -> tuple[int, None]:
    """The bid that is worth most on average; of equals the lowest."""
    state = scaled(position, my_points, their_points)
    return state.bid(_plan().best[state.position, state.mine, state.theirs][1]), None


def mix(position: int, my_points: int, their_points: int) -> dict[int, float]:
    """The mixture that it plays: one bid for sure."""
    return {play("minmax", position, my_points, their_points, None)[0]: 1.0}


def value(position: int, mine: int, theirs: int) -> float:
    """What a state of the standard board seems worth to the player whose points come first: 1 a win, -1 a loss."""
    return _plan().best[position, mine, theirs][0]


def worth(position: int, mine: int, theirs: int, bid: int) -> float:
    """The mean value of what this bid leads to, over all bids that are expected of the other."""
    return _worths(_plan().sums, position, mine, theirs, (bid,))[0]


Sums: TypeAlias = Mapping[int, Sequence[Sequence[float]]]
"""By position, by my points, at `n`: the values of the states in which the other has fewer than `n` points, added up.
Two of these give the sum of all between them."""


class _Plan(NamedTuple):
    """All states of the board."""

    best: Mapping[tuple[int, int, int], tuple[float, int]]
    """The value of the best bid, and that bid; 0 where the game is over."""
    sums: Sums


@cache
def _plan() -> _Plan:
    places = range(-GOAL, GOAL + 1)
    best = {}
    sums = {place: [[0.0] for _ in range(POINTS + 1)] for place in places}
    for mine, theirs, place in product(range(POINTS + 1), range(POINTS + 1), places):
        if abs(place) == GOAL or not (mine or theirs):
            here = place / GOAL if abs(place) == GOAL else 0.0, 0
        else:
            # One more than the highest answer is enough; the first of equals is the lowest.
            bids = legal_bids(mine)[: _expected(place, theirs)[-1] + 1]
            found = zip(_worths(sums, place, mine, theirs, bids), bids, strict=True)
            here = max(found, key=lambda each: round(each[0], ALIKE))
        best[place, mine, theirs] = here
        row = sums[place][mine]
        row.append(row[-1] + here[0])
    return _Plan(best, sums)


def _worths(sums: Sums, position: int, mine: int, theirs: int, bids: Iterable[int]) -> list[float]:
    answers, found = _expected(position, theirs), []
    ahead, level, behind = sums[position + 1], sums[position], sums[position - 1]
    most, least = theirs - answers.start + 1, theirs - answers.stop + 1
    for bid in bids:
        left = mine - bid
        # Of the states after it, those in which the other has `lower` points or more come of lower answers.
        lower = max(min(theirs - bid + 1, most), least)
        equal = max(min(theirs - bid, most), least)
        total = ahead[left][most] - ahead[left][lower]
        total += level[left][lower] - level[left][equal]
        total += behind[left][equal] - behind[left][least]
        found.append(total / len(answers))
    return found


def _expected(position: int, theirs: int) -> range:
    """The bids that are expected of the other."""
    return legal_bids(theirs)[: MOST[position]]
