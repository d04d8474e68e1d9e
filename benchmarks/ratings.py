"""Ratings of a large ladder: 2,000 players, 50 rounds at tables of four, every deal with all rotations."""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Iterator

from playfunc_arena.outcomes import Fixture, Outcome
from playfunc_arena.ratings import MEAN, SCALE, Rating, rate

from benchmarks.section import Section

PLAYERS, ROUNDS, SEATS = 2000, 50, 4


def run() -> Section:
    """In a process of its own, whose memory is that of a rating alone."""
    from benchmarks.memory import peak_of

    out, peak = peak_of("from benchmarks.ratings import measure; measure()")
    seconds, held = map(float, out.split())
    rows = [[f"{PLAYERS:,} players, {ROUNDS} rounds", f"{seconds:.1f}", f"{peak:.0f}", f"{held:.1%}"]]
    columns = ["contest", "CPU, s", "peak, MB", "intervals that hold the true strength"]
    return Section("Ratings", columns, rows, {"rate_2000x50_s": seconds, "rate_2000x50_mb": peak})


def measure() -> None:
    """Prints the CPU seconds of a rating, and the share of intervals that hold the true strength."""
    rng = random.Random(1)
    strengths = [rng.gauss(0, 0.7) for _ in range(PLAYERS)]
    begun = time.process_time()
    for _ in outcomes(strengths):
        pass
    played = time.process_time()
    found = rate(PLAYERS, outcomes(strengths), high=True)
    rated = time.process_time()
    print((rated - played) - (played - begun), _held(found, strengths), file=sys.stdout)


def outcomes(strengths: list[float]) -> Iterator[Outcome]:
    """A ladder's games, by the model that ratings assume: the largest of exponential draws wins."""
    rng = random.Random(2)
    for number in range(ROUNDS):
        order = rng.sample(range(PLAYERS), PLAYERS)
        for place in range(PLAYERS // SEATS):
            table = order[SEATS * place : SEATS * (place + 1)]
            for turn in range(SEATS):
                seats = tuple(table[turn:] + table[:turn])
                scores = tuple(-rng.expovariate(math.exp(strengths[player])) for player in seats)
                yield Outcome(Fixture(number * PLAYERS + place, seats, ""), scores)


def _held(found: list[Rating], strengths: list[float]) -> float:
    average = math.fsum(strengths) / PLAYERS
    truth = [MEAN + SCALE * (strength - average) for strength in strengths]
    return sum(r.low <= true <= r.high for r, true in zip(found, truth, strict=True)) / PLAYERS  # type: ignore[operator]
