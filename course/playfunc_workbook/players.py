"""Who sits at a table: players given in any way that a student may write them.

    players_of(assignment, ["basic", play, "friend.ipynb"], persons=1)

A player is the name of an opponent, a function (or several, for a game that asks several), a mapping or a tuple of them,
or a `.py` file or notebook.
"""

from __future__ import annotations

import inspect
import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeAlias

from playfunc.errors import PlayerMemoryError, PlayError, ProtocolError, TimeError
from playfunc.game import Game
from playfunc.games import game as game_named
from playfunc.games import rules_for
from playfunc.player import Answer, FunctionPlayer, Player, memory_type
from playfunc.record import GameRecord, RecordedFault
from playfunc.rules import Call, Rules
from playfunc_checks.assignment import Assignment
from playfunc_checks.bounded import ASLEEP, LIMIT, Crashed, Ended, Stuck, bounded
from playfunc_checks.submitted_player import NOT_ASKED, Limits
from playfunc_checks.checks.hidden import average_ms, describe_limits
from playfunc_checks.extract import ExtractError, read_player
from playfunc_checks.find_assignment import find_assignment
from playfunc_checks.in_process import InProcessAsker
from playfunc_opponents import opponent, opponents_at

from playfunc_workbook.isolated_call import isolated_call

# What students give to the functions that cells call: functions, the name of an opponent, a number of deals.
#
# What cannot be used raises `ArgumentError`, of which a notebook shows only its sentence: what came, and what fits.


Function: TypeAlias = Callable[..., Any]

Functions: TypeAlias = Mapping[str, Function]
"""A player's functions by the names that the game's contract gives them."""

NAME_ALONE = "Write the name of the function alone, without quotes, and without parentheses behind it"


class ArgumentError(ValueError):
    """What was given does not fit; the message says what came, and what fits."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows in place of a traceback through playfunc's frames."""
        return [str(self)]


def functions_of(rules: Rules[Any, Any, Any], who: object) -> Functions:
    """A player's functions by their names, from a function, a mapping or a sequence. Raises `ArgumentError`."""
    wanted = rules.functions
    if callable(who):
        found: Functions = {wanted[0]: who} if len(wanted) == 1 else {}
    elif isinstance(who, Mapping):
        found = {str(name): function for name, function in who.items()}
    else:
        listed: list[Any] = list(who) if isinstance(who, Sequence) else []
        found = dict(zip(wanted, listed, strict=False)) if len(listed) == len(wanted) else {}
    missing = [name for name in wanted if not callable(found.get(name))]
    if missing or set(found) - set(wanted):
        came = tuple(who.values()) if isinstance(who, Mapping) and set(who) == set(wanted) else who
        raise ArgumentError(
            f"{needed(rules.name, wanted)}; this was given: {short_repr(came)}. {NAME_ALONE}."
        )
    return found


def require_function(value: object) -> None:
    """Raises `ArgumentError` for what is no function."""
    if not callable(value):
        raise ArgumentError(
            f"This check calls your function, and no function was given: {short_repr(value)}. {NAME_ALONE}, as in "
            "`check_legal(legal)`."
        )


def require_opponent(rules: Rules[Any, Any, Any], name: object, **options: Any) -> FunctionPlayer:
    """The opponent of this name at this table. Raises `ArgumentError`."""
    if not isinstance(name, str) or name not in opponents_at(rules):
        known = ", ".join(opponents_at(rules))
        raise ArgumentError(f"{unknown_player(name, rules)} At this table there are: {known}.")
    return opponent(rules, name, **options)


def require_number(number: object, what: str) -> None:
    """Raises `ArgumentError` for what is no number of `what`."""
    if not isinstance(number, int) or number < 1:
        raise ArgumentError(
            f"`{what}` must be a whole number, 1 or more; this was given: {short_repr(number)}."
        )


def unknown_player(name: object, rules: Rules[Any, Any, Any]) -> str:
    """That there is no opponent of this name, and which one may be meant."""
    close = get_close_matches(str(name).lower(), opponents_at(rules), 1)
    meant = f" Did you mean {close[0]!r}?" if close else ""
    return f"There is no player {short_repr(name)}.{meant}"


def needed(game: str, wanted: Sequence[str]) -> str:
    """Which functions a player of the game is."""
    title = game_named(game).title
    if len(wanted) == 1:
        return f"A player of {title} is one function, {wanted[0]}"
    return f"A player of {title} is {len(wanted)} functions, in this order: {', '.join(wanted)}"


def short_repr(who: object) -> str:
    """What was given, in a few words."""
    if callable(who):
        return getattr(who, "__name__", type(who).__name__)
    if isinstance(who, Mapping):
        return "{" + ", ".join(f"{name!r}: {short_repr(each)}" for name, each in who.items()) + "}"
    if isinstance(who, list | tuple):
        return ", ".join(map(short_repr, who)) or f"an empty {type(who).__name__}"
    return repr(who)[:80]


# A student's player in the notebook: asked one bounded call at a time, and no more once a call was ended.


TOO_SLOW = "Your player is too slow: let it look at fewer positions, for another machine may be slower than this one."


@dataclass(frozen=True, slots=True)
class MoveTimes:
    """The CPU time of a player's moves so far, in seconds: of all together, and of the slowest."""

    moves: int = 0
    together: float = 0.0
    slowest: float = 0.0

    def describe(self, assignment: Assignment) -> str:
        """A sentence beside the published limits; empty before the first move."""
        if not self.moves:
            return ""
        said = (
            f"Your moves took {1000 * self.together / self.moves:.1f} ms on average, and the slowest {self.slowest:.2f} s. "
            f"The limits are {describe_limits(assignment)}."
        )
        return f"{said} {TOO_SLOW}" if self.exceeds(assignment) else said

    def exceeds(self, assignment: Assignment) -> bool:
        """Whether the moves took more than the published average."""
        return 1000 * self.together > average_ms(assignment) * self.moves


NAP = 0.1
"""Seconds by the clock from which a move that computes next to nothing counts as asleep: a busy machine takes less."""


class TimedPlayer:
    """`player`, which gets `seconds` of CPU time for each move; `on_move` is called after each.

    A move that takes longer is ended, with a `TimeError` whose `detail` is the line that was running. After so many
    `overruns` the player is not asked any more, for every other move might take as long; nor after one that cost a whole
    process, nor after an answer of the wrong shape.
    """

    def __init__(
        self,
        player: Player,
        seconds: float = LIMIT,
        on_move: Callable[[], None] = lambda: None,
        overruns: int = 1,
    ) -> None:
        self._player = player
        self._seconds = seconds
        self._on_move = on_move
        self._overruns = overruns
        self._why = ""
        self._asleep = 0.0
        self.took = MoveTimes()
        self.name = player.name

    @property
    def ended(self) -> bool:
        """Whether the player is not asked any more."""
        return bool(self._why)

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        return [self._answer_one(call) for call in calls]

    def _answer_one(self, call: Call) -> Answer:
        if self.ended:
            return TimeError(f"{self._why}, {NOT_ASKED}")
        began, since = time.process_time(), time.monotonic()
        try:
            [answer] = bounded(lambda: self._player.answer([call]), self._seconds)
        except Ended as ended:
            self._overruns -= 1
            if self._overruns <= 0 or isinstance(ended, Crashed | Stuck):
                self._why = "an earlier move took too long"
            return TimeError(f"this move {ended.said}", detail=ended.where)
        seconds = time.process_time() - began
        self._rest(seconds, time.monotonic() - since)
        self.took = MoveTimes(
            self.took.moves + 1, self.took.together + seconds, max(self.took.slowest, seconds)
        )
        if isinstance(answer, ProtocolError):
            self._why = "an earlier answer had the wrong shape"
        self._on_move()
        return answer

    def _rest(self, seconds: float, clock: float) -> None:
        """Count the time that a move slept, by the same limit as in marking."""
        if clock > NAP and clock > seconds * ASLEEP:
            self._asleep += clock - seconds
        if self._asleep > Limits().asleep_seconds:
            self._why = f"its moves slept for {self._asleep:.0f} s in total, and {Limits().asleep_seconds:g} s is allowed"


@contextmanager
def replaced(function: Function, instead: Mapping[str, Function]) -> Iterator[None]:
    """Within, the notebook of this function finds other functions under these names."""
    names = inspect.unwrap(function).__globals__
    before = {name: names[name] for name in instead}
    names.update(instead)
    try:
        yield
    finally:
        names.update(before)


class IsolatedPlayer:
    """`player`, asked in a copy of this process: for a table, which asks it move by move."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.name = player.name

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        return isolated_call(lambda update: list(self._player.answer(calls)))


def timed_player(
    functions: Any,
    rules: Rules[Any, Any, Any],
    assignment: Assignment,
    *,
    name: str = "you",
    key: bytes = b"playfunc",
    on_move: Callable[[], None] = lambda: None,
    overruns: int = 1,
) -> TimedPlayer:
    """The student's function or functions as a player with the published limit for a move: what keeps it here, keeps
    the wider one in marking. Raises `ArgumentError` for what are no functions."""
    player = FunctionPlayer(functions_of(rules, functions), rules, name=name, key=key)
    return TimedPlayer(player, assignment.published.move_seconds, on_move, overruns)


def first_fault(records: Sequence[GameRecord]) -> tuple[GameRecord, RecordedFault] | None:
    """The fault to look at: the earliest of those that are no refusal to ask again."""
    found = [
        (record, fault) for record in records for fault in record.faults if NOT_ASKED not in fault.reason
    ]
    return min(found, key=lambda each: each[1].at, default=None)


Who: TypeAlias = str | os.PathLike[str] | Function | Functions | Sequence[Function]
"""One player, or one function of a player."""

NO_LIMITS = Limits(move_seconds=math.inf, total_seconds=math.inf, load_seconds=math.inf)
"""For players in files: each move has its own limit here, and no mark rests on it."""

FILES = (".py", ".ipynb")


@dataclass(frozen=True, slots=True)
class Seated:
    """The players at a table whose rules these are, without the persons.

    `own` are the places among them of players that are no opponents of the ladder, `memory_types` the declared types of
    what functions remember, by the name of the function.
    """

    rules: Rules[Any, Any, Any]
    players: tuple[Player, ...]
    own: tuple[int, ...]
    memory_types: Mapping[str, Any]


def players_of(assignment: Assignment, given: Sequence[Who], persons: int = 0, **parameters: int) -> Seated:
    """The players that are given, in their order, at a table with so many persons.

    Functions that stand by themselves are taken together, as many as the game asks, in the order of its contract.
    `parameters` are those of the game, where they differ from the assignment's. Raises `ArgumentError`.
    """
    game = game_named(assignment.game)
    players = list(_grouped(_rules(game, assignment, game.tables[0]).functions, given, game))
    seats = len(players) + persons
    if seats not in game.tables:
        raise ArgumentError(_describe_seats(game, len(players), persons))
    rules = _rules(game, assignment, seats, **parameters)
    own = [place for place, who in enumerate(players) if not isinstance(who, str) or who.endswith(FILES)]
    made = tuple(_player(who, rules, assignment) for who in players)
    types: dict[str, Any] = {}
    for place in own:
        who = players[place]
        if not isinstance(who, str | os.PathLike):
            types |= memory_types_of(functions_of(rules, who))
    return Seated(rules, made, tuple(own), types)


def memory_types_of(functions: Functions) -> dict[str, Any]:
    """What each function remembers, as far as its annotation tells."""
    found = {}
    for name, function in functions.items():
        with suppress(PlayerMemoryError):
            found[name] = memory_type(function)
    return found


def _rules(game: Game, assignment: Assignment, seats: int, **parameters: int) -> Rules[Any, Any, Any]:
    return rules_for(game.name, seats, **{**assignment.parameters, **parameters})


def _grouped(wanted: Sequence[str], given: Sequence[Who], game: Game) -> Iterator[Who]:
    """Players alone: every run of bare functions is cut into players."""
    waiting: list[Function] = []
    for who in given:
        if callable(who):
            waiting.append(who)
            if len(waiting) == len(wanted):
                yield dict(zip(wanted, waiting, strict=True))
                waiting = []
        elif waiting:
            break
        else:
            yield who
    if waiting:
        raise ArgumentError(f"{needed(game.name, wanted)}; only {short_repr(tuple(waiting))} was given.")


def _player(who: Who, rules: Rules[Any, Any, Any], assignment: Assignment) -> Player:
    if isinstance(who, str) and who in opponents_at(rules):
        return opponent(rules, who)
    if isinstance(who, str | os.PathLike):
        return _from_file(who, rules, assignment)
    functions = functions_of(rules, who)
    return timed_player(functions, rules, assignment, name=_name(functions))


def _name(functions: Functions) -> str:
    names = [getattr(function, "__name__", name) for name, function in functions.items()]
    return " and ".join("your function" if name == "<lambda>" else name for name in names)


def _from_file(given: str | os.PathLike[str], rules: Rules[Any, Any, Any], assignment: Assignment) -> Player:
    path = Path(given)
    if path.suffix not in FILES:
        raise ArgumentError(_unknown_who(str(given), rules))
    try:
        source = read_player(path, assignment).source
        asked = InProcessAsker().player(
            source, rules, name=path.stem, key=b"playfunc", limits=NO_LIMITS, modules=assignment.modules
        )
        asked.start()
    except ExtractError as error:
        raise ArgumentError(f"{path.name} cannot sit down: {error}.") from error
    except PlayError as error:
        raise ArgumentError(f"{path.name} cannot sit down: {error.reason}.") from error
    return TimedPlayer(asked, assignment.published.move_seconds)


def _unknown_who(name: str, rules: Rules[Any, Any, Any]) -> str:
    known = ", ".join(opponents_at(rules)) or "none is known"
    return f"{unknown_player(name, rules)} Give the name of an opponent ({known}), a function, a .py file or a notebook."


def _describe_seats(game: Game, players: int, persons: int) -> str:
    fits = " or ".join(str(seats - persons) for seats in sorted(game.tables) if seats >= persons)
    beside = " besides you" if persons else ""
    return (
        f"{game.title} is played by {' or '.join(map(str, sorted(game.tables)))}: "
        f"give {fits} player{'s' * (fits != '1')}{beside}, not {players}."
    )


def current_assignment(game: str) -> Assignment:
    """The settings beside the notebook or inside it, else the game's defaults: the same settings as in marking."""
    return find_assignment(Path.cwd(), game)
