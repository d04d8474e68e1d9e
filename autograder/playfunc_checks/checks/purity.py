"""The gate `purity`: the same arguments give the same answer, in a fresh process.

It looks at public games, which a player could tell from the hidden ones and behave in; so the win checks rest on
questions of the hidden games that are asked again as well (`playfunc_checks.checks.beats`).
"""

from __future__ import annotations

from typing import Any

from playfunc.rules import Call

from playfunc_checks.checks.again import hint
from playfunc_checks.checks.context import Context
from playfunc_checks.results import CheckResult, failed, passed

__all__ = ["check_purity"]


def check_purity(context: Context) -> CheckResult:
    """Your player depends on its arguments alone: asked the same again elsewhere, it answers the same."""
    again = context.again_public
    parts: dict[str, Any] = {
        "expected": f"{again.answered} same answers to the same questions",
        "facts": {"asked_again": again.asked, "answered": again.answered, "differing": len(again.differing)},
        "cost": {"slowest_afresh": round(again.slowest, 3)},
    }
    if again.differing:
        parts |= {"reason": _difference(*again.differing[0]), "hint": hint(context.source)}
        return failed("purity", **parts, got=f"{len(again.differing)} differ")
    if again.late:
        parts |= {"expected": f"{again.asked} answers in time, each from a fresh process"}
        return failed("purity", **parts, got="too slow when asked afresh", reason=again.late_told())
    parts |= {"expected": f"{again.answered} same answers"}
    return passed("purity", **parts, got="the same")


def _difference(call: Call, first: tuple[str, str | None], second: tuple[str, str | None]) -> str:
    where = f"{call.function}{_short(call.arguments)}"
    if first[0] != second[0]:
        return f"{where}: first {first[0]}, then {second[0]}"
    return f"{where}: {first[0]} both times, but memory {_short(first[1])} and then {_short(second[1])}"


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:199] + "…"
