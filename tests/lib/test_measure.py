"""Rotations: every player is made anew for each, and sees a deal from one seat only."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import contextmanager

import pytest
from playfunc import Card, FunctionPlayer, Hearts, legal_cards
from playfunc.duplicate import rotations
from playfunc.match import play_games
from playfunc.measure import always, measure, play_rotations
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
