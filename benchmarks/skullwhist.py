"""SkullWhist with both hands known: whole deals by the solver, small ones beside plain minimax too."""

from __future__ import annotations

import random
from functools import cache
from statistics import median, quantiles
from time import process_time

from playfunc_opponents.skullwhist.solver import leader_tricks, new_table, position_of

from benchmarks.section import Section, ratio

DEALS, SMALL, CARDS = 200, 20, 7


def run() -> Section:
    """Milliseconds of CPU a deal, each from an empty table."""
    _solved(_hands(0, 3))  # compiles
    whole = [_timed(_solved, _hands(seed, 13)) for seed in range(DEALS)]
    small = [_hands(seed, CARDS) for seed in range(SMALL)]
    ours = median(_timed(_solved, hands) for hands in small)
    theirs = median(_timed(_minimax, hands) for hands in small)
    p90 = quantiles(whole, n=10)[-1]
    rows = [
        ["13 cards each", f"{median(whole):.2f}", f"{p90:.2f}", ""],
        [f"{CARDS} cards each", f"{ours:.3f}", "", f"{theirs / ours:.0f} ×"],
        [f"{CARDS} cards each, plain minimax with a memory", f"{theirs:.1f}", "", "1 ×"],
    ]
    figures = {
        "skullwhist_solve_median_ms": median(whole),
        "skullwhist_solve_p90_ms": p90,
        "skullwhist_over_minimax": ratio(theirs, ours),
    }
    return Section(
        "SkullWhist solved", ["deal", "median ms", "90% within", "of plain minimax"], rows, figures
    )


Hands = tuple[tuple[int, ...], tuple[int, ...]]


def _hands(seed: int, size: int) -> Hands:
    dealt = random.Random(seed).sample(range(52), 2 * size)
    return tuple(dealt[:size]), tuple(dealt[size:])


def _timed(solve, hands: Hands) -> float:  # type: ignore[no-untyped-def]
    start = process_time()
    solve(hands)
    return 1000 * (process_time() - start)


def _solved(hands: Hands) -> int:
    return leader_tricks(position_of(*hands), len(hands[0]), new_table())


def _minimax(hands: Hands) -> int:
    @cache
    def tricks(leader: tuple[int, ...], other: tuple[int, ...]) -> int:
        return max((least(leader, other, lead) for lead in leader), default=0)

    def least(leader: tuple[int, ...], other: tuple[int, ...], lead: int) -> int:
        same = [card for card in other if card // 13 == lead // 13]
        rest = tuple(card for card in leader if card != lead)
        found = len(leader)
        for reply in same or other:
            left = tuple(card for card in other if card != reply)
            beaten = reply > lead if same else reply // 13 == 3
            found = min(found, len(rest) - tricks(left, rest) if beaten else 1 + tricks(rest, left))
        return found

    return tricks(*hands)
