"""Rotations: every player is made anew for each, and sees a deal from one seat only."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import contextmanager

import pytest
from playfunc import Card, FunctionPlayer, Hearts, legal_cards
from playfunc.match import play_games
from playfunc.measure import always, deal_rng, drawn_ids, measure, play_rotations, rotations
from playfunc.player import Answer
from playfunc.rules import Call


def first_legal(player_id, hand, trick, previous) -> tuple[Card, None]:
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[0], None


class Watched(FunctionPlayer):
    """Notes the hands it opens with: a hand of 26 cards tells the deal and the seat."""

    def __init__(self, rules, name):
        super().__init__(first_legal, rules, name=name)
        self.hands: set[tuple[str, ...]] = set()

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        self.hands |= {tuple(call.arguments[1]) for call in calls if call.memory is None}
        return super().answer(calls)


@pytest.mark.parametrize("seats", [2, 4])
def test_no_player_sees_a_deal_from_two_seats(seats):
    rules = Hearts(seats)
    states = [rules.deal(random.Random(seed)) for seed in range(5)]
    seat_of = {
        tuple(map(str, sorted(hand))): (deal, seat)
        for deal, state in enumerate(states)
        for seat, hand in enumerate(state.hands)
    }
    made: list[Watched] = []
    alive = 0

    @contextmanager
    def watched():
        nonlocal alive
        made.append(Watched(rules, f"p{len(made)}"))
        alive += 1
        assert alive <= seats, "a rotation begins before the one before has ended"
        yield made[-1]
        alive -= 1

    play_rotations(rules, states, [watched] * seats)
    assert len(made) == seats * seats
    for player in made:
        seen = [seat_of[hand] for hand in player.hands]
        assert len(seen) == len({deal for deal, _ in seen}) == len(states)


def test_the_records_are_those_of_the_same_tables_in_lockstep():
    rules = Hearts(4)
    players = [FunctionPlayer(first_legal, rules, name=name) for name in "abcd"]
    states = [rules.deal(random.Random(seed)) for seed in range(3)]
    lockstep = play_games(rules, [t for s in states for t in rotations(rules, s, players)], "forfeit")
    told: list[tuple[int, int]] = []
    turned = play_rotations(
        rules, states, [always(player) for player in players], on_round=lambda *made: told.append(made)
    )
    assert [record for deal in turned for record in deal] == lockstep
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] == 4 * 3 * 52


def test_ids_go_round_with_the_players():
    rules = Hearts(2)
    maker = always(FunctionPlayer(first_legal, rules, name="same"))
    state = rules.deal(random.Random(1))
    ((first, second),) = play_rotations(rules, [state], [maker, maker], [("you", "opponent")])
    assert (first.players, second.players) == (("you", "opponent"), ("opponent", "you"))
    with pytest.raises(ValueError, match="zip"):
        play_rotations(rules, [state], [maker, maker], [("you", "opponent")] * 2)


def test_a_measurement_ends_with_the_portion_that_settles_it():
    rules = Hearts(2)
    states = [rules.deal(random.Random(seed)) for seed in range(9)]
    makers = [always(FunctionPlayer(first_legal, rules, name=name)) for name in "ab"]
    looked, told = [], []

    def settled(played):
        looked.append(len(played))
        return len(played) >= 5

    found = measure(
        rules,
        states,
        makers,
        settled,
        first=3,
        step=2,
        ids=("you", "opponent"),
        on_progress=lambda done, total: told.append((done, total)),
    )
    assert looked == [3, 5]
    assert found == play_rotations(rules, states[:5], makers, [("you", "opponent")] * 5)
    assert told == sorted(told)
    assert told[-1] == (10, 18)


def test_without_a_rule_all_deals_are_played_at_once():
    rules = Hearts(2)
    states = [rules.deal(random.Random(seed)) for seed in range(3)]
    makers = [always(FunctionPlayer(first_legal, rules, name=name)) for name in "ab"]
    assert measure(rules, states, makers) == play_rotations(rules, states, makers)
    assert measure(rules, [], makers, lambda played: False) == []
    assert len(measure(rules, states, makers, lambda played: True)) == 1
    assert len(measure(rules, states, makers, lambda played: len(played) > 1)) == 2


@pytest.mark.parametrize("seats", [2, 4])
def test_ids_are_six_hexadecimal_digits_and_differ(seats):
    ids = drawn_ids(random.Random(1), seats)
    assert len(set(ids)) == seats
    assert all(re.fullmatch("p[0-9a-f]{6}", name) for name in ids)


# Duplicate deals: what a deal depends on, and that rotating the seats cancels the luck of the cards.
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
    script = "from playfunc.measure import deal_rng; print(deal_rng('secret', 'check', 7).random())"
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
    assert drawn == {str(deal_rng("secret", "check", 7).random())} == {"0.18488325576451758"}


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
