"""SkullWhist's opponents: the solver against plain minimax, beliefs against a game looked at from above."""

import pytest
from playfunc.cards import WhistCard
from playfunc.games.skullwhist import SkullWhist, score
from playfunc.match import play_games
from playfunc.measure import deal_rng, rotations
from playfunc_opponents import LADDERS, opponent
from playfunc_opponents.skullwhist.advanced import standing
from playfunc_opponents.skullwhist.minmax import look_ahead
from playfunc_opponents.skullwhist.solver import (
    position_of,
)
from playfunc_opponents.skullwhist.worlds import expected_tricks
from skullwhist_positions import hands, plain

RULES = SkullWhist()


@pytest.mark.parametrize("tier", LADDERS["skullwhist"].tiers)
def test_opponents_play_legal_games_the_same_every_time(tier):
    player, other = opponent(RULES, tier), opponent(RULES, "basic", key=b"other")
    tables = [t for n in range(3) for t in rotations(RULES, RULES.deal(deal_rng("t", n)), (player, other))]
    records = play_games(RULES, tables)
    assert not any(record.faults for record in records)
    assert play_games(RULES, tables) == records


# `advanced` wins against `basic`.
def test_advanced_wins_against_basic():
    player, other = opponent(RULES, "advanced"), opponent(RULES, "basic", key=b"other")
    tables = [t for n in range(7) for t in rotations(RULES, RULES.deal(deal_rng("a", n)), (player, other))]
    records = play_games(RULES, tables)
    wins = sum((r.scores[n % 2] > r.scores[1 - n % 2]) for n, r in enumerate(records))
    assert wins >= 10


# Looking ahead, and what a game won is worth.
def test_looking_ahead_to_the_end_is_exact(table):
    for seed in range(20):
        leader, other = hands(seed, 3)
        assert look_ahead(position_of(leader, other), 3) == 2 * plain(leader, other) - 3


def test_what_a_card_is_worth_adds_up():
    """Thirteen tricks are shared by two hands, so a hand of the deck is worth half of them on average."""
    assert expected_tricks(WhistCard.deck()) / 4 == pytest.approx(6.5, abs=0.35)


@pytest.mark.parametrize(("mine", "theirs", "tricks", "sign"), [(6, 5, 6, 1), (5, 6, 4, -1), (1, 2, 11, 0)])
def test_a_game_won_counts_most(mine, theirs, tricks, sign):
    margin = score(mine, tricks) - score(theirs, 13 - tricks)
    assert standing(mine, theirs, tricks) == pytest.approx(sign + 0.002 * margin)
