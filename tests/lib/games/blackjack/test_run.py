"""A run of BlackJack: chips are carried on from round to round."""

import random

from playfunc.games.blackjack import (
    Bet,
    BlackJack,
    Plain,
    Stand,
)
from playfunc.games.blackjack.run import play_run, start_round
from playfunc.match import play_series
from playfunc.player import FunctionPlayer
from playfunc.record import replay


def test_a_run_is_five_rounds_with_chips_carried_on():
    rules = BlackJack(seats=2)
    asked = []

    def bold(player_id, hand, visible, stake, chips, previous) -> tuple[Plain | Bet, int]:
        asked.append(previous)
        return (Bet(chips // 2) if stake == 10 and chips > 1 else Stand), 7

    def calm(player_id, hand, visible, stake, chips, previous) -> tuple[Plain, None]:
        return Stand, None

    players = [FunctionPlayer(bold, rules, name="bold"), FunctionPlayer(calm, rules, name="calm")]
    run = play_run(rules, players, 3)
    (record,) = run.hands
    assert record.parameters["rounds"] == 5
    assert len(replay(record).history) == 25
    assert run.totals == record.scores
    assert 1 <= asked.count(None) <= 5
    assert play_series(rules, players, 3) == run


def test_a_fault_that_stops_a_run_leaves_no_totals_and_no_winner():
    rules = BlackJack(seats=2)

    def crashes(player_id, hand, visible, stake, chips, previous) -> tuple[Plain, None]:
        raise ValueError

    run = play_run(rules, [FunctionPlayer(crashes, rules)] * 2, 3)
    assert (run.totals, run.winner) == ((0, 0), None)


def test_a_round_of_a_contest_starts_with_the_chips_that_are_left():
    rules = BlackJack(seats=3)
    state = start_round(rules, random.Random(1), (200, 9, 35))
    assert state.shoes == rules.deal(random.Random(1)).shoes
    assert (state.chips, state.stakes) == ((190, 9, 25), (10, 0, 10))
