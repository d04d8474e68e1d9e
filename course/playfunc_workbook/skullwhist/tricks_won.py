"""Whether a SkullWhist player that aims at a target looks at the tricks that it has won before."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from playfunc.games.skullwhist import SkullWhist
from playfunc.player import Reply, canonical_call
from playfunc.record import GameRecord, calls
from playfunc.rules import Call

from playfunc_workbook.apart import apart
from playfunc_workbook.finding import Finding, State
from playfunc_workbook.given import Functions
from playfunc_workbook.here import here
from playfunc_workbook.pace import paced
from playfunc_workbook.skullwhist.exercises import least_to_win

__all__ = ["won_unused"]

LAST = range(3, 8)
"""Cards in the hand: so late, the tricks that were won before often decide which card is best."""

ASKED = 30
"""Positions that are asked about."""


def won_unused(functions: Functions, records: Sequence[GameRecord]) -> Finding | None:
    """What to say where "you" calls `target`, and chooses the same cards whatever `memory.won` holds; else `None`.

    The games are without fault, and the player answers the same when it is asked again.
    """
    asked = list(islice(_variants(records), ASKED))
    if not asked or not apart(lambda told: _unused(functions, asked)):
        return None
    return Finding(
        "Rules",
        State.DIFFERENT,
        f"No move against the rules. But your player asks for its `target`, and forgets the tricks that it has won: in "
        f"{len(asked)} positions it chooses the same card whatever `memory.won` is.",
        hint="`target` counts all 13 tricks, and `finish` only those that are left. Compare the target with `memory.won`, this "
        "trick if you win it, and what `finish` counts, all added up.",
    )


def _variants(records: Sequence[GameRecord]) -> Iterator[list[Call]]:
    """Questions of the games' ends, each with every `won` that makes a difference, under the same luck."""
    for record in records:
        for seat, call, _ in calls(record):
            if call.function == "play" and record.players[seat].startswith("you") and _is_open(call):
                yield [_with_won(call, won) for won in _wons(call)]


def _is_open(call: Call) -> bool:
    """Whether it is late, several cards are legal, and the memory counts tricks."""
    _, hand, trick, _, _ = call.arguments
    follows = [card for card in hand if trick and card[0] == trick[0][0][0]]
    return len(hand) in LAST and len(follows or hand) > 1 and type(_memory(call).get("won")) is int


def _memory(call: Call) -> dict[str, Any]:
    found = json.loads(call.memory or "null")
    return found if isinstance(found, dict) else {}


def _wons(call: Call) -> Iterator[int]:
    """Of the target, all of the tricks that are left are missing, or fewer."""
    me, hand, _, bids, _ = call.arguments
    theirs = next(bid for who, bid in bids.items() if who != me)
    least = least_to_win(bids[me], theirs)
    return (won for missing in range(len(hand) + 1) if (won := least - missing) >= 0)


def _with_won(call: Call, won: int) -> Call:
    return replace(call, memory=json.dumps(_memory(call) | {"won": won}), luck=canonical_call(call))


def _unused(functions: Functions, asked: Sequence[Sequence[Call]]) -> bool:
    """Whether `target` is called, and no answer depends on `won`."""
    names = getattr(functions["play"], "__globals__", {})
    target, called = names.get("target"), 0
    if not callable(target):
        return False

    def counted(*arguments: Any) -> Any:
        nonlocal called
        called += 1
        return target(*arguments)

    you = paced(functions, SkullWhist(), here("skullwhist"))
    names["target"] = counted
    try:
        for variants in asked:
            answers = you.answer(variants)
            if not called or not all(isinstance(answer, Reply) for answer in answers):
                return False
            if len({answer.move for answer in answers if isinstance(answer, Reply)}) > 1:
                return False
    finally:
        names["target"] = target
    return True
