"""Steps 0, 1 and 3: a card to choose in half a minute, what a player can read from its arguments, and a few situations
in which experience has a clear answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playfunc import DECK, Card, Trick
from playfunc.show import Position

from playfunc_workbook.finding import (
    correct,
    incorrect,
    Finding,
    State,
    Stumble,
    Unwritten,
    ask,
    exercise,
)
from playfunc_workbook.hearts.deals import NAMES
from playfunc_workbook.players import Function


@dataclass(frozen=True, slots=True)
class Situation:
    """A choice with its sensible cards, and the reason why they are sensible."""

    name: str
    options: tuple[Card, ...]
    trick: Trick
    seats: int
    sensible: tuple[Card, ...]
    why: str
    taken: tuple[int, ...]
    """The points of each seat, yours first."""


def _read(table: str) -> tuple[Situation, ...]:
    """Situations from two lines each: name | options | players | trick, by ana, ben and cleo in turn | sensible cards |
    points so far, where there are any; then the reason."""
    lines = table.strip().splitlines()
    return tuple(
        _situation(*head.split(" | "), why=why.strip())
        for head, why in zip(lines[::2], lines[1::2], strict=True)
    )


def _situation(
    name: str, options: str, seats: str, trick: str, sensible: str, taken: str = "", *, why: str
) -> Situation:
    plays = tuple(zip(_cards(trick.strip("-")), NAMES[1:], strict=False))
    points = tuple(map(int, taken.split(", "))) if taken else (0,) * int(seats)
    return Situation(name, _cards(options), plays, int(seats), _cards(sensible), why, points)


def _cards(texts: str) -> tuple[Card, ...]:
    return tuple(Card(text) for text in texts.split())


SITUATIONS = _read("""
Duck | H4 H9 HK | 2 | H10 | H9
    H9 loses the trick, and it is your highest card that does: you keep H4 for later.
Void: discard the queen | D3 SQ H5 HK | 2 | C7 | SQ
    You cannot follow clubs, so whatever you discard goes to ana. SQ costs her 13 points.
Void: give points away | C4 D8 H7 | 4 | S9 SK | H7
    A discard cannot win. A heart costs the winner one point, and leaves your hand.
Give the queen away | S5 SQ SA | 2 | SK | SQ
    SQ loses to SK: this is the moment to give the queen away.
Give the queen away before the king | S3 SQ SK | 2 | SA | SQ
    All three lose to SA, and SQ is the one to be rid of: give away the queen before a higher card.
Keep the queen back | S3 SQ | 2 | S8 | S3
    SQ would win this trick, and cost you 13 points. S3 loses it.
Win with the highest | D10 DJ DA | 4 | D2 D5 D9 | DA
    You play last and must win, and there are no points in the trick: play your highest card.
Do not lead the queen | D4 SQ | 2 | - | D4
    If you lead SQ, you win it yourself, unless an opponent must play SK or SA.
Lead high while it is cheap | C3 C8 DQ SK | 2 | - | DQ
    Early tricks seldom hold points: lead your highest club or diamond, which is a danger later. SK may catch SQ.
Lead the highest rank | CK CA D2 | 2 | - | CA
    CA has the highest rank. (Cards compare suits first, so D2 > CA.)
Void: discard the highest rank | C3 DA S4 | 2 | H8 | DA
    You have no points to give away: discard your highest rank. (Cards compare suits first, so S4 > DA.)
Duck when another has discarded | S3 SK | 4 | S10 H2 | S3
    S3 loses to S10. H2 is a discard: only a card of the suit led can win.
Win without the queen | SJ SQ | 2 | S10 | SJ
    Both cards win this trick, but SQ costs you 13 points.
Win with the lowest before others | D10 DA | 4 | D9 | D10
    Both cards win so far, but two play after you: over D10 one of them may still win the trick, over DA nobody.
Win with the highest of two players | D10 DA | 2 | D9 | DA
    Both cards win, and nobody plays after you: be rid of DA, and keep D10, which may lose a later trick.
Lead no heart early | D4 H9 | 2 | - | D4
    H9 holds a point, and may win it back for you. Lead spades or hearts only when you have to.
""")
"""Easiest first."""

MOONS = _read("""
Stop a moon | H5 HJ | 2 | H8 | HJ | 0, 9
    Ana has all 9 points so far. HJ wins two, and she can shoot the moon no more.
Stop a moon with a heart in the trick | C4 CK | 4 | C9 H3 C6 | CK | 0, 5, 0, 0
    Ana has all 5 points so far. CK wins one more, and she can shoot the moon no more.
Nothing to win against a moon | C4 CK | 4 | C9 D3 C6 | C4 | 0, 5, 0, 0
    Ana has all 5 points so far, but a trick without points stops nobody: duck.
No moon to stop | C4 CK | 4 | C9 H3 C6 | C4 | 0, 5, 3, 0
    Two players have points already, so nobody can shoot the moon: duck.
""")
"""Of step 4, once `taken` is counted."""


@exercise(
    "Step 3, a rule of thumb",
    "`choose` still plays the first card it is offered. Write it in the cell above.",
    hint="Three cases: you lead; you can follow suit; you are void. Write a line or two for each.",
)
def choose_finding(choose: Function) -> Finding:
    """Step 3: ask `choose` in situations with a clear answer."""
    asked = [(situation, _chosen(choose, situation)) for situation in SITUATIONS]
    if _plays_the_first(choose):
        raise Unwritten
    return _judged("Step 3, a rule of thumb", asked)


@exercise(
    "Step 4, stop a moon",
    "`choose` does not look at `taken` so far. Go back to it, and let it stop a moon.",
    hint="Which seats of `taken` have points? If it is one alone, and not seat 0, win a trick that has points in it.",
)
def moon_finding(choose: Function) -> Finding:
    """Step 4: ask `choose` where one other player has all points so far."""
    asked = [(situation, _chosen(choose, situation)) for situation in MOONS]
    if not any(card in situation.sensible for situation, card in asked[:2]):
        raise Unwritten
    return _judged("Step 4, stop a moon", asked)


def _judged(title: str, asked: Sequence[tuple[Situation, Card]]) -> Finding:
    lines = tuple(
        (State.RIGHT if card in each.sensible else State.DIFFERENT, f"{each.name}: you play {card}")
        for each, card in asked
    )
    odd = [(situation, card) for situation, card in asked if card not in situation.sensible]
    right = len(asked) - len(odd)
    if not odd:
        said = f"Sensible in all {right} situations."
        return correct(said, lines, exercise=title)
    situation, card = odd[0]
    said = f"Your card is the usual one in {right} of {len(asked)} situations. The first that you see differently:"
    hint = "These are rules of thumb, not laws. If you know why your card is better, keep it and go on."
    return Finding(State.DIFFERENT, said, lines, _drawn(situation, card, situation.why), hint, exercise=title)


def _plays_the_first(choose: Function) -> bool:
    """Whether this is the stub: it plays the first card offered, in whatever order they come."""
    return all(
        _card(choose, situation, options) is options[0]
        for situation in SITUATIONS
        for options in (situation.options, situation.options[::-1])
    )


def _chosen(choose: Function, situation: Situation) -> Card:
    drawn = _drawn(situation, None, "")
    card = _card(choose, situation, situation.options)
    if not isinstance(card, Card) or card not in situation.options:
        raise Stumble(f"`choose` must return one of the options{_but(card)}", drawn)
    return card


def _card(choose: Function, situation: Situation, options: tuple[Card, ...]) -> Any:
    return ask(choose, list(options), situation.trick, situation.taken, position=_drawn(situation, None, ""))


def _but(answer: Any) -> str:
    """What came instead of a card, with what to do about it."""
    if answer is None:
        return ". It returned None: is a `return` missing?"
    if isinstance(answer, int):
        return f", not a number. A place in the list is not a card: return `options[{answer}]`."
    if isinstance(answer, list | tuple):
        return f", not a {type(answer).__name__} of cards: return one card of it."
    if isinstance(answer, str) and answer in {card.text for card in DECK}:
        return f', not text: the name of a card is not a card: return Card("{answer}").'
    if isinstance(answer, Card):
        return f", and {answer} is not among them."
    return f", not {type(answer).__name__} {str(answer)[:60]!r}."


def _drawn(situation: Situation, card: Card | None, message: str) -> Position:
    players = f"{situation.seats} players"
    if any(situation.taken):
        players += f", taken = {situation.taken}"
    return Position(
        situation.options,
        situation.trick,
        situation.options,
        played=card,
        title=f"{situation.name} ({players})",
        message=message,
    )


CARD = "Step 0, one card"
ARGUMENTS = "Step 1, the arguments"

OUTCOMES = {
    "S5": (State.DIFFERENT, "S5 loses the trick. But you keep SQ, and later it may cost you 13 points."),
    "SQ": (
        State.RIGHT,
        "SQ loses to SK, so ana takes the 13 points. There is no better moment to give it away.",
    ),
    "SA": (State.DIFFERENT, "SA wins the trick. It costs nothing yet, but you still hold SQ, and you lead."),
}
"""What comes of each card when ana has led SK."""


def card_finding(card: object) -> Finding:
    """What comes of a card of the first question, given by its name."""
    name = card.text if isinstance(card, Card) else str(card).strip().upper()
    [situation] = [each for each in SITUATIONS if each.name == "Give the queen away"]
    title = "Ana has led SK. Which of your cards do you play?"
    drawn = Position(situation.options, situation.trick, situation.options, title=title)
    if name not in OUTCOMES:
        said = 'Write one of your cards, such as try_card("S5").'
        if name in {each.text for each in DECK}:
            said = f"{name} is not in your hand. {said}"
        return Finding(State.UNWRITTEN, said, position=drawn, exercise=CARD)
    state, said = OUTCOMES[name]
    return Finding(state, said, position=drawn, exercise=CARD)


QUESTIONS = {
    "winner_of_last_trick": (
        True,
        "The whole previous trick stands in previous[0], and its highest card of the suit led won.",
    ),
    "hearts_broken": (
        False,
        "A heart may have been played in any earlier trick, and only the last one is shown.",
    ),
    "points_so_far": (
        False,
        "Only the previous trick is shown, so the points in those before it have to be counted as they come.",
    ),
    "first_trick": (True, "previous is None on the first trick of a hand, and on no other."),
    "what_it_returned_last": (
        True,
        "previous[1] is what you returned with your last card: that is the one way to know anything later.",
    ),
}
"""What a player might want to know; whether its arguments tell it when it remembers nothing else; and why."""


@exercise(ARGUMENTS, "Write True or False in place of each None.", copied=False)
def arguments_finding(**answers: object) -> Finding:
    """Step 1: which of these a player can read from its arguments, without remembering anything else."""
    unknown = set(answers) - set(QUESTIONS)
    if unknown:
        return incorrect(
            f"There is no question {', '.join(sorted(unknown))}: the questions are {', '.join(QUESTIONS)}."
        )
    given = {name: answers.get(name) for name in QUESTIONS}
    if all(answer is None for answer in given.values()):
        raise Unwritten
    wrong = [
        name for name, answer in given.items() if answer is not None and answer is not QUESTIONS[name][0]
    ]
    lines = tuple(
        (State.UNWRITTEN, f"{name}: True or False?")
        if answer is None
        else (State.WRONG if name in wrong else State.RIGHT, f"{name}: {QUESTIONS[name][1]}")
        for name, answer in given.items()
    )
    if wrong:
        said = f"Wrong answers: {len(wrong)} of {len(QUESTIONS)}. Look at the call above."
        return incorrect(said, lines)
    if None in given.values():
        return Finding(State.PARTLY, "Right so far.", lines)
    said = (
        "All five. So whatever happened two tricks ago is lost, unless your player puts it into its memory."
    )
    return correct(said, lines)
