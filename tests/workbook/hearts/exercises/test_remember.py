"""Exercises on memory: fields that are wrong, never filled, or do not travel."""

from dataclasses import replace

import pytest
from hearts_findings import Seen, changed, remember
from playfunc import Card
from playfunc_workbook.hearts.exercises import (
    State,
    remember_finding,
)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("taken", lambda taken: taken[::-1]),
        ("gone", lambda gone: gone - {Card("SQ")}),
        ("void", lambda void: void[::-1]),
    ],
)
def test_a_wrong_field_is_named(field, change):
    assert remember_finding(remember).state is State.RIGHT
    finding = remember_finding(changed(**{field: change}))
    assert finding.state is State.WRONG
    assert (State.WRONG, f"{field}: wrong") in finding.lines
    assert field in finding.position.message


def test_a_field_that_is_never_filled_is_not_written_yet():
    finding = remember_finding(changed(void=lambda void: (frozenset(),) * len(void)))
    assert finding.state is State.PARTLY
    assert (State.UNWRITTEN, "void: not written yet") in finding.lines


def test_memory_that_does_not_travel_is_told_so():
    def keeps_an_iterator(player_id: str, hand, previous) -> Seen:
        return replace(remember(player_id, hand, previous), gone=iter(()))

    assert "cannot be kept" in remember_finding(keeps_an_iterator).said
