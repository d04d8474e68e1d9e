"""Hands that the other may hold, from one seat's view."""

import random
from collections import Counter
from math import comb

import pytest
from playfunc.cards import WhistCard
from playfunc.games.skullwhist import SkullWhist
from playfunc_opponents.skullwhist.worlds import bid_chances, expected_tricks, known_at, worlds_of
from skullwhist_positions import positions

RULES = SkullWhist()


@pytest.mark.parametrize("size", [2, 5, 12])
def test_hands_fit_what_has_been_seen(size):
    for state in positions(size, 20):
        view = RULES.view(state, state.turn)
        known, other = known_at(view), {card.index for card in state.hands[1 - state.turn]}
        assert known.won == state.tricks()[state.turn]
        found = worlds_of(view, 20)
        for hand in found.hands:
            assert len(set(hand)) == len(other)
            cards = {WhistCard.deck()[index] for index in hand}
            assert not cards & {*known.mine, *known.theirs}
            assert not {card.suit for card in cards} & known.voids
        assert not found.every or tuple(sorted(other)) in {tuple(sorted(hand)) for hand in found.hands}


def test_few_hands_are_all_counted_and_many_are_drawn():
    state = positions(2, 1)[0]
    view = RULES.view(state, state.turn)
    every, sample = worlds_of(view, 30), worlds_of(view, 30, every=0)
    free = 52 - 26 - len(known_at(view).theirs)
    assert len(every.hands) <= comb(free, 2)
    assert (every.every, sample.every, len(sample.hands), set(sample.weights)) == (True, False, 30, {1.0})


def test_a_sample_is_as_likely_as_the_weights_say():
    """With two cards hidden, beside a bid that prefers strong ones."""
    state = next(state for state in positions(2, 40) if not state.trick and max(state.bids) > 4)
    view = RULES.view(state, state.bids.index(min(state.bids)))
    every = worlds_of(view, 0, every=10_000)
    drawn = Counter(tuple(sorted(hand)) for hand in worlds_of(view, 3000, every=0).hands)
    total = sum(every.weights)
    strong = [expected_tricks([WhistCard.deck()[card] for card in hand]) for hand in every.hands]
    expected = sum(w * s for w, s in zip(every.weights, strong, strict=True)) / total
    found = sum(drawn[tuple(sorted(hand))] * s for hand, s in zip(every.hands, strong, strict=True)) / sum(
        drawn.values()
    )
    assert found == pytest.approx(expected, abs=0.04)


def test_the_same_view_gives_the_same_hands_and_leaves_the_luck_of_others_alone():
    state = positions(8, 1)[0]
    view = RULES.view(state, 0)
    random.seed(1)
    before = random.getstate()
    assert worlds_of(view, 10) == worlds_of(view, 10) != worlds_of(view, 10, luck="other")
    assert random.getstate() == before


def test_strong_hands_bid_high():
    deck = list(range(52))
    weak, strong = bid_chances([0, 1, 2, 13, 14, 15, 16, 26, 27, 28, 29, 30, 31]), bid_chances(deck[39:])
    assert sum(weak) == pytest.approx(1)
    assert weak.index(max(weak)) == 0
    assert strong.index(max(strong)) == 12
