"""Asking again: the same questions to another process, in another order, must have the same answers."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from playfunc.errors import PlayError, TimeError
from playfunc.player import Answer, Player
from playfunc.record import GameRecord, calls
from playfunc.rules import Call

from playfunc_autograder.checks.context import student_seats

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


@dataclass(frozen=True)
class Again:
    """What came of asking `asked` questions again: each that was answered otherwise, with both answers."""

    asked: int
    differing: Sequence[tuple[Call, tuple[str, str | None], tuple[str, str | None]]]


def ask_again(player: Player, records: Iterable[GameRecord], size: int) -> Again:
    """Put up to `size` questions of the games, drawn and shuffled by a fixed seed, to a fresh `player`.

    A question that is not answered in time this time says nothing about purity, and does not count.
    """
    asked = [
        (call, (move.move, move.memory))
        for record in records
        for seat, call, move in calls(record)
        if seat in student_seats(record)
    ]
    sample = random.Random("purity").sample(asked, min(size, len(asked)))
    answers = player.answer([call for call, _ in sample])
    pairs = [
        (call, before, _pair(answer))
        for (call, before), answer in zip(sample, answers, strict=True)
        if not isinstance(answer, TimeError)
    ]
    return Again(len(pairs), [(call, before, after) for call, before, after in pairs if before != after])


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
