"""A process of its own for jobs: it is kept, told by its end, and undisturbed by threads of this one."""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest
from job_functions import draws, fails, inherited, kills_itself_unless_alone, own_pid, prints, square
from playfunc_autograder.helper_process import Beside, BesideEndedError


def test_jobs_run_one_after_another_in_one_other_process() -> None:
    with Beside() as beside:
        pids = {beside.run(own_pid, number) for number in range(3)}
        assert len(pids) == 1
        assert os.getpid() not in pids
        assert beside.run(square, 12) == 144


def test_what_a_job_prints_is_not_its_answer() -> None:
    with Beside() as beside:
        assert beside.run(prints, "text") == 4


def test_what_a_job_raises_is_raised_and_the_next_one_runs() -> None:
    with Beside() as beside:
        with pytest.raises(ValueError, match="no square of 3"):
            beside.run(fails, 3)
        assert beside.run(square, 3) == 9


def test_a_job_that_kills_its_process_is_told_and_the_next_one_gets_a_new_one() -> None:
    with Beside() as beside:
        with pytest.raises(BesideEndedError):
            beside.run(kills_itself_unless_alone, ("deadly", 1))
        assert beside.run(square, 3) == 9


def test_a_job_that_takes_too_long_is_ended_and_the_next_one_gets_a_new_process() -> None:
    with Beside(seconds=0.01) as beside:
        with pytest.raises(BesideEndedError, match="no answer within 0 s"):
            beside.run(own_pid, 1)
        assert beside.pid is None


def test_one_that_is_closed_takes_no_job() -> None:
    beside = Beside()
    beside.run(square, 3)
    beside.close()
    with pytest.raises(BesideEndedError, match="no job is taken any more"):
        beside.run(square, 3)


@contextmanager
def drawing() -> Iterator[None]:
    """Another thread draws from `random` all the time."""
    over = threading.Event()

    def draw() -> None:
        while not over.is_set():
            random.random()
            time.sleep(0)

    thread = threading.Thread(target=draw)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_threads_that_draw_at_random_change_nothing() -> None:
    expected = draws(5)
    with drawing(), Beside() as beside:
        assert draws(5) != expected, "they do within this process"
        assert beside.run(draws, 5) == expected


def test_the_process_ends_with_the_one_that_started_it() -> None:
    started = subprocess.run(
        [
            sys.executable,
            "-c",
            "import os; from job_functions import own_pid; from playfunc_autograder.helper_process import Beside\n"
            "print(Beside().run(own_pid, 1), flush=True); os._exit(1)",
        ],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path.endswith("helpers")),
        },
        capture_output=True,
        text=True,
    )
    pid = int(started.stdout)
    for _ in range(600):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return
        time.sleep(0.1)
    raise AssertionError("it lives on")


def test_what_a_job_starts_inherits_neither_pipe() -> None:
    """A job carries the course's secret."""
    with Beside() as beside:
        assert beside.run(inherited, 1) == ["/dev/null"]
