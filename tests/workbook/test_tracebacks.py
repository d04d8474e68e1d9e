"""What an exception says, and what to do about it: Python itself raises them here."""

import dataclasses

import playfunc.games.skullwhist  # noqa: F401, its names are found once it is loaded
import pytest
from playfunc import DECK, Card, Suit
from playfunc_workbook.finding import (
    FROZEN,
    NAME,
    PAIRS,
    PARAMETERS,
    RAISED,
    TUPLE,
    describe_error,
    error_hint,
)

PREVIOUS = None
ANA = "ana"
TRACEBACK = 'Traceback (most recent call last):\n  File "your cell", line 1'


@dataclasses.dataclass(frozen=True)
class Frozen:
    taken: int = 0


def changes():
    Frozen().taken = 1


def assigns():
    taken = (0, 0)
    taken[0] += 1


def told(call):
    with pytest.raises(Exception) as caught:
        call()
    return describe_error(caught.value)


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        (changes, FROZEN),
        (lambda: frozenset().add(1), FROZEN),
        (lambda: DECK.remove(DECK[0]), TUPLE),
        (assigns, TUPLE),
        (lambda: ((DECK[0], "ana"),)[0].suit, "`trick[0][0]`"),
        (lambda: max(((DECK[0], "ana"), DECK[1])), PAIRS),
        (lambda: max((DECK[1], (DECK[0], "ana"))), PAIRS),
        (lambda: "C2 " + (DECK[0], "ana"), "take the card first, `pair[0]`"),
        (lambda: Suit.Hearts, "`Suit.HEARTS`"),
        (lambda: DECK[0].value, "`card.rank`"),
        (lambda: "C2" + DECK[0], "`card.text`"),
        (lambda: DECK[0] + " C2", "`card.text`"),
        (lambda: eval("Trick"), "`from playfunc import Trick`"),
        (lambda: eval("score"), "`from playfunc.games.skullwhist import score`"),
        (lambda: eval("hnad"), NAME),
        (lambda: "C2".append("C3"), "Text cannot be changed"),
        (lambda: PREVIOUS[0], "beginning of a hand or game"),
        (lambda: list(DECK.index), "Call it"),
        (lambda: max(DECK, key=Card("C2").rank), "`key=lambda card: card.rank`"),
        (lambda: max([]), "nothing to choose from"),
        (lambda: [].remove(1), "Look first, with `in`"),
        (lambda: [0][ANA], "whose place is that?"),
    ],
)
def test_python_s_own_words_lead_to_a_hint(call, hint):
    assert hint in error_hint(told(call), TRACEBACK)


def test_what_nobody_thought_of_leads_to_the_line():
    assert error_hint(told(lambda: 1 // 0), TRACEBACK) == RAISED


def test_parameters_that_do_not_fit_have_no_line_of_the_student():
    message = told(lambda: (lambda hand: hand)(1, 2))
    assert error_hint(message, "") == PARAMETERS
    assert error_hint(message, TRACEBACK) == RAISED
