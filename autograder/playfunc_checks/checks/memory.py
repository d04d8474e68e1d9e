"""The check `memory`: is it used at all, and does it change what is played?

It is never a gate and carries no points; the markers see it beside the code quality.
"""

from __future__ import annotations

import dataclasses
import random
from statistics import fmean

from playfunc.player import Reply, canonical_call
from playfunc.record import RecordedMove, calls
from playfunc.rules import Call

from playfunc_checks.checks.context import Context, check
from playfunc_checks.checks.win_rate import Playing
from playfunc_checks.results import CheckResult, failed, passed

SAMPLE = 100
"""Positions played on with memory erased."""


@check("memory", "rules", passed="its memory changes what it plays")
def check_memory(context: Context) -> CheckResult:
    """Your player's memory matters: erase it, and some decisions change."""
    asked = [item for playing in context.games for item in _remembering(playing)]
    sample = random.Random("memory").sample(asked, min(SAMPLE, len(asked)))
    texts = [move.memory or "" for _, move, _ in asked]
    with context.player() as player:
        answers = player.answer([_erased(call, first) for call, _, first in sample])
    replies = [answer.move if isinstance(answer, Reply) else None for answer in answers]
    unanswered = replies.count(None)
    changed = (
        sum(reply != move.move for (_, move, _), reply in zip(sample, replies, strict=True)) - unanswered
    )
    facts = {
        "distinct": len(set(texts)),
        "mean_bytes": round(fmean(map(len, texts)), 1) if texts else 0,
        "largest_bytes": max(map(len, texts), default=0),
        "example": max(texts, key=len, default="")[:400],
        "erased": len(sample),
        "changed": changed,
        **({"unanswered": unanswered} if unanswered else {}),
    }
    expected = "memory that changes what is played"
    if len(set(texts)) <= 1:
        return failed(
            "memory",
            expected=expected,
            got="always the same memory",
            reason="Your player returns the same memory every time, so it remembers nothing.",
            hint="Which information does your player see only once but need later? Which cards are gone, for "
            "example, or who is void in what.",
            facts=facts,
        )
    if not changed + unanswered:
        return failed(
            "memory",
            expected=expected,
            got=f"erasing it changed none of {len(sample)} moves",
            reason="Your player keeps a memory but plays the same without it.",
            hint="Use what you remember when you choose a move.",
            facts=facts,
        )
    got = f"erasing it changed {changed} of {len(sample)} moves"
    if unanswered:
        got += f", and the player failed at {unanswered} more"
    return passed("memory", expected=expected, got=got, facts=facts)


def _remembering(playing: Playing) -> list[tuple[Call, RecordedMove, str]]:
    """The student's calls that were handed a memory, with the first memory of that deal."""
    first: dict[int, str] = {}
    found = []
    for seat, call, move in calls(playing.record):
        if seat in playing.seats and move.memory is not None:
            if seat in first and call.memory is not None:
                found.append((call, move, first[seat]))
            first.setdefault(seat, move.memory)
    return found


def _erased(call: Call, first: str) -> Call:
    """The same question with the first memory, under the same luck, so that only memory can matter."""
    return dataclasses.replace(call, memory=first, luck=call.luck or canonical_call(call))
