"""`advanced` counts the shoe and raises with the odds."""

import pytest
from playfunc.games.blackjack import Bet, Double, Hit, Stand
from playfunc_opponents.blackjack import advanced, basic, minmax


def test_the_shoe_is_counted_across_decks():
    seen = "A23456789TJQK" * 4
    assert advanced.since_opened(seen[:50], ("K", "#", "5")) == ("5",)
    assert advanced.since_opened(seen[:30], ("K", "#")) == (*seen[:30], "K", "#")
    assert advanced.since_opened("", ("K",)) == ("K",)


def test_advanced_raises_once_with_the_odds_and_never_against_them():
    move, seen = advanced.play("x", ("T", "T"), tuple("5#TT"), 10, 100, None)
    assert isinstance(move, Bet)
    assert 40 <= move.chips <= 100
    assert (
        advanced.play("x", ("T", "T"), tuple("5#TT"), 10 + move.chips, 100 - move.chips, ((), seen))[0]
        == Stand
    )
    assert advanced.play("x", ("T", "7"), tuple("T#T7"), 10, 100, None)[0] in (Stand, Hit)


def test_advanced_remembers_the_shoe_once_a_hand():
    before = tuple("KQJT")
    _, seen = advanced.play("x", ("5", "5"), tuple("6#55"), 10, 0, (before, "A2"))
    assert seen == "A2KQJT"
    _, again = advanced.play("x", ("5", "5", "2"), tuple("6#552"), 10, 0, (before, seen))
    assert again == seen


# `minmax` plays what every table says, and pays for what it doubles.
@pytest.mark.parametrize(
    ("hand", "visible", "move"),
    [
        ("T2", "T#T2", Hit),
        ("T6", "T#T6", Stand),
        ("T7", "6#T7", Stand),
        ("56", "6#56", Double),
        ("T9", "5#T9", Stand),
    ],
)
def test_minmax_plays_what_every_table_says(hand, visible, move):
    """Mostly what is played everywhere; but 16 stands against a ten, for here a tie loses."""
    assert minmax.play("x", tuple(hand), tuple(visible), 10, 100, None) == (move, None)


def test_minmax_doubles_only_what_it_can_pay():
    assert minmax.play("x", ("5", "6"), tuple("6#56"), 10, 9, None)[0] == Hit


# `basic` plays as the dealer does.
def test_basic_is_the_dealer():
    assert basic.play("x", ("T", "6"), ("2", "#"), 10, 100, None)[0] == Hit
    assert basic.play("x", ("A", "6"), ("2", "#"), 10, 100, None)[0] == Stand
