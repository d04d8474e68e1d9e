"""What a person does in their own server on a hub: cells and commands, files, and the list of assignments."""

import ast
import asyncio
import json
import secrets
from collections.abc import Sequence
from typing import Any

import httpx2
from real_hub import RealHub
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

__all__ = ["Server"]

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
