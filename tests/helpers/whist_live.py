"""SkullWhist's server on loopback, in a thread, as bots meet it; and bytes sent to it as they are."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playfunc_web.site import Site
from playfunc_web.skullwhist.app import skullwhist_app
from playfunc_web.skullwhist.hall import Hall
from playfunc_web.skullwhist.serve import WhistServer, config_of

__all__ = ["Live", "answers", "live_whist", "request"]


@dataclass
class Live:
    port: int
    hall: Hall
    server: WhistServer

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def raw(self, data: bytes) -> bytes:
        """Everything that comes back until the server closes the connection."""
        with self.connect() as connection:
            connection.sendall(data)
            return b"".join(iter(lambda: connection.recv(65536), b""))

    def post(self, method: str, /, **fields: Any) -> dict[str, Any]:
        return answers(self.raw(request(method, fields)))[0][2]


@contextmanager
def live_whist(site: Site, **settings: bool) -> Iterator[Live]:
    hall = Hall.open(site.database, **{"open_registration": True, **settings})
    app = skullwhist_app(site, hall)
    listening = socket.create_server(("127.0.0.1", 0))
    server = WhistServer(config_of(app, site.settings), app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        yield Live(listening.getsockname()[1], hall, server)
    finally:
        server.should_exit = True
        thread.join(15)
        listening.close()
    assert not thread.is_alive(), "the server did not stop"


def request(
    method: str,
    fields: dict[str, Any] | bytes,
    *headers: str,
    verb: str = "POST",
    version: str = "1.1",
    close: bool = True,
) -> bytes:
    """A request as bytes; it asks for the connection to be closed unless told otherwise."""
    body = fields if isinstance(fields, bytes) else json.dumps(fields).encode()
    lines = [f"{verb} /api/{method}/ HTTP/{version}", "Host: localhost", "Content-Type: application/json"]
    lines += [f"Content-Length: {len(body)}", *(["Connection: close"] if close else []), *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def answers(data: bytes) -> list[tuple[int, dict[str, str], Any]]:
    """(status, headers, JSON) of each answer in what came back; an answer without a body has `None`."""
    found = []
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("ascii").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        length = int(headers.get("content-length", "0"))
        found.append((int(first.split()[1]), headers, json.loads(rest[:length]) if length else None))
        data = rest[length:]
    return found
