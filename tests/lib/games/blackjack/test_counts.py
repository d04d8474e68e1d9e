"""The number of complete plays of small rounds of BlackJack, and how they end: the rules against a brute force."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from blackjack_bruteforce import distribution
from playfunc.games.blackjack import FACES, Bet, BlackJack, BlackJackState

SMALL = [  # chips, hands, whether bets are counted too: they double the plays with every chip
    ((10,), 1, True),
    ((13,), 1, True),
    ((11, 11), 1, True),
    ((40,), 2, False),
    ((9, 30), 2, False),
    ((10, 30), 2, False),
    ((20, 10, 10), 1, False),
]


def by_the_rules(rules: BlackJack, state: BlackJackState, bets: bool) -> Counter[tuple[int, ...]]:
    acting = rules.to_act(state)
    if not acting:
        return Counter([rules.scores(state)])
    (seat,) = acting
    ends: Counter[tuple[int, ...]] = Counter()
    for move in rules.legal(rules.view(state, seat)):
        if bets or not isinstance(move, Bet):
            ends += by_the_rules(rules, rules.play(state, {seat: move}), bets)
    return ends


@pytest.mark.parametrize(("chips", "hands", "bets"), SMALL, ids=str)
@pytest.mark.parametrize("shuffle", range(3))
def test_the_rules_play_what_brute_force_plays(chips, hands, bets, shuffle):
    """A shoe with more high cards than low ones, so that hands are short and plays few."""
    deck = [*(FACES * 2 + "89TJQK" * 6)]
    random.Random(f"{chips} {shuffle}").shuffle(deck)
    shoe = "".join(deck)
    rules = BlackJack(len(chips), hands=hands)
    ends = by_the_rules(rules, rules.from_shoes([shoe], chips), bets)
    assert ends == distribution(shoe, chips, hands, bets)
    assert ends.total() > 1


@pytest.mark.parametrize(
    ("shoe", "chips", "ends"),
    [
        # TT against T7, and K on top: stand and win, or hit and be bust. Nothing is left to bet or double with.
        ("TTT7K", (10,), {(20,): 1, (0,): 1}),
        # A7 against T8, then 3 and K: a tie, which loses; 21, which wins; 21 again, for the ace now counts 1.
        ("AT783K", (10,), {(0,): 2, (20,): 2}),
        # A chip to bet: before the stand, before the card that is too many, or not at all.
        ("TTT7K", (11,), {(22,): 1, (21,): 1, (1,): 1, (0,): 1}),
    ],
)
def test_brute_force_agrees_with_counts_by_hand(shoe, chips, ends):
    assert distribution(shoe + "T" * 10, chips, 1, bets=True) == ends
