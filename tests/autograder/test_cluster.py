"""Jobs on a real Dask scheduler, whose workers are processes that share no folder."""

import json
import re
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest
from dask_cluster import DaskCluster, end
from job_functions import (
    facts_of_worker,
    fails,
    kills_itself_unless_alone,
    marked_environment,
    own_pid,
    square,
    waits,
)
from playfunc_autograder import cluster as module
from playfunc_autograder.cluster import Cluster, ClusterError, differing, worker_facts
from playfunc_autograder.executors import LOST, in_order, side_by_side

CLUSTER = pytest.mark.cluster


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with DaskCluster(tmp_path_factory.mktemp("dask")) as cluster:
        yield cluster


@pytest.fixture
def cluster(dask: DaskCluster) -> Iterator[Cluster]:
    with Cluster.connect(dask.address) as connected:
        yield connected


@CLUSTER
def test_results_come_in_the_order_of_the_jobs(cluster: Cluster) -> None:
    assert cluster.count == 2
    assert list(in_order(square, range(20), cluster.executor)) == [n * n for n in range(20)]


@CLUSTER
def test_all_workers_work(cluster: Cluster) -> None:
    assert len(set(in_order(own_pid, range(8), cluster.executor))) == 2


@CLUSTER
def test_the_scheduler_is_named_by_its_file_too(dask: DaskCluster) -> None:
    with Cluster.connect(str(dask.file)) as cluster:
        assert list(in_order(square, [3], cluster.executor)) == [9]


@CLUSTER
def test_what_a_job_raises_is_raised_here(cluster: Cluster) -> None:
    with pytest.raises(ValueError, match="no square of 3"):
        list(side_by_side([3], cluster.executor(fails)))


@CLUSTER
def test_only_the_job_that_kills_its_worker_is_lost(cluster: Cluster, tmp_path: Path) -> None:
    once = (str(tmp_path / "once"), 1)
    twice = (str(tmp_path / "twice"), 2)
    jobs = [("fine", 0), once, twice, ("deadly", 3), ("fine", 4), ("fine", 5)]
    found = dict(side_by_side(jobs, cluster.executor(kills_itself_unless_alone)))
    assert found == {job: LOST if job[0] == "deadly" else job[1] for job in jobs}


@CLUSTER
def test_a_worker_killed_by_somebody_else_costs_nothing(cluster: Cluster, dask: DaskCluster) -> None:
    threading.Timer(0.5, lambda: [psutil.Process(pid).kill() for pid in dask.worker_pids()[:1]]).start()
    assert list(in_order(waits, range(8), cluster.executor)) == list(range(8))


@CLUSTER
def test_workers_like_this_computer_are_accepted(cluster: Cluster) -> None:
    cluster.compare(partial(worker_facts, "hearts"))
    assert list(in_order(square, [2], cluster.executor)) == [4]


@CLUSTER
def test_workers_that_differ_are_refused_with_a_list(cluster: Cluster) -> None:
    with pytest.raises(ClusterError, match=r"(?s)not like this computer.*pid: \d+ here, \d+ on tcp"):
        cluster.compare(facts_of_worker)


def test_differences_are_listed_once_with_the_number_of_workers() -> None:
    workers = {
        "tcp://a:1": {"code": "2"},
        "tcp://b:1": {"code": "2"},
        "tcp://c:1": {"code": "1", "numba": "0.6"},
        "tcp://d:1": ImportError("no module playfunc"),
    }
    assert differing({"code": "1"}, workers) == [
        "  code: 1 here, 2 on 2 workers, such as tcp://a:1",
        "  numba: none here, 0.6 on tcp://c:1",
        "  playfunc: can be imported here, ImportError: no module playfunc on tcp://d:1",
    ]


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("tcp://10.1.2.3:8786", "carry the course's secret, so a scheduler on another computer is reached by TLS"),
        ("head.example.org:8786", "reached by TLS"),
        ("nowhere.json", "there is no file 'nowhere.json', and it is no address, such as tcp://127.0.0.1:8786"),
        ("tcp://127.0.0.1:9", "no scheduler can be reached at tcp://127.0.0.1:9"),
    ],
)  # fmt: skip
def test_an_address_that_cannot_be_used_is_told_why(
    told: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CONNECTING", 1.0)
    with pytest.raises(ClusterError, match=re.escape(why)):
        Cluster.connect(told)


def test_a_file_that_names_no_scheduler_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.json"
    file.write_text(json.dumps({"workers": {}}))
    with pytest.raises(ClusterError, match="no file that `dask scheduler --scheduler-file` has written"):
        Cluster.connect(str(file))


@CLUSTER
def test_a_worker_that_comes_later_and_differs_does_no_job(tmp_path: Path) -> None:
    with DaskCluster(tmp_path, workers=1) as dask, Cluster.connect(dask.address) as cluster:
        cluster.compare(marked_environment)
        dask.workers.append(dask.add_worker(PLAYFUNC_TEST_MARK="other"))
        end(dask.workers[0].pid)
        with pytest.raises(ClusterError, match="mark: none here, other on a worker that came later"):
            list(side_by_side(range(50), cluster.executor(waits)))


@CLUSTER
def test_workers_of_several_threads_are_refused(tmp_path: Path) -> None:
    with DaskCluster(tmp_path, workers=0) as dask, Cluster.connect(dask.address) as cluster:
        with pytest.raises(ClusterError, match="has no workers; start some: dask worker tcp://127"):
            cluster.compare(marked_environment)
        dask.add_worker("--nthreads", "2")
        dask.wait_for_workers(1)
        with pytest.raises(ClusterError, match="start it with --nthreads 1, which these were not: tcp://127"):
            cluster.compare(marked_environment)


@CLUSTER
def test_a_run_without_workers_or_scheduler_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ALONE", 2.0)
    with DaskCluster(tmp_path, workers=1) as dask, Cluster.connect(dask.address) as cluster:
        runs = cluster.executor(waits)
        runs.submit(1)
        assert runs.gather() == [(1, 1)]
        end(dask.workers[0].pid)
        runs.submit(2)
        with pytest.raises(ClusterError, match="has had no workers for 2 s; what is done is kept"):
            runs.gather()
        end(dask.scheduler.pid)
        with pytest.raises(ClusterError, match="does not answer any more; what is done is kept"):
            list(side_by_side(range(3), cluster.executor(waits)))
