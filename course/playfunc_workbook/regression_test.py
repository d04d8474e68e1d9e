"""Kept tests: positions from a student's own games, as cells that test the player again whenever it changes.

A cell holds the whole position, and what each move costs there: the start of the game and the moves made. So it needs
no file and no reviewer. The player is asked for every one of its moves up to the position, because its memory may have
changed too; until then the game goes on as it went.
"""

from __future__ import annotations

import json
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import Any

from playfunc import FunctionPlayer
from playfunc.codec import decode
from playfunc.costs import Prices, quantity
from playfunc.errors import NotationError, PlayError
from playfunc.games import rules_for
from playfunc.record import GameRecord, rules_of, rules_parameters, shown_move, steps
from playfunc.rules import Rules, Seat
from playfunc.show.face import face_of
from playfunc.show.progress import in_notebook

from playfunc_workbook.finding import Finding, State
from playfunc_workbook.history import fingerprint
from playfunc_workbook.isolated_call import isolated_call
from playfunc_workbook.players import ArgumentError, Functions, TimedPlayer
from playfunc_workbook.view import Shown, finding_shown, captured_output, late_progress, note


@dataclass(frozen=True, slots=True)
class SavedPosition:
    """A position that `seat` is to move in: `start` as JSON text, and the `moves` made since, in the order played.
    `costs` are those of the legal moves, counted in `unit`; 0 where a move surely costs nothing, or may."""

    said: str
    rules: Rules[Any, Any, Any]
    names: tuple[str, ...]
    seat: Seat
    start: str
    moves: tuple[str, ...]
    costs: Mapping[str, float] = field(hash=False)
    unit: str = "point"

    def move_text(self, move: str) -> str:
        """A move for a reader."""
        return shown_move(self.rules, move)


def saved_position(game: str, **position: Any) -> SavedPosition:
    """The position that the arguments of a cell describe; see `cell_text`. Raises `ArgumentError`."""
    try:
        described = signature(_described).bind(game, **position)
        kept = _described(*described.args, **described.kwargs)
        deque(_states(kept), 0)
    except (TypeError, ValueError, LookupError, PlayError) as error:
        raise ArgumentError(f"{CHANGED} What is wrong: {str(error).splitlines()[0]}.") from None
    return kept


CHANGED = (
    "`keep` takes a whole position, and this one is not complete. `retry` has a button, Keep as a test, that writes such a "
    "cell; change nothing in it but the names of your functions."
)


def _described(
    game: str,
    *,
    said: str,
    table: Mapping[str, int],
    names: Sequence[str],
    seat: Seat,
    start: str,
    moves: Sequence[str],
    costs: Mapping[str, float],
    unit: str,
) -> SavedPosition:
    parameters = dict(table)
    rules = rules_for(game, parameters.pop("seats", len(names)), **parameters)
    return SavedPosition(said, rules, tuple(names), seat, start, tuple(moves), dict(costs), unit)


def cell_text(
    functions: Functions, record: GameRecord, made: int, seat: Seat, prices: Prices, said: str
) -> str:
    """The text of a cell that keeps the position in which `seat` is to move when so many moves of `record` are made."""
    called = {name: getattr(function, "__name__", "") for name, function in functions.items()}
    names = [own if own.isidentifier() else name for name, own in called.items()]  # a lambda has no name
    costs = {price.move: (round(price.lost, 3) or 0) if price.sure else 0 for price in prices.moves}
    lines = [
        f"# {said}. This test runs again whenever your player changes.",
        "keep(",
        *(f"    {name}," for name in names),
        f"    said={said!r},",
        f"    table={rules_parameters(rules_of(record))!r},",
        f"    names={list(record.players)!r},",
        f"    seat={seat},",
        *_listed("start=(", map(repr, _pieces(start_text(record))), " ", "),"),
        *_listed("moves=[", (repr(move.move) for move in record.moves[:made]), ", ", "],"),
        *_listed("costs={", (f"{move!r}: {cost!r}" for move, cost in costs.items()), ", ", "},"),
        f"    unit={prices.unit!r},",
        ")",
    ]
    return "\n".join(lines)


def start_text(record: GameRecord) -> str:
    """The state that the game started from, as JSON text."""
    return json.dumps(record.start, separators=(",", ":"), ensure_ascii=False)


def position_at(record: GameRecord, at: int) -> tuple[int, Any]:
    """How many moves were made before the one with index `at`, and the state in which it was made: moves of one turn
    are made together."""
    made = 0
    for step in steps(record):
        if made + len(step.moves) > at:
            return made, step.state
        made += len(step.moves)
    raise ValueError(f"a game of {made} moves has no move with index {at}")


WIDTH = 96
"""Characters of a line in a cell."""


def _pieces(text: str) -> list[str]:
    size = WIDTH - 12
    return [text[at : at + size] for at in range(0, len(text), size)]


def _listed(begin: str, items: Iterable[str], between: str, end: str) -> list[str]:
    """Items over as many lines as they need, none of them broken."""
    lines, line = [f"    {begin}"], ""
    for item in items:
        if line and len(line) + len(between) + len(item) > WIDTH - 10:
            lines.append(f"        {line}{between}".rstrip())
            line = ""
        line = f"{line}{between}{item}" if line else item
    return [*lines, f"        {line}", f"    {end}"] if line else [f"    {begin}{end}"]


def saved_finding(
    kept: SavedPosition, functions: Functions, *, update: Callable[[int], object] = lambda done: None
) -> Finding:
    """What the functions do in the position now."""
    player = TimedPlayer(FunctionPlayer(functions, kept.rules, name=kept.names[kept.seat]))
    steps = list(_states(kept))
    memory: str | None = None
    for number, state in enumerate(steps):
        if kept.seat not in kept.rules.to_act(state):
            continue
        view = kept.rules.view(state, kept.seat)
        [answer] = player.answer([kept.rules.projection.call(view, kept.names, memory)])
        if isinstance(answer, PlayError):
            return _fault(kept, state, answer, here=number == len(steps) - 1)
        memory, move = answer.memory, answer.move
        update(number)
    return _judged(kept, steps[-1], move)


def _states(kept: SavedPosition) -> Iterator[Any]:
    """Every state from the start to the position."""
    rules, waiting = kept.rules, list(kept.moves)
    state = decode(kept.start, rules.state_type())
    yield state
    while waiting:
        acting = rules.to_act(state)
        played = {seat: rules.projection.parse_move(waiting.pop(0)) for seat in acting}
        state = rules.play(state, played)
        yield state


def _judged(kept: SavedPosition, state: Any, move: str) -> Finding:
    try:
        kept.rules.check(kept.rules.view(state, kept.seat), kept.rules.projection.parse_move(move))
    except (PlayError, NotationError) as error:
        return _finding(kept, state, State.WRONG, f"Your player chooses {move}: {str(error).splitlines()[0]}")
    told, cost = kept.move_text(move), kept.costs.get(move)
    if cost is None:
        return _finding(
            kept, state, State.PARTLY, f"Your player chooses {told}. What that costs was not measured."
        )
    if cost <= 0:
        return _finding(kept, state, State.RIGHT, f"Your player chooses {told}, which gives nothing away.")
    free = [kept.move_text(each) for each, price in kept.costs.items() if price <= 0]
    better = f" Better: {' or '.join(free[:4])}." if free else ""
    return _finding(
        kept,
        state,
        State.WRONG,
        f"Your player chooses {told}, which gives away {quantity(cost, kept.unit)}.{better}",
    )


def _fault(kept: SavedPosition, state: Any, fault: PlayError, *, here: bool) -> Finding:
    if "NotImplementedError" in fault.reason:
        reason = fault.reason.removeprefix("NotImplementedError: ")
        said = f"The player comes to a part that is not written yet: {reason}."
        return _finding(kept, state, State.UNWRITTEN, said)
    place = "here" if here else "on the way to this position"
    said = f"Your player makes a fault {place}. {fault.rule}: {fault.reason}"
    return _finding(kept, state, State.WRONG, said, fault.detail)


def _finding(kept: SavedPosition, state: Any, verdict: State, said: str, detail: str = "") -> Finding:
    drawn = face_of(kept.rules.name).position(kept.rules, state, kept.seat, kept.names)
    return Finding(verdict, said, position=drawn, detail=detail, exercise=f"Kept test ({kept.said})")


# Kept tests in a notebook: shown where their cell ran, and run again after any cell that changed the player.
#
# Without IPython a test runs once, when it is called.


LONGEST = 5.0
"""Seconds; a test that takes longer is run only when its cell is."""


@dataclass(slots=True)
class _Watched:
    """A test whose cell has run, and how it is looked after."""

    kept: SavedPosition
    functions: Functions
    names: dict[str, str]
    """The function's name in the contract → its name in the notebook, by which a newer one is found."""
    handle: Any
    print: str = ""
    seconds: float = field(default=0.0)

    def newest(self, names: dict[str, Any]) -> Functions:
        """The functions that have these names now."""
        found = {key: names.get(self.names[key], function) for key, function in self.functions.items()}
        return found if all(map(callable, found.values())) else self.functions


_watched: dict[SavedPosition, _Watched] = {}
"""The tests of this kernel. A cell that runs again replaces its own."""


def run_regression_test(kept: SavedPosition, functions: Functions) -> Shown | None:
    """The test's result; in a notebook it is shown at once, and kept up to date."""
    if not in_notebook():
        return _result_shown(kept, functions)
    from IPython.core.getipython import get_ipython
    from IPython.display import display

    shell: Any = get_ipython()
    handle: Any = display(Shown("", ""), display_id=True)
    watched = _Watched(kept, functions, _notebook_names(functions, shell.user_ns), handle)
    _run(watched)
    if not _watched:
        shell.events.register("post_run_cell", _after_a_cell)
    _watched[kept] = watched
    return None


def _notebook_names(functions: Functions, names: dict[str, Any]) -> dict[str, str]:
    """What each function is called in the notebook: by its own name, where it has that."""
    found = {}
    for key, function in functions.items():
        own = getattr(function, "__name__", key)
        others = (name for name, value in names.items() if value is function and not name.startswith("_"))
        found[key] = own if names.get(own) is function else next(others, "")
    return found


def _after_a_cell(_: object) -> None:
    """Run again whatever has a changed player. Raises nothing: IPython would print it below an innocent cell."""
    names = vars(sys.modules["__main__"])
    for watched in _watched.values():
        watched.functions = watched.newest(names)
        if fingerprint(watched.functions.values()) == watched.print:
            continue
        if watched.seconds > LONGEST:
            watched.print = fingerprint(watched.functions.values())
            watched.handle.update(_late(watched))
        else:
            _run(watched)


def _run(watched: _Watched) -> None:
    began = time.monotonic()
    shown = _result_shown(watched.kept, watched.functions)
    watched.seconds = time.monotonic() - began
    watched.print = fingerprint(watched.functions.values())
    watched.handle.update(shown)


def _late(watched: _Watched) -> Shown:
    return note(
        f"Kept test ({watched.kept.said}): your player has changed. This test takes {watched.seconds:.0f} s, so run "
        "its cell again to see what your player does now."
    )


def _result_shown(kept: SavedPosition, functions: Functions) -> Shown:
    with captured_output(), late_progress(len(kept.moves), "Moves up to the kept position") as update:
        return finding_shown(isolated_call(lambda told: saved_finding(kept, functions, update=told), update))
