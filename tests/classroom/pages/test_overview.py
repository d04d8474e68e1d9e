"""The class at a glance, and examples for the lecture, from marks that are made up."""

import dataclasses

import pytest
from course_assignments import HEARTS
from course_fixture import CAUTIOUS
from markupsafe import Markup
from playfunc.duplicate import deal_rng, rotations
from playfunc.games.hearts import Hearts
from playfunc.match import play_games
from playfunc.record import RecordedFault, replay
from playfunc_checks.facts import source_facts
from playfunc_checks.marking import mark_failure, points
from playfunc_checks.results import failed, passed, skipped
from playfunc_classroom.marks.store import Mark, Stamp
from playfunc_classroom.pages.gallery import examples, gallery_page, play_example
from playfunc_classroom.pages.overview import (
    loss_bars,
    outliers,
    overview_page,
    point_bars,
    rate_bars,
    steps,
)
from playfunc_classroom.pages.report import class_page
from playfunc_classroom.policy.overrides import Override
from playfunc_classroom.privacy.anonymous import anonymous
from playfunc_opponents import opponent
from playfunc_opponents.costs import CostlyMove
from playfunc_opponents.reviews import profile_of

ATTACK = "</pre><script>hostile_marker()</script>"


@pytest.fixture(scope="module")
def records():
    rules = Hearts(2)
    basic = (opponent(rules, "basic", key=b"one"), opponent(rules, "basic", key=b"two"))
    tables = [t for n in range(6) for t in rotations(rules, rules.deal(deal_rng("x", "y", n)), basic)]
    return play_games(rules, tables, "forfeit")


def win(tier, rate, error=0.01, forfeits=0):
    facts = {"win_rate": rate, "standard_error": error, "forfeits": forfeits}
    facts["losses"] = {"by_trick": [rate] * 26}
    return (passed if rate >= 0.6 else failed)(f"beats-{tier}", got=f"{rate:.0%}", facts=facts)


def marked(student, source=CAUTIOUS, wins=(0.9, 0.3, 0.1), gates=None, notes=()):
    gates = gates or [passed("loads"), passed("rules"), passed("purity"), passed("memory")]
    results = (*gates, *(win(t, rate) for t, rate in zip(HEARTS.tiers, wins, strict=True)))
    facts = source_facts(source) if source else None
    rest = (points(results, HEARTS), "", (), facts, source, "A")
    return Mark(student, Stamp(student, "", ""), "", notes, results, *rest)


def test_the_class_table_has_points_beside_verdicts_and_columns_by_hand_where_somebody_gave_some():
    marks = [marked("ann", wins=(0.9, 0.3, 0.1)), marked("bob")]
    page = class_page(marks, HEARTS)
    assert '<span class="pf-verdict pf-passed">passed</span> 10</td>' in page
    assert '<span class="pf-verdict pf-failed">failed</span> 0</td>' in page
    assert "overrides" not in page
    given = Override("bob", "beats-minmax", 7.5, 0.0, None, "lee", "2026-11-20T08:00:00+00:00", "Ours.", "")
    page = class_page(marks, HEARTS, {"bob": {"beats-minmax": given}})
    assert '<th scope="col">after overrides</th>' in page
    assert "<td>17.5</td>" in page


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


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("# Author: Kim\nx = 1", "# [taken out]\nx = 1"),
        ("name = 'kim'", "name = 'somebody'"),
        ("see https://github.com/kim/x now", "see [address] now"),
        ("kimberley kim kim_plays(kim)", "kimberley somebody somebody_plays(somebody)"),
        ("jonasplayer", "somebodyplayer"),
        ("id 12345678, deals 2000", "id [number], deals 2000"),
        ('    """Student: Kim"""', "[taken out]"),
        ("    name: value + 1\n    for name in hand", "    name: value + 1\n    for name in hand"),
        ("@dataclass\nclass X:", "@dataclass\nclass X:"),
    ],
)
def test_what_names_somebody_is_taken_out(text, left):
    assert anonymous(text, ["kim", "jonas"]) == left
