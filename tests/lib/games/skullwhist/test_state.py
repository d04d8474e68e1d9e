"""Who wins a trick, and what may be played."""

import random

import pytest
from playfunc.cards import WhistCard
from playfunc.games.skullwhist import Bids, SkullWhist, legal_cards, trick_winner
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


# Bids as players see them.
RULES = SkullWhist()


def test_a_bid_is_hidden_until_both_are_in():
    state = RULES.play(RULES.deal(random.Random(1)), {0: 5})
    assert RULES.to_act(state) == (1,)
    assert RULES.view(state, 1).bids == (None, None)
    assert RULES.view(state, 0).bids == (5, None)
    state = RULES.play(state, {1: 3})
    assert RULES.view(state, 0).bids == RULES.view(state, 1).bids == (5, 3)
    assert RULES.to_act(state) == (state.turn,)


def test_bids_are_a_mapping_that_cannot_be_changed():
    bids = Bids({"a": 3, "b": 4})
    assert bids == {"a": 3, "b": 4}
    assert dict(bids) == {"a": 3, "b": 4}
    assert repr(bids) == "{'a': 3, 'b': 4}"
    with pytest.raises(TypeError):
        bids["a"] = 5
