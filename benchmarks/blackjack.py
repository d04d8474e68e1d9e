"""BlackJack's exact expectation of a decision, beside drawing card after card without remembering hands."""

from __future__ import annotations

import random
from statistics import median, quantiles
from time import process_time

from playfunc.games.blackjack import FACES, hand_score, total
from playfunc_opponents.blackjack.expectation import Purse, pool, worth

from benchmarks.section import Section, ratio

DECISIONS, PLAIN = 400, 5


def run() -> Section:
    """Milliseconds of CPU a decision: two random cards, a random upcard, two more cards on the table."""
    for seed in range(40):
        _ours(seed)  # compiles, and lays out the ways out of every upcard
    ours = [_timed(_ours, seed) for seed in range(DECISIONS)]
    hard = [seed for seed in range(DECISIONS) if total(_dealt(seed)[:2]) >= 14][:PLAIN]
    same = median(_timed(_ours, seed) for seed in hard)
    theirs = median(_timed(_plain, seed) for seed in hard)
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


def _timed(decide, seed: int) -> float:  # type: ignore[no-untyped-def]
    start = process_time()
    decide(seed)
    return 1000 * (process_time() - start)


def _dealt(seed: int) -> list[str]:
    return random.Random(seed).sample(list(FACES * 4), 5)


def _ours(seed: int) -> object:
    cards = _dealt(seed)
    return worth(cards[:2], cards[2], pool(cards), Purse(10))


def _plain(seed: int) -> float:
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
