"""A class of a thousand, by `make test-thousand`: every executor gives the same bytes, and the whole week goes through.

`PLAYFUNC_CLASS=60 make test-thousand` takes a smaller class, of at least 24. Figures are printed as tables.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import psutil
import pytest
from dask_cluster import DaskCluster
from playfunc_autograder.cluster import workers as connected
from playfunc_autograder.executors import Local, Workers
from playfunc_classroom.nbgrader_bridge import Course
from thousand import Marking, Poisoned, large_course, mark_all_by, sizes
from week import Week, mark_all

pytestmark = [
    pytest.mark.thousand,
    pytest.mark.filterwarnings("ignore"),  # nbgrader, nbconvert and SQLAlchemy warn about themselves
]

SIZE = int(os.environ.get("PLAYFUNC_CLASS", "1000"))
DEALS = 20
BLAMED_SECONDS = 60.0


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return large_course(tmp_path_factory.mktemp("thousand") / "course", SIZE, DEALS).root


@pytest.fixture(scope="module")
def ways(released: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Marking]:
    """The class marked by each executor, in a copy of the course of its own; at last with three workers killed and one
    submission that kills whoever marks it."""
    folder = tmp_path_factory.mktemp("ways")

    def course(name: str) -> Course:
        return Course.open(shutil.copytree(released, folder / name))

    local: Mapping[str, Workers] = {"serial": Local(1), "loky": Local(2)}
    found = {name: mark_all_by(course(name), workers) for name, workers in local.items()}
    with DaskCluster(folder / "cluster", workers=4) as dask, connected("hearts", 1, dask.address) as cluster:
        found["dask"] = mark_all_by(course("dask"), cluster)

        def kill(done: int) -> None:
            if done in (
                SIZE // 4,
                SIZE // 2,
                3 * SIZE // 4,
            ):  # far enough apart for one to be over before the next
                psutil.Process(dask.worker_pids()[0]).kill()

        found["killed"] = mark_all_by(course("killed"), Poisoned(cluster, POISON), kill)
    return found


POISON = f"s{101 + SIZE // 2}"


def test_every_executor_gives_the_same_bytes(ways: Mapping[str, Marking], released: Path, capsys) -> None:
    serial = ways["serial"]
    assert len(serial.files) == SIZE + 1
    assert ways["loky"].files == serial.files
    assert ways["dask"].files == serial.files
    assert not any(each.trouble for name, each in ways.items() if name != "killed")
    job, mark = sizes(Course.open(released), "s101")
    with capsys.disabled():
        print(f"\n{SIZE} submissions at {DEALS} deals; a job is {job} bytes, a mark {mark}")
        for name, each in ways.items():
            print(
                f"{name:8} {each.wall:8.1f} s {each.cpu:8.1f} s of CPU, client at most {each.memory / 1e6:.0f} MB"
            )


def test_killed_workers_cost_nothing_and_a_poison_submission_is_blamed_alone(
    ways: Mapping[str, Marking],
) -> None:
    serial, killed = ways["serial"], ways["killed"]
    assert list(killed.trouble) == [POISON]
    assert "was killed twice" in killed.trouble[POISON]
    marks = {
        name: content
        for name, content in serial.files.items()
        if name != "grades.json" and POISON not in name
    }
    assert {name: content for name, content in killed.files.items() if name != "grades.json"} == marks
    before = max((turn for turn in killed.turns.values() if turn < killed.turns[POISON]), default=0.0)
    assert killed.turns[POISON] - before < BLAMED_SECONDS


def test_the_whole_week_goes_through(tmp_path: Path, capsys) -> None:
    week = Week(tmp_path, SIZE, deals=DEALS)
    assert f"{SIZE} submissions: {SIZE} new." in week.collect()
    week.grade()
    assert f"{SIZE - 1} unchanged" in week.collect_again()
    week.grade(week.cast.again, step="grade one again")
    week.similarity()
    mark_all(week.course)
    week.feedback()
    assert len([*(week.root / "feedback").glob("*/hearts/hearts.html")]) == SIZE
    week.export()
    week.forget(week.cast.forgotten)
    assert set(week.course.students("hearts")) == set(week.cast.students) - {week.cast.forgotten}
    with capsys.disabled():
        print("\n" + week.table())
