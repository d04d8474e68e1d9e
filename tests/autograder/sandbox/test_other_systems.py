"""What Windows and macOS lack, taken away: the same answers come, by coarser means."""

import sys

import pytest
from playfunc.errors import PlayerCrash, TimeError
from playfunc.player import Reply
from playfunc_autograder.sandbox import Tier, worker_process
from playfunc_autograder.sandbox.bubblewrap import Command, plain
from playfunc_checks.submitted_player import Limits

pytestmark = pytest.mark.broad

OBEDIENT = """
import os, time
def play(player_id, hand, trick, previous):
    exec(player_id)
    return hand[0], None
"""
GOOD = Reply("C2", "null")


def without_resource(settings):
    """The worker where `import resource` fails, as on Windows."""
    command = plain(settings)
    *flags, script, text = command.argv
    start = (
        "import runpy, sys; sys.modules['resource'] = None; "
        "runpy.run_path(sys.argv.pop(1), run_name='__main__')"
    )
    return Command((*flags, "-c", start, script, text), command.environment)


def test_without_the_resource_module(make_worker, ask):
    worker = make_worker(
        OBEDIENT, limits=Limits(move_seconds=0.2, wall_factor=50.0), launcher=without_resource
    )
    answers = worker.answer(
        [ask("import resource"), ask("pass"), ask("while True: pass"), ask("os._exit(2)")]
    )
    assert "import of resource halted" in answers[0].reason
    assert answers[1] == GOOD
    assert isinstance(answers[2], TimeError)
    assert isinstance(answers[3], PlayerCrash)


def test_without_another_process_s_cpu_clock(make_worker, ask, monkeypatch):
    monkeypatch.setattr(worker_process, "READABLE", False)
    worker = make_worker(OBEDIENT, limits=Limits(move_seconds=0.5))
    good, loop = worker.answer([ask("pass"), ask("while True: pass")])
    assert good == GOOD
    assert isinstance(loop, TimeError)
    assert loop.reason == "this move took over 0.5 s"
    assert 0.5 <= worker.slowest_move < 5


def test_without_process_groups(make_worker, ask, monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(worker_process, "READABLE", False)
    worker = make_worker(OBEDIENT, tier=Tier.C)
    assert worker.answer([ask("pass")] * 3) == [GOOD] * 3
    worker.close()


@pytest.mark.skipif(sys.platform != "linux", reason="the clock is Linux's")
def test_the_cpu_clock_counts_work_and_not_waiting(make_worker, ask):
    worker = make_worker(OBEDIENT)
    worker.answer([ask("time.sleep(0.3)")])
    waited = worker.cpu_seconds
    worker.answer([ask("end = time.process_time() + 0.1\nwhile time.process_time() < end: pass")])
    assert waited < 0.05
    assert 0.1 <= worker.cpu_seconds - waited < 0.2
