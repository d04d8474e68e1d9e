"""Metrics, the audit's page, and what the log says of requests."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from playfunc_web.database.tables import Account
from playfunc_web.ladder_server import ladder_app
from playfunc_web.monitoring import LOGGER, JsonLines, audit
from playfunc_web.site import Site
from sqlalchemy import select
from web_site import account, browser, token_of


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger(LOGGER)
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield stream
    logger.removeHandler(handler)
    logger.setLevel(level)


def local(site: Site) -> TestClient:
    return TestClient(ladder_app(site), client=("127.0.0.1", 50_000), raise_server_exceptions=False)


def test_a_scraper_on_this_machine_reads_metrics(site: Site) -> None:
    client = local(site)
    client.get("/healthz")
    client.get("/nowhere/secret-word")
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert 'playfunc_requests_total{method="GET",route="/healthz",status="200"} 1.0' in answer.text
    assert 'route="-",status="404"' in answer.text
    assert "secret-word" not in answer.text


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip"])
def test_nobody_reads_metrics_through_a_proxy_but_with_an_administrators_token(
    site: Site, header: str
) -> None:
    through = {header: "203.0.113.5"}
    assert local(site).get("/metrics", headers=through).status_code == 403
    assert browser(site).get("/metrics").status_code == 403
    account(site, "root", "admin")
    account(site, "tutor", "staff")
    for login, status in (("root", 200), ("tutor", 403)):
        token = {"authorization": f"Bearer {token_of(site, login)}"}
        assert local(site).get("/metrics", headers={**through, **token}).status_code == status


def test_a_line_for_each_request_without_secrets(site: Site, log: io.StringIO) -> None:
    ada = browser(site, "ada")
    ada.get("/link/the-secret-of-a-link?token=secret-query")
    ada.get("/account?done=secret-query")
    ada.get("/healthz")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [(line["route"], line["status"]) for line in lines] == [("/link/{secret}", 410), ("/account", 200)]
    number = account(site, "ada").id
    assert [line["account"] for line in lines] == [number, number]
    assert "secret-" not in log.getvalue().replace("{secret}", "")
    assert "the-secret" not in log.getvalue()
    assert "ada" not in log.getvalue()


def test_a_broken_page_is_logged_without_its_address(
    site: Site, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*arguments: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("playfunc_web.pages.login.use_link", breaks)
    answer = browser(site).post("/link/the-secret-of-a-link")
    assert answer.status_code == 500
    assert "RuntimeError: broken" in log.getvalue()
    assert "/link/{secret}" in log.getvalue()
    assert "the-secret" not in log.getvalue()


def test_administrators_read_the_audit(site: Site) -> None:
    root = browser(site, "root", "admin")
    assert "There are no entries yet" in root.get("/staff/audit").text
    with site.database.writing() as session:
        for number in range(60):
            audit(session, None, f"action {number}", "<b>party 7</b>")
    page = root.get("/staff/audit").text
    assert "action 59" in page
    assert "action 9<" not in page
    assert "&lt;b&gt;party 7" in page
    assert "action 9<" in root.get("/staff/audit?page=2").text
    assert root.get("/staff/audit?page=0").status_code == 422


def test_the_audit_names_the_account_that_an_entry_is_about(site: Site) -> None:
    root = browser(site, "root", "admin")
    with site.database.writing() as session:
        account = session.scalars(select(Account).where(Account.login == "root")).one()
        audit(session, None, "made a one-time link", f"account {account.id}")
        audit(session, None, "made a one-time link", "account 999")
    page = root.get("/staff/audit").text
    assert "<td>made a one-time link</td><td>root</td>" in page
    assert "<td>made a one-time link</td><td>account 999</td>" in page
