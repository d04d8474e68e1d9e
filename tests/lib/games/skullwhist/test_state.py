"""Bids as players see them."""

from __future__ import annotations

import random

import pytest
from playfunc.games.skullwhist import Bids, SkullWhist

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
