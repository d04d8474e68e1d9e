"""Step 4: memory as text, an exercise that needs memory, and memory as your own type."""

from __future__ import annotations

import random
import typing
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from playfunc import Card, GameRecord, Hearts, Suit, trick_points, trick_winner
from playfunc.codec import read_memory, write_memory
from playfunc.converter import CodecError
from playfunc.games.hearts import HeartsState
from playfunc.match import play_games
from playfunc.measure import deal_rng, rotations
from playfunc.record import states
from playfunc.show import Position
from playfunc_opponents import opponent

from playfunc_workbook.finding import (
    correct,
    incorrect,
    Finding,
    Line,
    State,
    Stumble,
    Unwritten,
    ask,
    exercise,
    verdict,
)
from playfunc_workbook.hearts.deals import NAMES, Moment, games
from playfunc_workbook.hearts.rules_of_play import rules_finding
from playfunc_workbook.players import Function, current_assignment, timed_player

Lead: TypeAlias = tuple[GameRecord, HeartsState, int, Card]
"""A game, the state before a lead in it, the seat that leads, and its card."""

TEXT = "Step 4, memory as text"
HEARTS = "Step 4, leading hearts"


@exercise(
    TEXT,
    "`gone_so_far` never adds a card so far. Finish it in the cell of your first player.",
    hint="`previous` is a pair: the last trick, and the text you returned for it. Add the trick's cards to the text.",
)
def gone_finding(gone_so_far: Function) -> Finding:
    """Step 4: follow games and compare the text with the cards that are gone."""
    asked, named = 0, False
    for seats in (2, 4):
        for moment, previous in _moments(gone_so_far, seats):
            text = ask(gone_so_far, previous)
            expected = sorted(card.text for trick in moment.state.history for card, _ in trick)
            if not isinstance(text, str):
                missing = (
                    ". It returned None: is a `return` missing?"
                    if text is None
                    else f", not {type(text).__name__}."
                )
                raise Stumble(f"`gone_so_far` must return text{missing}", seen(moment, ""))
            position = seen(moment, _difference(expected, text))
            asked, named = asked + 1, named or bool(text.strip())
            if sorted(text.split()) != expected:
                if not named:
                    raise Unwritten
                return incorrect("The text does not name the cards that are gone.", position=position)
    return correct(f"Asked {asked:,} times, with two and with four players.")


def _moments(function: Function, seats: int) -> Iterator[tuple[Moment, Any]]:
    """Moments of games with the `previous` their players get, memory being what `function` returns for it."""
    for game in games(seats, 3, "text"):
        memories: dict[int, Any] = {}
        for moment in game:
            last = moment.last_trick
            previous = None if last is None else (last, memories[moment.seat])
            yield moment, previous
            memories[moment.seat] = ask(function, previous)


def _difference(expected: Sequence[str], text: str) -> str:
    named = text.split()
    missing = [name for name in expected if name not in named]
    extra = [name for name in named if name not in expected or named.count(name) > 1]
    parts = [
        f"Missing: {' '.join(missing[:8])}." if missing else "",
        f"Too much: {' '.join(extra[:8])}." if extra else "",
    ]
    return " ".join([f"Your text: {text[:80]!r}.", *filter(None, parts)])


def seen(moment: Moment, message: str) -> Position:
    """A moment as its player sees it, the previous trick in the title."""
    last = moment.last_trick
    told = "none" if last is None else ", ".join(f"{card} by {who}" for card, who in last)
    return Position(
        moment.hand,
        moment.trick,
        moment.legal,
        title=f"Trick {len(moment.state.history) + 1}, {moment.name} to play. Previous trick: {told}",
        message=message,
    )


def twins() -> tuple[Position, Position]:
    """Two moments that look the same to a player without memory: in one hearts are broken, in the other not. Same
    hand, same trick, same previous trick; only an earlier discard differed."""
    rules = Hearts(2)
    for number in range(1000):
        rng = random.Random(f"twins {number}")
        state = rules.deal(rng)
        while rules.to_act(state):
            if pair := _split(rules, state):
                return _twin(pair[0]), _twin(pair[1])
            state = rules.play(state, {state.turn: rng.choice(rules.legal(rules.view(state, state.turn)))})
    raise AssertionError("a thousand deals hold such a pair")


def _split(rules: Hearts, state: HeartsState) -> tuple[HeartsState, HeartsState] | None:
    """From a discard by seat 1 on: a heart, or another card; then one more trick the same in both."""
    legal = rules.legal(rules.view(state, state.turn))
    lead = state.trick[0][0] if state.trick else None
    if state.turn != 1 or lead is None or state.broken or any(card.suit is lead.suit for card in legal):
        return None
    hearts = [card for card in legal if card.suit is Suit.HEARTS]
    others = [card for card in legal if card.suit is not Suit.HEARTS]
    leads = [card for card in state.hands[0] if card.suit is not Suit.HEARTS]
    if len(state.hands[0]) > 16 or not hearts or not others or not leads:
        return None
    ends = [rules.play(state, {1: card}) for card in (hearts[0], others[0])]
    for mine in leads:
        for reply in state.hands[1]:
            if reply.suit is mine.suit and reply < mine and reply is not others[0]:
                both = [rules.play(rules.play(end, {0: mine}), {1: reply}) for end in ends]
                if any(card.suit is Suit.HEARTS for card in both[0].hands[0]):
                    return both[0], both[1]
    return None


def _twin(state: HeartsState) -> Position:
    broken = (
        "Hearts are broken: ana played one earlier." if state.broken else "Nobody has played a heart yet."
    )
    return seen(Moment(state, NAMES), f"{broken} The legal cards differ; nothing that you are shown does.")


@exercise(
    HEARTS,
    "`lead_hearts` never chooses a heart to lead so far. Make sure first that `gone_so_far` is right.",
    hint="When you lead, `options` holds hearts only if they are allowed. So take one as soon as it holds any.",
)
def lead_hearts_finding(lead_hearts: Function, deals: int = 6) -> Finding:
    """Step 4: check that the player leads a heart whenever it may."""
    legal = rules_finding(lead_hearts, deals=1)
    if legal.state is not State.RIGHT:
        return Finding(legal.state, legal.said, (), legal.position, legal.hint, legal.detail)
    leads = list(_leads(lead_hearts, deals))
    missed = [lead for lead in leads if not _is_heart(lead)]
    if not missed:
        return correct(f"A heart was led all {len(leads)} times that it was allowed.")
    if not any(_is_heart(lead) and _had_a_choice(lead) for lead in leads):
        raise Unwritten
    said = f"{len(missed)} of {len(leads)} times a heart could be led, and was not. The first time:"
    hint = "Are hearts broken by a discard long ago?"
    return incorrect(said, position=_missed(*missed[0]), hint=hint)


def _is_heart(lead: Lead) -> bool:
    _, _, _, card = lead
    return card.suit is Suit.HEARTS


def _had_a_choice(lead: Lead) -> bool:
    _, state, seat, _ = lead
    return any(card.suit is not Suit.HEARTS for card in state.hands[seat])


def _leads(player: Function, deals: int) -> Iterator[Lead]:
    """The leads of the player where hearts are allowed by the rules and in hand."""
    for seats in (2, 4):
        rules = Hearts(seats)
        you = timed_player(player, rules, current_assignment("hearts"), name=NAMES[0])
        others = (opponent(rules, "basic"),) * (seats - 1)
        tables = [
            table
            for number in range(deals)
            for table in rotations(
                rules, rules.deal(deal_rng("public", "lead hearts", seats, number)), (you, *others)
            )
        ]
        for record in play_games(rules, tables):
            seat = record.players.index(NAMES[0])
            for state, move in zip(states(record), record.moves, strict=False):
                hearts = [c for c in state.hands[seat] if c.suit is Suit.HEARTS]
                legal = rules.legal(rules.view(state, state.turn))
                if move.seat == seat and not state.trick and set(hearts) & set(legal):
                    yield record, state, seat, Card(move.move)


def _missed(record: GameRecord, state: HeartsState, seat: int, card: Card) -> Position:
    rules = Hearts(len(record.players))
    hearts = [c for c in rules.legal(rules.view(state, seat)) if c.suit is Suit.HEARTS]
    return Position(
        state.hands[seat],
        (),
        hearts,
        title=f"Trick {len(state.history) + 1}: you lead {card}. Marked are the hearts you could lead.",
        message=_when_broken(record, state),
    )


def _when_broken(record: GameRecord, state: HeartsState) -> str:
    for number, trick in enumerate(state.history, 1):
        for card, seat in trick:
            if card.suit is Suit.HEARTS:
                return f"Hearts have been broken since trick {number}, when {record.players[seat]} played {card}."
    return "Hearts are not broken, but the hand holds nothing else."


TYPE = "Step 4, memory as a type"

ANNOTATION = "Return a Memory in every case. Keep the annotation that `remember` came with, `-> Memory`, and each field of the type that `Memory` says."

FIELDS = ("gone", "taken", "void")


@exercise(
    TYPE,
    "`remember` returns a fresh Memory every time so far. Write it in the cell above.",
    hint="Find your own place in the trick: [player for _, player in trick].index(player_id). "
    "The seat of place i, counted from you, is then (i - yours) % len(trick).",
)
def remember_finding(remember: Function) -> Finding:
    """Step 4: follow games and compare the memory with what happened."""
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
        return Finding(state, f"Asked {asked:,} times, with two and with four players.", lines)
    if state is State.PARTLY:
        return Finding(state, "Right so far. Some fields are not written yet.", lines)
    field = next(field for field in FIELDS if field in first_wrong and field in written)
    moment, objection = first_wrong[field]
    said = f"`{field}` is wrong. The first time:"
    return Finding(state, said, lines, seen(moment, objection), _hint(field))


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
    remember: Function, played: Iterable[list[Moment]] | None = None
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
    taken = Hearts(len(state.hands)).points_taken(state)
    return taken[me:] + taken[:me]


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
