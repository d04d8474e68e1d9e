"""What a student's moves cost, in any game: a plot, the costliest moves to play again, and where most of the loss lies."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from playfunc.costs import CostlyMove, Prices, Review, quantity, total_of
from playfunc.games import game as game_named
from playfunc.match import play_games
from playfunc.measure import deal_rng, rotations
from playfunc.record import GameRecord, calls, rules_of
from playfunc.rules import Seat
from playfunc.show import cost_bars, progress, replay
from playfunc.show.face import face_of
from playfunc.show.progress import Update
from playfunc.show.game_session import begin_at
from playfunc_checks.assignment import Assignment
from playfunc_checks.next_baseline import ladder_of
from playfunc_opponents import ladder, opponent
from playfunc_opponents.reviewer import Progress, Reviewer, patterns, describe_loss

from playfunc_workbook.finding import Finding
from playfunc_workbook.history import fingerprint
from playfunc_workbook.isolated_call import isolated_call
from playfunc_workbook.players import (
    Functions,
    memory_types_of,
    require_number,
    require_opponent,
    timed_player,
)
from playfunc_workbook.regression_test import cell_text, position_at
from playfunc_workbook.view import (
    InTurn,
    Shown,
    behind,
    finding_shown,
    captured_output,
    note,
    printed_shown,
    stacked,
    table,
)

if TYPE_CHECKING:
    from playfunc.show.table import GameTable, Pricer


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
    faulty: Callable[[], Finding],
) -> Reviewed | Shown:
    """The games of the functions against an opponent, reviewed; what `faulty` finds where a fault ended one of them."""
    key = (repr(assignment), tier, str(games), fingerprint(functions.values()))
    if key not in _last:
        with captured_output() as printed:
            records = _played(assignment, functions, tier, games)
        if any(record.faults for record in records):
            return finding_shown(faulty())
        reviewer = ladder(assignment.game).load_reviewer()
        if reviewer is None:
            return note(f"{assignment.title} has no reviewer, so what a move costs is not known.")
        found = Reviewed(tier, reviewer, tuple(_reviews(reviewer, records)), printed)
        _last.clear()
        _last[key] = found
    return _last[key]


def _played(assignment: Assignment, functions: Functions, tier: str, games: int) -> list[GameRecord]:
    """Every deal from both seats. Luck differs from deal to deal: in some games, deals do not."""
    require_number(games, "games")
    rules = assignment.rules()
    tables = []
    for number in range((games + 1) // 2):
        luck = f"playfunc costs {number}".encode()
        you = timed_player(functions, rules, assignment, key=luck)
        players = (you, require_opponent(rules, tier, key=luck))
        tables += rotations(rules, rules.deal(deal_rng("public", "costs", number)), players)
    tables = tables[:games]
    total = sum(rules.expected_moves(table.state) for table in tables)
    with progress(total, f"Moves against {tier}") as update:
        return isolated_call(lambda told: play_games(rules, tables, "forfeit", on_round=told), update)


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


def cost_plot(found: Reviewed, show: int) -> Shown:
    """What every move of a few games cost, for you and your opponent, and your costliest moves."""
    return stacked(
        note(_describe(found)),
        cost_bars({"you": found.mine, found.tier: found.theirs}),
        note(describe_loss(found.costs) or "No move of yours surely gave anything away here."),
        *(part for review, cost in found.worst(show) for part in _costly_parts(review, cost)),
        printed_shown(found.printed),
    )


def _describe(found: Reviewed) -> str:
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


GROUPS = 5
"""Groups of costly moves that are listed."""


def retry(found: Reviewed, functions: Functions, show: int) -> Shown | InTurn:
    """The costliest moves, each as a table at which the student plays on from the position. What the moves cost is
    shown after a choice. The table offers to keep the position as a test."""
    worst = found.worst(show)
    if not worst:
        return note(_nothing(found))
    tables = [
        _table(functions, found.tier, review.record, cost, place)
        for place, (review, cost) in enumerate(worst, 1)
    ]
    return InTurn(note(describe_loss(found.costs)), _groups(found), *tables)


def _nothing(found: Reviewed) -> str:
    played, stronger = game_named(found.reviews[0].record.game).played, _stronger(found)
    return (
        f"In {len(found.reviews)} {played}s no move of yours surely gave anything away. Try more of them, as in `games=20`"
        f"{f', or a stronger opponent: `{stronger}`' if stronger else ''}."
    )


def _stronger(found: Reviewed) -> str:
    """The name of the next opponent on the game's ladder that plays here; empty where there is none."""
    record = found.reviews[0].record
    names, here = ladder(record.game).names(rules_of(record).seats), ladder_of(record.game)
    higher = names[names.index(found.tier) + 1 :] if found.tier in names else ()
    above = [name for name in higher if name in {level.name for level in here}]
    return f'"{above[0]}"' if above else ""


def _groups(found: Reviewed) -> Shown:
    """The loss by kind of move and phase of the game, the largest first."""
    rows = [
        (
            str(group),
            str(len(group.moves)),
            quantity(round(group.lost, 9), group.moves[0].unit),
            f"{group.share:.0%}",
        )
        for group in patterns(found.costs)[:GROUPS]
    ]
    return table(("kind of move", "moves", "given away", "share of your loss"), rows)


def _table(functions: Functions, tier: str, record: GameRecord, cost: CostlyMove, place: int) -> GameTable:
    """A table in the position of a costly move: the person sits where the student's player sat. What kind of move it was
    is left out: "hit" or "ruff" would give away what was played."""
    from playfunc.show.table import GameTable

    made, _ = position_at(record, cost.at)
    prices = prices_of(record.game)
    rules = rules_of(record)
    players = [None if seat == cost.seat else opponent(rules, tier) for seat in range(rules.seats)]

    def keep(game: GameRecord, at: int, seat: Seat) -> str:
        said = f"{cost.where}: {cost}" if cost.where else str(cost)
        return cell_text(functions, game, at, seat, prices(game, at, seat), said.rstrip("."))

    return GameTable(
        begin_at(record, made, players),
        prices=prices,
        own=(cost.seat,),
        memory_types=memory_types_of(functions),
        retry=True,
        keep=keep,
        title=f"{place}. {cost.where or 'A position'}. What would you play?",
    )


def prices_of(game: str) -> Pricer:
    """The prices of the game's reviewer, which is loaded when the first is asked for. The last answer is kept: a table
    asks for it again to keep the position."""
    last: list[tuple[object, Prices]] = []

    def prices(record: GameRecord, at: int, seat: Seat) -> Prices:
        upto = replace(record, moves=record.moves[:at], faults=(), scores=None)
        if not last or last[0][0] != (upto, seat):
            reviewer = ladder(game).load_reviewer()
            none = Prices((), "point", "This game has no reviewer, so what a move costs is not known.")
            last[:] = [((upto, seat), none if reviewer is None else reviewer.prices(upto, at, seat))]
        return last[0][1]

    return prices
