"""The worths in arrays are those of the loop, bit by bit: moves and marks do not depend on what is installed."""

import os
import random
import subprocess
import sys

import numpy
import pytest
from playfunc.games.blackjack import FACES, VALUES, BlackJack, total
from playfunc.match import play_games
from playfunc.measure import deal_rng, rotations
from playfunc_opponents import LADDERS, opponent
from playfunc_opponents.blackjack import expectation
from playfunc_opponents.blackjack.batched import chances_to_win, hit_and_double
from playfunc_opponents.blackjack.dealer import ways_out
from playfunc_opponents.blackjack.expectation import Purse, pool

DECK = [face for face in FACES for _ in range(4)]

PURSES = (Purse(10.0), Purse(20.0, 70.0), Purse(10.0, 190.0, 1.0))


def some_hand(seed):
    """Hands of two to four cards in decks of which little or much has been dealt."""
    rng = random.Random(seed)
    while True:
        cards = rng.sample(DECK, rng.randint(5, 38))
        hand = cards[: rng.randint(2, 4)]
        if total(hand) <= expectation.BEST:
            return hand, cards[-1], pool(cards), PURSES[seed % len(PURSES)]


def by_the_loop(hand, upcard, counts, purse, monkeypatch):
    monkeypatch.setattr(expectation, "batched", None)
    found = expectation.worth(hand, upcard, counts, purse)
    return found.hit, found.double


@pytest.mark.parametrize("seed", range(24))
def test_hitting_and_doubling_are_worth_the_same_bit_by_bit(seed, monkeypatch):
    hand, upcard, counts, purse = some_hand(seed)
    low, aces = sum(VALUES[face] for face in hand), hand.count("A")
    expected = by_the_loop(hand, upcard, counts, purse, monkeypatch)
    assert hit_and_double(low, aces, counts, tuple(purse), VALUES[upcard]) == expected


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 0, 0, 0, 0, 0, 14), (4, 4, 4, 2, 0, 0, 0, 0, 0, 0)])
def test_a_short_shoe_gives_the_same_chances(counts):
    for upcard in (1, 6, 10):
        for score in (0, 17, 20, 21):
            expected = expectation.chance_to_win(score, numpy.array(counts), *ways_out(upcard))
            assert chances_to_win(score, upcard, numpy.array([counts])) == [expected]


def test_it_is_used_where_nothing_is_compiled_and_only_there():
    code = "from playfunc_opponents.blackjack import expectation as e; print(e.NATIVE, e.batched is None)"

    def printed(**environment):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | environment,
        )
        return done.stdout.split()

    assert printed(NUMBA_DISABLE_JIT="1") == ["False", "False"]
    assert printed(NUMBA_DISABLE_JIT="0") == ["True", "True"]


# BlackJack's opponents: expectations against plain enumeration card by card, in exact fractions.
@pytest.mark.parametrize("tier", LADDERS["blackjack"].tiers)
def test_opponents_play_legal_runs_the_same_every_time(tier):
    rules = BlackJack(seats=2, rounds=2)
    players = (opponent(rules, tier), opponent(rules, "basic", key=b"other"))
    tables = [t for n in range(2) for t in rotations(rules, rules.deal(deal_rng("t", n)), players)]
    records = play_games(rules, tables)
    assert not any(record.faults for record in records)
    assert play_games(rules, tables) == records
