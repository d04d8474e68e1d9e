"""Totals and reasons of BlackJack in words."""

import pytest
from playfunc.games.blackjack.show.words import reason, total_text


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("A6", "soft 17"),
        ("A6K", "17"),
        ("K#", "10"),
        ("A#", "soft 11"),
        ("KQ5", "bust with 25"),
        ("AA", "soft 12"),
    ],
)
def test_a_total_says_whether_an_ace_counts_11(cards, words):
    assert total_text(cards) == words


def test_a_bust_hand_loses_even_to_a_bust_dealer():
    assert reason("KQ5", "KQ6") == "bust with 25"
