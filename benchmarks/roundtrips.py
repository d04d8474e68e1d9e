"""What a question to a confined player costs: alone, in batches, and beside a bare pipe."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter

from playfunc.games.hearts import Hearts
from playfunc.player import FunctionPlayer
from playfunc.rules import Call
from playfunc_autograder.sandbox import WorkerPlayer

from benchmarks.section import Section

TURNS, QUESTIONS, BATCH = 10, 640, 64
SOURCE = "def play(player_id, hand, trick, previous):\n    return hand[0], None\n"
QUESTION = Call("play", ("you", ["C2", "C3"], [], None))

ECHO = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.buffer.flush()"


def run() -> Section:
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
    for _ in range(QUESTIONS // questions):
        ask()
    return 1e6 * (perf_counter() - start) / (QUESTIONS // questions * questions)
