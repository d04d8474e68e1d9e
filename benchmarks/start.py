"""How long the first `simulate` takes: just installed, with everything to compile, and ever after."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter

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


def run() -> Section:
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
