"""What the check `memory` says of players that give no answer without their memory."""

import dataclasses

import pytest
from course_assignments import HEARTS
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.marking import check_player

pytestmark = pytest.mark.usefixtures("few_questions")


FEW = dataclasses.replace(HEARTS, rules_deals=1, tables=(2,))

PLAYER = """
from playfunc import Card, legal_cards

def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    moves = 0 if previous is None else previous[1]
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    {}
"""


@pytest.mark.parametrize(
    ("does", "verdict", "changed", "unanswered"),
    [
        ("return options[moves % len(options)], moves + 1", "passed", True, False),
        ("return options[0], moves + 1", "failed", False, False),
        ("import random; return random.choice(options), moves + 1", "failed", False, False),
        ("assert moves == 26 - len(hand); return options[0], moves + 1", "passed", False, True),
    ],
)
def test_a_fault_without_the_memory_is_no_other_move(does, verdict, changed, unanswered):
    *_, rules, found = check_player(
        PLAYER.format(does), FEW, WorkerAsker(), only=("loads", "rules", "memory")
    )
    assert (rules.ok, rules.facts["faults"]) == (True, 0)
    assert found.verdict.value == verdict
    assert bool(found.facts["changed"]) is changed
    assert ("unanswered" in found.facts) is unanswered
    assert found.facts["mean_bytes"] == round(found.facts["mean_bytes"], 1)
    assert ("failed at" in found.got) is unanswered
