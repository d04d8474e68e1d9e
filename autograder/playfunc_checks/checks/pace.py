"""How fast a player is, against what is published: in three bands, and in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from playfunc_checks.assignment import Assignment
from playfunc_checks.results import Pace

__all__ = ["afresh_told", "average_ms", "limits_told", "overrun_told", "pace_of", "slow_warning", "too_slow"]

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
        f"slowest. The limits are {limits_told(assignment)}, and a slower machine needs more."
    )


def afresh_told(assignment: Assignment, cost: Mapping[str, float]) -> str:
    """Where a question that was asked afresh took more than the limit of a move, which it may; empty where none did."""
    slowest, limit = cost.get("slowest_afresh", 0.0), assignment.published.move_seconds
    if slowest <= limit:
        return ""
    return (
        f"Asked again in a fresh process, the slowest answer took {slowest:.1f} s of CPU time. That is more than the "
        f"limit of a move, {limit:g} s, and counts nevertheless: nothing is in a cache there."
    )


def limits_told(assignment: Assignment) -> str:
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


def overrun_told(assignment: Assignment) -> str:
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
