from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient
from playfunc_web.database.tables import Bot
from playfunc_web.http.viewer import COOKIE
from playfunc_web.site import Site
from playfunc_web.skullwhist import own_bots
from sqlalchemy import select
from web_site import account, browser
from whist_server import Server

SHOWN = re.compile(r'<pre tabindex="0">([^<]+)</pre>')


def test_a_bot_that_was_made_on_the_account_page_logs_in_and_nobody_else_registers(site: Site) -> None:
    ada = browser(site, "ada")
    assert '<a href="/account/bots">' in ada.get("/account").text
    page = ada.post("/account/bots", {"name": "first-bot"})
    shown = SHOWN.search(page.text)
    assert shown is not None
    assert shown[1] not in ada.get("/account/bots").text, "it is shown once"
    server = Server(site, open_registration=False)
    try:
        told = server.post("login", name="first-bot", password=shown[1])
        assert told["result"] == "success"
        assert server.post("register", name="other", password="x")["result"] == "failure"
        again = ada.post(f"/account/bots/{told['id']}/password")
        renewed = SHOWN.search(again.text)
        assert renewed is not None
        assert server.post("login", name="first-bot", password=shown[1])["result"] == "failure"
        assert server.post("login", name="first-bot", password=renewed[1])["result"] == "success"
    finally:
        server.close()


def test_bots_are_of_a_party_and_others_cannot_reach_them(site: Site) -> None:
    ada = browser(site, "ada")
    ada.post("/account/bots", {"name": "adas"})
    with site.database.reading() as session:
        bot = session.scalars(select(Bot)).one()
    assert bot.party_id == account(site, "ada").party_id
    assert bot.password is not None
    assert bot.password.startswith("$argon2id$")
    bob = browser(site, "bob")
    assert "adas" not in bob.get("/account/bots").text
    assert bob.post(f"/account/bots/{bot.id}/password").status_code == 404


@pytest.mark.parametrize(
    ("name", "why"),
    [("", "1 to 40 letters"), ("<script>", "1 to 40 letters"), ("taken", "called taken already")],
)
def test_a_name_that_will_not_do_is_told(site: Site, name: str, why: str) -> None:
    browser(site, "bob").post("/account/bots", {"name": "taken"})
    page = browser(site, "ada").post("/account/bots", {"name": name})
    assert page.status_code == 422
    assert why in page.text
    assert "<script>" not in page.text


def test_there_is_a_most(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_bots, "MOST_BOTS", 1)
    ada = browser(site, "ada")
    assert ada.post("/account/bots", {"name": "one"}).status_code == 200
    assert "which is the most" in ada.post("/account/bots", {"name": "two"}).text


def test_the_page_is_on_skullwhists_server_too(server: Server) -> None:
    ada = browser(server.site, "ada")
    client = TestClient(server.app.pages, follow_redirects=False)
    assert client.get("/account/bots").status_code == 303
    client.cookies.set(COOKIE, ada.client.cookies[COOKIE])
    assert client.get("/account/bots").status_code == 200
