"""The class at a glance, and examples for the lecture, from marks that are made up."""

import dataclasses

import pytest
from course_assignments import HEARTS
from course_fixture import ASSIGNMENT, CAUTIOUS
from made_up_marks import marked
from markupsafe import Markup
from playfunc.costs import CostlyMove
from playfunc.games.hearts import Hearts
from playfunc.match import play_games
from playfunc.measure import deal_rng, rotations
from playfunc.record import RecordedFault, replay
from playfunc_checks.marking import mark_failure
from playfunc_checks.results import failed, passed, skipped
from playfunc_classroom.pages.gallery import examples, gallery_page, play_example
from playfunc_classroom.pseudonyms import anonymous
from playfunc_classroom.runs.overview import (
    loss_bars,
    outliers,
    overview_page,
    point_bars,
    rate_bars,
    steps,
    stops,
)
from playfunc_opponents import opponent
from playfunc_opponents.reviews import profile_of

ATTACK = "</pre><script>hostile_marker()</script>"


def test_charts_count_everybody_once():
    marks = [marked("a"), marked("b", wins=(1.0, 1.0, 1.0)), marked("c", wins=(0.0, 0.05, 0.99))]
    assert [bar.value for bar in point_bars([10, 30, 10], 30)] == [0, 2, 0, 1]
    assert [bar.text for bar in rate_bars(marks, "beats-basic")] == ["1", *"00000000", "2"]
    assert loss_bars(marks, "beats-minmax", profile_of("hearts"))[0].text == "0.45"
    assert max(bar.length for bar in loss_bars(marks, "beats-minmax", profile_of("hearts"))) == 1


def test_points_are_lost_at_the_step_whose_check_did_not_pass():
    marks = [marked("a"), marked("b", wins=(0.1, 0.1, 0.1))]
    found = {step.name: step for step in steps(marks, HEARTS, {"a": frozenset({"legal"}), "b": frozenset()})}
    assert found["Step 2: legal"].written == 1
    assert found["Step 3: sensible"].checks == (("beats-basic", 1),)
    assert found["Step 3: sensible"].lost == 5
    assert found["Step 5: look ahead"].lost == 10
    assert sum(step.lost for step in found.values()) == 30 - (10 + 0) / 2


@pytest.mark.parametrize(
    ("mark", "why"),
    [
        (marked("x", wins=(0.61, 0.1, 0.1)), "61.0% is within chance of the line"),
        (marked("x", wins=(0.9, 0.1, 0.9)), "beats a stronger opponent and not a weaker one"),
        (marked("x", source=CAUTIOUS + "\nX = 1" * 60), "lines, where"),
        (
            marked("x", wins=(1, 1, 1), gates=[passed("rules"), failed("memory", got="none")]),
            "without using its memory",
        ),
        (marked("x", notes=(ATTACK,)), ATTACK),
    ],
)
def test_outliers_are_found_and_the_others_left_alone(mark, why):
    usual = [marked(name) for name in "abcd"]
    found = outliers([*usual, mark], HEARTS)
    assert {outlier.student for outlier in found} == {"x"}
    assert any(why in outlier.why for outlier in found)


def test_the_page_stands_alone_and_nothing_a_student_wrote_runs():
    gates = mark_failure(HEARTS, ATTACK)
    broken = marked("z", source="", gates=[*gates[:4]], wins=(0, 0, 0), notes=(ATTACK,))
    page = overview_page([marked("<b>ann"), broken], HEARTS, {}, {"<b>ann": 61.0}, 100.0)
    assert ATTACK not in page
    assert "<b>ann" not in page
    assert "People have marked 1 of 2" in page
    assert "http" not in page
    assert "Nobody stands out" not in page
    empty = overview_page([], HEARTS, {}, {}, 0.0)
    assert "0 submissions" in empty


def test_notebooks_stop_at_the_last_step_that_was_written():
    written = {
        "a": frozenset({"legal"}),
        "b": frozenset({"legal", "memory"}),
        "c": frozenset({"memory"}),
        "d": frozenset(),
        "e": frozenset({"imports"}),
    }
    found = {bar.label: bar.value for bar in stops(HEARTS, written)}
    assert list(found) == ["nothing written", *(step.name for step in HEARTS.steps)]
    assert {label: count for label, count in found.items() if count} == {
        "nothing written": 2,
        "Step 2: legal": 1,
        "Step 4: remember": 2,
    }
    by_cell = stops(ASSIGNMENT, {"a": frozenset({"player"}), "b": frozenset()})
    assert [(bar.label, bar.value) for bar in by_cell] == [("nothing written", 1), ("player", 1)]


# Examples of both kinds, in which nothing names anybody.
@pytest.fixture(scope="module")
def records():
    rules = Hearts(2)
    basic = (opponent(rules, "basic", key=b"one"), opponent(rules, "basic", key=b"two"))
    tables = [t for n in range(6) for t in rotations(rules, rules.deal(deal_rng("x", "y", n)), basic)]
    return play_games(rules, tables, "forfeit")


PLAYER = f'''
"""Written by Zoe Zimmermann, 1234567, zoe@uni.example"""
# author: somebody else entirely
from dataclasses import dataclass


@dataclass
class Seen:
    """What zoe remembers: {ATTACK}"""
    cards: list


def long_zimmermann_function(hand):
{"".join(f"    x{n} = {n}" + chr(10) for n in range(40))}    return hand


def left_over():
    """Nobody uses this one, and its manual is long enough to be a manual, about nothing at all."""


def play(a, b, c, d) -> tuple[str, Seen]:
    return long_zimmermann_function(b)[0], Seen([])
'''


def test_examples_are_of_both_kinds_and_nothing_in_them_names_anybody(records):
    fault = RecordedFault(0, 3, "forfeit", "RenegError", f"zoe reneged {ATTACK}", position="hand: C2")
    rules = failed("rules", got="a fault", replay=dataclasses.replace(records[0], faults=(fault,)))
    marks = [
        marked("zoe", PLAYER),
        marked("bob", gates=[passed("loads"), rules, skipped("purity", "rules"), skipped("memory", "rules")]),
    ]
    chosen = examples(marks)
    titles = {example.title: example.good for example in chosen}
    given = {example.title for example in examples(marks, PLAYER)}
    assert titles.keys() - given == {"A docstring to work with", "Left over"}
    assert titles["A memory with a type of its own"]
    assert titles["A docstring to work with"]
    assert titles["A function that does everything"] is False
    assert titles["Left over"] is False
    assert titles["Against the rules: RenegError"] is False
    chosen.append(
        play_example("zoe", CostlyMove(records[0], 4, 0, 13, ("C3",), story="zoe lost."), Markup("<i>x</i>"))
    )
    page = gallery_page("hearts", chosen, lambda text: anonymous(text, ["zoe", "Zoe", "Zimmermann", "bob"]))
    for told in ("zoe", "zimmermann", "1234567", "bob", "uni.example"):
        assert told not in page.lower()
    assert ATTACK not in page
    assert "gave away 13 points" in page
    assert replay(records[0]) is not None
