"""A busy machine changes no verdict: time is judged by the worker's own clock, and the wall only caps.

(A time-out by the wall alone, which is tried once more: `test_faults.py`.)
"""

import dataclasses
import os
import signal
import sys

import killing
import pytest
from course_assignments import HEARTS
from playfunc.errors import TimeError
from playfunc.player import Reply
from playfunc_autograder.asker import WorkerAsker
from playfunc_autograder.sandbox import Tier
from playfunc_checks.marking import check_player
from playfunc_checks.submitted_player import Limits

pytestmark = [
    pytest.mark.broad,
    pytest.mark.skipif(sys.platform != "linux", reason="other processes' CPU clocks are Linux's"),
]

LIMITS = Limits(move_seconds=0.2, wall_factor=100.0, restarts=50)

WORKS = """
from time import process_time
def play(player_id, hand, trick, previous):
    end = process_time() + float(player_id)
    while process_time() < end: pass
    return hand[0], None
"""


def burn():
    while True:
        pass


@pytest.fixture
def busy():
    """Two processes for every processor that do nothing but burn."""
    burners = [killing.start(burn) for _ in range(2 * (os.cpu_count() or 1))]
    yield
    for pid in burners:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def test_cpu_time_is_judged_however_long_the_wall_clock_says(make_worker, ask, busy):
    quick, slow = "0.01", "1.0"
    worker = make_worker(WORKS, limits=LIMITS, tier=Tier.C)
    answers = worker.answer([ask(quick), ask(slow), ask(quick)])
    assert [type(answer) for answer in answers] == [Reply, TimeError, Reply]
    assert "0.2 s of CPU time" in answers[1].reason


LEGAL = """
from playfunc import Card, legal_cards
def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    return options[0], sum(range(20_000)) % 7
"""


@pytest.mark.long
def test_a_busy_machine_changes_no_verdict(request):
    slow = LEGAL.replace("20_000", "400_000_000")
    assignment = dataclasses.replace(
        HEARTS, deals=2, rules_deals=1, published=Limits(move_seconds=0.3, load_seconds=5.0, restarts=2)
    )
    players = (LEGAL, slow)
    idle = [_verdicts(check_player(source, assignment, WorkerAsker(), "load")) for source in players]
    request.getfixturevalue("busy")
    assert [_verdicts(check_player(source, assignment, WorkerAsker(), "load")) for source in players] == idle
    assert idle[0] != idle[1]


def _verdicts(results):
    return [(result.check, result.verdict, result.facts) for result in results]
