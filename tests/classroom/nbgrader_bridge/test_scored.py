"""The head of a feedback page: each part with who gave it, in the notebook's order."""

import dataclasses
import re
from types import SimpleNamespace as Thing

import pytest
from playfunc_classroom.nbgrader_bridge.scored import Part, _in_order, _part
from playfunc_classroom.pages.report import render
from playfunc_classroom.policy.overrides import Override

DECISION = Override("ann", "beats-basic", 5.0, 0.0, None, "lee", "2026-11-20T08:00:00+01:00", "Ours.", "d")
GRADE = {
    "name": "beats-basic",
    "score": 5.0,
    "max_score": 10.0,
    "needs_manual_grade": False,
    "manual_score": None,
    "extra_credit": None,
}


@pytest.mark.parametrize(
    ("grade", "decision", "who"),
    [
        ({}, None, "the computer"),
        ({"manual_score": 5.0}, None, "a marker"),
        (
            {"manual_score": 5.0},
            DECISION,
            "by hand: beats-basic: 5 instead of 0, by lee on 2026-11-20: Ours.",
        ),
        ({"manual_score": 5.0, "extra_credit": 1.5}, None, "a marker (1.5 of them extra)"),
    ],
)
def test_a_part_says_who_gave_its_points(grade, decision, who):
    assert _part(Thing(**GRADE | grade), decision) == Part("beats-basic", 5.0, 10.0, who)


def test_a_part_that_nobody_has_marked_has_no_points_yet():
    assert _part(Thing(**GRADE | {"needs_manual_grade": True}), DECISION) == Part(
        "beats-basic", 0.0, 10.0, "not marked yet", marked=False
    )


def test_a_sum_says_how_much_of_it_is_not_marked_yet():
    parts = [
        Part("rules", 4.0, 10.0, "the computer"),
        Part("report", 0.0, 30.0, "not marked yet", marked=False),
    ]
    page = render("score.html", parts=parts, off=1.0, late="", student="ann", attempt=1, attempts=1, group=())
    text = " ".join(re.sub("<[^>]+>", " ", page).split())
    assert "report – of 30 not marked yet" in text
    assert "together 3 of 10 so far; 30 more are not marked yet" in text


def test_parts_stand_as_in_the_notebook_and_unknown_ones_last():
    first = Part("rules", 0.0, 1.0, "the computer")
    parts = [dataclasses.replace(first, name=name) for name in ("gone", "quality", "rules")]
    cells = [
        Thing(metadata={}),
        *(Thing(metadata={"nbgrader": {"grade_id": n}}) for n in ("rules", "quality")),
    ]
    assert [part.name for part in _in_order(parts, Thing(cells=cells))] == ["rules", "quality", "gone"]
