"""Before any code: a card to choose in half a minute, and what a player can read from its arguments."""

from __future__ import annotations

from playfunc import Card
from playfunc.show import Position

from playfunc_workbook.finding import Finding, State
from playfunc_workbook.hearts.exercises.sensible import SITUATIONS

__all__ = ["arguments_finding", "card_finding"]

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
        return Finding(
            CARD, State.UNWRITTEN, 'Write one of your cards, such as try_card("S5").', position=drawn
        )
    state, said = OUTCOMES[name]
    return Finding(CARD, state, said, position=drawn)


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


def arguments_finding(**answers: object) -> Finding:
    """Which answers about the arguments of `play` are right."""
    unknown = set(answers) - set(QUESTIONS)
    if unknown:
        said = f"There is no question {', '.join(sorted(unknown))}: the questions are {', '.join(QUESTIONS)}."
        return Finding(ARGUMENTS, State.WRONG, said)
    given = {name: answers.get(name) for name in QUESTIONS}
    if all(answer is None for answer in given.values()):
        return Finding(ARGUMENTS, State.UNWRITTEN, "Write True or False in place of each None.")
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
        return Finding(ARGUMENTS, State.WRONG, said, lines)
    if None in given.values():
        return Finding(ARGUMENTS, State.PARTLY, "Right so far.", lines)
    said = (
        "All five. So whatever happened two tricks ago is lost, unless your player puts it into its memory."
    )
    return Finding(ARGUMENTS, State.RIGHT, said, lines)
