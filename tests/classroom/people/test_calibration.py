"""Spread and differences, against points worked out by hand."""

from __future__ import annotations

from playfunc_classroom.people.calibration import Difference, differences, spreads


def test_median_and_range_by_task_the_widest_first():
    given = {
        "kim": {"ann": {"quality": 10.0, "comments": 3.0}, "bob": {"quality": 20.0}},
        "lee": {"ann": {"quality": 14.0, "comments": None}, "bob": {"quality": 30.0}},
        "max": {"ann": {"quality": 11.0}},
    }
    found = spreads(given)
    assert [(each.task, each.student, each.median, each.range) for each in found] == [
        ("comments", "ann", 3.0, 0.0),
        ("quality", "bob", 25.0, 10.0),
        ("quality", "ann", 11.0, 4.0),
    ]
    assert found[2].points == {"kim": 10.0, "lee": 14.0, "max": 11.0}
    assert spreads({}) == []


def test_differences_of_what_both_gave():
    first = {"ann": {"quality": 10.0, "comments": 5.0}, "bob": {"quality": None}, "cyd": {"quality": 9.0}}
    second = {"ann": {"quality": 4.0, "comments": 5.0}, "bob": {"quality": 3.0}, "cyd": {"quality": 10.0}}
    assert differences(first, second) == [
        Difference("ann", "quality", 10.0, 4.0),
        Difference("cyd", "quality", 9.0, 10.0),
    ]
