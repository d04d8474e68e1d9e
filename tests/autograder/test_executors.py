"""Jobs in this process and in others: the same results, whatever order they end in and whichever process dies."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from job_functions import fails, kills_itself_unless_alone, square
from joblib.externals.loky import get_reusable_executor
from playfunc_autograder.executors import LOST, executor, in_order, side_by_side


@pytest.fixture(autouse=True)
def processes_end() -> Iterator[None]:
    yield
    get_reusable_executor().shutdown(kill_workers=True)


@pytest.mark.parametrize("at_once", [1, 2])
def test_every_job_comes_back_once_with_its_result(at_once: int) -> None:
    assert sorted(side_by_side(square, range(20), at_once)) == [(n, n * n) for n in range(20)]


@pytest.mark.parametrize("at_once", [1, 2])
def test_results_can_be_had_in_the_order_of_the_jobs(at_once: int) -> None:
    assert list(in_order(square, range(20), at_once)) == [n * n for n in range(20)]


def test_a_job_that_is_lost_stops_what_needs_all_of_them() -> None:
    with pytest.raises(RuntimeError, match=r"job 2 was killed twice.*fewer --jobs"):
        list(in_order(kills_itself_unless_alone, [("fine", 0), ("deadly", 1), ("fine", 2)], 2))


@pytest.mark.parametrize("at_once", [1, 2])
def test_jobs_are_asked_for_when_there_is_a_place_for_them(at_once: int) -> None:
    begun = []

    def jobs() -> Iterator[int]:
        for number in range(6):
            begun.append(number)
            yield number

    results = side_by_side(square, jobs(), at_once)
    next(results)
    assert len(begun) == at_once


def test_only_the_job_whose_process_is_killed_again_is_lost(tmp_path: Path) -> None:
    once = (str(tmp_path / "once"), 1)
    jobs = [("fine", 0), once, ("fine", 2), ("deadly", 3), ("fine", 4)]
    found = dict(side_by_side(kills_itself_unless_alone, jobs, 2))
    assert found == {("fine", 0): 0, once: 1, ("fine", 2): 2, ("deadly", 3): LOST, ("fine", 4): 4}


def test_a_process_killed_by_somebody_else_costs_nothing() -> None:
    runs = executor(square, 2)
    for number in range(2):
        runs.submit(number)
    found = dict(runs.gather())
    for child in psutil.Process().children():
        if "LokyProcess" in " ".join(child.cmdline()):
            child.kill()
    time.sleep(0.5)
    runs.submit(9)
    while not runs.idle:
        found |= dict(runs.gather())
    assert found == {0: 0, 1: 1, 9: 81}


@pytest.mark.parametrize("at_once", [1, 2])
def test_what_a_job_raises_is_raised_here(at_once: int) -> None:
    with pytest.raises(ValueError, match="no square of 3"):
        list(side_by_side(fails, [3], at_once))
