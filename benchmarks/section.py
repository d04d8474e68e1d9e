"""What a benchmark says, and references that others measure against: a C++ twin, OpenSpiel, and processes that answer
line by line."""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any

import psutil


@dataclass(frozen=True)
class Section:
    """`rows` are cells of text under `columns`; `notes` are sentences below the table, such as what to install
    for a reference that is missing; `figures` the flat numbers, `None` where a reference is missing."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    figures: Mapping[str, float | None] = field(default_factory=dict)
    notes: Sequence[str] = ()

    def markdown(self) -> str:
        lines = [f"## {self.title}", "", _row(self.columns), _row(["---"] * len(self.columns))]
        lines += [_row(row) for row in self.rows]
        for note in self.notes:
            lines += ["", note]
        return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def ratio(ours: float | None, theirs: float | None) -> float | None:
    """How many times theirs ours is; `None` when either was not measured."""
    return None if ours is None or theirs is None else ours / theirs


# References that others measure against: a C++ twin, OpenSpiel, and processes that answer line by line.


FOLDER = Path(__file__).parent
COMPILER_MISSING = "No C++ compiler was found: `apt-get install g++` (or Xcode's tools), then run again."
OPENSPIEL_MISSING = "OpenSpiel is not installed: `pip install 'playfunc[bench]'`, then run again."


def build(name: str, *flags: str) -> Path | None:
    """`cpp/<name>.cpp` built with `-O3 -march=native`, or `None` without a compiler."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    program = FOLDER / "build" / name
    program.parent.mkdir(exist_ok=True)
    source = FOLDER / "cpp" / f"{name}.cpp"
    subprocess.run(
        [compiler, "-std=c++20", "-O3", "-march=native", *flags, "-o", program, source], check=True
    )
    return program


class Bench:
    """A process that answers one line `RESULT SECONDS` to each line it is given."""

    def __init__(
        self, *command: str | os.PathLike[str], environment: Mapping[str, str] | None = None
    ) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environment or {})},
            cwd=FOLDER.parent,
        )

    def ask(self, *question: object) -> tuple[str, float]:
        """The result, and the CPU seconds it took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(*question, file=self._process.stdin, flush=True)
        result, seconds = self._process.stdout.readline().split()
        return result, float(seconds)

    def close(self) -> None:
        self._process.communicate()

    @classmethod
    def of_python(cls, module: str, environment: Mapping[str, str] | None = None) -> Bench:
        return cls(sys.executable, "-m", module, environment=environment)


class OpenSpiel:
    """Random playouts by OpenSpiel from hands that are dealt: CPU seconds for `count` of them."""

    def __init__(self) -> None:
        import pyspiel

        self._pyspiel = pyspiel
        self._game = pyspiel.load_game("hearts(pass_cards=false)")

    def _dealt(self, seed: int) -> Any:
        rng, state = random.Random(seed), self._game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        return state

    def native(self, seed: int, count: int) -> float:
        """In C++ throughout: one simulation of its Monte Carlo bot asks its evaluator for `count` rollouts."""
        rollouts = self._pyspiel.RandomRolloutEvaluator(count, seed)
        bot, state = (
            self._pyspiel.MCTSBot(self._game, rollouts, 1.0, 1, 100, False, seed, False),
            self._dealt(seed),
        )
        start = process_time()
        bot.step(state)
        return process_time() - start

    def python(self, seed: int, count: int) -> float:
        """A loop in Python over its states."""
        dealt, choice = self._dealt(seed), random.Random(seed).choice
        start = process_time()
        for _ in range(count):
            state = dealt.clone()
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))
        return process_time() - start


def openspiel() -> OpenSpiel | None:
    """`None` where it is not installed."""
    return OpenSpiel() if find_spec("pyspiel") else None


def cpu_seconds() -> float:
    """CPU seconds of this process, and of those that it has started and that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def process_cpu_seconds(pid: int) -> float:
    """CPU seconds of a process alone, without those that it started."""
    used = psutil.Process(pid).cpu_times()
    return float(used.user + used.system)
