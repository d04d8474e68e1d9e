"""The gate `purity`: the same arguments give the same answer, in another process and another order."""

from __future__ import annotations

import random

from playfunc.errors import PlayError
from playfunc.player import Answer
from playfunc.record import calls
from playfunc.rules import Call

from playfunc_autograder.checks.context import Context, student_seats
from playfunc_autograder.results import CheckResult, failed, passed

__all__ = ["check_purity"]

SAMPLE = 40
"""Positions asked again. In trials 40 of 400 caught every player with state or a clock."""


def check_purity(context: Context) -> CheckResult:
    """Your player depends on its arguments alone: asked the same again elsewhere, it answers the same."""
    asked = [
        (call, (move.move, move.memory))
        for game in context.games
        for seat, call, move in calls(game)
        if seat in student_seats(game)
    ]
    sample = random.Random("purity").sample(asked, min(SAMPLE, len(asked)))
    with context.worker() as fresh:
        answers = fresh.answer([call for call, _ in sample])
    differing = [
        (call, before, answer)
        for (call, before), answer in zip(sample, answers, strict=True)
        if _pair(answer) != before
    ]
    facts = {"asked_again": len(sample), "differing": len(differing)}
    if not differing:
        return passed("purity", expected=f"{len(sample)} same answers", got="the same", facts=facts)
    call, before, answer = differing[0]
    return failed(
        "purity",
        expected=f"{len(sample)} same answers to the same questions",
        got=f"{len(differing)} differ",
        reason=_difference(call, before, answer),
        hint=(
            "Keep nothing in globals, default arguments, files or attributes of functions: put it into your "
            "memory. Do not read clocks: bound a search by a number of iterations, which is the same "
            "everywhere. The module `random` is seeded for you before every call; a generator of your own "
            "must be made inside the call."
        ),
        facts=facts,
    )


def _pair(answer: Answer) -> tuple[str, str | None]:
    if isinstance(answer, PlayError):
        return type(answer).__name__, None
    return answer.move, answer.memory


def _difference(call: Call, before: tuple[str, str | None], answer: Answer) -> str:
    first, second = before, _pair(answer)
    where = f"{call.function}{_short(call.arguments)}"
    if first[0] != second[0]:
        return f"{where}: first {first[0]}, then {second[0]}"
    return f"{where}: {first[0]} both times, but memory {_short(first[1])} and then {_short(second[1])}"


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:199] + "…"
