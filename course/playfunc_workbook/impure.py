"""Whether a player answers the same question the same way, and if not, the student's own line that may be why.

Marking asks in fresh processes (`playfunc_checks.checks.purity`). Here the questions are asked again in another order,
which finds what is kept between calls; a clock that changes no answer by chance is found in the text.
"""

from __future__ import annotations

import linecache
import random
from collections.abc import Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any

from playfunc.errors import PlayError
from playfunc.player import Answer, Player
from playfunc.record import GameRecord, RecordedMove, calls
from playfunc.rules import Call

from playfunc_checks.checks.again import STATE
from playfunc_checks.impure_lines import impure_lines
from playfunc_checks.own_code import place
from playfunc_workbook.finding import Finding, State

__all__ = ["impure_finding", "suspects"]

ASKED = 40
"""Questions that are asked again."""


def impure_finding(
    you: Player, functions: Mapping[str, Any], records: Sequence[GameRecord], name: str = "you"
) -> Finding | None:
    """What to say of a player whose answers differ from those of its games, or which reads a clock; else `None`."""
    asked = _questions(records, name)
    differing = next(((c, m, a) for c, m in asked if _differs(m, a := you.answer([c])[0])), None)
    lines = suspects(functions.values())
    if differing is None:
        clocks = [line for line in lines if "clock" in line]
        said = (
            "No move against the rules. But your player reads a clock, so its answers may differ on another machine, and "
            "then it fails the check `purity`, and no opponent counts as beaten."
        )
        return Finding("Rules", State.PARTLY, said, detail=clocks[0], hint=STATE) if clocks else None
    call, made, answer = differing
    said = (
        f"No move against the rules. But `{call.function}` was asked the same question twice and gave two answers: "
        f"first {_shown(made.move, made.memory)}, then {_of(answer, made)}. Marking asks twice as well (the "
        "check `purity`)."
    )
    return Finding("Rules", State.WRONG, said, detail="\n\n".join(lines[:2]), hint=STATE)


def _questions(records: Sequence[GameRecord], name: str) -> list[tuple[Call, RecordedMove]]:
    """Some questions of the student's seats and their answers, in an order of their own."""
    found = [
        (call, move)
        for record in records
        for seat, call, move in calls(record)
        if record.players[seat].startswith(name)
    ]
    return random.Random("again").sample(found, min(ASKED, len(found)))


def _differs(made: RecordedMove, answer: Answer) -> bool:
    return isinstance(answer, PlayError) or (answer.move, answer.memory) != (made.move, made.memory)


def _shown(move: str, memory: str | None) -> str:
    return f"{move} with the memory {memory:.60}" if memory not in (None, "null") else move


def _of(answer: Answer, made: RecordedMove) -> str:
    if isinstance(answer, PlayError):
        return f"{answer.rule}: {answer.reason}"
    return answer.move if answer.move != made.move else _shown(answer.move, answer.memory)


def suspects(functions: Any) -> list[str]:
    """The student's lines that change what outlives a call, or read a clock, each with its text and the reason."""
    own = list(_own(functions))
    trees = {function.__code__.co_filename: None for function in own}
    found: list[str] = []
    for filename in trees:
        names = {function.__name__ for function in own if function.__code__.co_filename == filename}
        for line, name, why in impure_lines("".join(linecache.getlines(filename))):
            if name in names:
                found.append(
                    f"Line {line} of `{name}`, {place(filename)}:\n"
                    f"    {linecache.getline(filename, line).strip()}\n{why}"
                )
    return list(dict.fromkeys(found))


def _own(functions: Any) -> Iterator[FunctionType]:
    """The functions, and those of the same module that they use."""
    left = [each for each in functions if isinstance(each, FunctionType)]
    seen: set[FunctionType] = set()
    while left:
        function = left.pop(0)
        if function in seen:
            continue
        seen.add(function)
        yield function
        values = (function.__globals__.get(name) for name in _names(function.__code__))
        left += [
            each
            for each in values
            if isinstance(each, FunctionType) and each.__module__ == function.__module__
        ]


def _names(code: Any) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if hasattr(constant, "co_names"):
            yield from _names(constant)
