"""The rules check ends where going on would only cost time, and counts no fault that nobody saw."""

import dataclasses
import json

import pytest
from course_assignments import HEARTS
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.checks.beats import check_beats
from playfunc_checks.checks.context import Context
from playfunc_checks.checks.win_rate import STUDENT
from playfunc_checks.marking import check_player
from playfunc_checks.submitted_player import Limits

pytestmark = pytest.mark.usefixtures("few_questions")


IMPATIENT = dataclasses.replace(
    HEARTS, rules_deals=5, published=Limits(move_seconds=0.05, load_seconds=5.0, asleep_seconds=0.5)
)

LOOPS = """
from playfunc import Card

def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    while True: pass
"""

SLEEPS = """
import time
from playfunc import Card, legal_cards

def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    time.sleep(0.05)
    memory = previous[1] if previous else ""
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[0], memory
"""


def rules_of(source):
    (result,) = (
        r
        for r in check_player(source, IMPATIENT, WorkerAsker(), "secret", only=["loads", "rules"])
        if r.check == "rules"
    )
    assert not result.ok
    return result


def test_a_player_that_loops_ends_the_check_after_a_few_faults():
    result = rules_of(LOOPS)
    assert result.got.startswith("a fault in 5 of 40 hands: 5 × ")
    assert result.got.endswith("the check ended there, with 35 hands not played out")
    assert result.facts["faults"] == 5


def test_a_player_that_sleeps_is_called_too_slow():
    result = rules_of(SLEEPS)
    assert result.got.startswith("too slow: ")
    assert "it slept for over 0.5 s in total" in result.reason
    assert (result.facts["faults"], result.facts["kinds"]) == (1, {"TimeError": 1})


MEETS = """
from playfunc import Card, legal_cards

def play(player_id, hand, trick, previous) -> tuple[Card, list[str]]:
    met = set(previous[1]) | {who for _, who in previous[0]} if previous else set()
    cards = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    return cards[0], sorted(met | {who for _, who in trick})
"""


def test_at_tables_of_four_the_others_ids_are_drawn_anew_for_each_deal():
    with Context(MEETS, dataclasses.replace(HEARTS, rules_deals=3), "secret", WorkerAsker()) as context:
        against_others = [p.record for p in context.games if len(p.record.players) == 4 and len(p.seats) == 1]
    met = {
        tuple(one for one in json.loads(move.memory) if one != STUDENT)
        for game in against_others
        for move in game.moves
        if game.players[move.seat] == STUDENT and move.memory.count(",") == 3
    }
    assert not any("basic" in one for ids in met for one in ids)
    assert len({one for ids in met for one in ids}) == 3 * 3, "three others of three deals"


def test_the_rules_check_tells_how_much_of_all_tables_is_played():
    told = []
    one = dataclasses.replace(HEARTS, rules_deals=1)

    def tell(check, done, total):
        told.append((check, done / total))

    with Context(MEETS, one, "secret", WorkerAsker(), tell) as context:
        assert len(context.games) == sum(seats + 1 for seats in HEARTS.tables)
    assert {check for check, _ in told} == {"rules"}
    assert told == sorted(told)
    assert told[-1][1] == 1


def test_a_win_check_counts_only_faults_that_were_seen():
    few = dataclasses.replace(IMPATIENT, deals=12, least_deals=12)
    with Context(LOOPS, few, "secret", WorkerAsker()) as context:
        result = check_beats(context, "basic")
    assert not result.ok
    assert result.reason.startswith("5 playings were forfeited. The first: TimeError: ")
    assert result.reason.endswith("more were not played out, because the player was not asked any more.")


CLAIMS = """
def play(player_id, hand, trick, previous):
    raise ValueError("the time is used up, so it is not asked any more")
"""


def test_a_fault_cannot_pass_for_one_of_a_question_that_was_never_put():
    result = rules_of(CLAIMS)
    assert set(result.facts["kinds"]) == {"PlayerCrash"}
    assert "the time is used up, …" in result.reason
