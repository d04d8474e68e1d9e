"""A player that sleeps is too slow, whatever its CPU time; waiting for a busy processor is no sleep."""

import os
import subprocess
import sys
import time

import pytest
from playfunc.errors import PlayError, TimeError
from playfunc.games.hearts import Hearts
from playfunc.player import Reply
from playfunc_autograder.programs import program_player
from playfunc_autograder.sandbox.worker_process import Stopwatch, WorkerClock
from playfunc_checks.submitted_player import Budget, Limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells waiting from sleeping")

DROWSY = Limits(asleep_seconds=0.5)

SLEEPS = """
import time

def play(player_id, hand, trick, previous):
    time.sleep(0.12)
    return hand[0], None
"""

SLEEPS_ONCE = """
import time
asked = 0

def play(player_id, hand, trick, previous):
    global asked
    asked += 1
    if asked == 3:
        time.sleep(1.5)
    return hand[0], None
"""

SLEEPS_LOADING = """
import time
time.sleep(1.5)

def play(player_id, hand, trick, previous):
    return hand[0], None
"""


def test_a_player_that_sleeps_is_too_slow_long_before_the_wall_says_so(make_worker, ask):
    worker = make_worker(SLEEPS, limits=DROWSY)
    answers = worker.answer([ask(str(n)) for n in range(40)])
    assert answers[:3] == [Reply("C2", "null")] * 3
    assert isinstance(answers[-1], TimeError)
    assert "it slept for over 0.5 s in total, and slept again" in answers[-1].reason
    assert worker.overslept == answers[-1].reason
    assert worker.calls < 20


def test_one_standstill_of_the_machine_is_forgiven_and_a_second_is_not(make_worker, ask):
    worker = make_worker(SLEEPS_ONCE, limits=DROWSY)
    first = [worker.answer([ask(str(n))])[0] for n in range(3)]
    assert not any(isinstance(answer, PlayError) for answer in first)
    assert not worker.exhausted
    assert not any(isinstance(worker.answer([ask(str(n))])[0], PlayError) for n in range(2))
    assert worker.exhausted


def test_sleeping_while_loading_counts(make_worker, ask):
    worker = make_worker(SLEEPS_LOADING, limits=DROWSY)
    worker.answer([ask()])
    assert worker.exhausted


def test_computing_is_no_sleep(make_worker, ask):
    source = SLEEPS.replace(
        "time.sleep(0.12)", "end = time.process_time() + 0.12\n    while time.process_time() < end: pass"
    )
    worker = make_worker(source, limits=DROWSY)
    assert not any(
        isinstance(answer, PlayError) for answer in worker.answer([ask(str(n)) for n in range(12)])
    )


def test_waiting_for_a_busy_processor_is_no_sleep():
    """All on one processor: the process gets a share of it, and wants all."""
    busy = f"""
import os, time
os.sched_setaffinity(0, {{{min(os.sched_getaffinity(0))}}})
end = time.monotonic() + 2
while time.monotonic() < end: pass
"""
    crowd = [subprocess.Popen([sys.executable, "-c", busy]) for _ in range(4)]
    try:
        time.sleep(0.5)
        watch = Stopwatch(WorkerClock(crowd[0].pid))
        watch.start()
        time.sleep(1.0)
        spent = watch.stop()
    finally:
        for process in crowd:
            process.kill()
            process.wait()
    assert spent.wall - spent.cpu > 0.5
    assert spent.asleep < 0.25 * spent.wall


DROWSY_PROGRAM = (
    "import sys, time\nfor line in sys.stdin:\n    time.sleep(0.12)\n    print({!r}, flush=True)\n"
)


def answers_of(folder, ask, how, source, count):
    (folder / "bot.py").write_text(source)
    with program_player(f"{how}:python3 {folder / 'bot.py'}", Hearts(2), limits=DROWSY) as player:
        return player.answer([ask(str(n)) for n in range(count)]), player.calls, player.exhausted


def test_a_program_that_sleeps_is_too_slow_as_well(tmp_path, ask):
    answers, calls, _ = answers_of(tmp_path, ask, "exec-lines", DROWSY_PROGRAM.format("C2"), 20)
    assert answers[0].move == "C2"
    assert "slept again" in answers[-1].reason
    assert calls < 20


@pytest.mark.parametrize(("seconds", "slow"), [(0.0, False), (0.6, True)])
def test_starting_a_process_for_each_move_is_no_sleep(tmp_path, ask, seconds, slow):
    source = f"import time\ntime.sleep({seconds})\nprint('C2')\n"
    answers, _, exhausted = answers_of(tmp_path, ask, "exec-args", source, 12)
    assert exhausted is slow
    assert any(isinstance(answer, PlayError) for answer in answers) is slow


def test_a_program_pays_for_answers_that_are_none(tmp_path, ask):
    _, calls, exhausted = answers_of(tmp_path, ask, "exec-lines", DROWSY_PROGRAM.format("nothing"), 20)
    assert 3 <= calls < 20
    assert exhausted


def test_the_doubt_is_granted_once():
    budget = Budget(Limits(asleep_seconds=60))
    assert not budget.rest(59.0)
    assert budget.rest(2.0)
    budget.confirm(slept_again=False)
    assert not budget.exhausted
    assert budget.rest(61.0)
    budget.confirm(slept_again=False)
    assert budget.exhausted
