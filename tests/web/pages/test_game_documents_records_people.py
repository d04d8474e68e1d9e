import html
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playfunc.games import GAMES
from playfunc.match import Table, play_games
from playfunc.player import FunctionPlayer
from playfunc_web.accounts.people import account_of
from playfunc_web.pages import game
from playfunc_web.pages.documents import OWN_TEXTS, TEXTS, own_text
from playfunc_web.site import Site
from web_results import HOSTILE, OWNER_SECRETS, Filled, fill_ladder
from web_runs import admit
from web_site import actions, browser, open_test_site, token_of


@pytest.fixture
def run(filled: tuple[Site, Filled]) -> int:
    return filled[1].runs[-1]


def replay_data(document: str) -> dict[str, object]:
    found = re.search(r'id="pf-data">(.*?)</script>', document, re.S)
    data: dict[str, object] = json.loads(found[1])
    return data


def test_costs_of_a_game_that_one_may_not_open_answer_as_of_one_that_does_not_exist(
    filled: tuple[Site, Filled], run: int
) -> None:
    stranger = browser(filled[0], "stranger")
    closed, missing = (stranger.get(f"/game/{run}/{number}/costs") for number in (3, 999))
    assert (closed.status_code, missing.status_code) == (404, 404)
    assert re.sub(r"/\d+", "", closed.text) == re.sub(r"/\d+", "", missing.text)


@pytest.mark.parametrize("place", ["", "/replay", ".jsonl"])
def test_what_is_private_is_in_the_owners_page_alone(
    filled: tuple[Site, Filled], run: int, place: str
) -> None:
    address = f"/game/{run}/3{place}"
    own = browser(filled[0], "ada").get(address).text
    others = browser(filled[0], "prof", "staff").get(address).text
    expected = {"": OWNER_SECRETS[:2], "/replay": OWNER_SECRETS[2:], ".jsonl": ()}[place]
    for secret in OWNER_SECRETS:
        assert (secret in own or json.dumps(secret)[1:-1] in own) == (secret in expected)
        assert secret not in others


def test_a_replay_runs_its_own_script_and_nothing_else(filled: tuple[Site, Filled], run: int) -> None:
    answer = browser(filled[0], "ada").get(f"/game/{run}/1/replay")
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.text.count("<script>") == 1
    for hostile in HOSTILE[:2]:
        assert hostile not in answer.text
    names = replay_data(answer.text)["chapters"][0]["names"]  # type: ignore[index]
    assert set(names[1:]) <= set(HOSTILE)


def test_a_game_shows_who_played_and_steps_to_others(filled: tuple[Site, Filled], run: int) -> None:
    page = browser(filled[0], "ada").get(f"/game/{run}/3").text
    assert f'href="/game/{run}/1" rel="prev"' in page
    assert f'href="/game/{run}/5" rel="next"' in page
    assert f'value="http://testserver/game/{run}/3"' in page
    assert "TimeError" in page
    assert 'sandbox="allow-scripts"' in page


def test_a_download_is_one_line_under_opaque_ids(filled: tuple[Site, Filled], run: int) -> None:
    answer = browser(filled[0], "ada").get(f"/game/{run}/1.jsonl")
    assert answer.headers["content-type"] == "application/x-ndjson"
    record = json.loads(answer.text)
    assert answer.text.count("\n") == 1
    assert record["players"] == ["p000000", "p000001", "p000002", "p000003"]
    assert {move["memory"] for move in record["moves"]} == {None}


def test_opening_a_game_of_ones_own_marks_it_as_watched(site: Site) -> None:
    made = fill_ladder(site, entrants=8, games=6)
    ada, run = browser(site, "ada"), made.runs[0]
    link = f'href="/game/{run}/%d">Next game not yet watched'
    assert link % 1 in ada.get(f"/game/{run}/3").text
    assert link % 1 in ada.get(f"/game/{run}/5").text
    assert "not yet watched" not in ada.get(f"/game/{run}/1").text


def test_costs_come_to_the_page_when_they_are_asked_for(site: Site) -> None:
    """FootSteps is small enough to be priced at once."""
    made = fill_ladder(site, "footsteps", entrants=6, games=2)
    ada, address = browser(site, "ada"), f"/game/{made.runs[0]}/1"
    assert "Compute costs" in ada.get(address).text
    page = ada.get(f"{address}/costs").text
    assert "<!doctype html>" in page
    assert "given away" in page
    assert re.search(r"Best move: Bid \d+\.", page)
    assert "Best line" not in page
    part = ada.get(f"{address}/costs", headers={"hx-request": "true"}).text
    assert "<!doctype html>" not in part
    again = ada.get(address).text
    assert "Compute costs" not in again
    for shown in (part, again):
        assert "given away" in shown
        assert f'src="{address}/replay?costs=true"' in shown
        assert f'href="{address}/replay?costs=true"' in shown
    assert replay_data(ada.get(f"{address}/replay").text)["costs"] is None
    assert replay_data(ada.get(f"{address}/replay?costs=true").text)["costs"] is not None


def test_a_game_that_hides_nothing_shows_the_best_line(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "WAIT_SECONDS", 90.0)
    made = fill_ladder(site, "hearts", entrants=6, games=1)
    page = browser(site, "ada").get(f"/game/{made.runs[0]}/1/costs").text
    costs = re.findall(r"<li><strong>Trick \d+.*?</li>", page, re.DOTALL)
    assert costs
    for cost in costs:
        line = re.search(r"Best line: (.*?) In the end: (.*?)\.\s*</span>", cost, re.DOTALL)
        first = re.search(r"</bdi> ([^,<]+)", line[1])
        better = re.search(r"; (.+?)(?: and .+?)? gave none", html.unescape(cost))
        assert first[1].strip() == better[1]
        assert sum(map(int, re.findall(r"</bdi> (\d+)", line[2]))) == 26


ADDRESS = re.compile(r'href="(/[^"#]*)"')


@pytest.mark.parametrize("name", TEXTS)
def test_every_document_has_a_title_and_no_link_that_leads_nowhere(site: Site, name: str) -> None:
    ada = browser(site, "ada")
    page = ada.get(f"/docs/{name}").text
    assert page.count("<h1>") == 1
    article = page[page.index("<article") : page.index("</article>")]
    for address in set(ADDRESS.findall(article)):
        assert ada.get(address).status_code in (200, 303), address


def test_the_list_names_all_documents(site: Site) -> None:
    page = browser(site, "ada").get("/docs").text
    for name in TEXTS:
        assert f'href="/docs/{name}"' in page


def test_a_document_that_there_is_not_is_not_found(site: Site) -> None:
    for name in ("rules-nope", "nope"):
        assert browser(site, "ada").get(f"/docs/{name}").status_code == 404


@pytest.mark.parametrize("name", GAMES)
def test_the_player_on_the_page_of_rules_keeps_the_rules(site: Site, name: str) -> None:
    page = browser(site, "ada").get(f"/docs/rules-{name}").text
    (code,) = re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", page, re.DOTALL)
    functions: dict[str, Any] = {}
    exec(html.unescape(code), functions)
    rules = GAMES[name].rules()
    player = FunctionPlayer(
        {name: functions[name] for name in ("bid", "play") if name in functions}, rules, name="ada"
    )
    rng = random.Random(1)
    tables = [Table(rules.deal(rng), (player,) * rules.seats) for _ in range(100)]
    assert [fault for game in play_games(rules, tables) for fault in game.faults] == []


def test_a_game_without_a_text_is_described_by_itself(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(TEXTS, "rules-footsteps")
    page = browser(site, "ada").get("/docs/rules-footsteps").text
    assert "Rules of FootSteps" in page
    assert "cells of the strip" in page


@pytest.mark.parametrize("name", OWN_TEXTS)
def test_a_draft_is_shown_until_staff_write_their_own(site: Site, name: str) -> None:
    told = "This is a draft that came with the site"
    assert own_text(site, name)[1]
    assert told in browser(site, "prof", "staff").get(f"/{name}").text
    assert told not in browser(site, "ada").get(f"/{name}").text
    (site.folder.path / f"{name}.md").write_text("# Our own page\n\nHello <b>all</b>\n", encoding="utf-8")
    page = browser(site, "prof", "staff").get(f"/{name}").text
    assert told not in page
    assert "<h1>Our own page</h1>" in page
    assert "&lt;b&gt;all&lt;/b&gt;" in page


def test_records_of_each_ladder_are_told_in_words(filled: tuple[Site, Filled]) -> None:
    page = browser(filled[0], "ada").get("/records").text
    assert '<a href="/ladder/hearts-four">' in page
    assert "/ladder/footsteps" not in page
    for title in ("Longest streak", "Best score", "Largest upset"):
        assert title in page
    assert re.search(r"[\d.]+ points a hand", page)
    assert "<script>alert" not in page


def test_no_page_tells_others_who_is_fast(site: Site) -> None:
    """How long moves take is their owner's alone."""
    fill_ladder(site, entrants=8, games=0)
    assert "astest" not in browser(site, "prof", "staff").get("/records").text


def test_names_in_records_are_those_of_today(site: Site) -> None:
    fill_ladder(site, entrants=4, games=0)
    ada = browser(site, "ada")
    assert "Renamed" not in ada.get("/records").text
    ada.post("/account/name", {"name": "Renamed", "open_name": "true"})
    assert "Renamed" in ada.get("/records").text


def test_the_class_list_is_read_and_links_are_made_by_administrators(tmp_path: Path) -> None:
    site = open_test_site(tmp_path / "site", 'class_list = "class.csv"')
    listed = site.folder.path / "class.csv"
    listed.write_text("login,name\nada,Ada\nbob,Bob\n")
    admin = browser(site, "root", "admin")
    assert "2 new accounts" in admin.post("/staff/class-list").text
    links = admin.post("/staff/links")
    assert links.headers["content-disposition"] == 'attachment; filename="links.csv"'
    assert [line.split(",")[0] for line in links.text.splitlines()] == ["login", "ada", "bob"]
    with site.database.reading() as session:
        assert account_of(session, "bob") is not None
    listed.write_text("name\nAda\n")
    refused = admin.post("/staff/class-list")
    assert refused.status_code == 422
    assert "expected the columns login" in refused.text
    assert actions(site) == [
        ("read the class list", "2 new accounts, 0 changes, 0 not made"),
        ("made one-time links", "2 accounts"),
    ]
    site.database.close()


def test_an_administrator_makes_a_link_for_one_who_forgot_the_password(site: Site) -> None:
    admin = browser(site, "root", "admin")
    browser(site, "ada")
    page = admin.post("/staff/link", {"login": " ada "}).text
    (path,) = re.findall(r"<pre[^>]*>http://[^/]+(/link/[^<]+)</pre>", page)
    someone = browser(site)
    assert someone.post(path).headers["location"] == "/account"
    assert "logged in as <strong>ada</strong>" in someone.get("/account").text
    assert someone.post(path).status_code == 410
    unknown = admin.post("/staff/link", {"login": "nobody"})
    assert unknown.status_code == 404
    assert "No account of the class list has the login" in unknown.text
    with site.database.reading() as session:
        ada = account_of(session, "ada")
        assert actions(site) == [("made a one-time link", f"account {ada.id}")]


def test_administrators_close_and_open_accounts(site: Site) -> None:
    admin, ada = browser(site, "root", "admin"), browser(site, "ada")
    token = token_of(site, "ada")
    bearer = {"authorization": f"Bearer {token}"}
    assert browser(site).get("/api/v1/ladders", headers=bearer).status_code == 200
    closed = admin.post("/staff/account", {"login": "ada", "to": "close"})
    assert closed.headers["location"] == "/staff?done=closed"
    assert ada.get("/account").status_code == 303
    assert browser(site).get("/api/v1/ladders", headers=bearer).status_code == 401
    assert "<bdi>ada</bdi>" in admin.get("/staff").text
    admin.post("/staff/account", {"login": "ada", "to": "open"})
    assert "No account is closed" in admin.get("/staff?done=opened").text
    assert ada.get("/account").status_code == 303, "a session that ended stays so"
    with site.database.reading() as session:
        found = account_of(session, "ada")
        assert found.disabled is None
        target = f"account {found.id}"
    assert actions(site) == [("closed an account", target), ("opened an account", target)]


def test_no_administrator_closes_the_own_account_and_no_staff_any(site: Site) -> None:
    admin, staff = browser(site, "root", "admin"), browser(site, "tina", "staff")
    assert admin.post("/staff/account", {"login": "root", "to": "close"}).status_code == 409
    assert admin.post("/staff/account", {"login": "nobody", "to": "close"}).status_code == 404
    assert staff.post("/staff/account", {"login": "root", "to": "close"}).status_code == 403
    assert "Close the account" not in staff.get("/staff").text
    assert actions(site) == []


def test_administrators_move_somebody_who_played_alone_into_a_group(ladders: Site) -> None:
    admin, staff = browser(ladders, "root", "admin"), browser(ladders, "tina", "staff")
    with ladders.database.writing() as session:
        former = admit(session, "ada", "footsteps", "# ada").party_id
    move = {"login": " ada ", "group": " blue "}
    assert staff.post("/staff/group", move).status_code == 403
    moved = admin.post("/staff/group", move)
    assert moved.status_code == 200
    assert "ada belongs to the group blue now. What they uploaded alone no longer plays" in moved.text
    with ladders.database.reading() as session:
        ada = account_of(session, "ada")
        assert (ada.party.kind, ada.party.name) == ("group", "blue")
        account, group = ada.id, ada.party_id
    assert actions(ladders) == [("moved into a group", f"account {account}, party {former} to {group}")]
    again = admin.post("/staff/group", move)
    assert (again.status_code, "belongs to the group blue already" in again.text) == (409, True)
    with ladders.database.writing() as session:
        admit(session, "ada", "footsteps", "# blue")
    other = admin.post("/staff/group", {"login": "ada", "group": "red"})
    assert (other.status_code, "group blue, which has uploaded a player" in other.text) == (409, True)
    unknown = admin.post("/staff/group", {"login": "nobody", "group": "blue"})
    assert (unknown.status_code, "No account has the login" in unknown.text) == (404, True)
    for name in ("   ", "bl\u202eue", "x" * 61):
        refused = admin.post("/staff/group", {"login": "ada", "group": name})
        assert (refused.status_code, "Write the group" in refused.text) == (422, True), name
    assert len(actions(ladders)) == 1
