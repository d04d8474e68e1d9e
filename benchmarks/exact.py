"""Exact solvers beside plain ways to the same values: FootSteps' board, BlackJack's expectation, SkullWhist with both
hands known."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from statistics import median, quantiles
from time import process_time
from typing import Any

from playfunc.compiled.native import NATIVE
from playfunc.games.blackjack import FACES, hand_score, total
from playfunc_opponents.blackjack.expectation import Purse, pool, worth
from playfunc_opponents.footsteps.equilibrium import GOAL, POINTS
from playfunc_opponents.footsteps.solver import guarantees, solve_board
from playfunc_opponents.skullwhist.solver import leader_tricks, new_table, position_of

from benchmarks.section import Section, ratio

TURNS = 5

PLAIN_POINTS = 16
"""Points of the board on which plain Python is compared; the whole board would take it minutes."""

PLAIN = (
    "from time import process_time; from playfunc_opponents.footsteps.solver import solve_board; "
    f"start = process_time(); solve_board({GOAL}, {PLAIN_POINTS}); print(process_time() - start)"
)


def run_footsteps() -> Section:
    """CPU seconds: the whole board, and a smaller one beside plain Python."""
    board = solve_board(GOAL, POINTS)  # compiles
    sure = min(a - b for a, b in zip(guarantees(GOAL, POINTS, board.mixes), board.values, strict=True))
    whole = median(_seconds(POINTS) for _ in range(TURNS))
    small = median(_seconds(PLAIN_POINTS) for _ in range(TURNS))
    plain = _plain() if NATIVE else small
    rows = [
        [f"{POINTS} points, compiled", f"{whole:.3f}", ""],
        [f"{PLAIN_POINTS} points, compiled", f"{small:.4f}", f"{plain / small:.0f} ×"],
        [f"{PLAIN_POINTS} points, plain Python", f"{plain:.3f}", "1 ×"],
    ]
    figures = {
        "footsteps_solve_s": whole,
        "footsteps_over_python": ratio(plain, small),
        "footsteps_worst_shortfall": -sure,
    }
    note = f"The strategy found is nowhere less sure than its value by more than {-sure:.1e}."
    return Section("FootSteps solved", ["board", "CPU s", "of plain Python"], rows, figures, [note])


def _seconds(points: int) -> float:
    start = process_time()
    solve_board(GOAL, points)
    return process_time() - start


def _plain() -> float:
    """The same code in an interpreter that compiles nothing."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", PLAIN], env=environment, capture_output=True, check=True)
    return float(done.stdout)


# BlackJack's exact expectation of a decision, beside drawing card after card without remembering hands.


DECISIONS, PLAIN_BLACKJACK = 400, 5


def run_blackjack() -> Section:
    """Milliseconds of CPU a decision: two random cards, a random upcard, two more cards on the table."""
    for seed in range(40):
        _ours(seed)  # compiles, and lays out the ways out of every upcard
    ours = [_timed(_ours, seed) for seed in range(DECISIONS)]
    hard = [seed for seed in range(DECISIONS) if total(_dealt(seed)[:2]) >= 14][:PLAIN_BLACKJACK]
    same = median(_timed(_ours, seed) for seed in hard)
    theirs = median(_timed(_plain_blackjack, seed) for seed in hard)
    p90 = quantiles(ours, n=10)[-1]
    rows = [
        ["any decision", f"{median(ours):.2f}", f"{p90:.2f}", ""],
        ["with 14 or more", f"{same:.3f}", "", f"{theirs / same:.0f} ×"],
        ["with 14 or more, plain Python", f"{theirs:.0f}", "", "1 ×"],
    ]
    figures = {
        "blackjack_decision_median_ms": median(ours),
        "blackjack_decision_p90_ms": p90,
        "blackjack_over_python": ratio(theirs, same),
    }
    return Section(
        "BlackJack's expectation", ["decision", "median ms", "90% within", "of plain Python"], rows, figures
    )


def _dealt(seed: int) -> list[str]:
    return random.Random(seed).sample(list(FACES * 4), 5)


def _ours(seed: int) -> object:
    cards = _dealt(seed)
    return worth(cards[:2], cards[2], pool(cards), Purse(10))


def _plain_blackjack(seed: int) -> float:
    """The worth of the best move by plain recursion over every card."""
    cards = _dealt(seed)
    counts = list(pool(cards))

    def below(score: int, dealer: str) -> float:
        if total(dealer) >= 17:
            return float(hand_score(dealer) < score)
        return sum(share * below(score, dealer + FACES[value]) for value, share in _draws(counts))

    def best(hand: str) -> float:
        if total(hand) > 21:
            return -1.0
        stand = 2 * below(hand_score(hand), cards[2]) - 1
        if total(hand) >= 17:
            return stand
        return max(stand, sum(share * best(hand + FACES[value]) for value, share in _draws(counts)))

    return best("".join(cards[:2]))


def _draws(counts: list[int]):  # type: ignore[no-untyped-def]
    """Every value that may come and its chance; while it is looked at, it is gone from `counts`."""
    left = sum(counts)
    for value, count in enumerate(counts):
        if count:
            counts[value] -= 1
            yield value, count / left
            counts[value] += 1


# SkullWhist with both hands known: whole deals by the solver, small ones beside plain minimax too.


DEALS, SMALL, CARDS = 200, 20, 7


def run_skullwhist() -> Section:
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


def _timed(solve: Callable[[Any], object], given: Any) -> float:
    """Milliseconds of CPU."""
    start = process_time()
    solve(given)
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
