"""Points given by hand: a file that is only added to, of which the last line about a cell counts."""

import dataclasses

import pytest
from playfunc_checks.settings import SettingsError
from playfunc_classroom.policy.overrides import (
    Override,
    add_override,
    counted,
    overrides_by_cell,
    overrides_path,
    read_overrides,
    told,
)

FIRST = Override("ann", "beats-basic", 5.0, 0.0, None, "lee", "2026-11-20T08:00:00+01:00", "Ours.", "digest")


def test_decisions_are_kept_in_order_and_earlier_lines_stay(tmp_path):
    assert read_overrides(tmp_path, "hearts") == []
    later = dataclasses.replace(FIRST, points=None, instead=5.0, why="Zurück — gezogen.\nTwice.")
    add_override(tmp_path, "hearts", FIRST)
    before = overrides_path(tmp_path, "hearts").read_bytes()
    add_override(tmp_path, "hearts", later)
    assert overrides_path(tmp_path, "hearts").read_bytes().startswith(before)
    assert read_overrides(tmp_path, "hearts") == [FIRST, later]


def test_the_last_decision_about_a_cell_counts_and_a_withdrawn_one_does_not():
    other = dataclasses.replace(FIRST, cell="beats-minmax", points=2.5)
    withdrawn = dataclasses.replace(FIRST, points=None)
    assert overrides_by_cell([FIRST, other, withdrawn], "ann") == {"beats-minmax": other}
    assert overrides_by_cell([withdrawn, other, FIRST], "ann")["beats-basic"] is FIRST
    assert overrides_by_cell([FIRST], "bob") == {}


def test_points_by_hand_replace_computed_ones_of_their_cell():
    computed = {"beats-basic": 0.0, "beats-minmax": 10.0, "beats-advanced": None}
    worth = {"beats-basic": 10.0}
    assert counted(computed, {"beats-basic": FIRST}, worth) == {**computed, "beats-basic": 5.0}


def test_points_by_hand_are_never_more_than_the_cell_is_worth_now():
    assert counted({"beats-basic": 0.0}, {"beats-basic": FIRST}, {"beats-basic": 3.0}) == {"beats-basic": 3.0}


def test_a_decision_is_told_with_who_when_and_why_and_a_later_submission_is_marked():
    sentence = "beats-basic: 5 instead of 0, by lee on 2026-11-20: Ours."
    assert told(FIRST, "digest") == told(FIRST) == sentence
    assert told(FIRST, "another") == f"{sentence} (for an earlier submission: look at it again)"
    first_ever = dataclasses.replace(FIRST, points=None, instead=None)
    assert "beats-basic: withdrawn, instead of no points yet, by lee" in told(first_ever)


def test_a_line_that_cannot_be_read_is_named(tmp_path):
    add_override(tmp_path, "hearts", FIRST)
    with overrides_path(tmp_path, "hearts").open("a") as file:
        file.write('{"student": "ann"}\n')
    with pytest.raises(SettingsError, match=r"overrides/hearts\.jsonl, line 2: "):
        read_overrides(tmp_path, "hearts")
