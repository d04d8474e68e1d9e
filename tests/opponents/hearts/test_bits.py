"""The bit sets against the plain rules."""

import random

import pytest
from playfunc.games.hearts import DECK, legal_cards, points, trick_winner
from playfunc.games.hearts.fast import bits
from playfunc.games.hearts.fast.bits import (
    SUIT_OF,
    bits_of,
    card_of,
    distinct,
    legal,
    rank,
    singles,
)
from playfunc_opponents.hearts.position import estimate, final_scores, trick_place


def test_cards_to_bits_and_back():
    assert [card_of(bit) for bit in singles(bits_of(DECK))] == list(DECK)
    assert bits.points(bits_of(DECK)) == 26
    for card in DECK:
        assert bits.points(bits_of([card])) == points(card)
        assert rank(bits_of([card])) == card.rank - 2


@pytest.mark.parametrize("first_trick", [True, False])
@pytest.mark.parametrize("hearts_broken", [True, False])
def test_legal_agrees_with_the_rules(first_trick, hearts_broken):
    """Hands of few suits among them, so that being void and holding only points come up."""
    rng = random.Random(1)
    for _ in range(1500):
        pool = [card for card in DECK if rng.random() < rng.choice([0.1, 0.9]) or points(card)]
        hand = sorted(rng.sample(pool, rng.randint(1, 9)))
        others = [card for card in DECK if card not in hand]
        trick = [(card, "x") for card in rng.sample(others, rng.randint(0, 1))]
        if first_trick:
            trick = [] if DECK[0] in hand else [(DECK[0], "x")]
        expected = legal_cards(hand, trick, first_trick=first_trick, hearts_broken=hearts_broken)
        lead = bits_of([trick[0][0]]) if trick else 0
        assert legal(bits_of(hand), SUIT_OF[lead], first_trick, hearts_broken) == bits_of(expected)


def test_trick_place_agrees_with_the_rules():
    rng = random.Random(2)
    for seats in (2, 4):
        for _ in range(500):
            trick = [(card, place) for place, card in enumerate(rng.sample(DECK, seats))]
            assert trick_place(tuple(bits_of([card]) for card, _ in trick)) == trick_winner(trick)


@pytest.mark.parametrize(
    ("choices", "live", "kept"),
    [
        ("C2 C3 C4", "C9", "C2"),
        ("C2 C4", "C3", "C2 C4"),
        ("C2 C4", "C9", "C2"),
        ("CA D2", "", "CA D2"),
        ("SJ SQ SK", "", "SJ SQ SK"),
        ("SJ SK", "SQ", "SJ SK"),
        ("SJ SK", "", "SJ"),
        ("H2 H5 HK", "H7", "H2 HK"),
    ],
)
def test_distinct_keeps_one_of_equal_cards(choices, live, kept):
    def read(text):
        return bits_of(card for card in DECK if card.text in text.split())

    assert distinct(read(choices), read(live)) == read(kept)


def test_scores_and_the_estimate_know_the_moon():
    assert final_scores((26, 0)) == (0, 26)
    assert final_scores((0, 0, 26, 0)) == (26, 26, 0, 26)
    assert final_scores((25, 1)) == (25, 1)
    for taken in [(26, 0), (0, 26), (13, 13), (25, 1), (0, 26, 0, 0), (5, 6, 7, 8)]:
        assert estimate(taken, 0) == final_scores(taken)[0]
    assert estimate((0, 20), 6) > estimate((1, 20), 5)
    assert estimate((20, 0), 6) < estimate((20, 1), 5)
