"""Who wins a trick, and what may be played."""

from __future__ import annotations

import pytest
from playfunc.cards import WhistCard
from playfunc.games.skullwhist import legal_cards, trick_winner
from skullwhist_games import cards


@pytest.mark.parametrize(
    ("lead", "answer", "wins"),
    [
        ("C05", "C06", 1),
        ("C05", "C01", 0),
        ("H13", "H01", 0),
        ("C13", "S01", 1),
        ("C01", "D13", 0),
        ("S01", "H13", 0),
        ("S02", "S01", 0),
        ("S02", "S13", 1),
    ],
)
def test_who_wins_a_trick(lead, answer, wins):
    assert trick_winner(((WhistCard(lead), 0), (WhistCard(answer), 1))) == wins


def test_the_leader_may_play_anything_and_the_second_must_follow():
    hand = cards("C05 C09 D02 S01")
    assert legal_cards(hand, ()) == list(hand)
    assert legal_cards(hand, [(WhistCard("C13"), "x")]) == list(cards("C05 C09"))
    assert legal_cards(hand, [(WhistCard("H13"), "x")]) == list(hand)
