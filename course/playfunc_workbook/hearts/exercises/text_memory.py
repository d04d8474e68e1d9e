"""Step 4, first half: memory as text, and an exercise that needs memory."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from playfunc import Card, GameRecord, Hearts, Suit
from playfunc.measure import deal_rng, rotations
from playfunc.games.hearts import HeartsState
from playfunc.match import play_games
from playfunc.record import states
from playfunc.show import Position
from playfunc_opponents import opponent

from playfunc_workbook.hearts.exercises.deals import NAMES, Moment, games
from playfunc_workbook.finding import Finding, State, Stumble, Unwritten, ask, exercise
from playfunc_workbook.hearts.exercises.rules_of_play import rules_finding
from playfunc_workbook.here import here
from playfunc_workbook.pace import paced

__all__ = ["gone_finding", "lead_hearts_finding", "seen", "twins"]

Answer = Callable[..., Any]

Lead: TypeAlias = tuple[GameRecord, HeartsState, int, Card]
"""A game, the state before a lead in it, the seat that leads, and its card."""

TEXT = "Step 4, memory as text"
HEARTS = "Step 4, leading hearts"


@exercise(
    TEXT,
    "`gone_so_far` never adds a card so far. Finish it in the cell of your first player.",
    hint="`previous` is a pair: the last trick, and the text you returned for it. Add the trick's cards to the text.",
)
def gone_finding(gone_so_far: Answer) -> Finding:
    """Follow games as each player sees them; the text must name the cards of all complete tricks."""
    asked, named = 0, False
    for seats in (2, 4):
        for moment, previous in _told(gone_so_far, seats):
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
                return Finding(
                    TEXT, State.WRONG, "The text does not name the cards that are gone.", position=position
                )
    return Finding(TEXT, State.RIGHT, f"Asked {asked:,} times, with two and with four players.")


def _told(function: Answer, seats: int) -> Iterator[tuple[Moment, Any]]:
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
    """Two moments that look the same to a player without memory: in one hearts are broken, in the other not.

    Same hand, same trick, same previous trick; only an earlier discard differed.
    """
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
def lead_hearts_finding(lead_hearts: Answer, deals: int = 6) -> Finding:
    """Play games; whenever the player leads, may lead a heart and holds one, it must."""
    legal = rules_finding(lead_hearts, deals=1)
    if legal.state is not State.RIGHT:
        return Finding(HEARTS, legal.state, legal.said, (), legal.position, legal.hint, legal.detail)
    leads = list(_leads(lead_hearts, deals))
    missed = [lead for lead in leads if not _is_heart(lead)]
    if not missed:
        return Finding(HEARTS, State.RIGHT, f"A heart was led all {len(leads)} times that it was allowed.")
    if not any(_is_heart(lead) and _had_a_choice(lead) for lead in leads):
        raise Unwritten
    said = f"{len(missed)} of {len(leads)} times a heart could be led, and was not. The first time:"
    hint = "Are hearts broken by a discard long ago?"
    return Finding(HEARTS, State.WRONG, said, position=_missed(*missed[0]), hint=hint)


def _is_heart(lead: Lead) -> bool:
    _, _, _, card = lead
    return card.suit is Suit.HEARTS


def _had_a_choice(lead: Lead) -> bool:
    _, state, seat, _ = lead
    return any(card.suit is not Suit.HEARTS for card in state.hands[seat])


def _leads(player: Answer, deals: int) -> Iterator[Lead]:
    """The leads of the player where hearts are allowed by the rules and in hand."""
    for seats in (2, 4):
        rules = Hearts(seats)
        you = paced(player, rules, here("hearts"), name=NAMES[0])
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
