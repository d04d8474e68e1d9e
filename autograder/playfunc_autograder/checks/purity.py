"""The gate `purity`: the same arguments give the same answer, in another process and another order.

It looks at public games, which a player could tell from the hidden ones and behave in; so each win check asks
a sample of its own questions again as well (`playfunc_autograder.checks.beats`).
"""

from __future__ import annotations

from playfunc.rules import Call

from playfunc_autograder.checks.again import ask_again, hint
from playfunc_autograder.checks.context import Context
from playfunc_autograder.results import CheckResult, failed, passed

__all__ = ["check_purity"]

SAMPLE = 40
"""Positions asked again. In trials 40 of 400 caught every player with state or a clock."""


def check_purity(context: Context) -> CheckResult:
    """Your player depends on its arguments alone: asked the same again elsewhere, it answers the same."""
    again = ask_again(context.again, context.games, SAMPLE)
    facts = {"asked_again": again.asked, "differing": len(again.differing)}
    if not again.differing:
        return passed("purity", expected=f"{again.asked} same answers", got="the same", facts=facts)
    return failed(
        "purity",
        expected=f"{again.asked} same answers to the same questions",
        got=f"{len(again.differing)} differ",
        reason=_difference(*again.differing[0]),
        hint=hint(context.source),
        facts=facts,
    )


def _difference(call: Call, first: tuple[str, str | None], second: tuple[str, str | None]) -> str:
    where = f"{call.function}{_short(call.arguments)}"
    if first[0] != second[0]:
        return f"{where}: first {first[0]}, then {second[0]}"
    return f"{where}: {first[0]} both times, but memory {_short(first[1])} and then {_short(second[1])}"


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:199] + "…"
