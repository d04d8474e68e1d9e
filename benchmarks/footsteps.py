"""FootSteps' standard board solved from scratch, compiled and by the same code as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median
from time import process_time

from playfunc.compiled.native import NATIVE
from playfunc_opponents.footsteps.equilibrium import GOAL, POINTS
from playfunc_opponents.footsteps.solver import guarantees, solve_board

from benchmarks.section import Section, ratio

TURNS = 5

PLAIN_POINTS = 16
"""Points of the board on which plain Python is compared; the whole board would take it minutes."""

PLAIN = (
    "from time import process_time; from playfunc_opponents.footsteps.solver import solve_board; "
    f"start = process_time(); solve_board({GOAL}, {PLAIN_POINTS}); print(process_time() - start)"
)


def run() -> Section:
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
