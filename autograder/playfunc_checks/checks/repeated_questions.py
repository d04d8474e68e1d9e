"""Asking again: the same questions, each to a fresh process, must have the same answers."""

from __future__ import annotations

import ast
import builtins
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import TypeAlias

from playfunc.errors import PlayError, TimeError
from playfunc.measure import Maker
from playfunc.player import Answer
from playfunc.record import calls
from playfunc.rules import Call, Seat
from playfunc.source import FILENAME

from playfunc_checks.checks.win_rate import Playing
from playfunc_checks.structure import parsed

_CHANGING = {
    "add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft", "remove",
    "setdefault", "update",
}  # fmt: skip


def impure_lines(source: str) -> list[tuple[int, str, str]]:
    """Lines of a player's text that change what outlives a call, or read a clock: each line's number, its function's
    name and the reason in a sentence; none in a text that is not Python."""
    tree = parsed(source)
    if tree is None:
        return []
    modules = {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    return [
        (line, node.name, why)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for line, why in _within(node, modules)
    ]


def _within(function: ast.FunctionDef, modules: set[str]) -> Iterator[tuple[int, str]]:
    """Lines of one function with what is wrong about them, those that keep something first."""
    kept = {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}
    kept |= {name for node in _own_nodes(function) if isinstance(node, ast.Nonlocal) for name in node.names}
    local = _bound(function) - kept | set(dir(builtins))
    for node in ast.walk(function):
        if not isinstance(node, ast.stmt | ast.expr):
            continue
        for target in _targets(node):
            base = _base(target)
            if isinstance(target, ast.Name) and target.id in kept:
                yield node.lineno, f"This changes `{target.id}`, which outlives the call."
            elif not isinstance(target, ast.Name) and base and base not in local:
                yield node.lineno, f"This changes `{base}`, which outlives the call."
        if isinstance(node, ast.Call):
            yield from ((node.lineno, why) for why in _called(node, local, modules))


def _called(node: ast.Call, local: set[str], modules: set[str]) -> Iterator[str]:
    function = node.func
    base = _base(function)
    if (
        isinstance(function, ast.Attribute)
        and function.attr in _CHANGING
        and base
        and base not in local | modules
    ):
        yield f"This changes `{base}`, which outlives the call."
    if isinstance(function, ast.Name) and function.id == "next" and node.args:
        base = _base(node.args[0])
        if isinstance(node.args[0], ast.Name) and base not in local:
            yield f"This moves `{base}` on, which outlives the call."
    if isinstance(function, ast.Attribute) and function.attr in _CLOCKS and base in _CLOCK_MODULES:
        yield f"This reads a clock: `{ast.unparse(function)}`."
    if isinstance(function, ast.Name) and function.id in _CLOCKS & modules:
        yield f"This reads a clock: `{function.id}`."


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else []


def _base(node: ast.AST) -> str:
    """The name that an expression such as `name.part[0].other` begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of the function, without those of functions in it."""
    left = list(ast.iter_child_nodes(function))
    while left:
        node = left.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            left += ast.iter_child_nodes(node)


def _bound(function: ast.FunctionDef) -> set[str]:
    """What the function and those in it bind: parameters, whatever is assigned, and what a `match` names."""
    found: set[str | None] = set()
    for node in ast.walk(function):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                found.add(name)
            case ast.MatchAs(name=name) | ast.MatchStar(name=name) | ast.MatchMapping(rest=name):
                found.add(name)
    return {name for name in found if name}


_CLOCKS = {
    "clock", "clock_gettime", "clock_gettime_ns", "monotonic", "monotonic_ns", "now", "perf_counter",
    "perf_counter_ns", "process_time", "process_time_ns", "thread_time", "thread_time_ns", "time", "time_ns",
    "today", "utcnow", "default_timer",
}  # fmt: skip
_CLOCK_MODULES = {"time", "datetime", "timeit"}

BOUND = (
    "Your code reads a clock ({clock}), so it searches longer on a fast or idle machine, and may choose another move "
    "there. Bound the search by a number of iterations instead: write `for _ in range(300):` where you wait for the "
    "time to pass, and choose the number so that your slowest move takes well under the time limit."
)
STATE = (
    "Keep nothing in globals, default arguments, files or attributes of functions: put it into your "
    "memory. Do not read clocks: bound a search by a number of iterations, which is the same "
    "everywhere. The module `random` is seeded for you before every call; a generator of your own "
    "must be made inside the call and seeded from it: `random.Random(random.getrandbits(64))`, or "
    "`numpy.random.default_rng(random.getrandbits(64))`."
)


PATIENCE = 5
"""Times the limit of one move that a question may take in a fresh process, where nothing is in a cache yet."""

_PHASES = 3
"""Parts of a game, by moves, that questions are drawn from alike; the first move of each function is one more."""

_Answered: TypeAlias = tuple[str, str | None]
"""A move and its memory, or a fault and no memory."""


@dataclass(frozen=True)
class Again:
    """The result of asking `asked` questions again: how many were `answered`, those with a different answer, with both
    answers, and the time-out of the one that was not answered, which ended the asking."""

    asked: int
    answered: int
    differing: Sequence[tuple[Call, _Answered, _Answered]]
    late: TimeError | None = None
    slowest: float = 0.0
    """CPU seconds of the slowest answer."""

    def describe_lateness(self) -> str:
        """Why the check fails where one was not answered."""
        assert self.late is not None
        return (
            f"A question of a game was asked again in a fresh process, with {PATIENCE} times the limit of a move, and "
            f"not answered: {self.late.reason}. In a fresh process nothing is in a cache or a global that your code "
            "filled in earlier moves. Bound the work of a single move, or do it when your code is loaded."
        )


def ask_again(
    make: Maker,
    playings: Iterable[Playing],
    size: int,
    rng: random.Random,
    on_asked: Callable[[int, int], None] = lambda done, total: None,
    can_repeat: Callable[[Call], bool] = lambda call: True,
) -> Again:
    """Put `size` questions of the games again, each to a player that `make` makes for it alone, with `PATIENCE` times
    the limit of a move.

    They are drawn by `rng`, from all functions and phases alike. Nothing is asked before them, so that only the
    arguments can matter, and no outcome excuses one: a fault is another answer, and the first time-out ends it all.
    Only those are drawn that a fresh player `can_repeat`.
    """
    sample = _sample(_questions(playings, can_repeat), size, rng)
    differing: list[tuple[Call, _Answered, _Answered]] = []
    for number, (call, before) in enumerate(sample):
        with make() as player:
            [answer] = player.answer([call])
        if isinstance(answer, TimeError):
            return Again(len(sample), number, differing, answer)
        if (again := _pair(answer)) != before:
            differing.append((call, before, again))
        on_asked(number + 1, len(sample))
    return Again(len(sample), len(sample), differing)


def _questions(
    playings: Iterable[Playing], can_repeat: Callable[[Call], bool]
) -> dict[tuple[str, int], list[tuple[Call, _Answered]]]:
    """All that was asked, with the answers, by function and phase."""
    found: dict[tuple[str, int], list[tuple[Call, _Answered]]] = {}
    for playing in playings:
        asked: dict[Seat, list[tuple[Call, _Answered]]] = {seat: [] for seat in playing.seats}
        for seat, call, move in calls(playing.record):
            if seat in asked and can_repeat(call):
                asked[seat].append((call, (move.move, move.memory)))
        for own in asked.values():
            functions = [call.function for call, _ in own]
            for number, (call, answer) in enumerate(own):
                first = functions.index(call.function) == number
                phase = 0 if first else 1 + _PHASES * number // len(own)
                found.setdefault((call.function, phase), []).append((call, answer))
    return found


def _sample(
    questions: dict[tuple[str, int], list[tuple[Call, _Answered]]], size: int, rng: random.Random
) -> list[tuple[Call, _Answered]]:
    """Up to `size` of them, each function and phase in turn."""
    drawn = [rng.sample(some, len(some)) for _, some in sorted(questions.items())]
    in_turn = (one for turn in zip_longest(*drawn) for one in turn if one is not None)
    return list(islice(in_turn, size))


def _pair(answer: Answer) -> _Answered:
    if isinstance(answer, PlayError):
        return f"{type(answer).__name__}: {answer.reason}", None
    return answer.move, answer.memory


def hint(source: str) -> str:
    """What a student can do about it: how to bound a search, where the source reads a clock."""
    clock = _clock(source)
    return BOUND.format(clock=clock) if clock else STATE


def suspect(source: str) -> str:
    """The first line of the player's that may be why, in a line of its own; empty where none is found."""
    lines = source.splitlines()
    for line, name, why in impure_lines(source):
        return f"\nLine {line} of `{name}`, {FILENAME}: {lines[line - 1].strip()[:80]}\n{why}"
    return ""


def _clock(source: str) -> str:
    """The first clock that the source reads, as it is written there; empty if it reads none."""
    tree = parsed(source)
    if tree is None:
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
