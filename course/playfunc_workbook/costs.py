"""What a student's moves cost, in any game: a plot, the costliest moves, and where most of the loss lies."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from playfunc.costs import CostlyMove, Review, total_of
from playfunc.measure import deal_rng, rotations
from playfunc.games import game as game_named
from playfunc.match import play_games
from playfunc.record import GameRecord, calls, rules_of
from playfunc.rules import Seat
from playfunc.show import cost_bars, progress, replay
from playfunc.show.face import face_of
from playfunc.show.progress import Update
from playfunc_opponents import ladder
from playfunc_opponents.reviewer import told
from playfunc_opponents.reviewer import Progress, Reviewer

from playfunc_checks.assignment import Assignment
from playfunc_workbook.apart import apart
from playfunc_workbook.fingerprint import fingerprint
from playfunc_workbook.pace import paced
from playfunc_workbook.finding import Finding
from playfunc_workbook.kept import position_at
from playfunc_workbook.given import Functions, number_given, opponent_given
from playfunc_workbook.unit import rules_finding
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

__all__ = ["Reviewed", "after", "cost_plot", "reviewed"]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Games against `tier` with their reviews, the student's player in an even game at seat 0, in an odd one at 1."""

    tier: str
    reviewer: Reviewer
    reviews: tuple[Review, ...]
    printed: io.StringIO

    @property
    def mine(self) -> list[tuple[Review, Seat]]:
        return [(review, place % 2) for place, review in enumerate(self.reviews)]

    @property
    def theirs(self) -> list[tuple[Review, Seat]]:
        return [(review, 1 - place % 2) for place, review in enumerate(self.reviews)]

    @property
    def costs(self) -> list[CostlyMove]:
        """What the student's own moves cost."""
        return [cost for review, seat in self.mine for cost in review.of_seat(seat)]

    def worst(self, number: int) -> list[tuple[Review, CostlyMove]]:
        """The student's costliest moves, the worst first, each with the review of its game. Where both players always
        play alike, games repeat themselves: of the same question asked twice one move stands for all."""
        found = [(review, cost) for review, seat in self.mine for cost in review.worst(seat, number)]
        different: dict[tuple[str, str | None], tuple[Review, CostlyMove]] = {}
        for pair in sorted(found, key=lambda pair: -pair[1].lost):
            different.setdefault(_question(pair[1]), pair)
        return [*different.values()][:number]


def _question(cost: CostlyMove) -> tuple[str, str | None]:
    """What the player was asked before this move."""
    asked = [call for seat, call, _ in islice(calls(cost.record), cost.at, None) if seat == cost.seat]
    return repr(asked[0].arguments), asked[0].memory


_last: dict[tuple[str, ...], Reviewed] = {}
"""The last games reviewed: `cost_plot` and `retry` look at the same ones as long as the player stays the same."""


def reviewed(
    assignment: Assignment,
    functions: Functions,
    tier: str,
    games: int,
    faulty: Callable[[], Finding] | None = None,
) -> Reviewed | Shown:
    """The games of the functions against an opponent, reviewed. Where a fault ended one of them, what `faulty` finds,
    by default `unit.rules_finding`."""
    key = (repr(assignment), tier, str(games), fingerprint(functions.values()))
    if key not in _last:
        with kept_quiet() as printed:
            records = _played(assignment, functions, tier, games)
        if any(record.faults for record in records):
            return finding_shown(faulty() if faulty else rules_finding(assignment, functions, deals=1))
        reviewer = ladder(assignment.game).load_reviewer()
        if reviewer is None:
            return note(f"{assignment.title} has no reviewer, so what a move costs is not known.")
        found = Reviewed(tier, reviewer, tuple(_reviews(reviewer, records)), printed)
        _last.clear()
        _last[key] = found
    return _last[key]


def _played(assignment: Assignment, functions: Functions, tier: str, games: int) -> list[GameRecord]:
    """Every deal from both seats. Luck differs from deal to deal: in some games, deals do not."""
    number_given(games, "games")
    rules = assignment.rules()
    tables = []
    for number in range((games + 1) // 2):
        luck = f"playfunc costs {number}".encode()
        you = paced(functions, rules, assignment, key=luck)
        players = (you, opponent_given(rules, tier, key=luck))
        tables += rotations(rules, rules.deal(deal_rng("public", "costs", number)), players)
    tables = tables[:games]
    total = sum(rules.expected_moves(table.state) for table in tables)
    with progress(total, f"Moves against {tier}") as update:
        return apart(lambda told: play_games(rules, tables, "forfeit", on_round=told), update)


def _reviews(reviewer: Reviewer, records: Sequence[GameRecord]) -> list[Review]:
    moves = sum(len(record.moves) for record in records)
    reviews: list[Review] = []
    with progress(moves, "Moves priced") as update:
        for record in records:
            before = sum(len(review.costs) for review in reviews)
            reviews.append(reviewer.review(record, on_progress=after(before, update)))
    return reviews


def after(before: int, update: Update) -> Progress:
    """Progress of one review among several, so many moves of which were priced `before` it."""
    return lambda done, total: update(before + done)


def cost_plot(
    assignment: Assignment,
    functions: Functions,
    tier: str,
    games: int,
    show: int,
    faulty: Callable[[], Finding] | None = None,
) -> Shown:
    """What every move of a few games cost, for you and your opponent, and your costliest moves."""
    if validating():
        return note(SKIPPED)
    found = reviewed(assignment, functions, tier, games, faulty)
    if isinstance(found, Shown):
        return found
    return stacked(
        note(_said(found)),
        cost_bars({"you": found.mine, tier: found.theirs}),
        note(told(found.costs) or "No move of yours surely gave anything away here."),
        *(part for review, cost in found.worst(show) for part in _costly_parts(review, cost)),
        printed_shown(found.printed),
    )


def _said(found: Reviewed) -> str:
    played = game_named(found.reviews[0].record.game).played
    count = len(found.reviews)
    mine, theirs = (
        total_of(cost for review, seat in side for cost in review.of_seat(seat)).per(count)
        for side in (found.mine, found.theirs)
    )
    return (
        f"In {count} {played}s your moves gave away {mine} a {played} against {found.reviewer.against}; "
        f"the moves of {found.tier} gave away {theirs}. {_how_sure(found)} So few {played}s show single mistakes, "
        "and do not measure strength."
    )


def _how_sure(found: Reviewed) -> str:
    """How many of all moves are priced exactly, by estimate, or not at all."""
    costs = [cost for review in found.reviews for cost in review.costs]
    unmeasured = sum(bool(cost.unmeasured) for cost in costs)
    estimated = sum(not cost.exact for cost in costs if not cost.unmeasured)
    if not unmeasured + estimated:
        return f"All {len(costs)} moves of both sides were solved exactly."
    parts = [f"{estimated} are estimates"] * (estimated > 0) + [f"{unmeasured} not measured"] * (
        unmeasured > 0
    )
    return f"Of {len(costs)} moves of both sides {' and '.join(parts)}; the others are exact."


def _costly_parts(review: Review, cost: CostlyMove) -> tuple[Shown, ...]:
    record = review.record
    played = game_named(record.game).played
    _, state = position_at(record, cost.at)
    drawn = face_of(record.game).position(rules_of(record), state, cost.seat, record.players)
    where = f"{cost.where}: " if cost.where else ""
    return (
        note(f"{where}{cost}"),
        stacked(drawn),
        behind(
            f"Watch the {played} from here on, with what each move cost",
            replay(record, cost.at + 1, cost.seat, review.costs, owners=(cost.seat,)),
        ),
    )
