"""How long the first `simulate` takes: just installed, with everything to compile, and ever after; how much memory the
many processes take; and ratings of a large ladder."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter

from playfunc_arena.formats import Fixture, Outcome
from playfunc_arena.ratings import MEAN, SCALE, Rating, rate

from benchmarks.section import Section

TURNS = 5

SIMULATE = """
import random
from playfunc import Hearts, simulate
state = Hearts(4).deal(random.Random(1))
simulate("me", state.hands[state.turn], [], iterations=100, seed=1)
"""
PROGRAMS = {
    "an interpreter that does nothing": "pass",
    "`import playfunc`": "import playfunc",
    "`import numba`": "import numba",
    "`simulate`, compiled before": SIMULATE,
}
NUMBA_MISSING = "numba is not installed: `pip install 'playfunc[fast]'`, then run again."


def run_start() -> Section:
    compiled = find_spec("numba") is not None
    with tempfile.TemporaryDirectory() as cache:
        cold = _spent(SIMULATE, Path(cache)) if compiled else None
        programs = PROGRAMS if compiled else dict(list(PROGRAMS.items())[:2])
        best = dict.fromkeys(programs, (9000000000.0, 9000000000.0))
        for _ in range(TURNS):
            for name, program in programs.items():
                best[name] = min(best[name], _spent(program, Path(cache)))
    warm = best.get("`simulate`, compiled before")
    rows = [[name, f"{wall:.2f}", f"{cpu:.2f}"] for name, (wall, cpu) in best.items()]
    if cold is not None:
        rows.append(["`simulate`, just installed: all is compiled", f"{cold[0]:.2f}", f"{cold[1]:.2f}"])
    figures = {
        "cold_start_s": cold and cold[0],
        "warm_start_s": warm and warm[0],
        "cold_start_cpu_s": cold and cold[1],
        "warm_start_cpu_s": warm and warm[1],
    }
    notes = ["From the start of the process to its end. What is compiled is shown as it goes."]
    notes += [NUMBA_MISSING] * (not compiled)
    return Section("Starting", ["process", "seconds", "of CPU"], rows, figures, notes)


def _spent(program: str, cache: Path) -> tuple[float, float]:
    """Seconds by the wall and of CPU."""
    before, start = os.times(), perf_counter()
    environment = {**os.environ, "PLAYFUNC_CACHE": str(cache)}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, stderr=subprocess.DEVNULL)
    wall, after = perf_counter() - start, os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return wall, cpu


# How much memory the processes take that there are many of: kernels and workers.


# Linux counts what a process took before it executed this program as its own, but for VmHWM.
PEAK = """
import resource, sys
if sys.platform == "linux":
    (peak,) = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(peak)
"""
WORKER = "import msgspec, playfunc.player; from playfunc.games.hearts import Hearts"
PLAIN = {
    "an interpreter that does nothing": "pass",
    "`import playfunc`": "import playfunc",
    "what a worker imports": WORKER,
}
COMPILED = {
    "`import numba`": "import numba",
    "`simulate`, compiled": SIMULATE,
}


def run_memory() -> Section:
    """Peak resident megabytes."""
    compiled = find_spec("numba") is not None
    peaks = {name: _peak(program) for name, program in (PLAIN | COMPILED if compiled else PLAIN).items()}
    least = next(iter(peaks.values()))
    rows = [[name, f"{peak:.0f}", f"{peak - least:+.0f}"] for name, peak in peaks.items()]
    figures = {
        "playfunc_mb": peaks["`import playfunc`"],
        "worker_mb": peaks["what a worker imports"],
        "simulate_mb": peaks.get("`simulate`, compiled"),
    }
    columns = ["process", "peak, MB", "beyond a bare interpreter"]
    return Section("Memory", columns, rows, figures, [NUMBA_MISSING] * (not compiled))


def _peak(program: str) -> float:
    return peak_of(program)[1]


def peak_of(program: str) -> tuple[str, float]:
    """What a program prints, and its peak in megabytes, in a process of its own."""
    run_memory = subprocess.run(
        [sys.executable, "-c", program + "\n" + PEAK], capture_output=True, text=True, check=True
    )
    *printed, peak = run_memory.stdout.split()
    kilobytes = int(peak) / (1024 if sys.platform == "darwin" else 1)
    return " ".join(printed), kilobytes / 1024


# Ratings of a large ladder: 2,000 players, 50 rounds at tables of four, every deal with all rotations.


PLAYERS, ROUNDS, SEATS = 2000, 50, 4


def run_ratings() -> Section:
    """In a process of its own, whose memory is that of a rating alone."""

    out, peak = peak_of("from benchmarks.start import measure; measure()")
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
