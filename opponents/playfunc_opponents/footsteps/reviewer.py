"""What each bid of a recorded game cost, in shares of a win: against the equilibrium, or a known mixture.

A bid costs what the best bid would have been worth, less what it was worth itself, against all that the opponent
might have bid and not only what it did bid. With `against`, an opponent that hands over the mixture it plays is
taken at its word; then a bid that the equilibrium never makes may be the best one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from playfunc.costs import CostlyMove, MovePrice, Prices, Review
from playfunc.errors import RecordError
from playfunc.games.footsteps import FootSteps, FootStepsState
from playfunc.record import GameRecord, rules_of, states
from playfunc.rules import Seat

from playfunc_opponents.footsteps.mixtures import State
from playfunc_opponents.footsteps.worth import Mixture, Worths, against, equilibrium
from playfunc_opponents.reviewer import NOT_TO_MOVE, USUAL, Effort, Progress, Reviewer, unseen

UNIT = "win"

SAME = 1e-4
"""Shares of a win; the stored equilibrium is rounded, and so less is no difference."""

TURNS = 3
"""The turns of a phase; the last phase has no end."""

_Opposition = Callable[[FootSteps, Seat], Worths]
"""Values of the states for this seat against the player it meets."""


def _prices(opposition: _Opposition, rules: FootSteps, state: FootStepsState, seat: Seat) -> Prices:
    if seat not in rules.to_act(state):
        return Prices((), UNIT, NOT_TO_MOVE)
    view = rules.view(state, seat)
    bids = rules.legal(view)
    worths = opposition(rules, seat)
    if max(view.my_points, view.their_points) > worths.points:
        why = (
            f"A strip of {rules.cells} cells is solved up to {worths.points} points each, "
            "so bids with more points are not measured."
        )
        return Prices((), UNIT, why)
    here: State = (view.position, view.my_points, view.their_points)
    values = worths.bids(here, bids)
    most = max(values.values())
    return Prices(tuple(MovePrice(str(bid), _lost(most - value)) for bid, value in values.items()), UNIT)


def _lost(difference: float) -> float:
    """A share of a win, from a difference of values: a win instead of a loss is worth 2."""
    return difference / 2 if difference / 2 > SAME else 0.0


def _positions(record: GameRecord) -> tuple[FootSteps, Sequence[FootStepsState]]:
    """The rules, and the state before every turn: both bids of a turn are made in the same one."""
    rules = rules_of(record)
    if not isinstance(rules, FootSteps):
        raise RecordError(f"only games of footsteps can be reviewed here, and this is of {record.game!r}")
    return rules, list(states(record))


def _phase(turn: int) -> str:
    first = min(turn // TURNS, 2) * TURNS + 1
    return f"turns {first} to {first + TURNS - 1}" if turn < 2 * TURNS else f"turns {first} and later"


def _story(record: GameRecord, at: int) -> str:
    """Both bids of a turn, and what they led to."""
    _, positions = _positions(record)
    before, after = positions[at // 2 : at // 2 + 2]
    first, second = (held - left for held, left in zip(before.points, after.points, strict=True))
    names = record.players
    moved = "stayed"
    if before.token != after.token:
        moved = f"moved one cell towards the goal of {names[first < second]}"
    return (
        f"Turn {at // 2 + 1}: {names[0]} bid {first}, {names[1]} bid {second}. The token {moved}. "
        f"Points left: {names[0]} {after.points[0]}, {names[1]} {after.points[1]}."
    )


def _reviewer(opposition: _Opposition, named: str) -> Reviewer:
    def review(record: GameRecord, effort: Effort = USUAL, on_progress: Progress = unseen) -> Review:
        rules, positions = _positions(record)
        costs = []
        for at, made in enumerate(record.moves):
            prices = _prices(opposition, rules, positions[at // 2], made.seat)
            costs.append(_cost(record, at, prices))
            on_progress(len(costs), len(record.moves))
        return Review(record, tuple(costs), (1, 1))

    def prices(record: GameRecord, at: int, seat: Seat, effort: Effort = USUAL) -> Prices:
        rules, positions = _positions(record)
        return _prices(opposition, rules, positions[at // 2], seat)

    return Reviewer(unit=UNIT, played="game", against=named, review=review, prices=prices, story=_story)


def _cost(record: GameRecord, at: int, prices: Prices) -> CostlyMove:
    made = record.moves[at]
    lost = next((price.lost for price in prices.moves if int(price.move) == int(made.move)), 0.0)
    return CostlyMove(
        record,
        at,
        made.seat,
        lost,
        prices.best,
        where=f"Turn {at // 2 + 1}",
        unit=UNIT,
        unmeasured=prices.unmeasured,
        kind="bid",
        phase=_phase(at // 2),
    )


def reviewer_against(mixtures: Mapping[Seat, Mixture]) -> Reviewer:
    """A reviewer that takes the player in each of these seats at its word: it bids by `mixtures[seat]`.

    Bids against a player in another seat are priced against the equilibrium. A player without chance in its bids
    hands over the mixture of one bid. Raises `ValueError`, in a sentence, for an answer that is no mixture.
    """
    known = dict(mixtures)

    @lru_cache(maxsize=4)
    def opposition(rules: FootSteps, seat: Seat) -> Worths:
        other = known.get(1 - seat)
        if other is None:
            return equilibrium(rules.goal, rules.points)
        return against(rules.goal, rules.points, other)

    named = "the best answer to the opponent's own mixture" if known else "the bids of the equilibrium"
    return _reviewer(opposition, named)


REVIEWER = reviewer_against({})
