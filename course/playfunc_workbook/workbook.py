"""What the cells of a notebook call, for any game.

    from playfunc_workbook.workbook import Workbook

    kuhn = Workbook("kuhn")
    kuhn.watch("basic", "minmax")
    kuhn.checkpoint(play, "minmax")

Each call shows something, never raises for a wrong answer, and writes nothing to stderr, because nbgrader would count
that as a failure. Nothing here computes a mark: workers do that elsewhere. A game with exercises of its own has a
package beside this module: its notebook imports the cells by name, and a check for each exercise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import Parameter, getmembers, isfunction, signature
from itertools import count
from time import monotonic
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, cast

from playfunc.match import Table, play_games
from playfunc.measure import deal_rng
from playfunc.player import Player
from playfunc.record import GameRecord
from playfunc.rules import Seat
from playfunc.show import progress, replay
from playfunc.show.game_session import GameSession, begin
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks.win_rate import Measurement
from playfunc_opponents import ladder

from playfunc_workbook import checkpoint, costly_moves, rating, self_check, submission
from playfunc_workbook.finding import Finding, State
from playfunc_workbook.isolated_call import isolated_call
from playfunc_workbook.players import (
    ArgumentError,
    Function,
    Functions,
    IsolatedPlayer,
    Who,
    current_assignment,
    functions_of,
    players_of,
)
from playfunc_workbook.regression_test import run_regression_test, saved_position
from playfunc_workbook.rules_check import PURITY, checked_rules, rules_finding
from playfunc_workbook.view import (
    InTurn,
    Points,
    RulesNotPassed,
    Shown,
    check,
    finding_shown,
    captured_output,
    late_progress,
    note,
    printed_shown,
    skipped_by_validate,
    stacked,
    validating,
)

if TYPE_CHECKING:
    from playfunc.show.table import GameTable

Own: TypeAlias = Function | Functions | Sequence[Function]
"""A student's player: its function, or its functions in the order in which the game's contract names them."""


class Workbook:
    """The cells of a notebook about `game`, by the settings next to it or inside it."""

    player: ClassVar[tuple[str, ...]] = ("play",)
    """The functions of a player, which a notebook's cells take one by one."""
    table: ClassVar[Mapping[str, int]] = {}
    """The parameters of the tables to look at and to play at, where they are not those of the assignment."""
    rules_deals = 4
    self_check_deals = 4
    games_reviewed = 2
    """How many deals and games are played where the cell does not say."""
    games = "Games"
    """What a progress bar calls the games."""
    gate_advice = ""
    """What Validate says besides the fault where the gate is shut."""
    baseline_advice = ""
    """What a checkpoint says besides the next opponent to try."""

    def __init__(self, game: str) -> None:
        self.game = game

    def cells(self, *exercises: ModuleType) -> dict[str, Callable[..., Any]]:
        """What a notebook imports by name: the functions here, and `check_x` for each exercise `x_finding` of modules."""
        here = (name for name, _ in getmembers(type(self), isfunction) if name[0] != "_" and name != "cells")
        found = {name: _one_by_one(getattr(self, name), self.player) for name in here}
        checks = (
            check(find)
            for module in exercises
            for name, find in vars(module).items()
            if name.endswith("_finding") and hasattr(find, "__wrapped__")
        )
        return found | {each.__name__: each for each in checks}

    @property
    def assignment(self) -> Assignment:
        """The settings as they are now."""
        return current_assignment(self.game)

    def watch(self, *players: Who, seed: int = 1, **parameters: int) -> Shown:
        """A game to step through: names of opponents, functions, files, notebooks.

        Your first player sits at the bottom, and what your players remembered is shown.
        """
        try:
            seated = players_of(self.assignment, players, **{**self.table, **parameters})
        except ArgumentError as error:
            return note(str(error), State.WRONG)
        rules = seated.rules
        state = rules.deal(deal_rng("public", "watch", seed))
        with captured_output() as printed, late_progress(rules.expected_moves(state), "Moves") as update:
            tables = [Table(state, seated.players)]
            [record] = isolated_call(lambda told: play_games(rules, tables, on_round=told), update)
        bottom = seated.own[0] if seated.own else 0
        return stacked(replay(record, 0, bottom, owners=seated.own), printed_shown(printed))

    def play_a_hand(
        self, *players: Who | int, seat: Seat = 0, seed: int = 1, **parameters: int
    ) -> GameTable | Shown:
        """A game for you to play in this seat, with players as in `watch` in the others, in their order.

        A number behind the players is the seed, as it was in the first release.
        """
        from playfunc.show.table import GameTable  # with all of ipywidgets

        *others, last = players or [""]
        players, seed = (tuple(others), last) if isinstance(last, int) else (players, seed)
        assignment = self.assignment
        try:
            named = cast("Sequence[Who]", players)
            seated = players_of(assignment, named, persons=1, **{**self.table, **parameters})
        except ArgumentError as error:
            return note(str(error), State.WRONG)
        rules, number = seated.rules, count(seed)
        if seat not in range(rules.seats):
            return note(f"There is no seat {seat!r}: choose one from 0 to {rules.seats - 1}.", State.WRONG)
        at_table: list[Player | None] = [
            IsolatedPlayer(player) if place in seated.own else player
            for place, player in enumerate(seated.players)
        ]
        at_table.insert(seat, None)

        def deal() -> GameSession:
            return begin(rules, rules.deal(deal_rng("public", "hand", next(number))), at_table)

        return GameTable(
            deal(),
            deal=deal,
            prices=costly_moves.prices_of(self.game) if ladder(self.game).reviewer else None,
            own=[place + (place >= seat) for place in seated.own],
            memory_types=seated.memory_types,
        )

    def check_rules(self, play: Own, deals: int | None = None) -> Shown:
        """Play a few games; a fault is shown with its position and rule."""
        functions = self._functions(play)
        return self._too_early(functions) or checked_rules(
            self.assignment, functions, self.rules_deals if deals is None else deals, self._advice
        )

    @skipped_by_validate
    def checkpoint(self, play: Own, tier: str, deals: int = 10) -> Shown:
        """How your player does against an opponent on public deals: the rate of winning with its interval, and one of
        the games that went worst."""
        assignment, functions, began = self.assignment, self._functions(play), monotonic()
        if early := self._too_early(functions):
            return early
        with captured_output() as printed, progress(2 * deals, f"{self.games} against {tier}") as update:
            result, times = checkpoint.measured(assignment, functions, tier, deals, update)
        return stacked(
            self._result_shown(functions, result),
            checkpoint.times_shown(assignment, result, times),
            checkpoint.more_deals_shown(assignment, result, monotonic() - began),
            checkpoint.next_baseline_shown(assignment, result, self.baseline_advice),
            checkpoint.checkpoint_history(functions, result),
            printed_shown(printed),
        )

    @skipped_by_validate
    def rate(self, play: Own, seconds: float | None = None) -> Shown:
        """Where your player stands on the ladder of its game, and the history of its ratings.

        `seconds` of CPU, 60 by default and 180 in a browser, end the rating where the interval is not narrow before.
        """
        functions = self._functions(play)
        return rating.rate(self.assignment, functions, lambda: self._rules_finding(functions), seconds)

    @skipped_by_validate
    def cost_plot(self, play: Own, tier: str, games: int | None = None, show: int = 3) -> Shown:
        """What every move of a few games cost, for you and your opponent."""
        found = self._reviewed(play, tier, games)
        return found if isinstance(found, Shown) else costly_moves.cost_plot(found, show)

    @skipped_by_validate
    def retry(self, play: Own, tier: str, games: int | None = None, show: int = 3) -> Shown | InTurn:
        """Your costliest positions of a few games, to play again from there."""
        found = self._reviewed(play, tier, games)
        return found if isinstance(found, Shown) else costly_moves.retry(found, self._functions(play), show)

    @skipped_by_validate
    def keep(self, *functions: Function, **position: Any) -> Shown | None:
        """A position of yours, as a test that runs again whenever your player changes."""
        try:
            own = self._functions(functions)
            return run_regression_test(saved_position(self.game, **position), own)
        except ArgumentError as error:
            return note(str(error), State.WRONG)

    def gate(self, play: Own) -> Points:
        """The points of the rules cell, from a few games. While Validate runs, a fault raises."""
        with captured_output():
            finding = self._rules_finding(self._functions(play))
        right = finding.state is State.RIGHT
        if validating() and not right:
            raise RulesNotPassed(finding.said + self.gate_advice)
        kept = right or finding.exercise == PURITY  # which costs the points of all opponents, but not these
        most = self.assignment.points.get("rules", 0.0)
        impure = note(checkpoint.NO_WIN_COUNTS, State.WRONG) if kept and not right else None
        return Points.of(most * kept, most, stacked(finding_shown(finding), impure))

    def performance(self, play: Own, tier: str, deals: int = 4) -> Points:
        """A quick look at one graded cell, on few public deals: full points or none.

        The mark itself comes from other deals, many more of them, outside this notebook.
        """
        assignment, functions = self.assignment, self._functions(play)
        with captured_output(), late_progress(2 * deals, f"{self.games} against {tier}") as update:
            result, _ = checkpoint.measured(assignment, functions, tier, deals, update)
            shown = self._result_shown(functions, result, quick=True)
            return checkpoint.quick_look(assignment, functions, result, shown)

    def show_marked_source(self) -> Shown:
        """The Python text that would be marked if you submitted the notebook as it is saved now."""
        return self_check.show_marked_source(self.assignment)

    def quality_facts(self) -> Shown:
        """Automatic facts about the code; the markers see the same."""
        return self_check.quality_facts(self.assignment)

    @skipped_by_validate
    def self_check(self, deals: int | None = None) -> Shown:
        """The graders' checks on the saved notebook, on public deals and fewer of them."""
        return self_check.self_check(self.self_check_deals if deals is None else deals, self.assignment)

    @skipped_by_validate
    def submit(self, *functions: Function, to: str, ladder: str | None = None) -> Shown:
        """Send the saved player to the ladder at this address, as in `submit(play, to="https://…")`; shows receipt and
        status."""
        return submission.submit(self.assignment, functions, to, ladder)

    def _rules_finding(self, functions: Functions) -> Finding:
        """Whether the functions keep the rules, by few games."""
        return rules_finding(self.assignment, functions)

    def _result_shown(self, functions: Functions, result: Measurement, *, quick: bool = False) -> Shown:
        """The games of a checkpoint, or of a `quick` look at a graded cell."""
        return checkpoint.result_shown(self.assignment, result, lambda: self._rules_finding(functions))

    def _reviewed(self, play: Own, tier: str, games: int | None) -> costly_moves.Reviewed | Shown:
        """A few games against an opponent with what their moves cost, or why there are none."""
        functions = self._functions(play)
        number = self.games_reviewed if games is None else games
        return self._too_early(functions) or costly_moves.reviewed(
            self.assignment, functions, tier, number, lambda: self._rules_finding(functions)
        )

    def _advice(self, functions: Functions, records: Sequence[GameRecord]) -> Finding | None:
        """What to say of games without fault, if anything."""
        return None

    def _too_early(self, functions: Functions) -> Shown | None:
        """What to say where a part is not written yet that every game needs."""
        return None

    def _functions(self, play: Own) -> Functions:
        return functions_of(self.assignment.rules(), play)


def _one_by_one(cell: Callable[..., Any], names: Sequence[str]) -> Callable[..., Any]:
    """The cell with the functions of a player, where they are more than one, as arguments of their own."""
    parameters = dict(signature(cell).parameters)
    if len(names) == 1 or parameters.pop("play", None) is None:
        return cell
    own = (Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in names)
    known = signature(cell).replace(parameters=[*own, *parameters.values()])

    @wraps(cell)
    def called(*arguments: Any, **options: Any) -> Any:
        given = known.bind(*arguments, **options).arguments
        return cell([given.pop(name) for name in names], **given)

    called.__signature__ = known  # type: ignore[attr-defined]
    return called
