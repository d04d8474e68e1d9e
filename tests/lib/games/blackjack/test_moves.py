"""Moves as texts and as replies."""

from __future__ import annotations

import pytest
from playfunc.errors import NotationError, ProtocolError
from playfunc.games.blackjack import (
    Bet,
    BlackJack,
    Double,
    Hit,
    Plain,
    Stand,
)

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
