"""Asking again: the same questions, each to a fresh process, must have the same answers."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest

from playfunc.errors import PlayError, TimeError
from playfunc.measure import Maker
from playfunc.player import Answer
from playfunc.record import calls
from playfunc.rules import Call, Seat

from playfunc_checks.checks.measurement import Playing

__all__ = ["STATE", "Again", "ask_again", "hint"]

_CLOCKS = {
    "clock", "clock_gettime", "clock_gettime_ns", "monotonic", "monotonic_ns", "now", "perf_counter",
    "perf_counter_ns", "process_time", "process_time_ns", "thread_time", "thread_time_ns", "time", "time_ns",
    "today", "utcnow", "default_timer",
}  # fmt: skip
_CLOCK_MODULES = {"time", "datetime", "timeit"}

BOUND = (
    "Your code reads a clock ({clock}), so it searches longer on a fast or idle machine and plays otherwise. "
    "Bound the search by a number of iterations instead: write `for _ in range(300):` where you wait for the "
    "time to pass, and choose the number so that your slowest move takes well under the time limit."
)
STATE = (
    "Keep nothing in globals, default arguments, files or attributes of functions: put it into your "
    "memory. Do not read clocks: bound a search by a number of iterations, which is the same "
    "everywhere. The module `random` is seeded for you before every call; a generator of your own "
    "must be made inside the call."
)


ANSWERED = 0.9
"""So much of what is asked again must be answered in time."""

PATIENCE = 5
"""Times the limit of one move within which the rest must be answered too: who keeps state and finds itself in a fresh
process could hide there behind a time-out."""

_PHASES = 3
"""Parts of a game, by moves, that questions are drawn from alike; the first move of each function is one more."""


@dataclass(frozen=True)
class Again:
    """The result of asking `asked` questions again: how many were `answered` in time, those with a different
    answer, with both answers, and whether one was `stuck`, without an answer at any time limit."""

    asked: int
    answered: int
    differing: Sequence[tuple[Call, tuple[str, str | None], tuple[str, str | None]]]
    stuck: bool = False

    @property
    def slow(self) -> bool:
        """Whether so few were answered that nothing can be said of the others, or one never was."""
        return self.stuck or self.answered < ANSWERED * self.asked

    def slow_told(self) -> str:
        if self.stuck:
            return (
                f"A question that was answered in its game was asked again in a fresh process, with {PATIENCE} times "
                "the limit, and not answered there, also not after the questions before it of the same game. Nothing "
                "is in a cache there that your code filled in earlier games. Bound the work of a single move."
            )
        return (
            f"Of {self.asked} questions that were asked again, each in a fresh process, only {self.answered} were "
            f"answered in time; at least {ANSWERED:.0%} must be. In a fresh process nothing is in a cache that your "
            "code filled in earlier games. Bound the work of a single move, or do it when your code is loaded."
        )


@dataclass(frozen=True)
class _Question:
    """A call that was answered, the answer, and the calls that the same seat had before it in its game."""

    call: Call
    answer: tuple[str, str | None]
    before: tuple[Call, ...]


def ask_again(
    make: Maker,
    patient: Maker,
    playings: Iterable[Playing],
    size: int,
    rng: random.Random,
    on_asked: Callable[[int, int], None] = lambda done, total: None,
) -> Again:
    """Put `size` questions of the games again, each to a player that `make` makes for it alone.

    They are drawn by `rng`, from all functions and phases alike. Where one is not answered in time, it is put once
    more after the calls that came before it, so that a cache within a deal is as warm as it was, and at last so to a
    `patient` player, which gets `PATIENCE` times the limit. Ends sooner when too few can be answered any more.
    """
    sample = _sample(_questions(playings), size, rng)
    differing: list[tuple[Call, tuple[str, str | None], tuple[str, str | None]]] = []
    late, stuck = 0, False
    for number, question in enumerate(sample):
        asked = (*question.before, question.call)
        answer = _afresh(make, (question.call,))
        if isinstance(answer, TimeError):
            answer = _afresh(make, asked)
        if isinstance(answer, TimeError):
            late, answer = late + 1, _afresh(patient, asked)
            stuck = isinstance(answer, TimeError)
        if not stuck and question.answer != _pair(answer):
            differing.append((question.call, question.answer, _pair(answer)))
        on_asked(number + 1, len(sample))
        if stuck or late > (1 - ANSWERED) * len(sample):
            return Again(len(sample), number + 1 - late, differing, stuck)
    return Again(len(sample), len(sample) - late, differing)


def _afresh(make: Maker, asked: Sequence[Call]) -> Answer:
    """The last answer of a player that is asked these calls, one after another, and never was before."""
    with make() as player:
        return [player.answer([call])[0] for call in asked][-1]


def _questions(playings: Iterable[Playing]) -> dict[tuple[str, int], list[_Question]]:
    """All that was asked and answered, by function and phase."""
    found: dict[tuple[str, int], list[_Question]] = {}
    for playing in playings:
        asked: dict[Seat, list[tuple[Call, tuple[str, str | None]]]] = {seat: [] for seat in playing.seats}
        for seat, call, move in calls(playing.record):
            if seat in asked:
                asked[seat].append((call, (move.move, move.memory)))
        for own in asked.values():
            functions = [call.function for call, _ in own]
            for number, (call, answer) in enumerate(own):
                first = functions.index(call.function) == number
                phase = 0 if first else 1 + _PHASES * number // len(own)
                before = tuple(earlier for earlier, _ in own[:number])
                found.setdefault((call.function, phase), []).append(_Question(call, answer, before))
    return found


def _sample(
    questions: dict[tuple[str, int], list[_Question]], size: int, rng: random.Random
) -> list[_Question]:
    """Up to `size` of them, each function and phase in turn."""
    drawn = [rng.sample(some, len(some)) for _, some in sorted(questions.items())]
    in_turn = (one for turn in zip_longest(*drawn) for one in turn if one is not None)
    return list(islice(in_turn, size))


def _pair(answer: Answer) -> tuple[str, str | None]:
    if isinstance(answer, PlayError):
        return type(answer).__name__, None
    return answer.move, answer.memory


def hint(source: str) -> str:
    """What a student can do about it: how to bound a search, where the source reads a clock."""
    clock = _clock(source)
    return BOUND.format(clock=clock) if clock else STATE


def _clock(source: str) -> str:
    """The first clock that the source reads, as it is written there; empty if it reads none."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    imported = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in _CLOCK_MODULES
        for alias in node.names
    }
    if not imported and not any(
        alias.name in _CLOCK_MODULES
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    ):
        return ""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Attribute) and node.func.attr in _CLOCKS:
            return (ast.get_source_segment(source, node.func) or node.func.attr)[:80]
        if isinstance(node.func, ast.Name) and imported.get(node.func.id) in _CLOCKS:
            return node.func.id
    return ""
