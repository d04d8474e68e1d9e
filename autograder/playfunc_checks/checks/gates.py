"""The gates: does the player load, are its moves legal and its replies well-formed on thousands of positions, and
does it depend on its arguments alone (purity)?
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

from playfunc.errors import ForbiddenImportError, PlayError, TimeError, fault_kind
from playfunc.games import GAMES
from playfunc.record import RecordedFault
from playfunc.rules import Call
from playfunc.show.seen import AS_ANNOTATED, call_source

from playfunc_checks.checks.context import Context, check
from playfunc_checks.checks.repeated_questions import hint, suspect
from playfunc_checks.checks.win_rate import STUDENT
from playfunc_checks.results import CheckResult, failed, passed, unreadable
from playfunc_checks.submitted_player import NOT_ASKED, ProgramError


@check("loads", passed="can be started")
def check_loads(context: Context) -> CheckResult:
    """Your player's cells run from top to bottom as one module, import only what they may, and define its functions."""
    try:
        made = context.player()
    except ProgramError as error:
        return unreadable("loads", str(error))
    with made as player:
        try:
            player.start()
        except PlayError as error:
            functions = " and ".join(context.assignment.rules().projection.move_names)
            return failed(
                "loads",
                expected=f"the player's cells run as one module and define {functions}",
                got=type(error).__name__,
                reason=str(error),
                hint=_load_hint(error, context),
            )
        return passed("loads", facts={"memory_type": player.facts.memory_type})


def _load_hint(error: PlayError, context: Context) -> str:
    if isinstance(error, ForbiddenImportError):
        modules = ", ".join(("the standard library", "playfunc", *context.assignment.modules))
        return f"A player may import {modules}, and nothing else."
    return (
        "Restart the kernel and run all cells: names defined in cells without the tag `player` are not there "
        "when the player is marked."
    )


@check("rules", "loads", passed="keeps the rules")
def check_rules(context: Context) -> CheckResult:
    """Your player makes legal moves only, and returns a memory that can be kept."""
    games = [playing.record for playing in context.games]
    moves = sum(move.seat in playing.seats for playing in context.games for move in playing.record.moves)
    faults = [
        (playing.record, replace(fault, player=STUDENT))  # in another seat too, when it plays itself
        for playing in context.games
        for fault in playing.record.faults
        if fault.seat in playing.seats
    ]
    played = GAMES[context.assignment.game].played
    expected = f"{len(games)} {played}s without a fault"
    if not faults:
        return passed(
            "rules",
            expected=expected,
            got=f"{moves} moves without a fault",
            facts={"moves": moves, "faults": 0},
        )
    # A question that was not put any more is no fault of its own.
    shown = [(game, fault) for game, fault in faults if NOT_ASKED not in fault.reason]
    if not shown:
        return failed(
            "rules",
            expected=expected,
            got=f"too slow: {len(faults)} of {len(games)} {played}s were not played out",
            reason=str(faults[0][1].as_error()),
            hint=TimeError.hint,
            facts={"moves": moves, "faults": 1, "kinds": {"TimeError": 1}},
        )
    # Two players before four, early faults before late: the easiest to look at first.
    game, fault = min(shown, key=lambda found: (len(found[0].players), found[1].at))
    kinds = Counter(fault.error for _, fault in shown)
    spoilt = len({id(game) for game, _ in shown})
    unplayed = len({id(game) for game, _ in faults}) - spoilt
    return failed(
        "rules",
        expected=expected,
        got=f"a fault in {spoilt} of {len(games)} {played}s: "
        + ", ".join(f"{n} × {fault_kind(kind).rule}" for kind, n in kinds.most_common())
        + (f"; the check ended there, with {unplayed} {played}s not played out" if unplayed else ""),
        reason=str(fault.as_error()),
        hint=_fault_hint(context, fault),
        replay=game,
        facts={"moves": moves, "faults": len(shown), "kinds": dict(kinds)},
    )


def _fault_hint(context: Context, fault: RecordedFault) -> str:
    missing = re.search(r"\bNameError: name '(\w+)' is not defined", fault.reason)
    if missing is None or context.program:
        return fault_kind(fault.error).hint
    return (
        f"Your player is run alone, without other cells of the notebook, and does not have `{missing[1]}`. Import it "
        "in the top cell of your player, or copy what defines it into one of your player's cells."
    )


# Purity: the same arguments give the same answer, in a fresh process.
#
# It looks at public games, which a player could tell from the hidden ones and behave in; so the win checks rest on
# questions of the hidden games that are asked again as well (`playfunc_checks.checks.beats`).


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
        got = f"{len(again.differing)} of {again.answered} answers differ when asked again"
        return failed("purity", **parts, got=got, reason=_difference(context), hint=hint(context.source))
    if again.late:
        parts |= {"expected": f"{again.asked} answers in time, each from a fresh process"}
        return failed("purity", **parts, got="too slow when asked afresh", reason=again.describe_lateness())
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
    text = "" if context.program else call_source(context.rules(2), call, AS_ANNOTATED)
    return f"The question, to run in your notebook:\n\n{text}" if 0 < len(text) <= LONGEST else ""


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:199] + "…"
