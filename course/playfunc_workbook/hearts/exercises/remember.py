"""Step 4, second half: memory as your own type."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from playfunc import Suit, trick_points, trick_winner
from playfunc.codec import CodecError, read_memory, write_memory
from playfunc.games.hearts import HeartsState

from playfunc_workbook.hearts.exercises.deals import Moment, games
from playfunc_workbook.finding import (
    Finding,
    Line,
    State,
    Stumble,
    Unwritten,
    ask,
    exercise,
    verdict,
)
from playfunc_workbook.hearts.exercises.text_memory import seen

__all__ = ["remember_finding", "remembered"]

Answer = Callable[..., Any]

TYPE = "Step 4, memory as a type"

ANNOTATION = "Return a Memory in every case. Keep the annotation that `remember` came with, `-> Memory`, and each field of the type that `Memory` says."

FIELDS = ("gone", "taken", "void")


@exercise(
    TYPE,
    "`remember` returns a fresh Memory every time so far. Write it in the cell above.",
    hint="Find your own place in the trick: [player for _, player in trick].index(player_id). "
    "The seat of place i, counted from you, is then (i - yours) % len(trick).",
)
def remember_finding(remember: Answer) -> Finding:
    """Follow games as each player sees them, memory going through the codec; compare field by field."""
    first_wrong: dict[str, tuple[Moment, str]] = {}
    written: set[str] = set()
    asked = 0
    for moment, memory in remembered(remember):
        asked += 1
        for field, objection in _objections(moment, memory):
            if objection:
                first_wrong.setdefault(field, (moment, objection))
        written |= {field for field in FIELDS if _is_filled(getattr(memory, field, None))}
    lines = tuple(_field_line(field, first_wrong, written) for field in FIELDS)
    state = verdict(lines)
    if state is State.UNWRITTEN:
        raise Unwritten
    if state is State.RIGHT:
        return Finding(TYPE, state, f"Asked {asked:,} times, with two and with four players.", lines)
    if state is State.PARTLY:
        return Finding(TYPE, state, "Right so far. Some fields are not written yet.", lines)
    field = next(field for field in FIELDS if field in first_wrong and field in written)
    moment, objection = first_wrong[field]
    said = f"`{field}` is wrong. The first time:"
    return Finding(TYPE, state, said, lines, seen(moment, objection), _hint(field))


def _hint(field: str) -> str:
    return {
        "gone": "The old memory's cards, and those of the trick: memory.gone | {card for card, _ in trick}.",
        "taken": "trick_winner(trick) is the id of who won it, trick_points(trick) what it cost. Whose seat is that?",
        "void": "A player that did not follow the suit of trick[0][0] is void in it. Count seats from yourself.",
    }[field]


def _field_line(field: str, wrong: dict[str, tuple[Moment, str]], written: set[str]) -> Line:
    if field not in wrong:
        return State.RIGHT, f"{field}: right"
    return (
        (State.WRONG, f"{field}: wrong")
        if field in written
        else (State.UNWRITTEN, f"{field}: not written yet")
    )


def _is_filled(value: Any) -> bool:
    return bool(value) and (not isinstance(value, tuple) or any(value))


def remembered(
    remember: Answer, played: Iterable[list[Moment]] | None = None
) -> Iterator[tuple[Moment, Any]]:
    """The moments of games, by default random ones of two and of four players, with the memory of the player to act,
    passed through the codec."""
    kind = typing.get_type_hints(remember).get("return", Any)
    random_games = (game for seats in (2, 4) for game in games(seats, 6, "memory"))
    for game in random_games if played is None else played:
        stored: dict[int, str] = {}
        for moment in game:
            last = moment.last_trick
            previous = None if last is None else (last, read_memory(stored[moment.seat], kind))
            memory = ask(remember, moment.name, moment.hand, previous, position=seen(moment, ""))
            stored[moment.seat] = _stored(memory, kind, moment)
            yield moment, memory


def _stored(memory: Any, kind: Any, moment: Moment) -> str:
    try:
        return write_memory(memory, kind)
    except CodecError as error:
        said = f"This memory cannot be kept: {error}"
        raise Stumble(said, seen(moment, str(memory)[:200]), hint=ANNOTATION) from None


def _objections(moment: Moment, memory: Any) -> Iterator[tuple[str, str]]:
    """For each field what is wrong with it, empty where nothing is."""
    state, me = moment.state, moment.seat
    gone = {card for trick in state.history for card, _ in trick}
    taken = _taken(state, me)
    yield "gone", _compare("gone", set(getattr(memory, "gone", ())), gone)
    yield "taken", _compare("taken", tuple(getattr(memory, "taken", ())), taken)
    yield "void", _void_objection(moment, getattr(memory, "void", ()))


def _compare(field: str, got: Any, expected: Any) -> str:
    if got == expected:
        return ""
    if isinstance(expected, set):
        missing, extra = sorted(expected - got), sorted(got - expected, key=str)
        parts = [f"missing {' '.join(map(str, missing[:8]))}"] if missing else []
        parts += [f"too much: {' '.join(map(str, extra[:8]))}"] if extra else []
        return f"{field}: {'; '.join(parts)}."
    return f"{field} should be {expected}, yours is {got}. (Seat 0 is the player to act.)"


def _taken(state: HeartsState, me: int) -> tuple[int, ...]:
    seats = len(state.hands)
    taken = [0] * seats
    for trick in state.history:
        taken[(trick_winner(trick) - me) % seats] += trick_points(trick)
    return tuple(taken)


def _void_objection(moment: Moment, void: Any) -> str:
    """Every void that was shown must be there, and none that is false; cleverer true ones may be."""
    state, me = moment.state, moment.seat
    seats = len(state.hands)
    if len(void) != seats:
        return f"void should have {seats} entries, one per seat; yours has {len(void)}."
    for seat in range(1, seats):
        hand = state.hands[(seat + me) % seats]
        who = moment.names[(seat + me) % seats]
        shown = _shown_void(state, (seat + me) % seats)
        if missing := shown - set(void[seat]):
            return f"void[{seat}] lacks {_suits(missing)}: {who}, seat {seat} from here, has not followed it."
        if false := {suit for suit in void[seat] if any(card.suit is suit for card in hand)}:
            return f"void[{seat}] has {_suits(false)}, but {who}, seat {seat} from here, still holds it."
    return ""


def _shown_void(state: HeartsState, seat: int) -> set[Suit]:
    return {
        trick[0][0].suit
        for trick in state.history
        for card, who in trick
        if who == seat and card.suit is not trick[0][0].suit
    }


def _suits(suits: set[Suit]) -> str:
    return ", ".join(sorted(suit.name.lower() for suit in suits))
