"""Two-player Hearts solved exactly, on one core: whole deals, 20 cards each, and the same search in C++."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import process_time
from unittest import mock

from playfunc.compiled.native import NATIVE
from playfunc.games.hearts import Hearts, HeartsState
from playfunc.measure import deal_rng
from playfunc_opponents.hearts import solver as ours
from playfunc_opponents.hearts.exact.lanes import order_weights
from playfunc_opponents.hearts.exact.search import NODES, at_least, forget, new_memory
from playfunc_opponents.hearts.solver import TABLE_BITS, Solver

from benchmarks.section import COMPILER_MISSING, Bench, Section, build, ratio

DEALS = 100
COMPARED = 40
"""How many of the deals the C++ twin solves too, each side in turns."""

RULES = Hearts(2)
Question = tuple[int, int, int, int, int, int]
"""The arguments of `at_least`."""


def run_solver() -> Section:
    assert NATIVE, "this measures compiled code: pip install 'playfunc[fast]'"
    solver = Solver()
    solver.value(position(0, 40))  # compiled, or loaded, before any clock runs
    deals = [position(number, 0) for number in range(DEALS)]
    later = [position(number, 12) for number in range(DEALS)]
    whole, twenty = solved(solver, deals), solved(solver, later)
    both = compared(solver, deals[:COMPARED])
    tail = quantiles((seconds for seconds, _ in whole), n=10)[-1]
    over_cpp = None if both is None else both[0] / both[1]
    figures = {
        "solve_deal_median_s": median(seconds for seconds, _ in whole),
        "solve_deal_p90_s": tail,
        "solve_deal_max_s": max(whole)[0],
        "solve20_median_s": median(seconds for seconds, _ in twenty),
        "solver_over_cpp_time": over_cpp,
    }
    rows = [
        row("a whole deal", whole),
        row("20 cards each, after six random tricks", twenty),
    ]
    return Section(
        "Two-player Hearts solved exactly",
        ("position", "median", "90th percentile", "longest", "openings of tricks, median"),
        rows,
        figures,
        [
            f"{DEALS} random deals each, the table emptied before each; CPU seconds.",
            COMPILER_MISSING
            if both is None
            else f"The same search in C++ (`-O3 -march=native`), the same questions on {COMPARED} deals: "
            f"{both[1]:.2f} s, ours {both[0]:.2f} s, {ratio(*both):.2f} times as long.",
        ],
    )


def position(number: int, moves: int) -> HeartsState:
    """A random deal after so many random moves."""
    rng = random.Random(f"solver {number}")
    state = RULES.deal(deal_rng("public", "solver", number))
    for _ in range(moves):
        legal = RULES.legal(RULES.view(state, state.turn))
        state = RULES.play(state, {state.turn: rng.choice(legal)})
    return state


def solved(solver: Solver, positions: list[HeartsState]) -> list[tuple[float, int]]:
    """CPU seconds and openings of tricks for each."""
    found = []
    for state in positions:
        start = process_time()
        solver.forget()
        solver.value(state)
        found.append((process_time() - start, solver.nodes))
    return found


def row(name: str, found: list[tuple[float, int]]) -> list[str]:
    seconds = [each for each, _ in found]
    nodes = median(count for _, count in found)
    shown = (median(seconds), quantiles(seconds, n=10)[-1], max(seconds))
    return [name, *(f"{1000 * value:.1f} ms" for value in shown), f"{nodes:,.0f}"]


def compared(solver: Solver, deals: list[HeartsState]) -> tuple[float, float] | None:
    """CPU seconds of ours and of the C++ twin for the same questions; both must look at the same positions."""
    program = build("solver")
    if program is None:
        return None
    asked = [questions(solver, state) for state in deals]
    memory = new_memory(TABLE_BITS)
    with twin(program) as bench:
        mine = theirs = 0.0
        for each in asked:
            said, seconds = answered(each, memory)
            told, cpp_seconds = bench.ask(len(each), *(number for question in each for number in question))
            assert said == told, f"the sides search differently: {said} and {told}"
            mine, theirs = mine + seconds, theirs + cpp_seconds
    return mine, theirs


def questions(solver: Solver, state: HeartsState) -> list[Question]:
    """What the solver asks of the search to find the value."""
    asked: list[Question] = []

    def asking(*question: int) -> int:
        asked.append(tuple(map(int, question[:6])))
        return at_least(*question)

    solver.forget()
    with mock.patch.object(ours, "at_least", asking):
        solver.value(state)
    return asked


def answered(asked: list[Question], memory: object) -> tuple[str, float]:
    """The same questions with an empty table: `NODES:SUM` and CPU seconds."""
    forget(memory)
    memory[NODES] = 0
    start = process_time()
    total = sum(at_least(*question, memory) for question in asked)
    return f"{memory[NODES]}:{total}", process_time() - start


@contextmanager
def twin(program: Path) -> Iterator[Bench]:
    with TemporaryDirectory() as folder:
        weights = Path(folder) / "weights"
        weights.write_text(" ".join(map(str, order_weights())))
        bench = Bench(program, str(TABLE_BITS), weights)
        yield bench
        bench.close()
