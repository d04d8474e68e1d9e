"""The opponents at the table: legal, repeatable, and each stronger than the one below."""

import math
import os
import random
import subprocess
import sys

import pytest
from hearts_endings import on_bits, plain, positions
from playfunc.cards import Card
from playfunc.games.hearts import DECK, Hearts, points
from playfunc.games.hearts.fast.bits import bits_of
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng, rotations
from playfunc.record import record_text
from playfunc_opponents import LADDERS, opponent
from playfunc_opponents.hearts.beliefs import Beliefs
from playfunc_opponents.hearts.heuristic import ALARM, play
from playfunc_opponents.hearts.minmax import worst_case
from playfunc_opponents.hearts.position import playout

HEARTS = LADDERS["hearts"].tiers

GAMES = {"basic": 20, "minmax": 6, "advanced": 1}


def games(rules, players, count, secret="opponents"):
    tables = [Table(rules.deal(deal_rng(secret, i)), tuple(players)) for i in range(count)]
    return play_games(rules, tables)


def points_per_playing(rules, player, others, deals, secret):
    """The mean points of `player` and of one other, over `deals` with the seats rotated."""
    tables = [
        table
        for i in range(deals)
        for table in rotations(rules, rules.deal(deal_rng(secret, i)), [player, *others])
    ]
    scores = [record.scores for record in play_games(rules, tables)]
    mine = sum(score[place % rules.seats] for place, score in enumerate(scores))
    return mine / len(scores), (sum(map(sum, scores)) - mine) / len(others) / len(scores)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("tier", HEARTS)
def test_whole_games_are_legal_and_repeat(seats, tier):
    rules = Hearts(seats)
    once = games(rules, [opponent(rules, tier)] * seats, GAMES[tier])
    again = games(rules, [opponent(rules, tier)] * seats, GAMES[tier])
    assert all(not record.faults and record.scores for record in once)
    assert list(map(record_text, once)) == list(map(record_text, again))


@pytest.mark.parametrize("seats", [2, 4])
def test_the_key_changes_what_is_random(seats):
    rules = Hearts(seats)
    one, other = (games(rules, [opponent(rules, "basic", key=key)] * seats, 1) for key in (b"1", b"2"))
    assert one[0].start == other[0].start
    assert one != other


@pytest.mark.hardest("2")
@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_games_do_not_depend_on_the_hash_seed(hash_seed):
    rules = Hearts(4)
    script = (
        f"from {__name__.rpartition('.')[2]} import *\n"
        "rules = Hearts(4)\n"
        "print(record_text(games(rules, [opponent(rules, tier) for tier in (*HEARTS, 'minmax')], 1)[0]))"
    )
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join([*sys.path, os.path.dirname(__file__)]),
    }
    told = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    here = games(rules, [opponent(rules, tier) for tier in (*HEARTS, "minmax")], 1)[0]
    assert told.stdout.strip() == record_text(here)


@pytest.mark.hardest("4-advanced")
@pytest.mark.parametrize(
    ("seats", "better", "worse", "deals"),
    [
        (2, "minmax", "basic", 12),
        (2, "advanced", "minmax", 10),
        (4, "minmax", "basic", 8),
        (4, "advanced", "basic", 5),
    ],
)
def test_ladder(seats, better, worse, deals):
    """With two players 13 is par, with four 6.5 (and a little more, for the moons)."""
    rules = Hearts(seats)
    others = [opponent(rules, worse) for _ in range(seats - 1)]
    mine, theirs = points_per_playing(rules, opponent(rules, better), others, deals, "ladder")
    assert mine < theirs - 1


def test_an_opponent_bears_its_tiers_name():
    assert [opponent(Hearts(2), tier).name for tier in HEARTS] == ["basic", "minmax", "advanced"]


def test_unknown_opponents_are_refused_in_one_sentence():
    with pytest.raises(
        ValueError, match=r"^no opponent 'grandmaster' for hearts; known: basic, naive, .*, perfect$"
    ):
        opponent(Hearts(2), "grandmaster")


# `perfect` plays at a table of two alone.
def test_perfect_plays_at_a_table_of_two_alone():
    with pytest.raises(
        ValueError, match=r"^no opponent 'perfect' for hearts; known: basic, minmax, advanced$"
    ):
        opponent(Hearts(4), "perfect")


# Playouts end in scores that add up.
POINTED = [card for card in DECK if points(card) or card.rank > 9 or card.rank < 4]

ENDINGS = positions(1, DECK, 4, 150) + positions(2, POINTED, 4, 150)


def test_playouts_end_in_scores_that_add_up():
    random.seed(5)
    for position in ENDINGS[:100]:
        for noise in (0.0, 0.5, 1.0):
            assert sum(playout(on_bits(*position), noise)) == 26


# `minmax` is exact at the end.
def test_minmax_is_exact_at_the_end():
    for position in positions(4, POINTED, 2, 200):
        assert worst_case(on_bits(*position), 0, -math.inf, math.inf) == plain(*position)


# heuristic: leads high, ducks, and stops a moon.
def chosen(hand, led="", taken=(0, 0), gone="C2 C3"):
    """The card, after tricks that a trick of two clubs ended; `gone` are the cards of all."""
    cards = tuple(Card(text) for text in hand.split())
    on_table = tuple((Card(text), "ana") for text in led.split())
    before = Beliefs(bits_of(Card(text) for text in gone.split()), taken, (0, 0))
    last = ((Card("C2"), "ana"), (Card("C3"), "you"))
    return play("you", cards, on_table, (last, before))[0].text


def test_it_leads_its_highest_card_without_points_and_spades_last():
    assert chosen("C4 D10 SK H2") == "D10"
    assert chosen("SK SQ H2") == "SK"
    assert chosen("SQ H2 H5", gone="C2 C3 H3") == "H5"


def test_it_ducks_and_discards():
    assert chosen("H4 H9 HK", "H10") == "H9"
    assert chosen("D3 SQ H5 HK", "C7") == "SQ"


def test_it_wins_a_trick_of_hearts_once_the_other_may_shoot_the_moon():
    assert chosen("H4 H9 HK", "H10", taken=(0, ALARM)) == "HK"
    assert chosen("H4 H9 HK", "H10", taken=(0, ALARM - 1)) == "H9"
    assert chosen("H4 H9 HK", "H10", taken=(1, ALARM)) == "H9"
    assert chosen("H4 H9", "H10", taken=(0, ALARM)) == "H9"
    assert chosen("C4 C9 CK", "C10", taken=(0, ALARM)) == "C9"
