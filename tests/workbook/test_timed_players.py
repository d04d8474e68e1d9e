"""A player in the notebook: a move that takes too long is ended and drawn, and ends the asking."""

import itertools

import pytest
from hearts_findings import first
from playfunc import Card, Hearts
from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc_checks.bounded import Crashed, Ended, Late, Stuck
from playfunc_checks.checks.hidden import average_ms
from playfunc_checks.find_assignment import default_assignment
from playfunc_checks.submitted_player import NOT_ASKED
from playfunc_opponents import opponent
from playfunc_workbook import players
from playfunc_workbook.finding import State
from playfunc_workbook.hearts.rules_of_play import SHAPELESS, rules_finding
from playfunc_workbook.players import TOO_SLOW, IsolatedPlayer, MoveTimes, first_fault, timed_player

pytestmark = pytest.mark.broad

RULES = Hearts(2)
ASSIGNMENT = default_assignment("hearts")


def play_stuck(player_id, hand, trick, previous) -> tuple[Card, str]:
    while len(hand) < 24:
        pass
    return first(player_id, hand, trick, previous)


def game_of(player):
    return play_game(
        RULES, RULES.deal(deal_rng("public", "pace")), (player, opponent(RULES, "basic")), "forfeit"
    )


def test_a_player_in_time_is_the_player_itself():
    asked = itertools.count()
    record = game_of(timed_player(first, RULES, ASSIGNMENT, on_move=lambda: next(asked)))
    assert record.faults == ()
    assert next(asked) == 26


def test_the_time_of_its_moves_is_added_up():
    you = timed_player(first, RULES, ASSIGNMENT)
    assert you.took.describe(ASSIGNMENT) == ""
    game_of(you)
    assert you.took.moves == 26
    assert 0 < you.took.slowest <= you.took.together
    told = MoveTimes(20, 0.5, 0.3).describe(ASSIGNMENT)
    assert told.startswith("Your moves took 25.0 ms on average, and the slowest 0.30 s. The limits are ")


def test_a_player_over_the_average_limit_is_told_so():
    limit = average_ms(ASSIGNMENT) / 1000
    assert TOO_SLOW in MoveTimes(20, 20.1 * limit, 0.3).describe(ASSIGNMENT)
    assert TOO_SLOW not in MoveTimes(20, 20 * limit, 0.3).describe(ASSIGNMENT)


def test_the_first_move_that_takes_too_long_is_ended_and_the_player_not_asked_again(monkeypatch):
    asked = []

    def ended(call, seconds):
        asked.append(seconds)
        if len(asked) == 3:
            raise Ended("was still running", "Line 5")
        return call()

    monkeypatch.setattr(players, "bounded", ended)
    you = timed_player(first, RULES, ASSIGNMENT)
    records = [game_of(you), game_of(you)]
    assert asked == [ASSIGNMENT.published.move_seconds] * 3
    faults = [record.faults[0] for record in records]
    assert [fault.error for fault in faults] == ["TimeError", "TimeError"]
    assert (faults[0].reason, faults[0].detail) == ("this move was still running", "Line 5")
    assert faults[1].reason.endswith(NOT_ASKED)
    assert first_fault(records) == (records[0], faults[0])
    assert first_fault(records[1:]) is None


@pytest.mark.parametrize(("kind", "asked"), [(Late, 4), (Ended, 4), (Stuck, 2), (Crashed, 2)])
def test_after_some_overruns_it_is_asked_no_more_and_after_one_that_cost_a_process(monkeypatch, kind, asked):
    calls = []

    def ended(call, seconds):
        calls.append(call)
        if len(calls) >= 2:
            raise kind("took 2 s")
        return call()

    monkeypatch.setattr(players, "bounded", ended)
    you = timed_player(first, RULES, ASSIGNMENT, overruns=3)
    records = [game_of(you) for _ in range(6)]
    assert len(calls) == asked
    refused = [NOT_ASKED in record.faults[0].reason for record in records]
    assert refused == [number >= asked - 1 for number in range(6)]


def test_an_answer_of_the_wrong_shape_ends_the_asking():
    """A memory was forgotten: each other answer would be as wrong, after a search of its own."""
    asked = []

    def play(player_id, hand, trick, previous) -> tuple[Card, str]:
        asked.append(hand)
        return first(player_id, hand, trick, previous)[0]

    you = timed_player(play, RULES, ASSIGNMENT, overruns=5)
    records = [game_of(you), game_of(you)]
    assert len(asked) == 1
    assert [record.faults[0].error for record in records] == ["ProtocolError", "TimeError"]
    assert first_fault(records) == (records[0], records[0].faults[0])
    finding = rules_finding(play)
    assert finding.said == SHAPELESS
    assert "pair" in finding.position.message


def test_the_check_draws_the_position_and_names_the_line():
    finding = rules_finding(play_stuck, 1)
    assert finding.state is State.WRONG
    assert len(finding.position.hand) == 23
    assert "of `play_stuck`, test_timed_players.py:\n    while len(hand) < 24:\n" in finding.detail
    assert "fails the gate" in finding.hint


def test_a_player_apart_is_asked_in_a_copy():
    seen = []

    def play(player_id, hand, trick, previous) -> tuple[Card, str]:
        seen.append(hand)
        return first(player_id, hand, trick, previous)

    record = game_of(IsolatedPlayer(timed_player(play, RULES, ASSIGNMENT)))
    assert record.faults == ()
    assert seen == []


def test_moves_that_sleep_have_a_limit_together(monkeypatch):
    """As in marking: 60 s in total, here by a clock that each move puts on by 25 s."""
    now = iter(range(0, 10_000, 25))
    monkeypatch.setattr(players.time, "monotonic", lambda: next(now))
    player = timed_player({"play": first}, Hearts(2), default_assignment("hearts"))
    monkeypatch.setattr(players, "bounded", lambda call, seconds: call())
    deal = Hearts(2).deal(deal_rng("public", "asleep"))
    record = play_game(Hearts(2), deal, [player, opponent(Hearts(2), "basic")])
    [fault] = record.faults
    assert "its moves slept for 75 s in total, and 60 s is allowed" in fault.reason
