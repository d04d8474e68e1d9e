import io
import json
import logging
import re
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from playfunc_web.accounts.people import account_of, make_account, party_of_group
from playfunc_web.accounts.sessions import make_link
from playfunc_web.database.tables import Account, Run, Token
from playfunc_web.http.viewer import COOKIE
from playfunc_web.monitoring import LOGGER, JsonLines, audit
from playfunc_web.pages.home import setting_words
from playfunc_web.serve import ladder_app
from playfunc_web.site import Site
from sqlalchemy import select
from web_results import Filled, fill_ladder
from web_site import account, browser, token_of


def shown(site: Site, login: str) -> tuple[str, bool]:
    """A party's name, and whether others see it."""
    with site.database.reading() as session:
        party = account_of(session, login).party
        return party.name, party.open_name


def test_a_name_is_shown_to_others_only_after_its_owner_asked_for_it(site: Site) -> None:
    ada = browser(site, "ada")
    ada.post("/account/name", {"name": "Ada  L.\u202e"})
    assert "Others see you as <strong>Ada L.</strong>" not in ada.get("/account").text
    ada.post("/account/name", {"name": "Ada  L.\u202e", "open_name": "true"})
    assert "Others see you as <strong>Ada L.</strong>" in ada.get("/account").text


def test_a_password_manager_learns_whose_password_it_is(site: Site) -> None:
    page = browser(site, "ada").get("/account").text
    assert '<input name="username" value="ada" autocomplete="username" hidden>' in page


def test_an_empty_name_is_not_shown(site: Site) -> None:
    ada = browser(site, "ada")
    ada.post("/account/name", {"name": " ", "open_name": "true"})
    assert shown(site, "ada") == ("", False)


def test_a_member_cannot_rename_the_group(site: Site) -> None:
    with site.database.writing() as session:
        make_account(session, "ada", party=party_of_group(session, "blue"))
    browser(site, "ada").post("/account/name", {"name": "red", "open_name": "true"})
    assert shown(site, "ada") == ("blue", True)


def test_a_new_password_ends_every_session(site: Site) -> None:
    ada, elsewhere = browser(site, "ada"), browser(site, "ada")
    assert "at least 10 characters" in ada.get("/account").text
    assert ada.post("/account/password", {"password": "short"}).status_code == 422
    assert elsewhere.get("/account").status_code == 200
    changed = ada.post("/account/password", {"password": "long enough for us"})
    assert changed.headers["location"] == "/login?next=/&changed=true"
    assert "Your password is changed" in ada.get(changed.headers["location"]).text
    assert elsewhere.get("/account").status_code == 303
    again = browser(site)
    again.post("/login", {"login": "ada", "password": "long enough for us"})
    assert COOKIE in again.client.cookies


def test_a_password_is_changed_by_whoever_knows_the_present_one(site: Site) -> None:
    ada = browser(site, "ada")
    assert "Present password" not in ada.get("/account").text
    ada.post("/account/password", {"password": "the first password"})
    ada = browser(site, "ada")
    assert "Present password" in ada.get("/account").text
    for present in ("", "the wrong password"):
        refused = ada.post("/account/password", {"password": "the second password", "present": present})
        assert refused.status_code == 403
        assert '<a href="/account">Back</a>' in refused.text
    assert ada.get("/account").status_code == 200
    changed = {"password": "the second password", "present": "the first password"}
    answer = ada.post("/account/password", changed)
    assert answer.headers["location"] == "/login?next=/account&changed=true"


def test_a_link_stands_for_the_password_that_was_forgotten(site: Site) -> None:
    browser(site, "ada").post("/account/password", {"password": "forgotten password"})
    with site.database.writing() as session:
        account = account_of(session, "ada")
        assert account is not None
        link, other = make_link(session, account), make_link(session, account)
    ada = browser(site)
    assert ada.post(f"/link/{link}").status_code == 303
    old = browser(site).post("/login", {"login": "ada", "password": "forgotten password"})
    assert old.status_code == 403
    assert ada.post("/account/password", {"password": "another password"}).status_code == 303
    assert browser(site).post(f"/link/{other}").status_code == 410  # ended with the change


@pytest.mark.parametrize("deleted", [True, False])
def test_a_new_password_ends_tokens_unless_their_owner_keeps_them(site: Site, deleted: bool) -> None:
    ada = browser(site, "ada")
    headers = {"authorization": f"Bearer {token_of(site, 'ada')}"}
    assert 'name="tokens" value="true" checked' in ada.get("/account").text
    ada.post("/account/password", {"password": "another password", **({"tokens": "true"} if deleted else {})})
    answer = browser(site).client.get("/api/v1/versions", headers=headers)
    assert answer.status_code == (401 if deleted else 200)


@pytest.mark.parametrize("name", ["Basic", "ｂａｓｉｃ", "bаsic", "ADA L", "staff"])
def test_nobody_shows_a_name_that_is_another_s(ladders: Site, name: str) -> None:
    ada, eve = browser(ladders, "ada"), browser(ladders, "eve")
    assert ada.post("/account/name", {"name": "Ada L.", "open_name": "true"}).status_code == 303
    refused = eve.post("/account/name", {"name": name, "open_name": "true"})
    assert (refused.status_code, "nearly so" in refused.text) == (409, True)
    assert shown(ladders, "eve") == ("", False)
    assert eve.post("/account/name", {"name": name}).status_code == 303  # nobody sees it
    assert ada.post("/account/name", {"name": "Ada L.", "open_name": "true"}).status_code == 303


def test_a_token_is_shown_once_and_can_be_deleted_by_its_owner_alone(site: Site) -> None:
    ada, eve = browser(site, "ada"), browser(site, "eve")
    page = ada.post("/account/tokens", {"label": "<laptop>"}).text
    token = re.search(r"playfunc_[\w-]{20,}", page)
    assert token[0] not in ada.get("/account").text
    assert "&lt;laptop&gt;" in page
    with site.database.reading() as session:
        (kept,) = session.scalars(select(Token.id))
    eve.post(f"/account/tokens/{kept}/delete")
    assert "laptop" in ada.get("/account").text
    ada.post(f"/account/tokens/{kept}/delete")
    assert "laptop" not in ada.get("/account").text


# Metrics, the audit's page, and what the log says of requests.
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


def test_all_runs_are_listed_the_newest_first(filled: tuple[Site, Filled]) -> None:
    page = browser(filled[0], "ada").get("/runs").text
    assert page.index("/runs/hearts-four/2") < page.index("/runs/hearts-four/1")
    assert "30 min" in page


def test_a_run_tells_what_it_was_played_with_and_offers_downloads(filled: tuple[Site, Filled]) -> None:
    ada = browser(filled[0], "ada")
    page = ada.get("/runs/hearts-four/2").text
    for words in ("CPU budget", "60 min", "Deals, each player", "Seed", "120</span>", "28 min"):
        assert words in page
    for name in ("standings.csv", "games.csv", "run.jsonl"):
        address = f"/api/v1/ladders/hearts-four/runs/2/{name}"
        assert address in page
        assert ada.get(address).status_code == 200
    assert ada.get("/runs/hearts-four/9").status_code == 404
    assert ada.get("/runs/nope/1").status_code == 404


def test_the_seed_of_a_run_that_is_not_complete_stays_secret(site: Site) -> None:
    made = fill_ladder(site, entrants=6, games=0)
    with site.database.writing() as session:
        run = session.get_one(Run, made.runs[0])
        run.state, run.seed, run.finished = "playing", "314159265358979", None
    page = browser(site, "prof", "staff").get("/runs/hearts-four/1").text
    assert "314159265358979" not in page
    assert "published when the run is complete" in page
    assert "standings.csv" not in page


def test_settings_are_words_with_units() -> None:
    said = setting_words({"zeal": 3, "deals": 1000, "allowance_cpu_seconds_a_deal": 0.25})
    assert said == [
        ("Deals, each player", "1,000"),
        ("CPU allowance, a player and deal", "250 ms"),
        ("zeal", "3"),
    ]


def test_two_players_are_shown_side_by_side(filled: tuple[Site, Filled]) -> None:
    site, made = filled
    ada = browser(site, "ada")
    page = ada.get(f"/versus/{made.codes[0]}/{made.codes[1]}").text
    assert "Run 2</a>" in page
    assert "Run 1</a>" in page
    assert "<script>alert" not in page
    far = ada.get(f"/versus/{made.codes[0]}/{made.codes[50]}").text
    assert "They have not met in a complete run" in far


def test_nobody_meets_itself_or_somebody_unknown(filled: tuple[Site, Filled]) -> None:
    site, made = filled
    ada, code = browser(site, "ada"), made.codes[0]
    assert ada.get(f"/versus/{code}/{code}").status_code == 404
    assert ada.get(f"/versus/{code}/nobody").status_code == 404
