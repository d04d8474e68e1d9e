import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from playfunc_web.access import Viewer
from playfunc_web.database import now
from playfunc_web.database.tables import Job
from playfunc_web.ladders.ladders import ladders_of
from playfunc_web.ladders.schedule import plan_run
from playfunc_web.monitoring import FIELDS, LOGGER, Metrics, Trouble, audit, configure_logs, latest
from playfunc_web.site import Site

DEPLOY = Path(__file__).parents[3] / "docs" / "deploy"
CREATED = {"playfunc_requests_created", "playfunc_errors_created", "playfunc_request_seconds_created"}
"""Series of the client library's own: when a counter began."""


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    names = (LOGGER, "uvicorn", "uvicorn.error", "alembic")
    kept = [(log, log.handlers, log.level, log.propagate) for log in map(logging.getLogger, names)]
    # A server in an earlier test sets a level of its own.
    logging.getLogger("uvicorn.error").setLevel(logging.NOTSET)
    stream = io.StringIO()
    configure_logs(stream)
    yield stream
    for log, handlers, level, propagate in kept:
        log.handlers, log.propagate = handlers, propagate
        log.setLevel(level)


def test_each_line_is_an_object(stream: io.StringIO) -> None:
    logging.getLogger(LOGGER).info("request", extra={FIELDS: {"status": 200}})
    logging.getLogger(LOGGER).debug("not wanted")
    logging.getLogger("uvicorn.error").warning("two\nlines of %s", "text")
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert (first["message"], first["level"], first["status"]) == ("request", "info", 200)
    assert second["message"] == "two\nlines of text"
    assert first["time"].endswith("+00:00")


def test_a_traceback_is_one_member(stream: io.StringIO) -> None:
    try:
        raise KeyError("x")
    except KeyError:
        logging.getLogger(LOGGER).exception("broken")
    (line,) = stream.getvalue().splitlines()
    assert "KeyError: 'x'" in json.loads(line)["error"]


def test_records_come_back_with_the_latest_first(site: Site) -> None:
    with site.database.writing() as session:
        audit(session, Viewer(7, 8, "root", "admin"), "freeze", "ladder 1")
        audit(session, None, "backup")
    with site.database.reading() as session:
        rows = latest(session)
        assert [(row.account_id, row.action, row.target) for row in rows] == [
            (None, "backup", ""),
            (7, "freeze", "ladder 1"),
        ]
        assert [row.action for row in latest(session, page=2, size=1)] == ["freeze"]


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


def test_waiting_runs_uploads_errors_and_the_disk_are_numbers(ladders: Site) -> None:
    metrics = Metrics()
    with ladders.database.writing() as session:
        job = Job(kind="admission", key="a", target=1, priority=1, created=now() - 90, state="leased")
        job.started = now() - 30
        session.add(job)
        plan_run(session, ladders_of(session)[0], "button", ladders.settings)
    metrics.failed(KeyError("x"))
    shown = {name: value for name, _, value in (line.rpartition(" ") for line in lines(ladders, metrics))}
    assert 59 < float(shown['playfunc_queue_waited_seconds{kind="admission"}']) < 61
    assert shown['playfunc_runs{state="planned"}'] == "1.0"
    assert shown['playfunc_errors_total{kind="KeyError"}'] == "1.0"
    assert float(shown["playfunc_disk_free_bytes"]) > 1e6


def test_dashboard_and_alerts_ask_for_all_that_is_exported_and_for_nothing_else(site: Site) -> None:
    exported = {
        line.split()[2]
        for line in Metrics().text(site, trouble=False).decode().splitlines()
        if "# TYPE" in line
    }
    names = re.compile(r"playfunc_\w+")
    panels = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))["panels"]
    rules = yaml.safe_load((DEPLOY / "alerts.yaml").read_text(encoding="utf-8"))["groups"][0]["rules"]
    shown = {
        name for panel in panels for target in panel["targets"] for name in names.findall(target["expr"])
    }
    watched = {name for rule in rules for name in names.findall(rule["expr"])}
    assert {name.removesuffix("_bucket") for name in shown} == exported - CREATED
    assert {name.removesuffix("_bucket") for name in watched} <= exported


def test_trouble_is_a_number_too(site: Site) -> None:
    assert "playfunc_storage_trouble 1.0" in lines(site, Metrics(), trouble=True)


def test_there_is_none_on_a_disk_with_room(tmp_path: Path) -> None:
    assert not Trouble(tmp_path, least_free=1).now


def test_a_disk_with_too_little_room_is_trouble_for_as_long_as_it_lasts(tmp_path: Path) -> None:
    assert Trouble(tmp_path, least_free=1 << 60).now
    assert Trouble(tmp_path / "gone").now


def test_a_database_that_failed_is_trouble_for_a_minute(tmp_path: Path) -> None:
    trouble = Trouble(tmp_path, least_free=1)
    trouble.failed()
    assert trouble.now
    trouble._since -= 61
    assert not trouble.now
