"""The win checks: does the player beat a calibrated opponent?

The rule, for students: a published number of deals, each played once from every seat; from those, how
often a game is won, as the game counts it (`playfunc.winning`); to beat is to have at least 60%.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist, fmean
from typing import Any

from playfunc.duplicate import deal_rng, rotations
from playfunc.match import play_games
from playfunc.player import Player
from playfunc.record import GameRecord
from playfunc.series import WinRate
from playfunc.statistics import Interval, mean_interval
from playfunc.winning import WIN_MEASURES, Played, WinMeasure
from playfunc_opponents import opponent

from playfunc_autograder.assignment import Assignment
from playfunc_autograder.checks.again import Again, ask_again, hint
from playfunc_autograder.checks.context import PUBLIC, Context, player_key
from playfunc_autograder.checks.hidden import hidden_fault, whole_percent
from playfunc_autograder.checks.pace import pace_of, slow_warning, too_slow
from playfunc_autograder.losses import loss_profile
from playfunc_autograder.results import CheckResult, HiddenFault, Told, failed, passed

__all__ = ["STEP", "Measurement", "check_beats", "is_settled", "measure"]

ASKED_AGAIN = 20
"""Positions per opponent that are asked again of another process, so that who behaves in the public games of
`purity` alone gains nothing by it."""

STEP = 25
"""Deals between two looks at whether the verdict is settled."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was played against one opponent: records two by two, the same deal from either seat.

    `difference` is what the player has over the opponent in the game's scores (in Hearts: points fewer a
    hand), one value per deal: above zero is good. `early` says that the verdict was settled before all deals
    were played.
    """

    tier: str
    measure: WinMeasure
    records: tuple[GameRecord, ...]
    win_rate: WinRate
    difference: Interval
    forfeits: int
    early: bool
    threshold: float

    @property
    def beats(self) -> bool:
        return self.win_rate.rate >= self.threshold

    @property
    def worst(self) -> GameRecord:
        """The playing that went worst for the player; records alternate its seat."""
        sign = 1 if self.measure.better == "high" else -1

        def margin(numbered: tuple[int, GameRecord]) -> float:
            number, record = numbered
            mine, theirs = (record.scores or (0, 0))[:: 1 if number % 2 == 0 else -1]
            return sign * (mine - theirs)

        return min(enumerate(self.records), key=margin)[1]

    def chance_of_passing(self, deals: int) -> float:
        """How likely a measurement on `deals` other deals reaches the threshold (both are uncertain)."""
        own = self.win_rate.standard_error
        other = own * math.sqrt(self.win_rate.deals / deals)
        spread = math.hypot(own, other)
        if spread == 0:
            return float(self.beats)
        return 1 - NormalDist(self.win_rate.rate, spread).cdf(self.threshold)


def measure(
    player: Player,
    tier: str,
    assignment: Assignment,
    *,
    secret: str = PUBLIC,
    deals: int | None = None,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Measurement:
    """Play `deals` duplicate deals against `tier`, two at the table.

    Ends early only where it cannot matter: after `assignment.least_deals`, with the win rate more than
    `assignment.certainty` standard errors from the threshold; or once the player has forfeited
    `assignment.forfeits` playings. How fast anybody plays changes nothing.
    """
    rules = assignment.rules()
    other = opponent(rules, tier, key=player_key(secret + tier))
    wanted = deals or assignment.deals
    records: list[GameRecord] = []
    settled = False
    while not settled and len(records) < 2 * wanted:
        played = len(records) // 2
        count = min(assignment.least_deals if not played else STEP, wanted - played)
        tables = [
            table
            for number in range(played, played + count)
            for table in rotations(rules, _deal(rules, secret, assignment, tier, number), (player, other))
        ]
        records += play_games(
            rules,
            tables,
            "forfeit",
            on_round=partial(_add_progress, on_progress, len(records), len(tables), 2 * wanted),
        )
        settled = _settled(records, assignment)
    return _measurement(tier, records, settled and len(records) < 2 * wanted, assignment)


def check_beats(context: Context, tier: str) -> CheckResult:
    """Your player beats this opponent: it wins at least 60%."""
    name = f"beats-{tier}"
    with context.worker(context.secret) as worker:
        result = measure(
            worker,
            tier,
            context.assignment,
            secret=context.secret,
            on_progress=lambda done, total: context.progress(name, done, total),
        )
        context.played[name] = result.records
        facts = {
            "win_rate": round(result.win_rate.rate, 4),
            "standard_error": round(result.win_rate.standard_error, 4),
            "points_per_hand": [round(result.difference.mean, 2), _half_width(result.difference)],
            "deals": result.win_rate.deals,
            "early": result.early,
            "forfeits": result.forfeits,
            "losses": loss_profile(result.records),
        }
        cost = {
            "cpu_seconds": round(worker.cpu_seconds, 1),
            "ms_per_move": round(1000 * worker.cpu_seconds / max(worker.calls, 1), 2),
            "slowest_move": round(worker.slowest_move, 3),
        }
        exhausted, overslept = worker.exhausted, worker.overslept
    parts: dict[str, Any] = {
        "expected": f"at least {context.assignment.threshold:.0%} of {result.measure.won} won against {tier}",
        "got": f"{_percent(result.win_rate)} over {result.win_rate.deals} deals",
        "facts": facts,
        "cost": cost,
    }
    pace = pace_of(cost, context.assignment)
    if exhausted:
        took = f"Yours took {cost['ms_per_move']:.0f} ms a move. "
        parts |= {"got": "too slow", "reason": overslept or too_slow(context.assignment, took)}
        return failed(name, **parts, told=Told("asleep" if overslept else "too slow", pace))
    if result.forfeits >= context.assignment.forfeits:
        told = Told("forfeited", pace, fault=_fault(context, result))
        return failed(name, **parts, **_forfeited(result), told=told)
    again = ask_again(context.again_hidden, result.records, ASKED_AGAIN)
    if again.differing:
        parts |= {"got": "impure", **_impure(again, context.source)}
        return failed(name, **parts, told=Told("impure", pace))
    percent = whole_percent(result.win_rate.rate, context.assignment.threshold)
    told = Told("played", pace, percent, _fault(context, result))
    if result.beats:
        return passed(name, **parts, told=told, reason=slow_warning(context.assignment, cost))
    return failed(
        name,
        **parts,
        told=told,
        reason=_margin(result),
        hint=f"Look at the {result.measure.played} that cost you most, and at the move where it went wrong.",
        replay=result.worst,
    )


def _fault(context: Context, result: Measurement) -> HiddenFault | None:
    most, public = context.assignment.forfeits, partial(_public, context, result.tier)
    return hidden_fault(result.records, context.source, most, public)


def _public(context: Context, tier: str, deals: int) -> Sequence[GameRecord]:
    """Games against `tier` on public deals, which a student can play at home."""
    with context.worker() as worker:
        return measure(worker, tier, context.assignment, deals=deals).records


def _impure(again: Again, source: str) -> dict[str, Any]:
    """Without the questions, which would show deals that may still be played."""
    return {
        "reason": f"Of {again.asked} questions from these games that were asked again in another process, "
        f"{len(again.differing)} were answered otherwise; a win counts only for a player that depends on its "
        "arguments alone.",
        "hint": hint(source),
    }


def _half_width(interval: Interval) -> float | None:
    """Rounded; `None` where one deal gives no interval."""
    return round(interval.half_width, 2) if math.isfinite(interval.half_width) else None


def _percent(rate: WinRate) -> str:
    if rate.deals < 2:
        return f"{rate.rate:.1%} (one deal gives no interval)"
    low, high = rate.rate - 2 * rate.standard_error, rate.rate + 2 * rate.standard_error
    return f"{rate.rate:.1%} (95% interval {max(low, 0.0):.0%} to {min(high, 1.0):.0%})"


def _forfeited(result: Measurement) -> dict[str, Any]:
    record = next(record for record in result.records if record.faults)
    first = record.faults[0]
    return {
        "reason": f"{result.forfeits} playings were forfeited. The first: {first.error}: {first.reason}",
        "replay": record,
    }


def _margin(result: Measurement) -> str:
    difference = result.difference.mean
    if not result.measure.scored:
        return f"Your player does not win often enough against {result.tier} yet."
    if result.measure.better == "high":
        ahead = "ahead of" if difference > 0 else "behind"
        reach = _half_width(result.difference)
        gap = f"{abs(difference):.1f}" if reach is None else f"{abs(difference):.1f} ± {reach:.1f}"
        return f"Your player is {gap} {result.measure.scored} {ahead} {result.tier}: not enough yet."
    if difference < 0:
        return f"Your player took {-difference:.1f} {result.measure.scored} more than {result.tier}."
    return (
        f"Your player took {difference:.1f} {result.measure.scored} fewer than {result.tier}: not enough yet."
    )


def _add_progress(
    on_progress: Callable[[int, int], None], before: int, chunk: int, wanted: int, done: int, total: int
) -> None:
    """Progress in playings, of which `chunk` advance together."""
    on_progress(before + chunk * done // max(total, 1), wanted)


def _deal(rules: Any, secret: str, assignment: Assignment, tier: str, number: int) -> Any:
    return rules.deal(deal_rng(secret, assignment.epoch, f"beats-{tier}", rules.seats, number))


def _measurement(
    tier: str, records: Sequence[GameRecord], early: bool, assignment: Assignment
) -> Measurement:
    measure, deals = WIN_MEASURES[assignment.game], _scores_by_deal(records)
    sign = 1 if measure.better == "high" else -1
    return Measurement(
        tier,
        measure,
        tuple(records),
        measure.rate(deals),
        mean_interval([sign * fmean(mine - theirs for mine, theirs in deal) for deal in deals]),
        _forfeits(records),
        early,
        assignment.threshold,
    )


def _scores_by_deal(records: Sequence[GameRecord]) -> list[list[tuple[float, float]]]:
    """Per deal, the pairs (player's score, opponent's score) of its two playings.

    `rotations` seats the player at 0 in the first and at 1 in the second.
    """
    return [
        [(first.scores[0], first.scores[1]), (second.scores[1], second.scores[0])]
        for first, second in zip(records[::2], records[1::2], strict=True)
        if first.scores is not None and second.scores is not None
    ]


def _forfeits(records: Sequence[GameRecord]) -> int:
    """Playings that the player forfeited; an opponent of ours never does."""
    return sum(bool(record.faults) for record in records)


def is_settled(deals: Played, assignment: Assignment) -> bool:
    """Whether a win check may end: the verdict on these deals cannot change any more (see the module's rule)."""
    if len(deals) < assignment.least_deals:
        return False
    rate = WIN_MEASURES[assignment.game].rate(deals)
    return abs(rate.rate - assignment.threshold) > assignment.certainty * rate.standard_error


def _settled(records: Sequence[GameRecord], assignment: Assignment) -> bool:
    return _forfeits(records) >= assignment.forfeits or is_settled(_scores_by_deal(records), assignment)
