"""Asking again finds what it should, says what to do about it, and tells no hidden deals."""

import dataclasses
from types import SimpleNamespace

import pytest
from course_assignments import HEARTS, against
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.checks.gates import check_purity
from playfunc_checks.checks.repeated_questions import BOUND, STATE, Again, hint, suspect
from playfunc_checks.marking import check_player
from playfunc_checks.results import Verdict

QUICK = dataclasses.replace(against(HEARTS, "basic"), deals=2, rules_deals=1)

LEGAL = """
from playfunc import Card, legal_cards

def legal(hand, trick, previous):
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
"""

HIDES = (
    LEGAL
    + """
import gc, hashlib
PUBLIC = hashlib.blake2b(b"public", digest_size=32, person=b"player").digest()
count = 0

def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    global count
    count += 1
    watched = any(o._key == PUBLIC for o in gc.get_objects() if type(o).__name__ == "FunctionPlayer")
    return legal(hand, trick, previous)[0], 0 if watched else count
"""
)


def results(source, only=None):
    return {
        result.check: result for result in check_player(source, QUICK, WorkerAsker(), "hidden", only=only)
    }


def test_who_behaves_where_it_knows_the_games_is_found_in_those_it_does_not_know():
    found = results(HIDES)
    assert found["purity"].verdict is Verdict.PASSED
    win = found["beats-basic"]
    assert (win.verdict, win.got) == (Verdict.FAILED, "impure")
    assert win.hint == STATE
    assert win.replay is None
    assert "Line 13 of `play`, player.py: count += 1" in win.reason
    assert "C2" not in win.reason  # no card of a deal that others may still play


COUNTS = (
    LEGAL
    + """
count = 0

def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    global count
    count += 1
    cards = legal(hand, trick, previous)
    return cards[count % len(cards)], count
"""
)


def test_the_evidence_names_the_line_and_can_be_run():
    purity = results(COUNTS, ("loads", "rules", "purity"))["purity"]
    assert purity.got.endswith(" of 40 answers differ when asked again")
    assert ", player.py: count += 1\nThis changes `count`, which outlives the call." in purity.reason
    _, _, question = purity.reason.partition("The question, to run in your notebook:\n\n")
    asked = []
    exec(question, {"play": lambda *arguments: asked.append(arguments)})
    [(_, hand, _, previous)] = asked
    assert len(hand) > 1
    assert previous is None or isinstance(previous[1], int)


TYPED = """
import dataclasses

@dataclasses.dataclass(frozen=True)
class Seen:
    count: int
""" + COUNTS.replace("int]", "Seen]").replace("cards)], count", "cards)], Seen(count)")


def test_the_question_makes_memory_of_the_players_own_type():
    _, _, question = results(TYPED, ("loads", "rules", "purity"))["purity"].reason.partition(
        "The question, to run in your notebook:\n\n"
    )
    notebook, asked = {}, []
    exec(TYPED, notebook)
    play = notebook["play"]

    def noting(*arguments):
        asked.append(arguments)

    noting.__annotations__ = play.__annotations__
    exec(question, {"play": noting})
    [(_, _, _, previous)] = asked
    assert isinstance(previous[1], notebook["Seen"])


def test_who_lacks_a_name_is_told_where_to_put_it():
    rules = results("def play(*arguments):\n    return looking_ahead(*arguments)\n", ("loads", "rules"))[
        "rules"
    ]
    assert "NameError: name 'looking_ahead'" in rules.reason
    assert "does not have `looking_ahead`. Import it in the top cell of your player, or copy" in rules.hint


def test_a_program_is_shown_no_question_for_a_notebook():
    again = Again(1, 1, [(None, ("C2", None), ("C3", None))])
    purity = check_purity(SimpleNamespace(again_public=again, source="", program="player"))
    assert "C2 in a game, and C3 in a fresh process" in purity.reason
    assert "notebook" not in purity.reason


def test_a_memory_of_200_characters_is_shown_whole_and_a_longer_one_cut():
    again = Again(1, 1, [(None, ("C2", "m" * 200), ("C2", "n" * 201))])
    purity = check_purity(SimpleNamespace(again_public=again, source="", program="player"))
    assert f"the memory {'m' * 200} and then {'n' * 199}…." in purity.reason


@pytest.mark.parametrize(
    ("source", "clock"),
    [
        ("import time\ndef play(*a):\n    end = time.monotonic() + 1", "time.monotonic"),
        ("from time import perf_counter as pc\ndef play(*a):\n    return pc()", "pc"),
        ("import datetime\ndef play(*a):\n    return datetime.datetime.now()", "datetime.datetime.now"),
        ("import time as t\nx = lambda: t.time_ns()", "t.time_ns"),
    ],
)
def test_who_reads_a_clock_is_told_how_to_bound_by_iterations(source, clock):
    assert hint(source) == BOUND.format(clock=clock)
    assert "number of iterations" in hint(source)


@pytest.mark.parametrize(
    "source",
    [
        "count = 0\ndef play(*a): ...",
        "import time\ntime.sleep(1)",
        "def now(): ...\nnow()",
        "def broken(",
        "\0",
    ],
)
def test_who_reads_none_is_told_about_state(source):
    assert hint(source) == STATE


def test_a_function_of_a_module_changes_nothing_that_outlives_the_call():
    assert suspect("import numpy\ndef play(*a):\n    return numpy.append(a, 1)") == ""
    assert suspect("import numpy as np\ndef play(*a):\n    return np.append(a, 1)") == ""
    assert "changes `seen`" in suspect("seen = []\ndef play(*a):\n    seen.append(a)")
    assert suspect("def broken(") == ""
