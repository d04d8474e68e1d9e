"""The first slow move ends a check, and what a move had taken is told."""

import itertools

import pytest
from hearts_findings import first
from playfunc import Card
from playfunc_workbook.hearts import pace
from playfunc_workbook.hearts.exercises import (
    State,
    rules_finding,
)


def test_the_first_slow_move_ends_the_check_and_is_drawn(monkeypatch):
    asked = []

    def player(player_id, hand, trick, previous) -> tuple[Card, str]:
        asked.append((hand, trick))
        return first(player_id, hand, trick, previous)

    clock = itertools.chain([0.0, 0.9, 5.0, 8.1], itertools.repeat(9.0))
    monkeypatch.setattr(pace, "process_time", lambda: next(clock))
    finding = rules_finding(player, 1)
    assert finding.state is State.WRONG
    assert finding.said.startswith("This move took 3.1 s of CPU, 1 s is allowed.")
    assert len(asked) == 2
    assert (finding.position.hand, finding.position.trick) == asked[-1]


def test_an_interrupted_move_tells_what_it_had_taken(monkeypatch):
    def player(player_id, hand, trick, previous) -> tuple[Card, str]:
        raise KeyboardInterrupt

    clock = iter([0.0, 41.0])
    monkeypatch.setattr(pace, "process_time", lambda: next(clock))
    with pytest.raises(KeyboardInterrupt, match=r"41\.0 s of CPU so far; 1 s is allowed"):
        rules_finding(player, 1)
