"""The steps agree with each other and with the solver, and look at as many positions as the page says."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from plain_minimax import late_position, moon_position
from playfunc.games.hearts import Hearts, HeartsState
from playfunc.games.hearts.fast.bits import bits_of
from playfunc_opponents.hearts.position import Position
from playfunc_opponents.hearts.solver import Solver
from playfunc_opponents.hearts.steps import STEPS, example

PAGE = Path(__file__).parents[3] / "docs" / "solver.md"
SOLVER = Solver(14)


def position_of(state: HeartsState) -> Position:
    """The state as the steps look at it."""
    hands = (bits_of(state.hands[0]), bits_of(state.hands[1]))
    trick = tuple(1 << card.index for card, _ in state.trick)
    taken = Hearts(2).points_taken(state)
    return Position(hands, trick, state.turn, taken, not state.history, state.broken)


@pytest.mark.parametrize("seed", range(6))
def test_all_steps_find_what_the_solver_finds(seed: int) -> None:
    rng = random.Random(f"steps {seed}")
    state = moon_position(rng, 4) if seed % 2 else late_position(rng, rng.randint(43, 52))
    value = SOLVER.scores(state)[0]
    assert {name: step(position_of(state)).value for name, step in STEPS.items()} == dict.fromkeys(
        STEPS, value
    )


def test_the_page_tells_how_many_positions_each_step_looks_at() -> None:
    told = re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    found = [(name, f"{step(example()).nodes:,}") for name, step in STEPS.items()]
    assert told == found
    counts = [int(number.replace(",", "")) for _, number in found]
    assert counts == sorted(counts, reverse=True)


def test_the_demonstration_runs_when_asked_and_only_then() -> None:
    command = [sys.executable, "-m", "playfunc_opponents.hearts.steps"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["step", *STEPS]
    imported = [sys.executable, "-c", "import playfunc_opponents.hearts.steps"]
    assert subprocess.run(imported, capture_output=True, text=True, check=True).stdout == ""
