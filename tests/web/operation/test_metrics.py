from __future__ import annotations

from playfunc_web.database.tables import Job
from playfunc_web.operation.metrics import Metrics
from playfunc_web.site import Site


def lines(site: Site, metrics: Metrics, trouble: bool = False) -> set[str]:
    return set(metrics.text(site, trouble).decode().splitlines())


def test_requests_are_counted_by_route_and_status(site: Site) -> None:
    metrics = Metrics()
    for seconds in (0.02, 0.2):
        metrics.answered("GET", "/player/{code}", 200, seconds)
    shown = lines(site, metrics)
    assert 'playfunc_requests_total{method="GET",route="/player/{code}",status="200"} 2.0' in shown
    assert 'playfunc_request_seconds_bucket{le="0.025",route="/player/{code}"} 1.0' in shown
    assert "playfunc_storage_trouble 0.0" in shown


def test_the_queue_is_counted_by_kind_and_state(site: Site) -> None:
    metrics = Metrics()
    with site.database.writing() as session:
        for number in range(3):
            state = "done" if number == 2 else "queued"
            session.add(
                Job(kind="admission", key=str(number), target=1, priority=1, created=1.0, state=state)
            )
    shown = lines(site, metrics)
    assert 'playfunc_jobs{kind="admission",state="queued"} 2.0' in shown
    assert 'playfunc_jobs{kind="admission",state="done"} 1.0' in shown
    assert any(line.startswith('playfunc_queue_oldest_seconds{kind="admission"}') for line in shown)
    with site.database.writing() as session:
        session.query(Job).delete()
    assert not any(line.startswith("playfunc_jobs{") for line in lines(site, metrics))


def test_trouble_is_a_number_too(site: Site) -> None:
    assert "playfunc_storage_trouble 1.0" in lines(site, Metrics(), trouble=True)
