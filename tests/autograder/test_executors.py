"""Jobs in this process and in others: the same results, whatever order they end in and whichever process dies."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from job_functions import fails, kills_itself_unless_alone, own_pid, square
from playfunc_autograder import executors
from playfunc_autograder.executors import LOST, Local, in_order, side_by_side
from until import until

RUNNERS = pytest.mark.parametrize("run", ["spawned", "forked"], indirect=True)


@pytest.fixture
def run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """How many at once → what makes an executor, with processes as on a system that can fork, or cannot."""
    monkeypatch.setattr(executors, "FORKS", request.param == "forked")
    monkeypatch.setattr(executors, "_pools", {})
    yield lambda at_once: Local(at_once).executor
    for pool in executors._pools.values():
        pool.shutdown()


@RUNNERS
@pytest.mark.parametrize("at_once", [1, 2])
def test_every_job_comes_back_once_with_its_result(at_once: int, run: Any) -> None:
    assert sorted(side_by_side(range(20), run(at_once)(square))) == [(n, n * n) for n in range(20)]


@RUNNERS
@pytest.mark.parametrize("at_once", [1, 2])
def test_results_can_be_had_in_the_order_of_the_jobs(at_once: int, run: Any) -> None:
    assert list(in_order(square, range(20), run(at_once))) == [n * n for n in range(20)]


@pytest.mark.hardest("spawned")
@RUNNERS
def test_a_job_that_is_lost_stops_what_needs_all_of_them(run: Any) -> None:
    with pytest.raises(RuntimeError, match=r"job 2 was killed twice.*fewer --jobs"):
        list(in_order(kills_itself_unless_alone, [("fine", 0), ("deadly", 1), ("fine", 2)], run(2)))


@pytest.mark.parametrize("forks", [True, False])
def test_processes_end_with_a_parent_that_is_killed(forks: bool) -> None:
    program = (
        "from job_functions import own_pid\n"
        "from playfunc_autograder import executors\n"
        "from playfunc_autograder.executors import Local, in_order\n"
        f"executors.FORKS = {forks}\n"
        "print(*in_order(own_pid, range(2), Local(2).executor), flush=True)\n"
        "import os, signal\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    path = os.pathsep.join(filter(None, sys.path))
    told = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE
    ).stdout.split()
    left = [psutil.Process(int(pid)) for pid in told if psutil.pid_exists(int(pid))]
    _, alive = psutil.wait_procs(left, 10)
    assert len(told) == 2
    assert not alive


@RUNNERS
@pytest.mark.parametrize("at_once", [1, 2])
def test_jobs_are_asked_for_as_they_are_needed_one_more_for_each_process(at_once: int, run: Any) -> None:
    begun = []

    def jobs() -> Iterator[int]:
        for number in range(6):
            begun.append(number)
            yield number

    results = side_by_side(jobs(), run(at_once)(square))
    next(results)
    assert len(begun) == (1 if at_once == 1 else 2 * at_once)


@pytest.mark.hardest("spawned")
@RUNNERS
def test_only_the_job_whose_process_is_killed_again_is_lost(tmp_path: Path, run: Any) -> None:
    once = (str(tmp_path / "once"), 1)
    jobs = [("fine", 0), once, ("fine", 2), ("deadly", 3), ("fine", 4)]
    found = dict(side_by_side(jobs, run(2)(kills_itself_unless_alone)))
    assert found == {("fine", 0): 0, once: 1, ("fine", 2): 2, ("deadly", 3): LOST, ("fine", 4): 4}


@pytest.mark.hardest("spawned")
@RUNNERS
def test_a_process_killed_by_somebody_else_costs_nothing(run: Any) -> None:
    own = set(in_order(own_pid, range(2), run(2)))
    runs = run(2)(square)
    for number in range(2):
        runs.submit(number)
    found = dict(runs.gather())
    for child in psutil.Process().children(recursive=True):
        if child.pid in own:
            with suppress(
                psutil.NoSuchProcess
            ):  # one that ends by itself, because another of its pool is gone
                child.kill()
    time.sleep(0.5)
    runs.submit(9)
    for _ in until(lambda: runs.idle):
        found |= dict(runs.gather())
    assert found == {0: 0, 1: 1, 9: 81}


@RUNNERS
@pytest.mark.parametrize("at_once", [1, 2])
def test_what_a_job_raises_is_raised_here(at_once: int, run: Any) -> None:
    with pytest.raises(ValueError, match="no square of 3"):
        list(side_by_side([3], run(at_once)(fails)))
