"""SkullWhist's application in a test, on a clock that stands still until told: requests go in as ASGI messages."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from argon2 import PasswordHasher
from fastapi import FastAPI
from playfunc_web.site import Site
from playfunc_web.skullwhist.app import skullwhist_app
from playfunc_web.skullwhist.server_state import Hall, look, pair
from web_site import open_test_site

PASSWORD = "open sesame"
START = 1_800_000_000.0
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@dataclass
class Answered:
    """What came back."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


@dataclass
class Waiting:
    """A request that is under way."""

    server: Server
    task: asyncio.Task[Answered]
    gone: asyncio.Event

    def hang_up(self) -> None:
        """The client goes away."""
        self.server.loop.call_soon(self.gone.set)
        self.server.run()

    @property
    def answer(self) -> dict[str, Any] | None:
        """What came back, if anything did."""
        self.server.run()
        return self.task.result().json if self.task.done() else None


class Server:
    """An application with its own event loop; `seed` decides cards and pairs."""

    def __init__(self, site: Site, seed: int = 1, **settings: Any) -> None:
        self.site, self.now = site, START
        self.loop = asyncio.new_event_loop()
        self._source = random.Random(seed)
        self._settings: dict[str, Any] = {"open_registration": True, **settings}
        self.app = self._started()

    def _started(self) -> FastAPI:
        made = Hall.open(self.site.database, clock=lambda: self.now, source=self._source, **self._settings)
        return skullwhist_app(self.site, made)

    @property
    def hall(self) -> Hall:
        hall: Hall = self.app.state.hall
        return hall

    def run(self, turns: int = 8) -> None:
        """Let everything that can go on do so."""
        for _ in range(turns):
            self.loop.run_until_complete(asyncio.sleep(0))

    def pass_time(self, seconds: float = 0.0) -> None:
        """The clock goes on, and what happens by time happens."""
        self.now += seconds
        look(self.hall, self.now)
        self.run()

    def pair(self) -> None:
        """Deal games to all who wait."""
        self.run()
        pair(self.hall, self.now)
        self.run()

    def think(self) -> None:
        """Built-in bots move wherever it is their turn."""

        async def thought() -> None:
            self.hall.built_in.look()
            while self.hall.built_in.thinking:
                await asyncio.wait(self.hall.built_in.thinking.values())
                self.hall.built_in.look()

        self.loop.run_until_complete(thought())

    def restart(self) -> None:
        """As after a kill: whatever was in memory alone is gone."""
        self.close_tasks()
        self.app = self._started()

    def send(
        self, verb: str, path: str, body: bytes = b"", query: str = "", *, by_htmx: bool = False
    ) -> Answered:
        """A request that is answered at once; `by_htmx` where a page asks for a part of itself."""
        return self.loop.run_until_complete(
            self._asked(verb, path, body, query, asyncio.Event(), by_htmx=by_htmx)
        )

    def post(self, method: str, /, **fields: Any) -> dict[str, Any]:
        answered = self.send("POST", f"/api/{method}/", _encoded(fields))
        assert answered.status == 200
        return answered.json

    def jsonp(self, **fields: str) -> str:
        return self.send("GET", "/api/jsonp/", query=urlencode(fields)).body.decode()

    def begin(self, method: str, /, **fields: Any) -> Waiting:
        """A request that may wait."""
        gone = asyncio.Event()
        task = self.loop.create_task(self._asked("POST", f"/api/{method}/", _encoded(fields), "", gone))
        self.run()
        return Waiting(self, task, gone)

    def bot(self, name: str) -> tuple[str, int]:
        """The session and id of a bot, which is made where it is missing."""
        self.post("register", name=name, password=PASSWORD)
        told = self.post("login", name=name, password=PASSWORD)
        return told["session"], told["id"]

    def dealt(self, *sessions: str) -> list[dict[str, Any]]:
        """Pair these, and nobody else may be waiting; what new-game answered each of them."""
        waits = [self.begin("new-game", session=session) for session in sessions]
        self.pair()
        answers = [wait.answer for wait in waits]
        return [answer for answer in answers if answer is not None]

    async def _asked(
        self, verb: str, path: str, body: bytes, query: str, gone: asyncio.Event, *, by_htmx: bool = False
    ) -> Answered:
        answered = Answered()
        sent = False

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": body, "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answered.status = message["status"]
                answered.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            else:
                answered.body += message["body"]

        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": verb,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (b"host", b"127.0.0.1"),
                (b"content-length", b"%d" % len(body)),
                *[(b"hx-request", b"true")] * by_htmx,
            ],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "state": {},
        }
        await self.app(scope, receive, send)
        return answered

    def close_tasks(self) -> None:
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        if tasks:
            self.loop.run_until_complete(asyncio.wait(tasks))
        self.hall.close()

    def close(self) -> None:
        self.close_tasks()
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()


def _encoded(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields).encode()


@contextmanager
def opened(folder: Path, seed: int = 1, **settings: Any) -> Iterator[Server]:
    """A server on a new site in a folder."""
    site = open_test_site(folder)
    server = Server(site, seed, **settings)
    try:
        yield server
    finally:
        server.close()
        site.database.close()
