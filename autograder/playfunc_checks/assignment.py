"""What is asked and how it is marked: the settings of an assignment, as one frozen value.

A course changes them in `playfunc.toml` beside its `nbgrader_config.py`:

    [hearts]
    deals = 200                      # per opponent, each played once from every seat
    show_deals_after = 2026-12-01T12:00:00Z     # opens the deals; whoever hands in later meets new ones
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from playfunc.files import write_whole
from playfunc.games import rules_for
from playfunc.rules import Rules

from playfunc_checks.budget import Limits
from playfunc_checks.settings import Settings, SettingsError, read_settings

__all__ = [
    "ASSIGNMENTS",
    "BLACKJACK",
    "FOOTSTEPS",
    "HEARTS",
    "SKULLWHIST",
    "Assignment",
    "SettingsError",
    "load_assignment",
    "read_course",
    "read_secret",
]

SECRET_FILE = ".playfunc-secret"


@dataclass(frozen=True, slots=True)
class Assignment:
    """One assignment's settings; every number here is published to the students but the secret's."""

    name: str
    game: str
    notebook: str
    """The notebook's file name without `.ipynb`."""
    player_cells: tuple[str, ...]
    """Grade ids of the cells that make up the player, in notebook order; the last one defines `play`."""
    opponents: tuple[str, ...]
    points: Mapping[str, float]
    """Grade id of a performance cell → the points for passing the check of the same name."""
    tables: tuple[int, ...] = (2,)
    """How many sit at the tables of the rules check."""
    parameters: Mapping[str, int] = field(default_factory=dict)
    """The game's parameters, other than how many play."""
    moves_a_deal: int = 52
    """About how many moves a player makes in a deal, played once from either seat."""
    remembers: bool = True
    """Whether there is anything to remember: where everything is told each time, `memory` is not checked."""
    mixture: bool = False
    """Whether the player hands over its mixture of bids too, as a function `mix` (FootSteps)."""
    tasks: tuple[str, ...] = ()
    """Grade ids of what people mark."""
    modules: tuple[str, ...] = ("numpy",)
    """What a player may import beside the standard library and playfunc."""
    deals: int = 200
    """Deals per opponent, each played once from every seat."""
    least_deals: int = 50
    """No win check ends earlier than this, unless all deals are played."""
    threshold: float = 0.60
    """"Beats" means at least this chance of winning a game to 100."""
    certainty: float = 6.0
    """A win check ends early this many standard errors away from the threshold."""
    forfeits: int = 5
    """So many forfeited playings end a win check as failed."""
    rules_deals: int = 20
    """Deals of each kind of table in the rules check; 20 make about 4,000 positions."""
    published: Limits = field(default_factory=Limits)
    """Time and memory as the students know them."""
    leniency: float = 3.0
    """Marking allows so many times the published time, so that a slower machine fails nobody."""
    programs: bool = False
    """Whether a player may be a program in another language, named by a `program.txt` beside the notebook."""
    epoch: int = 1
    """Which set of deals; all submissions of an epoch share it, and a new term gets a new one."""
    show_deals_after: tuple[datetime, ...] | None = None
    """When feedback may show the deals of this epoch, of the next one, and so on, in order; `None` until the
    instructor sets it."""

    @property
    def limits(self) -> Limits:
        """The limits that marking applies. The faults that end a win check end every check, where each of them
        costs a process and seconds."""
        return dataclasses.replace(
            self.published,
            move_seconds=self.published.move_seconds * self.leniency,
            total_seconds=self.published.total_seconds * self.leniency,
            restarts=min(self.published.restarts, self.forfeits - 1),
        )

    def rules(self, seats: int = 2) -> Rules[Any, Any, Any]:
        """The rules of the game for so many players."""
        return rules_for(self.game, seats, **self.parameters)

    def deals_are_open(self, now: datetime) -> bool:
        """Whether everybody may see the deals of this epoch."""
        return any(opening <= now for opening in self.show_deals_after or ())

    def handed_in(self, when: datetime) -> Assignment:
        """The settings for what was handed in at that time: a new epoch begins whenever deals are opened, because
        a later submission may know them."""
        openings = self.show_deals_after or ()
        opened = sum(opening <= when for opening in openings)
        return dataclasses.replace(self, epoch=self.epoch + opened, show_deals_after=openings[opened:])


HEARTS = Assignment(
    name="hearts",
    game="hearts",
    notebook="hearts",
    player_cells=(
        "imports",
        "legal",
        "sensible",
        "first-play",
        "memory",
        "look-ahead",
        "sampling",
        "player",
    ),
    opponents=("basic", "minmax", "advanced"),
    points={"beats-basic": 10.0, "beats-minmax": 10.0, "beats-advanced": 10.0},
    tables=(2, 4),
    tasks=("comments", "quality"),
)

FOOTSTEPS = Assignment(
    name="footsteps",
    game="footsteps",
    notebook="footsteps",
    player_cells=("imports", "legal", "sensible", "board", "mixture", "player"),
    opponents=("basic", "minmax"),
    points={"rules": 20.0, "beats-basic": 10.0, "beats-minmax": 10.0, "unexploitable": 60.0},
    moves_a_deal=30,
    remembers=False,
    mixture=True,
)

BLACKJACK = Assignment(
    name="blackjack",
    game="blackjack",
    notebook="blackjack",
    player_cells=("imports", "values", "first-play", "dealer", "expectation", "counting", "player"),
    opponents=("basic", "minmax"),
    points={"rules": 20.0, "beats-basic": 40.0, "beats-minmax": 40.0},
    parameters={"rounds": 5},
    moves_a_deal=100,
)

SKULLWHIST = Assignment(
    name="skullwhist",
    game="skullwhist",
    notebook="skullwhist",
    player_cells=("imports", "legal", "bidding", "choosing", "memory", "worlds", "player"),
    opponents=("basic", "minmax"),
    points={"rules": 20.0, "beats-basic": 40.0, "beats-minmax": 40.0},
    moves_a_deal=28,
)

ASSIGNMENTS = {one.name: one for one in (HEARTS, FOOTSTEPS, BLACKJACK, SKULLWHIST)}


def read_course(course: Path, zone: ZoneInfo | None = None) -> Settings:
    """The course's `playfunc.toml`, checked as a whole, as if it named `zone`, if one is given. Raises
    `SettingsError`."""
    return read_settings(course, ASSIGNMENTS, zone)


def load_assignment(name: str, course: Path) -> Assignment:
    """The assignment `name` with the changes in the course's `playfunc.toml`. Raises `SettingsError`."""
    if name not in ASSIGNMENTS:
        raise SettingsError(f"there is no assignment {name!r}; known are {', '.join(ASSIGNMENTS)}")
    return dataclasses.replace(ASSIGNMENTS[name], **read_course(course).table(name))


def read_secret(course: Path) -> str:
    """The course's secret, which deals are drawn from; made on first use, readable by its owner alone.

    It lies beside `nbgrader_config.py`, outside `source/` and `release/`, and must never be handed out.
    """
    path = course / SECRET_FILE
    if not path.exists():
        write_whole(path, secrets.token_hex(32) + "\n", mode=0o600)
    secret = path.read_text(encoding="utf-8").strip()
    if not secret:
        raise SettingsError(f"{SECRET_FILE} is empty; delete it and a new one is made (marks will change)")
    return secret
