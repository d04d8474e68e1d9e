"""What confinement costs: a lone question and a worker's start, in every tier of this machine, interleaved.

The tiers take turns within each round, so that whatever else the machine does falls on all of them alike.
Seconds are by the wall (what a marker waits) and of CPU (what a busy machine does not falsify).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

from playfunc.games.hearts import Hearts
from playfunc.rules import Call
from playfunc_autograder.sandbox import Tier, WorkerPlayer, available_tier

from benchmarks.section import Section

STARTS = 15
QUESTIONS = 400

SOURCE = "def play(player_id, hand, trick, previous):\n    return hand[0], None\n"
QUESTION = Call("play", ("you", ["C2", "C3"], [], None))


def run() -> Section:
    """Medians: milliseconds until a worker is ready, microseconds for one question."""
    tiers = list(Tier)[list(Tier).index(available_tier().tier) :]
    ready: dict[Tier, list[float]] = {tier: [] for tier in tiers}
    cpu: dict[Tier, list[float]] = {tier: [] for tier in tiers}
    asked: dict[Tier, list[float]] = {tier: [] for tier in tiers}
    for number in range(STARTS):
        for tier in _turned(tiers, number):
            _once(tier, ready[tier], cpu[tier], asked[tier], QUESTIONS // STARTS)
    medians = [
        (tier.value, 1e3 * median(ready[tier]), 1e3 * median(cpu[tier]), 1e6 * median(asked[tier]))
        for tier in tiers
    ]
    names = ("ready_ms", "ready_cpu_ms", "question_us")
    return Section(
        title="Confinement",
        columns=("tier", "ready, ms", "of these CPU, ms", "a lone question, µs"),
        rows=tuple((tier, *(f"{value:.0f}" for value in values)) for tier, *values in medians),
        notes=(
            "A: bubblewrap and the lock; B: the lock alone; C: limits alone. Medians, the tiers taking turns.",
        ),
        figures={
            f"worker_{tier}_{name}": round(value, 1)
            for tier, *values in medians
            for name, value in zip(names, values, strict=True)
        },
    )


def _turned(tiers: list[Tier], by: int) -> Iterator[Tier]:
    for place in range(len(tiers)):
        yield tiers[(place + by) % len(tiers)]


def _once(tier: Tier, ready: list[float], cpu: list[float], asked: list[float], questions: int) -> None:
    start = time.perf_counter()
    with WorkerPlayer(SOURCE, Hearts(2), name="you", tier=tier) as worker:
        worker.start()
        ready.append(time.perf_counter() - start)
        assert worker._process is not None
        cpu.append(worker._process.clock.seconds())
        worker.answer([QUESTION])  # the first pays for what Python keeps
        for _ in range(questions):
            start = time.perf_counter()
            worker.answer([QUESTION])
            asked.append(time.perf_counter() - start)
