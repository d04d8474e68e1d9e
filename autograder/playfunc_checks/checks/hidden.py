"""What a student sees of a check of hidden games while the deals are closed, as data with few values."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence

from playfunc.record import GameRecord, RecordedFault

from playfunc_checks.assignment import Assignment
from playfunc_checks.results import HiddenFault, Pace
from playfunc_checks.structure import source_lines

LINES = 1000
"""The fault's line is told only within so many lines, which bounds what its choice can say."""

SEARCHED = (5, 25)
"""Public deals in which a fault of the hidden ones is looked for: few first, because a time-out takes long."""

_FRAME = re.compile(r'^ *File "player\.py", line ([0-9]{1,6})\b', re.MULTILINE)
"""A traceback's line about the player's source (`playfunc.source.FILENAME`)."""


def whole_percent(rate: float, threshold: float) -> int:
    """The rate in whole per cent, rounded down, and on the same side of the threshold as the rate itself."""
    percent, line = math.floor(100 * rate + 1e-9), math.ceil(100 * threshold - 1e-9)
    return max(percent, line) if rate >= threshold else min(percent, line - 1)


def hidden_fault(
    records: Sequence[GameRecord],
    source: str,
    most: int,
    public_games: Callable[[int], Sequence[GameRecord]],
) -> HiddenFault | None:
    """The first fault of the hidden games, and how many playings had one, counted up to `most`. `public_games(deals)`
    plays public ones, in which the same fault is looked for, on few deals first."""
    faulty = [record.faults[0] for record in records if record.faults]
    if not faulty:
        return None
    kind, line = _describe(faulty[0], source)
    same = (
        game
        for deals in SEARCHED
        for game in public_games(deals)
        if game.faults and _describe(game.faults[0], source) == (kind, line)
    )
    return HiddenFault(kind, min(len(faulty), most), line, next(same, None))


def _describe(fault: RecordedFault, source: str) -> tuple[str, int | None]:
    """The fault's kind and line; where both are equal, two faults are the same to a student."""
    return fault.error, fault_line(fault.detail, source)


def fault_line(traceback: str, source: str) -> int | None:
    """The number of the last line of the player's source that the traceback names.

    The traceback is text from the worker and may say anything: nothing is taken from it but a number, which
    has to be that of a line of `source`.
    """
    named = _FRAME.findall(traceback)
    line = int(named[-1]) if named else 0
    return line if 1 <= line <= min(len(source_lines(source)), LINES) else None


SLOW_MS = 30.0
SLOW_SECONDS = 0.3
"""From this average of CPU time a move, or this slowest move, a player is near the limits."""


def pace_of(cost: Mapping[str, float], assignment: Assignment) -> Pace:
    """The band of what the moves took: of `ms_per_move` and `slowest_move` the worse one."""
    average, slowest = cost["ms_per_move"], cost["slowest_move"]
    if average > average_ms(assignment) or slowest > assignment.published.move_seconds:
        return "over"
    return "slow" if average >= SLOW_MS or slowest >= SLOW_SECONDS else "quick"


def slow_warning(assignment: Assignment, cost: Mapping[str, float]) -> str:
    """A warning while everything still works: a slower machine, or a longer position, may take too long."""
    if pace_of(cost, assignment) == "quick":
        return ""
    return (
        f"Near a time limit: {cost['ms_per_move']:.0f} ms a move on average, and {cost['slowest_move']:.2f} s for the "
        f"slowest. The limits are {describe_limits(assignment)}, and a slower machine needs more."
    )


def describe_fresh_processes(assignment: Assignment, cost: Mapping[str, float]) -> str:
    """Where a question that was asked afresh took more than the limit of a move, which it may; empty where none did."""
    slowest, limit = cost.get("slowest_afresh", 0.0), assignment.published.move_seconds
    if slowest <= limit:
        return ""
    return (
        f"Asked again in a fresh process, the slowest answer took {slowest:.1f} s of CPU time. That is more than the "
        f"limit of a move, {limit:g} s, and counts nevertheless: nothing is in a cache there."
    )


def describe_limits(assignment: Assignment) -> str:
    """The published limits, such as "58 ms a move on average and 1 s for one move"."""
    slowest = assignment.published.move_seconds
    return f"{average_ms(assignment):.0f} ms a move on average and {slowest:g} s for one move"


def too_slow(assignment: Assignment, took: str = "") -> str:
    """Why the total ran out. `took` is a sentence on what the player took."""
    return (
        f"{assignment.deals} deals from both seats are {_moves(assignment):,} moves; "
        f"{assignment.published.total_seconds:.0f} s for them are {average_ms(assignment):.0f} ms a move. "
        f"{took}{_allowed(assignment)} was used up before the verdict was settled."
    )


def _allowed(assignment: Assignment) -> str:
    if assignment.leniency == 1:
        return "That"
    return f"Marking allows {assignment.leniency:g} times the limit, and that"


def describe_overrun(assignment: Assignment) -> str:
    """What one move over the limit costs, and what marking allows; `assignment` as it was released."""
    limit = assignment.published.move_seconds
    return (
        f"A move may take {limit:g} s of CPU time. Marking allows {assignment.leniency:g} times that, for slow "
        "machines; one move beyond it fails the gate `rules`, and without the gate no opponent counts as beaten."
    )


def average_ms(assignment: Assignment) -> float:
    """What a move may take on average, for all deals from both seats within the published total."""
    return 1000 * assignment.published.total_seconds / _moves(assignment)


def _moves(assignment: Assignment) -> int:
    return assignment.deals * assignment.moves_a_deal
