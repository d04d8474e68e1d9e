import os
import signal
import threading
import time

import pytest
from playfunc_web import worker
from playfunc_web.database.tables import Job
from playfunc_web.jobs import (
    ATTEMPTS,
    Lease,
    LeaseLostError,
    enqueue,
    expected_seconds,
    fail,
    finish,
    hand_back,
    heartbeat,
    kept,
    mean_seconds,
    place_in_queue,
    release,
    take,
    urgent,
    waiting,
)
from playfunc_web.site import Site
from playfunc_web.worker import Supervisor, kinds_of_workers, worker_name
from sqlalchemy import select, update

KINDS = ("admission", "meeting", "run")


def queued(site: Site, *targets: int, kind: str = "admission") -> None:
    with site.database.writing() as session:
        for target in targets:
            enqueue(session, kind, f"{kind}/{target}", target)


def taken(site: Site, worker: str = "one", kinds: tuple[str, ...] = KINDS) -> Lease | None:
    with site.database.writing() as session:
        return take(session, worker, kinds)


def job(site: Site, target: int) -> Job:
    with site.database.reading() as session:
        return session.scalars(select(Job).where(Job.target == target)).one()


def run_out(site: Site) -> None:
    """As time does to a lease that nobody renews."""
    with site.database.writing() as session:
        session.execute(update(Job).where(Job.state == "leased").values(lease=1.0))


def test_jobs_are_taken_by_urgency_and_then_in_their_order(site: Site) -> None:
    queued(site, 1, kind="run")
    queued(site, 2, kind="meeting")
    queued(site, 3, 4)
    order = []
    while lease := taken(site):
        order.append(lease.target)
    assert order == [3, 4, 2, 1]


def test_a_worker_takes_its_kinds_alone(site: Site) -> None:
    queued(site, 1, kind="run")
    assert taken(site, kinds=("admission",)) is None
    with site.database.reading() as session:
        assert not waiting(session, ("admission",))
        assert waiting(session, ("run", "admission"))


def test_the_same_work_is_queued_once(site: Site) -> None:
    queued(site, 1, 1)
    queued(site, 1)
    assert taken(site) is not None
    assert taken(site) is None


def test_a_job_is_finished_by_who_holds_it_and_once(site: Site) -> None:
    queued(site, 1)
    lease = taken(site)
    assert lease is not None
    with site.database.writing() as session:
        finish(session, lease)
    assert job(site, 1).state == "done"
    with pytest.raises(LeaseLostError, match="was taken up by another worker"):  # noqa: SIM117
        with site.database.writing() as session:
            finish(session, lease)


def test_a_job_whose_lease_ran_out_is_taken_up_and_the_first_worker_cannot_end_it(site: Site) -> None:
    queued(site, 1)
    slow = taken(site, "slow")
    assert slow is not None
    assert taken(site, "other") is None
    run_out(site)
    other = taken(site, "other")
    assert other.attempt == 2
    for change in (finish, heartbeat, hand_back):
        with pytest.raises(LeaseLostError):  # noqa: SIM117
            with site.database.writing() as session:
                change(session, slow)
    with site.database.writing() as session:
        finish(session, other)
    assert job(site, 1).state == "done"


def test_a_heartbeat_renews_the_lease_and_tells_how_far_the_work_is(site: Site) -> None:
    queued(site, 1)
    lease = taken(site)
    assert lease is not None
    run_out(site)
    with site.database.writing() as session:
        heartbeat(session, lease, 3, 10, "rules")
    assert taken(site, "other") is None
    assert (job(site, 1).done, job(site, 1).total, job(site, 1).note) == (3, 10, "rules")


def test_a_job_that_fails_is_tried_again_until_it_is_broken(site: Site) -> None:
    queued(site, 1)
    lasts = []
    while lease := taken(site):
        with site.database.writing() as session:
            lasts.append(fail(session, lease, "why"))
    assert lasts == [False] * (ATTEMPTS - 1) + [True]
    assert (job(site, 1).state, job(site, 1).note) == ("failed", "why")
    queued(site, 1)  # uploaded again
    assert job(site, 1).state == "queued"


def test_work_that_is_handed_back_costs_no_attempt(site: Site) -> None:
    queued(site, 1)
    for _ in range(ATTEMPTS + 2):
        lease = taken(site)
        assert lease.attempt == 1
        with site.database.writing() as session:
            hand_back(session, lease)


@pytest.mark.parametrize(("counts", "attempt"), [(True, 2), (False, 1)])
def test_the_job_of_a_dead_worker_is_free_at_once_and_the_attempt_counts_unless_the_server_ended_it(
    site: Site, counts: bool, attempt: int
) -> None:
    queued(site, 1, 2)
    taken(site, "dead")
    alive = taken(site, "alive")
    with site.database.writing() as session:
        release(session, "dead", counts=counts)
    again = taken(site, "other")
    assert (again.target, again.attempt, alive.target) == (1, attempt, 2)
    assert taken(site, "other") is None


def test_work_that_gets_on_is_never_given_up(site: Site) -> None:
    """A long run whose worker dies now and then stores a part of it in each attempt."""
    queued(site, 1)
    for _ in range(2 * ATTEMPTS):
        lease = taken(site)
        assert lease.attempt <= 2
        with site.database.writing() as session:
            kept(session, lease)
        run_out(site)
    for _ in range(ATTEMPTS - 1):
        assert taken(site) is not None
        run_out(site)
    last = taken(site)
    assert last.attempt == ATTEMPTS + 1  # `work_off` gives it up


def test_two_workers_never_get_the_same_job(site: Site) -> None:
    queued(site, *range(40))
    got: list[int] = []

    def work(name: str) -> None:
        while lease := taken(site, name):
            got.append(lease.target)

    threads = [threading.Thread(target=work, args=(f"worker {n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == list(range(40))


def test_place_and_expected_time_follow_from_the_queue_and_the_published_mean(site: Site) -> None:
    queued(site, 1, 2, 3)
    queued(site, 9, kind="run")
    lease = taken(site, kinds=("admission",))
    assert lease is not None
    with site.database.writing() as session:
        session.execute(update(Job).where(Job.target == 1).values(started=1000.0, finished=1004.0))
        session.execute(update(Job).where(Job.target == 1).values(state="done"))
    with site.database.reading() as session:
        assert mean_seconds(session, "admission") == 4
        assert [place_in_queue(session, job(site, target)) for target in (1, 2, 3, 9)] == [0, 1, 2, 1]
        assert expected_seconds(session, job(site, 1)) is None
        assert expected_seconds(session, job(site, 3)) == 12  # one is at work or about to be, then 2, then 3
        assert expected_seconds(session, job(site, 3), workers=2) == 6


def test_long_work_learns_of_what_is_more_urgent(site: Site) -> None:
    queued(site, 1, kind="run")
    lease = taken(site)
    assert lease is not None
    with site.database.reading() as session:
        assert not urgent(session, lease)
    queued(site, 2, kind="meeting")
    with site.database.reading() as session:
        assert urgent(session, lease)


def wait_for(happens: object, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not happens():  # type: ignore[operator]
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.05)


def test_one_worker_does_everything_and_of_several_the_first_does_admissions_alone() -> None:
    assert kinds_of_workers(1) == [("admission", "meeting", "run")]
    assert kinds_of_workers(3) == [("admission",), *[("admission", "meeting", "run")] * 2]


def test_a_worker_that_is_killed_is_replaced_and_all_end_with_the_server(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        worker, "SOON_SECONDS", 0.0
    )  # as if it had run for a while: another one is started at once
    with Supervisor(site, 2) as supervisor:
        wait_for(lambda: len(supervisor.pids) == 2)
        first, second = supervisor.pids
        os.kill(first, signal.SIGKILL)
        wait_for(lambda: len(supervisor.pids) == 2 and first not in supervisor.pids)
        assert second in supervisor.pids
        running = supervisor.pids
    for pid in running:
        wait_for(lambda pid=pid: not os.path.exists(f"/proc/{pid}"))


def test_jobs_of_workers_that_went_with_an_earlier_server_are_free_at_once(site: Site) -> None:
    pid = os.spawnlp(os.P_NOWAIT, "true", "true")
    os.waitpid(pid, 0)
    with site.database.writing() as session:
        enqueue(session, "run", "run/1", 1)
        enqueue(session, "run", "run/2", 2)
        dead, alive = worker_name(pid), worker_name(os.getpid())
        held = update(Job).values(state="leased", lease=9e9, attempts=1)
        session.execute(held.where(Job.target == 1).values(worker=dead))
        session.execute(held.where(Job.target == 2).values(worker=alive))
    Supervisor(site, 1)._release_dead()
    with site.database.reading() as session:
        states = session.scalars(select(Job.state).order_by(Job.target)).all()
    assert states == ["queued", "leased"]
