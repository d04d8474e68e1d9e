"""What confinement costs: a worker's start and a lone question in every tier of this machine, interleaved; questions in
batches, beside a bare pipe; and a notebook's kernel.

The tiers take turns within each round, so that whatever else the machine does falls on all of them alike.
Seconds are by the wall (what a marker waits) and of CPU (what a busy machine does not falsify)."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

import nbformat
from nbclient import NotebookClient
from playfunc.games.hearts import Hearts
from playfunc.player import FunctionPlayer
from playfunc.rules import Call
from playfunc_autograder.sandbox import Tier, WorkerPlayer, available_tier
from playfunc_classroom.nbgrader_bridge.kernels import manager_for
from playfunc_classroom.nbgrader_bridge.repair import NOT_EXECUTED

from benchmarks.section import Section

SOURCE = "def play(player_id, hand, trick, previous):\n    return hand[0], None\n"
QUESTION = Call("play", ("you", ["C2", "C3"], [], None))


STARTS = 15
QUESTIONS = 400


def run_worker_cost() -> Section:
    """Medians: milliseconds until a worker is ready, microseconds for one question."""
    tiers = list(Tier)[list(Tier).index(available_tier().tier) :]
    ready: dict[Tier, list[float]] = {tier: [] for tier in tiers}
    cpu: dict[Tier, list[float]] = {tier: [] for tier in tiers}
    asked: dict[Tier, list[float]] = {tier: [] for tier in tiers}
    for number in range(STARTS):
        for tier in _turned(tiers, number):
            _worker_once(tier, ready[tier], cpu[tier], asked[tier], QUESTIONS // STARTS)
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


def _worker_once(
    tier: Tier, ready: list[float], cpu: list[float], asked: list[float], questions: int
) -> None:
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


# What confining a notebook's kernel costs: the workbook's first two cells, confined and open, in pairs.
#
# Within a pair the two take turns in going first, so that whatever else the machine does falls on both alike.
# A pair is a whole run: start, two cells, end. Seconds are by the wall and of CPU, children included.


PAIRS = 20
CELLS = 2

WORKBOOK = Path(__file__).parents[1] / "course/source/hearts/hearts.ipynb"


def run_kernel_cost() -> Section:
    """Medians of seconds, and of the ratios of each pair."""
    confined = [tier for tier in (Tier.A, Tier.B) if _is_had(tier)]
    rows, figures = [], {}
    for tier in confined:
        _once(tier)  # the first finds out what a kernel may read
        pairs = [_pair(tier, number) for number in range(PAIRS)]
        wall, cpu = (median(mine[i] / other[i] for mine, other in pairs) for i in (0, 1))
        middle = [
            [median(run_kernel_cost[side][i] for run_kernel_cost in pairs) for side in (0, 1)] for i in (0, 1)
        ]
        rows.append(
            (
                tier.value,
                *(f"{ours:.2f} / {theirs:.2f}" for ours, theirs in middle),
                f"{100 * (wall - 1):+.1f} %",
                f"{100 * (cpu - 1):+.1f} %",
            )
        )
        figures |= {
            f"kernel_{tier.value}_wall_ratio": round(wall, 3),
            f"kernel_{tier.value}_cpu_ratio": round(cpu, 3),
        }
    return Section(
        title="A notebook's kernel, confined",
        columns=("tier", "wall, s, confined / open", "CPU, s", "wall, cost", "CPU, cost"),
        rows=tuple(rows),
        notes=(
            f"The workbook's first {CELLS} cells that are run, with start and end; medians of {PAIRS} pairs.",
        ),
        figures=figures,
    )


def _is_had(tier: Tier) -> bool:
    """Whether the machine confines as well as that, or better."""
    return list(Tier).index(available_tier().tier) <= list(Tier).index(tier)


def _pair(tier: Tier, number: int) -> tuple[tuple[float, float], tuple[float, float]]:
    if number % 2:
        other = _once(Tier.C)
        return _once(tier), other
    return _once(tier), _once(Tier.C)


def _once(tier: Tier) -> tuple[float, float]:
    """Seconds by the wall and of CPU."""
    client = NotebookClient(
        _notebook(),
        kernel_manager_class=manager_for(tier, None),
        shutdown_kernel="immediate",
        startup_timeout=600,
        timeout=600,
    )
    wall, cpu = time.perf_counter(), _cpu()
    client.execute()
    return time.perf_counter() - wall, _cpu() - cpu


def _cpu() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _notebook() -> nbformat.NotebookNode:
    raw = json.loads(WORKBOOK.read_text(encoding="utf-8"))
    code = [cell for cell in raw["cells"] if cell["cell_type"] == "code"]
    run_kernel_cost = [cell for cell in code if NOT_EXECUTED not in cell["metadata"].get("tags", ())]
    return nbformat.from_dict({**raw, "cells": run_kernel_cost[:CELLS]})


# What a question to a confined player costs: alone, in batches, and beside a bare pipe.


TURNS, ROUNDTRIPS, BATCH = 10, 640, 64


ECHO = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.buffer.flush()"


def run_roundtrips() -> Section:
    """Microseconds for one question by the wall, the least of several turns."""
    space: dict[str, Callable[..., object]] = {}
    exec(SOURCE, space)
    here = FunctionPlayer(space["play"], Hearts(2), name="you")
    echo = subprocess.Popen(
        [sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    with WorkerPlayer(SOURCE, Hearts(2), name="you") as worker:
        worker.answer([QUESTION])
        sides: dict[str, Callable[[], object]] = {
            "a line through a bare pipe and back": lambda: _through(echo),
            "a function in the same process": lambda: here.answer([QUESTION]),
            "a confined player, alone": lambda: worker.answer([QUESTION]),
            f"a confined player, {BATCH} at a time": lambda: worker.answer([QUESTION] * BATCH),
        }
        best = dict.fromkeys(sides, 9e9)
        for _ in range(TURNS):
            for name, ask in sides.items():
                best[name] = min(best[name], _microseconds(ask, BATCH if name.endswith("time") else 1))
    echo.communicate()
    pipe, own, alone, batched = best.values()
    rows = [[name, f"{value:.1f}", f"{value / pipe:.2f} ×"] for name, value in best.items()]
    figures = {"pipe_us": pipe, "function_us": own, "roundtrip_us": alone, "roundtrip_batched_us": batched}
    return Section("Round trips", ["one question to", "µs", "of a bare pipe"], rows, figures)


def _through(echo: subprocess.Popen[bytes]) -> bytes:
    assert echo.stdin is not None
    assert echo.stdout is not None
    echo.stdin.write(b'["play",["you",["C2","C3"],[],null]]\n')
    return echo.stdout.read(4096)


def _microseconds(ask: Callable[[], object], questions: int) -> float:
    start = perf_counter()
    for _ in range(ROUNDTRIPS // questions):
        ask()
    return 1e6 * (perf_counter() - start) / (ROUNDTRIPS // questions * questions)
