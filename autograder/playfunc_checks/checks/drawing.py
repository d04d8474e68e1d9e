"""Whether FootSteps' `play` draws its bids from `mix`: the same questions, each asked often and under other luck.

The bids that come must agree with the mixture. How far they may differ by chance is a bound that a player which draws
from it exceeds less than once in a million submissions.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import sqrt

from playfunc.errors import PlayError
from playfunc.player import Answer
from playfunc.record import calls
from playfunc.rules import Call

from playfunc_checks.checks.measurement import STUDENT, Playing

__all__ = ["DRAW", "DRAWS", "asked_again", "difference", "questions", "state_of"]

State = tuple[int, int, int]
"""Position, own points, the other's points."""

QUESTIONS = 12
"""Positions that are looked at: the first turn, and others of public games."""

DRAWS = 250
"""Bids that are asked for in each of them."""

SIGMAS = 6.0
"""Standard deviations by which a count may be off, and as many bids more: chances may be rounded."""

DRAW = (
    "Let `play` draw its bid from what `mix` returns: `chances = mix(position, my_points, their_points)`, then "
    "`random.choices(list(chances), list(chances.values()))[0]`."
)


def questions(start: State, playings: Iterable[Playing]) -> list[Call]:
    """The first turn from `start`, and turns of the student's seats in these games, drawn from all of them."""
    first = Call("play", (STUDENT, *start, None))
    later = {
        repr(call.arguments): call
        for playing in playings
        for seat, call, _ in calls(playing.record)
        if seat in playing.seats and call.memory is not None
    }
    found = [later[key] for key in sorted(later)]
    return [first, *random.Random("drawing").sample(found, min(QUESTIONS - 1, len(found)))]


def state_of(call: Call) -> State:
    """What `mix` would be asked in the place of `play`."""
    _, position, mine, theirs, _ = call.arguments
    return position, mine, theirs


def asked_again(call: Call) -> list[Call]:
    """The same question, each time with other luck."""
    return [replace(call, luck=f"drawing {number}") for number in range(DRAWS)]


def difference(state: State, answers: Sequence[Answer], mixture: Mapping[int, float]) -> str:
    """How the answers to the same question disagree with the mixture, in a sentence; empty where they agree."""
    fault = next((answer for answer in answers if isinstance(answer, PlayError)), None)
    where = "With the token at {:+d}, you at {} and they at {} points,".format(*state)
    if fault is not None:
        return f"{where} `play` gave no bid. {fault.rule}: {fault.reason}."
    bids = Counter(int(answer.move) for answer in answers if not isinstance(answer, PlayError))
    told = _single(bids, mixture) or _together(bids, mixture)
    return f"{where} {told}" if told else ""


def _single(bids: Counter[int], mixture: Mapping[int, float]) -> str:
    """The bid that came most often, of those that came too often or too rarely."""
    many = bids.total()
    for bid in sorted({*bids, *mixture}, key=lambda bid: -bids[bid]):
        chance = mixture.get(bid, 0.0)
        if _differs(bids[bid], chance, many):
            return f"`play` bid {bid} in {bids[bid]} of {many} tries. `mix` gives it the chance {chance:.1%}."
    return ""


def _together(bids: Counter[int], mixture: Mapping[int, float]) -> str:
    """As `_single`, for all bids up to one of them: where there are many, each alone comes too rarely to tell."""
    many, seen, chance = bids.total(), 0, 0.0
    for bid in sorted({*bids, *mixture}):
        seen, chance = seen + bids[bid], min(chance + mixture.get(bid, 0.0), 1.0)
        if _differs(seen, chance, many):
            return (
                f"`play` bid {bid} or less in {seen} of {many} tries. `mix` gives these bids together the chance "
                f"{chance:.1%}."
            )
    return ""


def _differs(seen: int, chance: float, many: int) -> bool:
    return abs(seen - many * chance) > SIGMAS * sqrt(many * chance * (1 - chance)) + SIGMAS
