"""The storyteller that a new game begins with, told of games that have their own."""

import json
import random

import pytest
from playfunc.codec import encode
from playfunc.defaults import PlainStoryteller
from playfunc.games import GAMES
from playfunc.games.footsteps import FootSteps
from playfunc.games.hearts import Hearts
from playfunc.record import GameRecord, RecordedFault, RecordedMove, transcript

PLAIN = PlainStoryteller()


def states_of(rules):
    rng = random.Random(1)
    state = rules.deal(rng)
    yield state
    while acting := rules.to_act(state):
        state = rules.play(state, {seat: rng.choice(rules.legal(rules.view(state, seat))) for seat in acting})
        yield state


@pytest.mark.parametrize("name", GAMES)
def test_any_game_can_be_told(name):
    rules = GAMES[name].table(GAMES[name].tables[0])
    names = [f"p{seat}" for seat in range(rules.seats)]
    states = list(states_of(rules))
    for state in states:
        for seat in range(rules.seats):
            assert "legal: " in PLAIN.describe(rules, rules.view(state, seat), names)
    text = PLAIN.transcript(rules, names, states)
    assert text.startswith("Players: p0, p1\n0.\n")
    assert text.endswith(
        "Scores: " + ", ".join(f"{n} {s}" for n, s in zip(names, rules.scores(states[-1]), strict=True))
    )
    assert PLAIN.transcript(rules, names, states[:1]).endswith("(not finished)")


def test_a_view_is_a_line_for_each_field():
    rules = FootSteps(7, 50)
    text = PLAIN.describe(rules, rules.view(rules.deal(random.Random(1)), 0))
    assert text.splitlines()[:3] == ["  seat: 0", "  position: 0", "  my_points: 50"]
    assert text.endswith("  legal: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, …")


def test_only_what_has_changed_is_told_again():
    rules = Hearts(2)
    first, second, *_ = states_of(rules)
    lines = PLAIN.transcript(rules, ("a", "b"), (first, second)).split("1.\n")[1].splitlines()
    assert [line.split(":")[0].strip() for line in lines] == ["hands", "turn", "trick", "(not finished)"]


def test_a_record_is_told_with_each_move_and_who_made_it(monkeypatch):
    monkeypatch.setattr(FootSteps, "storyteller", PLAIN)
    rules = FootSteps(7, 50)
    deal = json.loads(encode(rules.deal(random.Random(1)), rules.state_type()))
    moves = (RecordedMove(0, "3"), RecordedMove(1, "20"))
    faults = (RecordedFault(1, 2, "forfeit", "TimeError", "it took too long"),)
    record = GameRecord("footsteps", {"cells": 7, "points": 50}, ("ann", "bob"), deal, moves, faults)
    lines = transcript(record).splitlines()
    assert [line for line in lines if line[:1].isdigit()] == ["0.", "1. ann: 3, bob: 20", "2. bob forfeits"]
