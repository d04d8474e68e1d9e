"""Examples of both kinds, in which nothing names anybody."""

import dataclasses

import pytest
from made_up_marks import marked
from markupsafe import Markup
from playfunc.costs import CostlyMove
from playfunc.duplicate import deal_rng, rotations
from playfunc.games.hearts import Hearts
from playfunc.match import play_games
from playfunc.record import RecordedFault, replay
from playfunc_checks.results import failed, passed, skipped
from playfunc_classroom.pages.gallery import examples, gallery_page, play_example
from playfunc_classroom.privacy.anonymous import anonymous
from playfunc_opponents import opponent

ATTACK = "</pre><script>hostile_marker()</script>"


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
