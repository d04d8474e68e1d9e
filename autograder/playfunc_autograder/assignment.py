"""What is asked and how it is marked: the settings of an assignment, as one frozen value.

A course changes them in `playfunc.toml` beside its `nbgrader_config.py`:

    [hearts]
    deals = 200                      # per opponent, each played once from every seat
    epoch = 1                        # a new one has new deals
    show_deals_after = 2026-12-01T12:00:00Z
"""

from __future__ import annotations

import dataclasses
import os
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playfunc.games import rules_for
from playfunc.rules import Rules

from playfunc_autograder.sandbox import Limits

__all__ = [
    "ASSIGNMENTS",
    "BLACKJACK",
    "FOOTSTEPS",
    "HEARTS",
    "SKULLWHIST",
    "Assignment",
    "SettingsError",
    "load_assignment",
    "read_secret",
]

SETTINGS_FILE = "playfunc.toml"
SECRET_FILE = ".playfunc-secret"


ELSEWHERE = ("late", "attempts")
"""Tables of an assignment that move no computed mark, and are read where they are used."""


class SettingsError(ValueError):
    """A course's settings that cannot be used; the message says what to change."""


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
    """Which set of deals; a new submission round or term gets a new one."""
    show_deals_after: datetime | None = None
    """When feedback may show the deals of this epoch; `None` until the instructor sets it."""

    @property
    def limits(self) -> Limits:
        """The limits that marking applies."""
        return dataclasses.replace(
            self.published,
            move_seconds=self.published.move_seconds * self.leniency,
            total_seconds=self.published.total_seconds * self.leniency,
        )

    def rules(self, seats: int = 2) -> Rules[Any, Any, Any]:
        """The rules of the game for so many players."""
        return rules_for(self.game, seats, **self.parameters)

    def deals_are_open(self, now: datetime) -> bool:
        return self.show_deals_after is not None and now >= self.show_deals_after


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

_SETTABLE = {
    "deals": int,
    "least_deals": int,
    "threshold": float,
    "rules_deals": int,
    "epoch": int,
    "modules": list,
    "programs": bool,
    "show_deals_after": datetime,
}

_EXAMPLES = {
    int: "a whole number",
    float: "a number such as 0.6",
    bool: "true or false",
    list: 'a list such as ["numpy"]',
    datetime: "a time such as 2026-12-01T12:00:00Z",
}


def load_assignment(name: str, course: Path) -> Assignment:
    """The assignment `name` with the changes in the course's `playfunc.toml`. Raises `SettingsError`."""
    if name not in ASSIGNMENTS:
        raise SettingsError(f"there is no assignment {name!r}; known are {', '.join(ASSIGNMENTS)}")
    path = course / SETTINGS_FILE
    if not path.exists():
        return ASSIGNMENTS[name]
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{SETTINGS_FILE} cannot be read: {error}") from error
    for heading, content in tables.items():
        if heading not in ASSIGNMENTS or not isinstance(content, dict):
            raise SettingsError(
                f"{SETTINGS_FILE}: {heading!r} is no assignment; settings stand below a line [{name}]"
            )
    table = {key: v for key, v in tables.get(name, {}).items() if key not in ELSEWHERE}
    return dataclasses.replace(ASSIGNMENTS[name], **{key: _setting(key, v) for key, v in table.items()})


def _setting(key: str, value: Any) -> Any:
    kind: Any = _SETTABLE.get(key)
    if kind is None:
        raise SettingsError(f"{SETTINGS_FILE}: no setting {key!r}; known are {', '.join(_SETTABLE)}")
    if kind is float and type(value) is int:
        value = float(value)
    if kind is datetime and type(value) is date:
        value = datetime(value.year, value.month, value.day, tzinfo=UTC)
    if type(value) is not kind:
        raise SettingsError(f"{SETTINGS_FILE}: {key} must be {_EXAMPLES[kind]}, not {value!r}")
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=UTC)
    if isinstance(value, list):
        return tuple(map(_module, value))
    if isinstance(value, bool):
        return value
    least = 2 if key == "deals" else 0
    if value <= 0 or value < least:
        raise SettingsError(f"{SETTINGS_FILE}: {key} must be above {max(least - 1, 0)}, not {value!r}")
    return value


def _module(name: object) -> str:
    if not isinstance(name, str) or find_spec(name.partition(".")[0]) is None:
        raise SettingsError(
            f"{SETTINGS_FILE}: modules names {name!r}, which is not installed here; install it, or leave it out"
        )
    return name


def read_secret(course: Path) -> str:
    """The course's secret, which deals are drawn from; made on first use, readable by its owner alone.

    It lies beside `nbgrader_config.py`, outside `source/` and `release/`, and must never be handed out.
    """
    path = course / SECRET_FILE
    if not path.exists():
        _make_secret(path)
    secret = path.read_text(encoding="utf-8").strip()
    if not secret:
        raise SettingsError(f"{SECRET_FILE} is empty; delete it and a new one is made (marks will change)")
    return secret


def _make_secret(path: Path) -> None:
    """Whole or not at all: a run that is killed here must not leave an empty one behind."""
    scratch = path.with_name(f"{path.name}.{os.getpid()}")
    scratch.touch(mode=0o600)
    scratch.write_text(secrets.token_hex(32) + "\n", encoding="utf-8")
    scratch.replace(path)
