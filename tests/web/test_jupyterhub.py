"""A class on a real JupyterHub, set up as docs/hub.md says (make test-hub): from release to feedback through either
kind of exchange, people who mark, and players on the ladder."""

import ast
import asyncio
import json
import re
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import nbformat
import pytest
from course_fixture import CAUTIOUS
from hub_page import DISK, NGSHARE, commands
from playfunc_checks.results import Verdict
from playfunc_classroom.demo import fill_in, read_class
from playfunc_classroom.marks import read_mark
from real_hub import PASSWORD, RealHub, running
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect
from web_site import OWN_PAGE

# What a person does in their own server on a hub: cells and commands, files, and the list of assignments.
SECONDS = 600
"""For one cell."""

COMMAND = """\
import subprocess
done = subprocess.run(["sh", "-ec", {script!r}], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
assert done.returncode == 0, done.stdout
done.stdout
"""


class Server:
    """The server of `owner`, entered by `person`, who starts it here."""

    def __init__(self, hub: RealHub, owner: str, person: str = "") -> None:
        self._hub, self._owner = hub, owner
        self._token = hub.token_of(person or owner)
        hub.start_server(owner, self._token)

    def runs(self, cells: Sequence[str], typed: str = "") -> str:
        """What the last of these cells shows in a new kernel, to which `typed` is typed where it asks."""
        with self._asks() as client:
            made = client.post("/api/kernels", json={"name": "python3"})
            assert made.status_code == 201, made.text
            kernel = f"/api/kernels/{made.json()['id']}"
            address = f"{str(client.base_url).rstrip('/').replace('http', 'ws', 1)}{kernel}/channels"
            headers = {"Authorization": f"token {self._token}"}
            shown = asyncio.run(_shown(HTTPRequest(address, headers=headers), cells, typed))
            client.delete(kernel)
        return shown

    def command(self, script: str) -> str:
        """What a terminal would show."""
        return str(ast.literal_eval(self.runs([COMMAND.format(script=script)])))

    def read(self, path: str) -> Any:
        with self._asks() as client:
            found = client.get(f"/api/contents/{path}")
        assert found.status_code == 200, found.text
        return found.json()["content"]

    def save(self, path: str, notebook: Any) -> None:
        body = {"type": "notebook", "content": notebook}
        with self._asks() as client:
            saved = client.put(f"/api/contents/{path}", json=body)
        assert saved.status_code in (200, 201), saved.text

    def assignments(self, course: str) -> list[Any]:
        """What the tab *Assignment List* shows."""
        with self._asks() as client:
            return _listed(client.get("/assignments", params={"course_id": course}))

    def press(self, button: str, course: str, assignment: str) -> list[Any]:
        """The same after its button `fetch`, `submit` or `fetch_feedback`."""
        body = {"course_id": course, "assignment_id": assignment}
        with self._asks() as client:
            return _listed(client.post(f"/assignments/{button}", json=body))

    def _asks(self) -> httpx2.Client:
        client = self._hub.asks(self._token)
        client.base_url = f"{self._hub.hub}/user/{self._owner}"
        return client


def _listed(answer: httpx2.Response) -> list[Any]:
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["success"], told["value"]
    return list(told["value"])


async def _shown(address: HTTPRequest, cells: Sequence[str], typed: str) -> str:
    channel = await websocket_connect(address)
    shown = ""
    for cell in cells:
        asked = _message("execute_request", {"code": cell, "silent": False, "allow_stdin": True})
        await channel.write_message(json.dumps({**asked, "channel": "shell"}))
        ended: set[str] = set()  # what is shown and what is replied come by channels of their own
        while ended != {"idle", "reply"}:
            told = json.loads(await asyncio.wait_for(channel.read_message(), SECONDS))
            kind, content = told["msg_type"], told["content"]
            if told["parent_header"].get("msg_id") != asked["header"]["msg_id"]:
                continue
            if kind == "input_request":
                assert content["password"]
                reply = _message("input_reply", {"value": typed})
                await channel.write_message(json.dumps({**reply, "channel": "stdin"}))
            if kind == "execute_result":
                shown = content["data"]["text/plain"]
            if kind == "execute_reply":
                assert content["status"] == "ok", content["evalue"]
                ended.add("reply")
            if kind == "status" and content["execution_state"] == "idle":
                ended.add("idle")
    channel.close()
    while await channel.read_message() is not None:
        pass
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


pytestmark = pytest.mark.hub

COURSE = "games-2026"
ROOT = f"/home/course/{COURSE}"


@pytest.fixture(scope="module", params=[DISK, NGSHARE])
def hub(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHub]:
    with running(tmp_path_factory.mktemp("hub"), request.param) as hub:
        if request.param == NGSHARE:
            Server(hub, "course", "grace").command(commands("as course, with ngshare"))
        yield hub


@contextmanager
def logged_in(
    hub: RealHub, site: str, name: str, there: str = "/"
) -> Iterator[tuple[httpx2.Client, httpx2.Response]]:
    """A browser that went to the site's login, on to the hub, through its form, and back."""
    with httpx2.Client(headers=OWN_PAGE, follow_redirects=True, timeout=120) as client:
        form = client.get(f"{site}/hub/login", params={"next": there})
        assert str(form.url).startswith(f"{hub.hub}/hub/login")
        xsrf = re.search(r'name="_xsrf" value="([^"]+)"', form.text)
        sent = {"_xsrf": xsrf[1], "username": name, "password": PASSWORD}
        yield client, client.post(str(form.url), data=sent)


def test_a_class_goes_from_release_to_feedback(hub: RealHub) -> None:
    hub.machine.shell(
        f"sed -i 's/^\\[hearts\\]$/[hearts]\\ndeals = 2\\nrules_deals = 1/' {ROOT}/playfunc.toml"
    )
    head, ada = Server(hub, "course", "grace"), Server(hub, "ada")
    assert ada.assignments(COURSE) == []
    head.command(commands("as course, to release"))
    assert [each["status"] for each in ada.assignments(COURSE)] == ["released"]

    ada.press("fetch", COURSE, "hearts")
    solved = next(each for each in read_class("hearts") if each.student == "dina")
    notebook = nbformat.from_dict(ada.read("hearts/hearts.ipynb"))
    ada.save("hearts/hearts.ipynb", fill_in(notebook, solved))
    assert "submitted" in [each["status"] for each in ada.press("submit", COURSE, "hearts")]

    told = head.command(commands("as course, to mark"))
    assert "ada" in told
    mark = read_mark(hub.machine.path(ROOT), "hearts", "ada")
    assert mark is not None
    assert {result.check: result.verdict for result in mark.results}["rules"] is Verdict.PASSED

    _mark_as(hub, "mia", {"comments": 21, "quality": 33}, "A clear account.")
    assert "Released through the exchange: 1." in head.command(commands("as course, to return feedback"))
    listed = ada.press("fetch_feedback", COURSE, "hearts")
    (submission,) = next(each for each in listed if each["status"] == "submitted")["submissions"]
    assert submission["has_local_feedback"]
    page = hub.machine.path(f"/home/ada/{submission['local_feedback_path']}/hearts.html").read_text()
    assert "A clear account." in page
    assert re.search(r"21(\.0)?\s*/\s*30", page)
    assert hub.machine.path(f"/home/ada/{submission['local_feedback_path']}").stat().st_uid != 0


def _mark_as(hub: RealHub, marker: str, points: dict[str, int], words: str) -> None:
    """What the page of a submission saves when its marker types."""
    with logged_in(hub, hub.marking, marker) as (client, share):
        assert str(share.url) == f"{hub.marking}/"
        assert "ada" not in re.sub(r"<[^>]*>", " ", share.text).split()
        first = re.search(r'href="(/mark/hearts/first/[\w-]+)"', share.text)
        page = client.get(f"{hub.marking}{first[1]}").text
        for task, given in points.items():
            panel = re.search(rf'data-save="([^"]*/{task})" data-seen="(\w+)"', page)
            address, seen = panel.groups()
            saved = client.post(
                f"{hub.marking}{address}",
                json={"points": given, "rest": words, "said": [], "seen": seen},
            )
            assert saved.status_code == 200, saved.text


def test_a_head_whom_the_hub_does_not_let_in_gets_a_link(hub: RealHub) -> None:
    made = Server(hub, "course", "grace").command(commands("as course, to get in without the hub"))
    (link,) = re.findall(r"/link/[\w.-]+", made)
    with httpx2.Client(timeout=60) as client:
        assert client.get(hub.marking + link).status_code == 200


def test_a_backup_holds_the_course_the_ladder_and_the_hub(hub: RealHub) -> None:
    packed = "".join(
        line for line in commands("as root, to back up").splitlines(keepends=True) if "systemctl" not in line
    )
    hub.machine.shell(f"{packed.strip()} || test $? = 1")  # a file of the running sites may change meanwhile
    held = hub.machine.shell("tar -tzf /var/backups/games-2026-monday.tar.gz").splitlines()
    for part in (ROOT + "/gradebook.db", ROOT + "/.playfunc-secret", "/srv/ladder/ladder.db"):
        assert part.removeprefix("/") in held


def test_the_head_of_the_course_sees_the_course_page_of_the_marking_site(hub: RealHub) -> None:
    with logged_in(hub, hub.marking, "grace", "/course") as (_, page):
        assert (page.status_code, str(page.url)) == (200, f"{hub.marking}/course")
    with logged_in(hub, hub.marking, "mia", "/course") as (_, page):
        assert page.status_code == 403


def test_who_does_not_mark_is_refused_by_the_hub_or_by_the_list_of_markers(hub: RealHub) -> None:
    with logged_in(hub, hub.marking, "ada") as (_, page):
        assert (page.status_code, urlsplit(str(page.url)).port) == (403, urlsplit(hub.hub).port)
        assert "You do not have permission to access" in page.text
    with logged_in(hub, hub.marking, "max") as (client, page):
        assert page.status_code == 403
        assert "The list of this site does not have max: ask whoever runs it" in page.text
        assert "Log in" in client.get(hub.marking).text


def test_the_sites_and_students_cannot_read_the_course(hub: RealHub) -> None:
    check = commands("as ladder").strip()  # which finds that the addresses here have no HTTPS
    checked = hub.machine.shell(f"{check} || true", "ladder")
    assert f"good  This user cannot look into the course {ROOT}." in checked
    for user in ("ladder", "ada", "mia"):
        told = hub.machine.shell(f"cat {ROOT}/.playfunc-secret && echo read || echo refused", user)
        assert told.splitlines()[-1] == "refused"


def test_one_logs_in_through_the_hub_and_lands_where_one_wanted_to_go(hub: RealHub) -> None:
    with logged_in(hub, hub.ladder, "ada", "/account") as (client, landed):
        assert (landed.status_code, str(landed.url)) == (200, f"{hub.ladder}/account")
        assert "You are logged in as <strong>ada</strong>" in landed.text
        assert "Hearts" in client.get(f"{hub.ladder}/ladders").text
        assert client.get(f"{hub.ladder}/staff").status_code == 403
    with logged_in(hub, hub.ladder, "grace", "/staff") as (_, landed):
        assert (landed.status_code, str(landed.url)) == (200, f"{hub.ladder}/staff")


def test_who_is_in_no_group_is_refused_by_the_hub(hub: RealHub) -> None:
    with logged_in(hub, hub.ladder, "eve") as (_, page):
        assert page.status_code == 403
        assert urlsplit(str(page.url)).port == urlsplit(hub.hub).port


def test_a_code_of_somebody_else_lets_nobody_in(hub: RealHub) -> None:
    with logged_in(hub, hub.ladder, "ben") as (ben, _), httpx2.Client(timeout=60) as thief:
        begun = parse_qs(urlsplit(thief.get(f"{hub.ladder}/hub/login").headers["location"]).query)
        # A second login of Ben's, stopped before its code is used, and the code handed to the thief's browser.
        ben.follow_redirects = False
        asked = ben.get(f"{hub.ladder}/hub/login").headers["location"]
        code = parse_qs(urlsplit(ben.get(asked).headers["location"]).query)["code"][0]
        answer = thief.get(f"{hub.ladder}/hub/callback", params={"code": code, "state": begun["state"][0]})
        assert answer.status_code == 403  # its verifier is another than that of Ben's code
        assert "playfunc_session" not in thief.cookies


def test_a_notebook_on_the_hub_uploads_by_one_call_and_the_ladder_admits_the_player(hub: RealHub) -> None:
    with logged_in(hub, hub.ladder, "ada", "/account") as (client, _):
        made = client.post(f"{hub.ladder}/account/tokens", data={"label": "notebook"})
        token = re.search(r"playfunc_[\w-]{20,}", made.text)
        assert token is not None
    cells = (
        f"from pathlib import Path\nPath('player.py').write_text({CAUTIOUS!r})",
        CAUTIOUS,
        f"from playfunc_workbook.hearts import submit\nsubmit(play, to={hub.ladder!r})",
    )
    shown = Server(hub, "ada").runs(cells, token[0])
    with httpx2.Client(headers={"authorization": f"Bearer {token[0]}"}, timeout=60) as api:
        for _ in range(600):
            (version,) = api.get(f"{hub.ladder}/api/v1/versions").json()["rows"]
            if version["state"] not in ("queued", "checking"):
                break
            time.sleep(0.5)
    assert version["digest"] in shown
    assert (version["ladder"], version["state"]) == ("hearts-four", "admitted")
