"""Moves as texts and as replies."""

import pytest
from playfunc.errors import NotationError, ProtocolError
from playfunc.games.blackjack import (
    Bet,
    BlackJack,
    Double,
    Hit,
    Plain,
    Stand,
    hand_score,
    total,
)
from playfunc.games.blackjack.rules import PROGRAM
from playfunc.rules import Call

ONE_HAND = BlackJack(seats=1, hands=1)


def test_a_bet_counts_by_its_size_alone():
    assert Bet(-5) == Bet(5)


@pytest.mark.parametrize(
    ("text", "move"), [("H", Hit), ("s", Stand), ("d", Double), ("B 15", Bet(15)), ("b -3", Bet(3))]
)
def test_moves_are_read_whatever_their_case(text, move):
    assert ONE_HAND.projection.parse_move(text) == move


@pytest.mark.parametrize("text", ["B", "B 1.5", "H 3", "hit", "B  3", "B x"])
def test_odd_texts_are_no_moves(text):
    with pytest.raises(NotationError):
        ONE_HAND.projection.parse_move(text)


@pytest.mark.parametrize("reply", [Bet, Bet(1.5), "H", Plain("X"), 5])
def test_odd_replies_are_no_moves(reply):
    with pytest.raises(ProtocolError, match="Hit, Stand, Double or Bet"):
        ONE_HAND.projection.read_reply(reply)


# What cards count.
@pytest.mark.parametrize(
    ("cards", "points", "counts"),
    [
        ("KJA", 21, 21),
        ("AA", 12, 12),
        ("AAA9", 12, 12),
        ("A9", 20, 20),
        ("A9A", 21, 21),
        ("TQ2", 22, 0),
        ("TJQK", 40, 0),
        ("A6", 17, 17),
        ("23456", 20, 20),
        ("A5T", 16, 16),
    ],
)
def test_what_cards_count(cards, points, counts):
    assert total(cards) == points
    assert hand_score(cards) == counts


# BlackJack's own text protocol, without any process.
def test_a_position_is_five_words():
    call = Call("play", ("ann", ["A", "7"], ["9", "#", "A", "7"], 10, 190, None))
    assert PROGRAM.words(call) == ("18", "A7", "9#A7", "10", "190")
