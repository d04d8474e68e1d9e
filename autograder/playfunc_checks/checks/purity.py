"""The gate `purity`: the same arguments give the same answer, in a fresh process.

It looks at public games, which a player could tell from the hidden ones and behave in; so the win checks rest on
questions of the hidden games that are asked again as well (`playfunc_checks.checks.beats`).
"""

from __future__ import annotations

from typing import Any

from playfunc.rules import Call
from playfunc.show.seen import call_source

from playfunc_checks.checks.context import Context, check
from playfunc_checks.checks.repeated_questions import hint, suspect
from playfunc_checks.results import CheckResult, failed, passed

LONGEST = 6000
"""Characters of a question that is shown; a memory may be long."""


@check("purity", "rules", passed="gives the same answer to the same arguments")
def check_purity(context: Context) -> CheckResult:
    """Your player depends on its arguments alone: asked the same again elsewhere, it answers the same."""
    again = context.again_public
    parts: dict[str, Any] = {
        "expected": f"{again.answered} same answers to the same questions",
        "facts": {"asked_again": again.asked, "answered": again.answered, "differing": len(again.differing)},
        "cost": {"slowest_afresh": round(again.slowest, 3)},
    }
    if again.differing:
        parts |= {"reason": _difference(context), "hint": hint(context.source)}
        return failed("purity", **parts, got=f"{len(again.differing)} of {again.answered} differ")
    if again.late:
        parts |= {"expected": f"{again.asked} answers in time, each from a fresh process"}
        return failed("purity", **parts, got="too slow when asked afresh", reason=again.late_told())
    parts |= {"expected": f"{again.answered} same answers"}
    return passed("purity", **parts, got="the same")


def _difference(context: Context) -> str:
    """The first question that got two answers, as Python text to run, and the line that may be why."""
    call, first, second = context.again_public.differing[0]
    if first[0] != second[0]:
        said = f"{first[0]} in a game, and {second[0]} in a fresh process"
    else:
        said = f"{first[0]} both times, but the memory {_short(first[1])} and then {_short(second[1])}"
    return f"One question and its two answers: {said}.{suspect(context.source)}\n{_question(context, call)}"


def _question(context: Context, call: Call) -> str:
    text = "" if context.program else call_source(context.rules(2), call)
    return f"The question, to run in your notebook:\n\n{text}" if 0 < len(text) <= LONGEST else ""


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:199] + "…"
