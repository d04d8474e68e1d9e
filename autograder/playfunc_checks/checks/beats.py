"""The win checks: does the player beat a calibrated opponent?

The rule, for students: a published number of deals, each played once from every seat; from those, how
often a game is won, as the game counts it (`playfunc.statistics`); to beat is to have at least the threshold.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from playfunc.game import WinRate
from playfunc.record import GameRecord
from playfunc.statistics import Interval, rate_interval
from playfunc_opponents.reviews import losses_of

from playfunc_checks.assignment import BEATS, percent
from playfunc_checks.checks.context import Context
from playfunc_checks.checks.hidden import hidden_fault, pace_of, slow_warning, too_slow, whole_percent
from playfunc_checks.checks.repeated_questions import Again, hint, suspect
from playfunc_checks.checks.win_rate import Measurement, measure
from playfunc_checks.results import CheckResult, HiddenFault, Told, failed, passed
from playfunc_checks.submitted_player import NOT_ASKED


def check_beats(context: Context, tier: str) -> CheckResult:
    """Your player beats this opponent: it wins at least the assignment's threshold."""
    name, threshold = f"{BEATS}{tier}", context.assignment.threshold_of(tier)
    result, used = context.measured(tier)
    facts = {
        "win_rate": round(result.win_rate.rate, 4),
        "standard_error": round(result.win_rate.standard_error, 4),
        "points_per_hand": [round(result.difference.mean, 2), _half_width(result.difference)],
        "deals": result.win_rate.deals,
        "early": result.early,
        "forfeits": result.forfeits,
        "losses": dict(losses_of(result.records)),
    }
    cost = {
        "cpu_seconds": round(used.cpu, 1),
        "ms_per_move": round(1000 * used.cpu / max(used.calls, 1), 2),
        "slowest_move": round(used.slowest, 3),
    }
    parts: dict[str, Any] = {
        "expected": f"at least {percent(threshold)} of {result.game.win.won} won against {tier}",
        "got": f"{_percent(result.win_rate)} over {result.win_rate.deals} deals",
        "facts": facts,
        "cost": cost,
    }
    pace = pace_of(cost, context.assignment)
    if used.exhausted:
        took = f"Yours took {cost['ms_per_move']:.0f} ms a move. "
        reason = used.fault().reason if used.overslept else too_slow(context.assignment, took)
        parts |= {"got": "too slow", "reason": reason}
        return failed(name, **parts, told=Told("asleep" if used.overslept else "too slow", pace))
    if result.forfeits >= context.assignment.forfeits:
        told = Told("forfeited", pace, fault=_fault(context, result))
        return failed(name, **parts, **_forfeited(result), told=told)
    again = context.again_hidden
    cost["slowest_afresh"] = round(again.slowest, 3)
    if again.differing:
        parts |= {"got": "impure", **_impure(again, context.source)}
        return failed(name, **parts, told=Told("impure", pace))
    if again.late:
        parts |= {"got": "too slow when asked afresh", "reason": again.describe_lateness()}
        return failed(name, **parts, told=Told("too slow afresh", pace))
    told_percent = whole_percent(result.win_rate.rate, threshold)
    told = Told("played", pace, told_percent, _fault(context, result))
    if result.beats:
        return passed(name, **parts, told=told, reason=slow_warning(context.assignment, cost))
    return failed(
        name,
        **parts,
        told=told,
        reason=_margin(result),
        hint=f"Look at the {result.game.played} that cost you most, and at the move where it went wrong.",
        replay=result.worst,
    )


def _fault(context: Context, result: Measurement) -> HiddenFault | None:
    """With a game on public deals that has the same fault, which a student can play at home."""

    def public(deals: int) -> Sequence[GameRecord]:
        return measure(context.player, result.tier, context.assignment, deals=deals).records

    return hidden_fault(result.records, context.source, context.assignment.forfeits, public)


def _impure(again: Again, source: str) -> dict[str, Any]:
    """Without the questions, which would show deals that may still be played."""
    return {
        "reason": f"Of {again.answered} questions from the hidden games that were asked again, each in a fresh "
        f"process, {len(again.differing)} got another answer; a win counts only for a player that depends on its "
        f"arguments alone.{suspect(source)}",
        "hint": hint(source),
    }


def _half_width(interval: Interval) -> float | None:
    """Rounded; `None` where one deal gives no interval."""
    return round(interval.half_width, 2) if math.isfinite(interval.half_width) else None


def _percent(rate: WinRate) -> str:
    found = rate_interval(rate.rate, rate.standard_error, rate.deals)
    return f"{rate.rate:.1%} ({found.between('95% interval {:.0%} to {:.0%}')})"


def _forfeited(result: Measurement) -> dict[str, Any]:
    spoilt = [record for record in result.records if record.faults]
    seen = [record for record in spoilt if NOT_ASKED not in record.faults[0].reason] or spoilt
    unplayed = len(spoilt) - len(seen)
    rest = (
        f" {unplayed} more were not played out, because the player was not asked any more."
        if unplayed
        else ""
    )
    first = seen[0].faults[0]
    return {
        "reason": f"{len(seen)} playings were forfeited. The first: {first.error}: {first.reason}.{rest}",
        "replay": seen[0],
    }


def _margin(result: Measurement) -> str:
    difference = result.difference.mean
    if not result.game.unit:
        return f"Your player does not win often enough against {result.tier} yet."
    if result.game.better == "high":
        ahead = "ahead of" if difference > 0 else "behind"
        reach = "" if result.difference.too_few else f" ± {result.difference.half_width:.1f}"
        gap = f"{abs(difference):.1f}{reach}"
        return f"Your player is {gap} {result.game.unit} {ahead} {result.tier}: not enough yet."
    if difference < 0:
        return f"Your player took {-difference:.1f} {result.game.unit} more than {result.tier}."
    fewer = (
        f"{difference:.1f} {result.game.unit} fewer than"
        if difference >= 0.05
        else f"as many {result.game.unit} as"
    )
    return f"Your player took {fewer} {result.tier}: not enough yet."
