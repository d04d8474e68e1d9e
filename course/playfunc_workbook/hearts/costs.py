"""What the student's moves cost against perfect play: a plot by trick, and the costliest moves to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playfunc import Card, FunctionPlayer, GameRecord, Hearts
from playfunc.duplicate import deal_rng
from playfunc.measure import always, measure
from playfunc.record import states
from playfunc.games.hearts.show import Replay
from playfunc.show import Position, cost_bars, progress
from playfunc_opponents import opponent
from playfunc.costs import CostlyMove, Review
from playfunc_opponents.hearts.reviewer import EXACT_FROM, review
from playfunc_opponents.hearts.solver import Solver

from playfunc_workbook.hearts.exercises import rules_finding
from playfunc_workbook.validation import SKIPPED, validating
from playfunc_workbook.view import (
    Shown,
    behind,
    finding_shown,
    kept_quiet,
    note,
    printed_shown,
    stacked,
)

__all__ = ["cost_plot"]

TRICKS = 26


def cost_plot(play: Callable[..., Any], tier: str, hands: int = 4, show: int = 3) -> Shown:
    """What every move of a few two-player hands cost against perfect play, for you and your opponent.

    Exact for the whole hand where numba is installed, for its last tricks elsewhere.
    """
    if validating():
        return note(SKIPPED)
    rules = Hearts(2)
    you, other = FunctionPlayer(play, rules, name="you"), opponent(rules, tier)
    deals = [rules.deal(deal_rng("public", "costs", number)) for number in range((hands + 1) // 2)]
    with kept_quiet() as printed, progress(2 * len(deals), f"Hands against {tier}") as update:
        played = measure(rules, deals, (always(you), always(other)), on_progress=update)
    records = [record for pair in played for record in pair][:hands]
    if any(record.faults for record in records):
        return finding_shown(rules_finding(play, deals=1))
    reviews = _reviewed(records)
    costly = sorted(
        ((found, cost) for place, found in enumerate(reviews) for cost in found.worst(place % 2, show)),
        key=lambda pair: -pair[1].lost,
    )
    return stacked(
        note(_said(reviews, tier)),
        cost_bars(
            {
                "you": [(found, place % 2) for place, found in enumerate(reviews)],
                tier: [(found, 1 - place % 2) for place, found in enumerate(reviews)],
            }
        ),
        *(part for found, cost in costly[:show] for part in _costly_parts(found, cost)),
        printed_shown(printed),
    )


def _reviewed(records: Sequence[GameRecord]) -> list[Review]:
    solver = Solver()
    with progress(52 * len(records), "Moves compared with perfect play") as update:
        return [
            review(
                record,
                worlds=0,
                solver=solver,
                on_progress=lambda done, _, place=place: update(52 * place + done, 52 * len(records)),  # type: ignore[misc]
            )
            for place, record in enumerate(records)
        ]


def _said(reviews: Sequence[Review], tier: str) -> str:
    mine = sum(found.given_away(place % 2) for place, found in enumerate(reviews)) / len(reviews)
    theirs = sum(found.given_away(1 - place % 2) for place, found in enumerate(reviews)) / len(reviews)
    which = "" if EXACT_FROM == TRICKS else f" in the last {EXACT_FROM} tricks"
    return (
        f"In {len(reviews)} hands your moves gave away {mine:.1f} points a hand against perfect play{which}; "
        f"the moves of {tier} gave away {theirs:.1f}. Your costliest moves:"
    )


def _costly_parts(found: Review, cost: CostlyMove) -> tuple[Position, Shown]:
    rules = Hearts(2)
    state, names = list(states(found.record))[cost.at], found.record.players
    drawn = Position(
        state.hands[cost.seat],
        tuple((card, names[seat]) for card, seat in state.trick),
        rules.legal(rules.view(state, cost.seat)),
        played=Card(cost.move),
        title=f"Trick {len(state.history) + 1}",
        message=str(cost),
    )
    replay = Replay(found.record, cost.at + 1, cost.seat, notes=found.notes())
    return drawn, behind("Watch the hand from here on, with what each move cost", replay)
