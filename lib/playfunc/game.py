"""`Game`: all that is said about a game outside its rules, in one frozen value.

A package makes a game known by an entry point of the group `playfunc.games` that names its `Game`. The least is

    GAME = Game(name="kuhn", rules=Kuhn)

What is heavy or seldom needed is named by a reference ("module:object"; see `playfunc.registry`), so that a
process that only plays imports the rules and nothing else.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Literal, TypeAlias

from playfunc.errors import NotationError, ProtocolError, shown
from playfunc.registry import Registry, resolve
from playfunc.rules import Call, Rules

Better: TypeAlias = Literal["low", "high"]
"""Which direction of a game's scores wins."""

Played: TypeAlias = Sequence[Sequence[tuple[float, float]]]
"""By deal, the pairs (player's score, opponent's score) of its playings."""


@dataclass(frozen=True, slots=True)
class WinRate:
    """The estimated chance of winning, with its standard error; `deals` it rests on."""

    rate: float
    standard_error: float
    deals: int


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that the rules are made with: its range, its default, and a description (`about`)."""

    least: int
    most: int
    usual: int
    about: str


@dataclass(frozen=True, slots=True)
class WinMeasure:
    """What counts as won (`games to 100`), and how often a player wins.

    `rate` refers to a function `(deals: Played, better: Better) -> WinRate`; `about` says what it computes. `total` is
    what both scores of a playing add up to where that matters to `rate`, for measurements that keep differences alone.
    """

    won: str = "games"
    rate: str = "playfunc.statistics:share_of_games"
    about: str = "Share of games won, an equal score counting as half a win"
    total: float = 0


Pairing: TypeAlias = Literal["duplicate pairs", "round robin", "random pairs", "random tables", "runs"]
"""How a contest pairs its players; the arena has a generator of fixtures for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestFormat:
    """A contest of a game as data, which the arena plays. `title` is how it differs from the game's other contests,
    as it stands after the game's title: "four players".

    `value` is what counts: the game's scores, wins with ties shared, or wins alone; `deals` are the default
    number for each player against each opponent, or, where tables are drawn at random, in all. `seats` sit at a table
    of "random tables". Where players are `strangers`, the ids at a table are drawn anew for each deal, so that
    friends cannot recognise each other.

    "runs" are played in `rounds`, each player beginning with `chips`. A player with fewer than `least_chips` is out,
    and a run in which that happens counts as 0. `round_start` refers to a function `(rules, rng, chips) -> state`.

    `parameters` are those of the game's rules, where they differ from the usual ones. Where players remember earlier
    games against the same opponents, `follow` refers to a function `(state, before, seats) -> state`: a game's start
    after the game that was recorded in `before`, in which the players had these `seats`.
    """

    title: str = ""
    about: str = "everyone meets everyone, each deal from both sides"
    pairing: Pairing = "duplicate pairs"
    value: Literal["scores", "wins", "wins alone"] = "scores"
    deals: int = 50
    seats: int = 2
    strangers: bool = False
    rounds: int = 1
    chips: int = 0
    least_chips: int = 0
    round_start: str = ""
    parameters: Mapping[str, int] = field(default_factory=dict, hash=False)
    follow: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game that can be played, taught, measured and contested.

    `rules` is called with the game's `parameters`, and with `seats=` where it has a field of that name; `tables`
    are the numbers of players it is played by, the usual one first. `played` is what is played once (a hand, a run,
    a game), `scored` what its scores count ("" where a score only says who won), `better` which scores win.

    `series` refers to a function `(rules, players, seed, policy) -> Series` for what lasts longer than a deal.
    `contests` holds the game's contest under "" and further ones under what their names end in: "four" is
    `hearts-four`. `program` refers to the text protocol that programs speak (see `playfunc.game`), `show` to the
    game's face (see `playfunc.show.face`). `compiled` refers to a function `(*, tell: bool)` that has its fast
    rules compiled (see `playfunc.compiled.warm`); a worker loads them for players whose source names a function in
    `compiled_for`.
    Without these, programs are asked in lines, games are shown as text, and nothing is compiled.
    """

    name: str
    rules: Callable[..., Rules[Any, Any, Any]]
    title: str = ""
    tables: tuple[int, ...] = (2,)
    parameters: Mapping[str, Parameter] = field(default_factory=dict, hash=False)
    played: Literal["hand", "run", "game"] = "game"
    scored: Literal["points", "chips", ""] = ""
    better: Better = "high"
    win: WinMeasure = WinMeasure()
    series: str = ""
    contests: Mapping[str, ContestFormat] = field(default_factory=lambda: {"": ContestFormat()}, hash=False)
    program: str = ""
    show: str = ""
    compiled: str = ""
    compiled_for: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.name.capitalize())

    @property
    def unit(self) -> str:
        """What a score is counted in, such as "points a hand"; "" where it only says who won."""
        return f"{self.scored} a {self.played}" if self.scored else ""

    @property
    def sign(self) -> int:
        """1 where high scores win, -1 where low ones do."""
        return 1 if self.better == "high" else -1

    def table(self, seats: int, **parameters: int) -> Rules[Any, Any, Any]:
        """The rules for this number of players. Raises `ValueError` with a sentence if they do not allow it."""
        if _takes_seats(self.rules):
            return self.rules(seats=seats, **parameters)
        rules = self.rules(**parameters)
        if rules.seats != seats:
            raise ValueError(f"{self.title} is played by {rules.seats}, and {seats} were named")
        return rules

    def compile(self, *, tell: bool = True) -> None:
        """Have the fast rules compiled and loaded; with `tell`, compiling is shown on stderr."""
        if self.compiled:
            resolve(self.compiled)(tell=tell)

    def advantages(self, deals: Played) -> list[float]:
        """By deal, what the player has over its opponent in the game's scores, for one playing; above zero is good."""
        return [self.sign * sum(mine - theirs for mine, theirs in deal) / len(deal) for deal in deals]

    @property
    def compared_in(self) -> str:
        """What `compared` counts, such as "points a hand"."""
        return f"wins minus losses a {self.played}" if self._won_singly or not self.scored else self.unit

    def compared(self, deals: Played) -> list[float]:
        """By deal, for one playing, what tells of two versions of a player which is better: wins minus losses, or the
        scores' `advantages` where a single playing is neither won nor lost. Above zero is good."""
        if not self._won_singly:
            return self.advantages(deals)
        return [
            self.sign * sum((mine > theirs) - (mine < theirs) for mine, theirs in deal) / len(deal)
            for deal in deals
        ]

    @property
    def _won_singly(self) -> bool:
        return self.win.rate == WinMeasure().rate

    def win_rate(self, deals: Played) -> WinRate:
        """How often a player wins, by the game's measure. Raises `ValueError` without deals."""
        return resolve(self.win.rate)(deals, self.better)


def _takes_seats(rules: Any) -> bool:
    return "seats" in {each.name for each in dataclasses.fields(rules)}


# Text protocols that belong to a game: the lines sent to a program in any language, and the lines it may answer.
#
# These are pure values, named by `Game.program`; the code that plays a game starts the processes. A game without its
# own protocol uses the general one (see docs/programs.md).


@dataclass(frozen=True, slots=True)
class MoveArguments:
    """A process for every move: it is started with the words of `words(call)` as arguments, and prints its move."""

    words: Callable[[Call], Sequence[str]]


@dataclass(frozen=True, slots=True)
class GameLines:
    """A process for every game: it prints its first move, then reads a line before each further one.

    That line is `heard(call)`, what the other player did; it is `None` at the first move of a game. The line `end`
    says that the game is over. `check(line)` raises `ProtocolError` for a line that cannot be a move.
    """

    heard: Callable[[Call], str | None]
    end: str
    check: Callable[[str], None]


Protocol: TypeAlias = MoveArguments | GameLines


GAMES: Registry[Game] = Registry("playfunc.games", Game, "game", attrgetter("name"))
"""The installed games, playfunc's own and those of other packages: name → `Game`, imported when it is asked for."""


def game(name: str) -> Game:
    """The game of this name. Raises `ValueError` with a sentence if it is unknown or cannot be loaded."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; known are {', '.join(GAMES)}")
    return GAMES[name]


def game_of(rules: Rules[Any, Any, Any]) -> Game:
    """The game that these rules belong to."""
    return game(rules.name)


def rules_for(name: str, players: int, **parameters: int) -> Rules[Any, Any, Any]:
    """The rules of a game for this number of players, whether or not the number is a parameter of the game. Raises
    `ValueError` with a sentence if the game is unknown or does not allow this number."""
    return game(name).table(players, **parameters)


LIMIT = 2**63
"""Numbers from here on are refused: no wire carries them, and none is a move."""


def number_of(text: str) -> int:
    """The number a text writes in decimal, exactly as `str` would. Raises `NotationError`."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise NotationError(f"not a whole number: {shown(text)}")
    number = int(text)
    if str(number) != text or abs(number) >= LIMIT:
        raise NotationError(f"not a whole number as it is usually written: {shown(text)}")
    return number


def read_number(value: object, what: str) -> int:
    """The number in a reply, called `what` in messages, by exact type. Raises `ProtocolError`."""
    if type(value) is not int:
        hint = " (round it with int() first)" if type(value) is float else ""
        hint = " (write int() around it)" if hasattr(value, "__index__") and type(value) is not bool else hint
        raise ProtocolError(
            f"the first part of the reply must be {what}, an int, got {type(value).__name__} {shown(value)}{hint}"
        )
    if abs(value) >= LIMIT:
        raise ProtocolError(f"the first part of the reply, {what}, is a number of over 18 digits")
    return value
