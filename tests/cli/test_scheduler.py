"""`--scheduler`: the same results from other computers' workers, or a sentence that says why not."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import command
import pytest
from command import one_sentence, run_here
from course_fixture import CAUTIOUS, RENEGES, hand_in, make_course
from dask_cluster import DaskCluster


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with DaskCluster(tmp_path_factory.mktemp("dask")) as cluster:
        yield cluster


def test_a_scheduler_that_cannot_be_used_is_one_sentence() -> None:
    done = run_here("contest", "footsteps", "basic", "minmax", "--deals", "1", "--scheduler", "none.json")
    assert "there is no file 'none.json', and it is no address" in one_sentence(done)


@pytest.mark.cluster
def test_marks_are_the_same_to_the_byte_as_in_one_process(dask: DaskCluster, tmp_path: Path) -> None:
    first = make_course(tmp_path / "first").root
    course = make_course(tmp_path / "first")
    for student, source in (("ann", CAUTIOUS), ("bob", RENEGES), ("eve", "play = None")):
        hand_in(course, student, source)
    second = shutil.copytree(first, tmp_path / "second")
    assert _marked(first) == _marked(second, "--scheduler", dask.address)


def _marked(course: Path, *options: str) -> dict[str, bytes]:
    done = command.run("grade", course, "hearts", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    files = [*course.glob("marks/hearts/*/mark.json"), course / "reports/hearts/grades.json"]
    assert len(files) == 4
    return {str(file.relative_to(course)): file.read_bytes() for file in files}


@pytest.mark.cluster
def test_a_contest_has_the_same_standings(dask: DaskCluster, tmp_path: Path) -> None:
    player = tmp_path / "ann.py"
    player.write_text(CAUTIOUS)
    contest = ("contest", "hearts", player, "basic", "minmax", "--deals", "6", "--seed", "7")
    here = command.run(*contest)
    there = command.run(*contest, "--scheduler", str(dask.file))
    assert here.returncode == there.returncode == 0, there.stderr
    assert "minmax" in here.stdout
    assert there.stdout == here.stdout


@pytest.mark.cluster
def test_calibration_finds_the_same(dask: DaskCluster, tmp_path: Path) -> None:
    stores = tmp_path / "here.json", tmp_path / "there.json"
    for store, options in zip(stores, ((), ("--scheduler", dask.address)), strict=True):
        done = command.run(
            *("calibrate", "--game", "footsteps", "--deals", "6", "--only", "basic", "--store", store),
            *options,
        )
        assert done.returncode == 0, done.stderr
    assert stores[0].read_bytes() == stores[1].read_bytes()


@pytest.mark.cluster
def test_a_program_of_this_computer_does_not_play_elsewhere(dask: DaskCluster) -> None:
    program = f"exec:{sys.executable} -c pass"
    done = command.run(
        *("contest", "footsteps", program, "basic", "--deals", "1", "--strict", "--scheduler", dask.address)
    )
    assert done.returncode == 2
    assert "basic" not in done.stdout
