"""Games to watch and to play by hand, and kept tests, for the notebooks of all games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any, cast

from playfunc.costs import Prices
from playfunc.measure import deal_rng
from playfunc.match import Table, play_games
from playfunc.player import Player
from playfunc.record import GameRecord
from playfunc.rules import Seat
from playfunc.show import replay
from playfunc.show.sitting import Sitting, begin
from playfunc_opponents import ladder

from playfunc_checks.assignment import Assignment
from playfunc_workbook.apart import apart
from playfunc_workbook.finding import State
from playfunc_workbook.kept import kept_of
from playfunc_workbook.pace import Apart
from playfunc_workbook.rerun import run_kept
from playfunc_workbook.given import Function, GivenError, functions_of
from playfunc_workbook.seats import Who, players_of
from playfunc_workbook.validation import SKIPPED, validating
from playfunc_workbook.view import Shown, kept_quiet, late_progress, note, printed_shown, stacked

if TYPE_CHECKING:
    from playfunc.show.table import GameTable, Pricer

__all__ = ["keep", "play_by_hand", "prices_of", "watch"]


def watch(assignment: Assignment, given: Sequence[Who], seed: int = 1, **parameters: int) -> Shown:
    """A game between players given in any way (see `seats`), to step through.

    Your first player sits at the bottom, and what your players remembered is shown.
    """
    try:
        seated = players_of(assignment, given, **parameters)
    except GivenError as error:
        return note(str(error), State.WRONG)
    rules = seated.rules
    state = rules.deal(deal_rng("public", "watch", seed))
    with kept_quiet() as printed, late_progress(rules.expected_moves(state), "Moves") as update:
        tables = [Table(state, seated.players)]
        [record] = apart(lambda told: play_games(rules, tables, on_round=told), update)
    bottom = seated.own[0] if seated.own else 0
    return stacked(replay(record, 0, bottom, owners=seated.own), printed_shown(printed))


def play_by_hand(
    assignment: Assignment, given: Sequence[Who | int], seat: Seat = 0, seed: int = 1, **parameters: int
) -> GameTable | Shown:
    """A table with a person in `seat` and players given in any way (see `seats`) in the others, in their order.

    A number at the end of `given` is the seed, as it was in the first release.
    """
    from playfunc.show.table import GameTable  # with all of ipywidgets

    *others, last = given or [""]
    given, seed = (others, last) if isinstance(last, int) else (given, seed)
    try:
        seated = players_of(assignment, cast("Sequence[Who]", given), persons=1, **parameters)
    except GivenError as error:
        return note(str(error), State.WRONG)
    rules, number = seated.rules, count(seed)
    if seat not in range(rules.seats):
        return note(f"There is no seat {seat!r}: choose one from 0 to {rules.seats - 1}.", State.WRONG)
    players: list[Player | None] = [
        Apart(player) if place in seated.own else player for place, player in enumerate(seated.players)
    ]
    players.insert(seat, None)

    def deal() -> Sitting:
        return begin(rules, rules.deal(deal_rng("public", "hand", next(number))), players)

    return GameTable(
        deal(),
        deal=deal,
        prices=prices_of(assignment.game) if ladder(assignment.game).reviewer else None,
        own=[place + (place >= seat) for place in seated.own],
        memory_types=seated.memory_types,
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


def keep(assignment: Assignment, functions: Sequence[Function], **position: Any) -> Shown | None:
    """The kept test that a cell describes (see `kept.cell_text`), run now and whenever the functions change."""
    if validating():
        return note(SKIPPED)
    try:
        given = functions_of(assignment.rules(), tuple(functions))
        return run_kept(kept_of(assignment.game, **position), given)
    except GivenError as error:
        return note(str(error), State.WRONG)
