"""A class on a real JupyterHub: log in, upload from a notebook there, see the ladder (make test-hub)."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from live_site import live
from playfunc_web.accounts.people import account_of
from playfunc_web.database.tables import Version
from playfunc_web.ladders.ladders import ensure_ladders
from playfunc_web.site import Site
from real_hub import PASSWORD, RealHub, free_port, running
from sqlalchemy import select
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect
from web_site import open_test_site

pytestmark = pytest.mark.hub

SOURCE = """\
from playfunc import legal_cards


def play(player_id, hand, trick, previous):
    return legal_cards(hand, trick)[0], None
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RealHub, Site, str]]:
    """A hub, and a ladder beside it that people enter through it alone."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with running(tmp_path_factory.mktemp("hub"), url) as hub, pytest.MonkeyPatch.context() as patch:
        for name, value in hub.variables.items():
            patch.setenv(name, value)
        settings = f'hub = true\nbase_url = "{url}"\nhub_url = "{hub.address}"\nhub_admins = ["grace"]\n'
        site = open_test_site(tmp_path_factory.mktemp("ladder"), settings)
        with site.database.writing() as session:
            ensure_ladders(session)
        with live(site, port):
            yield hub, site, url
        site.database.close()


@contextmanager
def logged_in(
    hub: RealHub, url: str, name: str, there: str = "/"
) -> Iterator[tuple[httpx2.Client, httpx2.Response]]:
    """A browser that went to the ladder's login, on to the hub, through its form, and back."""
    with httpx2.Client(follow_redirects=True, timeout=60) as client:
        yield client, _through(client, hub, url, name, there)


def _through(client: httpx2.Client, hub: RealHub, url: str, name: str, there: str) -> httpx2.Response:
    form = client.get(f"{url}/hub/login", params={"next": there})
    assert str(form.url).startswith(f"{hub.address}/hub/login")
    xsrf = re.search(r'name="_xsrf" value="([^"]+)"', form.text)
    assert xsrf is not None
    return client.post(str(form.url), data={"_xsrf": xsrf[1], "username": name, "password": PASSWORD})


def test_one_logs_in_through_the_hub_and_lands_where_one_wanted_to_go(served) -> None:
    hub, site, url = served
    with logged_in(hub, url, "ada", "/account") as (client, landed):
        assert (landed.status_code, str(landed.url)) == (200, f"{url}/account")
        assert "You are logged in as <strong>ada</strong>" in landed.text
        assert "Hearts" in client.get(f"{url}/ladders").text
    with site.database.reading() as session:
        account = account_of(session, "ada")
        assert account is not None
        assert (account.source, account.role, account.password) == ("hub", "student", None)


def test_an_administrator_is_whom_the_settings_name(served) -> None:
    hub, site, url = served
    with logged_in(hub, url, "grace"):
        pass
    with site.database.reading() as session:
        account = account_of(session, "grace")
        assert account is not None
        assert account.role == "admin"


def test_a_code_of_somebody_else_lets_nobody_in(served) -> None:
    hub, _, url = served
    with logged_in(hub, url, "eve") as (eve, _), httpx2.Client(timeout=60) as thief:
        begun = parse_qs(urlsplit(thief.get(f"{url}/hub/login").headers["location"]).query)
        # A second login of Eve's, stopped before its code is used, and the code handed to the thief's browser.
        eve.follow_redirects = False
        asked = eve.get(f"{url}/hub/login").headers["location"]
        code = parse_qs(urlsplit(eve.get(asked).headers["location"]).query)["code"][0]
        answer = thief.get(f"{url}/hub/callback", params={"code": code, "state": begun["state"][0]})
        assert answer.status_code == 403  # its verifier is another than that of Eve's code
        assert "playfunc_session" not in thief.cookies


def test_a_notebook_on_the_hub_uploads_by_one_call(served) -> None:
    hub, site, url = served
    with logged_in(hub, url, "ada", "/account") as (client, page):
        field = re.search(r'name="form_token" value="([0-9a-f]+)"', page.text)
        assert field is not None
        made = client.post(f"{url}/account/tokens", data={"form_token": field[1], "label": "notebook"})
        token = re.search(r"playfunc_[\w-]{20,}", made.text)
        assert token is not None
    with hub.asks() as api:
        assert api.post("/users/ada/server").status_code in (201, 202)
        for _ in range(120):
            if api.get("/users/ada").json()["servers"].get("", {}).get("ready"):
                break
            time.sleep(0.5)
    cells = (
        f"from pathlib import Path\nPath('player.py').write_text({SOURCE!r})",
        SOURCE,
        f"from playfunc_workbook.hearts import submit\nsubmit(play, to={url!r})",
    )
    shown = asyncio.run(_run(hub, "ada", cells, token[0]))
    assert "Your player arrived" in shown
    with site.database.reading() as session:
        version = session.scalars(select(Version).where(Version.origin == "workbook")).one()
        assert version.digest in shown
        assert version.entrant.ladder.name == "hearts-four"


async def _run(hub: RealHub, user: str, cells: tuple[str, ...], secret: str) -> str:
    """What the last cell shows in a kernel of the user's server, to which `secret` is typed where it asks."""
    base = f"{hub.address}/user/{user}/api"
    headers = {"Authorization": f"token {hub.admin}"}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as client:
        made = await client.post(f"{base}/kernels", json={"name": "python3"})
        assert made.status_code == 201, made.text
    address = f"{base.replace('http', 'ws', 1)}/kernels/{made.json()['id']}/channels"
    channel = await websocket_connect(HTTPRequest(address, headers=headers))
    shown = ""
    for cell in cells:
        asked = _message("execute_request", {"code": cell, "silent": False, "allow_stdin": True})
        await channel.write_message(json.dumps({**asked, "channel": "shell"}))
        while True:
            told = json.loads(await asyncio.wait_for(channel.read_message(), 120))
            kind, content = told["msg_type"], told["content"]
            if kind == "input_request":
                assert content["password"]
                reply = _message("input_reply", {"value": secret})
                await channel.write_message(json.dumps({**reply, "channel": "stdin"}))
            if kind == "execute_result":
                shown = content["data"]["text/plain"]
            if kind == "execute_reply" and told["parent_header"].get("msg_id") == asked["header"]["msg_id"]:
                assert content["status"] == "ok", content
                break
    channel.close()
    return shown


def _message(kind: str, content: dict[str, object]) -> dict[str, object]:
    header = {
        "msg_id": secrets.token_hex(8),
        "msg_type": kind,
        "username": "",
        "session": "test",
        "version": "5.3",
    }
    return {"header": header, "parent_header": {}, "metadata": {}, "content": content, "buffers": []}
