"""Duplicate deals: what a deal depends on, and that rotating the seats cancels the luck of the cards."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest
from playfunc import Card, FunctionPlayer, Hearts, legal_cards
from playfunc.duplicate import deal_rng, rotations
from playfunc.match import play_games


def lowest(player_id, hand, trick, previous) -> tuple[Card, None]:
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[0], None


def test_a_deal_depends_on_the_secret_and_on_its_whole_purpose():
    purposes = [
        ("secret", "check", "epoch", 1),
        ("other", "check", "epoch", 1),
        ("secret", "check", "epoch", 2),
        ("secret", "check", "later", 1),
        ("secret", "checkepoch", 1),
        ("secret", "check", "epoch1"),
        ("secret", "epoch", "check", 1),
        ("secret",),
        ("", "secret"),
    ]
    draws = [deal_rng(*purpose).random() for purpose in purposes]
    assert len(set(draws)) == len(draws)
    assert draws == [deal_rng(*purpose).random() for purpose in purposes]


def test_a_deal_is_the_same_in_every_process():
    script = "from playfunc.duplicate import deal_rng; print(deal_rng('secret', 'check', 7).random())"
    drawn = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1")
    }
    assert drawn == {str(deal_rng("secret", "check", 7).random())}


def test_a_deal_leaves_the_module_generator_alone():
    random.seed(1)
    state = random.getstate()
    Hearts(2).deal(deal_rng("secret", 1))
    assert random.getstate() == state


def test_deals_are_even():
    """Each card goes to each seat about equally often (chi-squared with 3 degrees, far below 0.001)."""
    rules, deals = Hearts(4), 400
    for card in map(Card, ("C2", "SQ", "HA", "D7")):
        seats = [0, 0, 0, 0]
        for number in range(deals):
            hands = rules.deal(deal_rng("even", number)).hands
            seats[next(seat for seat, hand in enumerate(hands) if card in hand)] += 1
        assert sum((seen - deals / 4) ** 2 / (deals / 4) for seen in seats) < 16.27


@pytest.mark.parametrize("seats", [2, 4])
def test_luck_cancels_between_equal_players(seats):
    rules = Hearts(seats)
    players = [FunctionPlayer(lowest, rules, name=f"player {seat}") for seat in range(seats)]
    records = play_games(rules, rotations(rules, rules.deal(deal_rng("luck", seats)), players))
    by_player = [
        sum(record.scores[record.players.index(player.name)] for record in records) for player in players
    ]
    assert len(set(by_player)) == 1
    assert sum(by_player) == 26 * seats or sum(by_player) == 26 * (seats - 1) * seats


@pytest.mark.parametrize("seats", [2, 4])
def test_the_player_moves_round_by_one(seats):
    players = [FunctionPlayer(lowest, Hearts(seats), name=str(number)) for number in range(seats)]
    tables = rotations(Hearts(seats), None, players)
    seatings = ["".join(player.name for player in table.players) for table in tables]
    assert seatings == {2: ["01", "10"], 4: ["0123", "3012", "2301", "1230"]}[seats]
