"""What the cells of a notebook call, for any game.

    from playfunc_workbook.cells import Cells

    kuhn = Cells("kuhn")
    kuhn.watch("basic", "minmax")

Each call shows something and never raises for a wrong answer. A game with pictures and exercises of its own has a
module of its own beside this one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playfunc_workbook import costs, marking, playing, submitting, unit
from playfunc_workbook import retry as trying
from playfunc_workbook.here import here
from playfunc_workbook.seats import Who
from playfunc_workbook.view import Points, Shown

__all__ = ["Cells"]

Function = Callable[..., Any]


class Cells:
    """The cells of a notebook about `game`, by the settings next to it or inside it.

    A student's functions are given in the order in which the game's contract names them.
    """

    def __init__(self, game: str) -> None:
        self.assignment = here(game)

    def watch(self, *players: Who, seed: int = 1) -> Shown:
        """A whole game to step through: names of opponents, functions, files, notebooks."""
        return playing.watch(self.assignment, players, seed)

    def play_a_hand(self, *players: Who, seat: int = 0, seed: int = 1) -> Any:
        """A game for you to play in this seat, with players as in `watch` in the others."""
        return playing.play_by_hand(self.assignment, players, seat, seed)

    def check_rules(self, *functions: Function) -> Shown:
        """Play a few games; a fault is shown with its position and rule."""
        return unit.checked_rules(self.assignment, self._named(functions))

    def checkpoint(self, *functions: Function, against: str, deals: int = 10) -> Shown:
        """How the functions do against an opponent on public deals."""
        return unit.checkpoint(self.assignment, self._named(functions), against, deals)

    def cost_plot(self, *functions: Function, against: str, games: int = 2, show: int = 3) -> Shown:
        """What every move of a few games cost, for you and your opponent."""
        return costs.cost_plot(self.assignment, self._named(functions), against, games, show)

    def retry(self, *functions: Function, against: str, games: int = 2, show: int = 3) -> Any:
        """Your costliest positions of a few games, to play again from there."""
        return trying.retry(self.assignment, self._named(functions), against, games, show)

    def keep(self, *functions: Function, **position: Any) -> Shown | None:
        """A position of yours, as a test that runs again whenever your player changes."""
        return playing.keep(self.assignment, functions, **position)

    def gate(self, *functions: Function) -> Points:
        """The points of the rules cell, from a few games."""
        return unit.gate(self.assignment, self._named(functions))

    def performance(self, *functions: Function, against: str, deals: int = 4) -> Points:
        """A quick look at one graded cell, on few public deals."""
        return unit.performance(self.assignment, self._named(functions), against, deals)

    def show_marked_source(self) -> Shown:
        """The Python text that would be marked as the notebook is saved now."""
        return marking.show_marked_source(self.assignment)

    def self_check(self, deals: int = 4) -> Shown:
        """The graders' checks on the saved notebook, on public deals and fewer of them."""
        return marking.self_check(deals, self.assignment)

    def submit(self, *functions: Function, to: str, ladder: str | None = None) -> Shown:
        """Send the saved player to the ladder at this address; shows receipt and status."""
        return submitting.submit(self.assignment, functions, to, ladder)

    def _named(self, functions: tuple[Function, ...]) -> dict[str, Function]:
        return dict(zip(self.assignment.rules().functions, functions, strict=True))
