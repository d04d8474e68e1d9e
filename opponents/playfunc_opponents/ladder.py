"""`Ladder`: the opponents of a game and what is known about them, in one frozen value.

A package makes a ladder known by an entry point of the group `playfunc.opponents` that names its `Ladder`. The least
is

    LADDER = Ladder(game="kuhn", baselines=(Baseline("basic", "kuhn_opponents.basic"),))

Modules are named by reference ("module" or "module:object"; see `playfunc.registry`) and imported when they are
needed, for solvers and compiled code take their time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from playfunc.games import game, rules_for
from playfunc.registry import resolve
from playfunc.rules import Rules
from playfunc.sites import IN_BROWSER

if TYPE_CHECKING:
    from playfunc_opponents.reviewer import LossProfile, Reviewer


@dataclass(frozen=True, slots=True)
class Baseline:
    """One opponent: `module` refers to the module that defines the functions of the game's contract.

    Assignments ask for the `marked` ones. Others stand between or beyond them, to play and to measure against.
    `tables` are the numbers of seats it can play at, if not all. In a browser, where Python is slow, the baseline
    `light` takes its place at the tables that this one names, under its own name. One that is `compiled` takes
    minutes a move where numba is not installed. `about` says in a sentence how it plays.
    """

    name: str
    module: str
    marked: bool = True
    tables: tuple[int, ...] | None = None
    compiled: bool = False
    light: Baseline | None = None
    about: str = ""

    def here(self, seats: int, *, slow: bool = IN_BROWSER) -> Baseline:
        """The baseline that plays at such a table: in a browser, or another `slow` place, the light one."""
        light = self.light
        return light if slow and light is not None and seats in (light.tables or ()) else self


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """The opponents of `game`, the weakest first.

    They are measured at these `tables`, in games with these `parameters`, among themselves and against the
    `references`: players in the files `course/reference/<game>/<name>.py`, the weakest first.

    `reviewer` refers to the `Reviewer` that tells what moves cost, `losses` to the `LossProfile` that tells where
    points are lost, `compiled` to a function `(*, tell: bool)` that has compiled what the opponents run on.
    """

    game: str
    baselines: tuple[Baseline, ...]
    tables: tuple[int, ...] = (2,)
    parameters: Mapping[str, int] = field(default_factory=dict, hash=False)
    references: tuple[str, ...] = ()
    reviewer: str = ""
    losses: str = ""
    compiled: str = ""

    @property
    def tiers(self) -> tuple[str, ...]:
        """The names of the opponents that assignments ask for, the weakest first."""
        return tuple(baseline.name for baseline in self.baselines if baseline.marked)

    @property
    def unit(self) -> str:
        """What a difference of strength is counted in, such as "points a hand"."""
        played = game(self.game)
        return played.unit or f"wins minus losses a {played.played}"

    def at(self, seats: int) -> tuple[Baseline, ...]:
        """The opponents at a table of this size, the weakest first."""
        return tuple(
            baseline for baseline in self.baselines if baseline.tables is None or seats in baseline.tables
        )

    def names(self, seats: int) -> tuple[str, ...]:
        """The names of the opponents at a table of this size, the weakest first."""
        return tuple(baseline.name for baseline in self.at(seats))

    def landmarks(self, seats: int) -> tuple[str, ...]:
        """The names of those that are measured against everybody: the marked ones, and whatever is stronger than all of
        them. Between them, every baseline is measured against the one below alone."""
        marked = [place for place, baseline in enumerate(self.at(seats)) if baseline.marked]
        beyond = marked[-1] if marked else 0
        return tuple(
            baseline.name
            for place, baseline in enumerate(self.at(seats))
            if baseline.marked or place > beyond
        )

    def rules(self, seats: int) -> Rules[Any, Any, Any]:
        """The rules for measuring the opponents, at a table of this size."""
        return rules_for(self.game, seats, **self.parameters)

    def load_reviewer(self) -> Reviewer | None:
        """The reviewer of moves, if there is one. Loads compiled code, so ask only when it is needed."""
        return resolve(self.reviewer) if self.reviewer else None

    def load_losses(self) -> LossProfile | None:
        """The loss profile, if there is one."""
        return resolve(self.losses) if self.losses else None

    def compile(self, *, tell: bool = True) -> None:
        """Have compiled and loaded what the opponents run on; with `tell`, compiling is shown on stderr."""
        if self.compiled:
            resolve(self.compiled)(tell=tell)
