"""Random playouts of dealt four-player hands, on one core: ours, C++, OpenSpiel, the readable rules."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

from playfunc.compiled.luck import seed_luck
from playfunc.compiled.native import compiled, zeros
from playfunc.games.hearts import Hearts
from playfunc.games.hearts.fast.bits import SIZE, TAKEN
from playfunc.games.hearts.fast.playouts import deal, playout

from benchmarks.section import COMPILER_MISSING, OPENSPIEL_MISSING, Bench, Section, build, openspiel, ratio

TURNS = 15
DEALS, COUNT = 100, 1000


def run_playouts() -> Section:
    ours, portable = Bench.of_python("benchmarks.playouts"), _portable()
    program, spiel = build("playouts"), openspiel()
    native = Bench(program) if program else None
    sides: dict[str, Callable[[int], float] | None] = {
        "compiled": _rate_of(ours),
        "compiled, portable": _rate_of(portable),
        "C++ `-O3 -march=native`": _rate_of(native),
        "OpenSpiel, native": (lambda seed: 2000 / spiel.native(seed, 2000)) if spiel else None,
        "OpenSpiel through Python": (lambda seed: 100 / spiel.python(seed, 100)) if spiel else None,
        "the readable rules": _readable,
    }
    best: dict[str, float | None] = dict.fromkeys(sides)
    for turn in range(TURNS):
        for name, rate in sides.items():
            if rate is not None:
                best[name] = max(best[name] or 0.0, rate(turn))
    answers = {bench.ask(7, 10, 10)[0] for bench in (ours, portable, native) if bench}
    assert len(answers) == 1, f"the sides play different hands: {answers}"
    for bench in filter(None, (ours, portable, native)):
        bench.close()
    return _section(best)


def _portable() -> Bench:
    return Bench.of_python("benchmarks.playouts", {"PLAYFUNC_PORTABLE": "1"})


def _rate_of(bench: Bench | None) -> Callable[[int], float] | None:
    return None if bench is None else lambda seed: DEALS * COUNT / bench.ask(seed, DEALS, COUNT)[1]


def _readable(seed: int, count: int = 20) -> float:
    rng, rules = random.Random(seed), Hearts(4)
    dealt = rules.deal(rng)
    start = process_time()
    for _ in range(count):
        state = dealt
        while rules.to_act(state):
            legal = rules.legal(rules.view(state, state.turn))
            state = rules.play(state, {state.turn: rng.choice(legal)})
    return count / (process_time() - start)


def _section(best: dict[str, float | None]) -> Section:
    compiled, portable, cpp, native, python, _ = best.values()
    rows = [
        [
            name,
            "not measured" if rate is None else f"{rate:,.0f}",
            _times(ratio(compiled, rate)),
            _times(ratio(portable, rate)),
        ]
        for name, rate in best.items()
    ]
    figures = {
        "playouts_per_s": compiled,
        "portable_playouts_per_s": portable,
        "playouts_over_openspiel_native": ratio(compiled, native),
        "playouts_over_openspiel_python": ratio(compiled, python),
        "playouts_over_cpp_native": ratio(compiled, cpp),
        "portable_playouts_over_openspiel_native": ratio(portable, native),
        "portable_playouts_over_openspiel_python": ratio(portable, python),
    }
    notes = [
        "A playout is the whole play of a dealt four-player hand with uniformly random legal cards; of the three "
        "first rows each plays the same hands. *Portable* does without the instruction that deposits bits "
        "(BMI2). OpenSpiel's native side is the rollout evaluator of its Monte Carlo bot."
    ]
    notes += [COMPILER_MISSING] * (cpp is None) + [OPENSPIEL_MISSING] * (native is None)
    columns = ["playouts of a dealt hand", "a second", "compiled is", "portable is"]
    return Section("Random playouts, four players", columns, rows, figures, notes)


def _times(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f} ×" if value < 10 else f"{value:,.0f} ×"


# Our side, in a process of its own: `python -m benchmarks.playouts`.
#
# Reads lines `SEED DEALS COUNT` and answers as `cpp/playouts.cpp` does, with the same numbers.


@compiled
def many_playouts(dealt: Any, position: Any, deals: int, count: int, luck: int) -> tuple[int, int]:
    """`(points of seat 0 in all, luck)` of `count` playouts of each of `deals` four-player deals.

    `dealt` and `position` are scratch.
    """
    total = 0
    for _ in range(deals):
        luck = deal(dealt, 4, luck)
        for _ in range(count):
            for place in range(SIZE):
                position[place] = dealt[place]
            luck = playout(position, luck)
            total += position[TAKEN]
    return total, luck


def main() -> None:
    dealt, position = zeros(SIZE), zeros(SIZE)
    many_playouts(dealt, position, 1, 1, seed_luck(0))  # compiled, or loaded, before any clock runs
    for line in sys.stdin:
        seed, deals, count = map(int, line.split())
        start = process_time()
        total, _ = many_playouts(dealt, position, deals, count, seed_luck(seed))
        print(total, f"{process_time() - start:.6f}", flush=True)


if __name__ == "__main__":
    main()
