"""Where one request ends and the next begins: every trial against the raw socket of a server, then with nginx and Caddy
in front. Each request has one response, and the body of none is read as another (request smuggling)."""

import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import uvicorn
from playfunc_web.http.server import server_config
from playfunc_web.site import Settings
from playfunc_web.skullwhist.app import config_of
from starlette.types import ASGIApp

INNER = b"GET /smuggled HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
SECOND = b"GET /second HTTP/1.1\r\nHost: x\r\n\r\n"
LAST = b"GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
LENGTH = b"Content-Length: %d" % len(INNER)
CHUNKED = b"Transfer-Encoding: chunked"
IN_CHUNKS = b"%x\r\n%s\r\n0\r\n\r\n" % (len(INNER), INNER)
H2C = (
    b"Connection: Upgrade, HTTP2-Settings",
    b"Upgrade: h2c",
    b"HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA",
)
SOCKETS = (
    b"Connection: upgrade",
    b"Upgrade: websocket",
    b"Sec-WebSocket-Version: 13",
    b"Sec-WebSocket-Key: AA==",
)

HELLO, WHOLE = "POST /a hello", f"POST /a {INNER.decode()}"


def post(
    *headers: bytes, body: bytes = b"", path: bytes = b"/a", version: bytes = b"1.1", end: bytes = b"\r\n"
) -> bytes:
    return end.join((b"POST %s HTTP/%s" % (path, version), b"Host: x", *headers, b"", body))


def chunks(body: bytes) -> bytes:
    return post(CHUNKED, body=body)


GOOD = post(b"Content-Length: 5", body=b"hello")
BAD_CHUNK = chunks(b"zz\r\n")
BAD_LENGTH = post(b"Content-Length: x", body=b"hello")


class Trial(NamedTuple):
    """What is sent, in pieces; a number among them waits for so many answers. Then the answers: the body of one with
    status 200, which repeats the request, or another status. At last whether the connection goes on, is closed, or
    waits."""

    sent: tuple[bytes | int, ...]
    answers: tuple[str, ...] = ("400",)
    then: str = "closed"


def refused(*sent: bytes | int) -> Trial:
    return Trial(sent)


def taken(*sent: bytes | int, answers: tuple[str, ...] = (HELLO,)) -> Trial:
    return Trial(sent, answers, "open")


TRIALS = {
    "a body": taken(GOOD),
    "three at once": taken(GOOD * 3, answers=(HELLO,) * 3),
    "a body in pieces": taken(*(GOOD[at : at + 1] for at in range(len(GOOD)))),
    "empty lines before a request": taken(b"\r\n\r\n" + GOOD),
    "an empty line after a body": taken(GOOD + b"\r\n" + SECOND, answers=(HELLO, "GET /second ")),
    "a body of GET": taken(
        b"GET /a HTTP/1.1\r\nHost: x\r\n" + LENGTH + b"\r\n\r\n" + INNER, answers=("GET " + WHOLE[5:],)
    ),
    # Offers of another protocol.
    "h2c and a body later": taken(post(*H2C, LENGTH), INNER, answers=(WHOLE,)),
    "h2c and a body at once": taken(post(*H2C, LENGTH, body=INNER), answers=(WHOLE,)),
    "h2c and a body in pieces": taken(
        *(bytes((byte,)) for byte in post(*H2C, b"Content-Length: 5", body=b"hello"))
    ),
    "h2c and chunks": taken(post(*H2C, CHUNKED), IN_CHUNKS, answers=(WHOLE,)),
    "h2c and no body": taken(post(*H2C) + SECOND, answers=("POST /a ", "GET /second ")),
    "h2c in the second request": taken(GOOD + post(*H2C, LENGTH), INNER, answers=(HELLO, WHOLE)),
    "h2c, 300 times": taken(post(*H2C) * 300, answers=("POST /a ",) * 300),
    "h2c and two lengths": refused(post(*H2C, LENGTH, CHUNKED, body=INNER)),
    "h2c and no length": refused(post(*H2C, b"Content-Length: x", body=INNER)),
    "h2c and half a body": Trial((post(*H2C, LENGTH, body=INNER[:-1]),), (), "waits"),
    "h2c and the connection's end": Trial(
        (post(b"Connection: close, upgrade", b"Upgrade: h2c", LENGTH), INNER), (WHOLE,)
    ),
    "h2c by a client of 1.0": Trial((post(*H2C, LENGTH, version=b"1.0"), INNER), (WHOLE,)),
    "h2c in a trailer": taken(
        chunks(b"5\r\nhello\r\n0\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n") + SECOND,
        answers=(HELLO, "GET /second "),
    ),
    "WebSocket and a body": taken(post(*SOCKETS, LENGTH), INNER, answers=(WHOLE,)),
    "WebSocket": taken(post(*SOCKETS) + SECOND, answers=("POST /a ", "GET /second ")),
    "TLS": taken(post(b"Connection: Upgrade", b"Upgrade: TLS/1.0", LENGTH), INNER, answers=(WHOLE,)),
    "several offers": taken(post(*H2C, *SOCKETS, LENGTH), INNER, answers=(WHOLE,)),
    "a tunnel": Trial((b"CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n" + INNER,), ("501",)),
    "a tunnel with a body": Trial(
        (b"CONNECT x:443 HTTP/1.1\r\nHost: x\r\n" + LENGTH + b"\r\n\r\n", INNER), ("501",)
    ),
    "HTTP/2 without an offer": refused(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    # Two lengths.
    "a length, then chunks": refused(post(b"Content-Length: 4", CHUNKED, body=IN_CHUNKS)),
    "chunks, then a length": refused(post(CHUNKED, b"Content-Length: 4", body=IN_CHUNKS)),
    "a length, and no chunks": refused(post(LENGTH, b"Transfer-Encoding: identity", body=INNER)),
    "a length, and an empty encoding": refused(post(LENGTH, b"Transfer-Encoding:", body=INNER)),
    "the same length twice": refused(post(LENGTH, LENGTH, body=INNER)),
    "two different lengths": refused(post(b"Content-Length: 0", LENGTH, body=INNER)),
    "a list of lengths": refused(post(LENGTH + b", %d" % len(INNER), body=INNER)),
    "a length in a trailer": refused(chunks(b"5\r\nhello\r\n0\r\nContent-Length: 60\r\n\r\n") + INNER),
    # Lengths.
    **{
        f"the length {length!r}": refused(post(b"Content-Length:" + length, body=b"hello" + INNER))
        for length in (
            b"",
            b" +5",
            b" -5",
            b" 0x5",
            b" 5.0",
            b" 1e1",
            b" 5 5",
            b" 5\x00",
            b" 5\rX: y",
            b"\r\n 5",
            b" \xb2",
        )
    },
    "a length beyond 64 bits": refused(post(b"Content-Length: 18446744073709551621", body=b"hello" + INNER)),
    "a length with zeros": taken(post(b"Content-Length: 005", body=b"hello")),
    "a blank before the colon": refused(post(b"Content-Length : 5", body=b"hello")),
    "a blank before the name": refused(post(b" Content-Length: 5", body=b"hello")),
    "half a body": Trial((post(LENGTH, body=INNER[:-1]),), (), "waits"),
    "half a head": Trial((GOOD[:-8],), (), "waits"),
    # Encodings.
    **{
        f"the encoding {value!r}": refused(post(b"Transfer-Encoding:" + value, body=IN_CHUNKS))
        for value in (
            *(
                b"",
                b" identity",
                b" chunked, identity",
                b" chunked, chunked",
                b" xchunked",
                b" chunkedx",
                b" \x0bchunked",
            ),
            *(
                b' "chunked"',
                b" chunked;q=1",
                b"\r\n chunked",
                b" chunked\x00",
                b" chunked\r\nTransfer-Encoding: chunked",
            ),
            b" chunked\r\nTransfer-Encoding: identity",
        )
    },
    **{
        f"the encoding {value!r}": taken(
            post(b"Transfer-Encoding:" + value, body=IN_CHUNKS), answers=(WHOLE,)
        )
        for value in (b" chunked", b"chunked", b"\tchunked", b" CHUNKED ", b" gzip, chunked")
    },
    "an encoding with an underscore": taken(
        post(b"Transfer_Encoding: chunked", b"Content-Length: 5", body=b"hello")
    ),
    "an encoding and a blank before the colon": refused(post(b"Transfer-Encoding : chunked", body=IN_CHUNKS)),
    "chunks by a client of 1.0": Trial(
        (post(CHUNKED, b"Connection: keep-alive", version=b"1.0", body=IN_CHUNKS) + INNER,), (WHOLE,)
    ),
    # Chunks.
    **{
        f"the chunks {body!r}": refused(chunks(body) + INNER)
        for body in (
            *(
                b"0x5\r\nhello\r\n0\r\n\r\n",
                b"-5\r\nhello\r\n0\r\n\r\n",
                b"+5\r\nhello\r\n0\r\n\r\n",
                b"5 \r\nhello\r\n0\r\n\r\n",
            ),
            *(
                b" 5\r\nhello\r\n0\r\n\r\n",
                b"5\nhello\n0\n\n",
                b"5;a\nhello\r\n0\r\n\r\n",
                b"5\rXhello\r\n0\r\n\r\n",
            ),
            *(
                b"5\r\nhello0\r\n\r\n",
                b"5\r\nhelloXX0\r\n\r\n",
                b"\r\nhello\r\n0\r\n\r\n",
                b"10000000000000005\r\nhello\r\n0\r\n\r\n",
            ),
            b"5\r\nhello\r\n0\r\nX : y\r\n\r\n",
        )
    },
    "chunks with extensions": taken(chunks(b"5;a=b\r\nhello\r\n0;c\r\n\r\n")),
    "a header in a trailer": taken(
        post(
            CHUNKED,
            b"Trailer: X-Forwarded-For",
            body=b"5\r\nhello\r\n0\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n",
        )
    ),
    "half a chunk": Trial((chunks(b"20\r\nhello"),), (), "waits"),
    "no last chunk": Trial((chunks(b"5\r\nhello\r\n"),), (), "waits"),
    # Lines.
    "line feeds alone": refused(post(b"Content-Length: 5", body=b"hello", end=b"\n")),
    "carriage returns alone": refused(post(b"Content-Length: 5", body=b"hello", end=b"\r")),
    "a header in two lines": refused(post(b"X: y\r\n z", b"Content-Length: 5", body=b"hello")),
    "a header without a colon": refused(post(b"X", b"Content-Length: 5", body=b"hello")),
    "a header without a name": refused(post(b": y", b"Content-Length: 5", body=b"hello")),
    "no address": refused(b"GET HTTP/1.1\r\nHost: x\r\n\r\n"),
    "an address that is none": refused(post(b"Content-Length: 5", path=b"http://[", body=b"hello")),
    "an address with a host": taken(post(b"Content-Length: 5", path=b"http://y/a", body=b"hello")),
    "a method that is none": Trial((b"SMUGGLE /a HTTP/1.1\r\nHost: x\r\n\r\n" + INNER,), ("501",)),
    # Versions.
    "a client of 1.0": Trial((post(b"Content-Length: 5", version=b"1.0", body=b"hello") + INNER,), (HELLO,)),
    "a client of 1.0 that stays": Trial(
        (post(b"Content-Length: 5", b"Connection: keep-alive", version=b"1.0", body=b"hello") + INNER,),
        (HELLO,),
    ),
    "version 1.2": refused(post(b"Content-Length: 5", version=b"1.2", body=b"hello")),
    "version 2.0": Trial((post(b"Content-Length: 5", version=b"2.0", body=b"hello") + INNER,), (HELLO,)),
    # Several requests.
    "a request after the last": Trial(
        (post(b"Content-Length: 5", b"Connection: close", body=b"hello") + INNER,), (HELLO,)
    ),
    "a request after what cannot be read": Trial((BAD_LENGTH + INNER,), ("400",)),
    "what cannot be read, at once": Trial((GOOD + b"garbage\r\n\r\n" + INNER,), (HELLO,)),
    "what cannot be read, later": Trial((GOOD, 1, BAD_LENGTH + INNER), (HELLO, "400")),
    "a bad address, later": Trial((GOOD, 1, post(path=b"http://[") + INNER), (HELLO, "400")),
    "a bad chunk, at once": Trial((GOOD + BAD_CHUNK + INNER,), (HELLO, "400")),
    "a bad chunk, after two": Trial((GOOD * 2 + BAD_CHUNK + INNER,), (HELLO, HELLO, "400")),
    "a bad chunk, later": Trial((GOOD, 1, BAD_CHUNK + INNER), (HELLO, "400")),
    "a bad chunk, after the answer": Trial(
        (post(CHUNKED, path=b"/early"), 1, b"zz\r\n" + INNER), ("POST /early ",)
    ),
    "a body after the answer": taken(post(LENGTH, path=b"/early"), 1, INNER, answers=("POST /early ",)),
    "a body that waits": taken(
        post(b"Content-Length: 5", b"Expect: 100-continue"), 1, b"hello", answers=("100", HELLO)
    ),
    "a body that is not waited for": Trial(
        (post(LENGTH, b"Expect: 100-continue", path=b"/early"), 1, INNER), ("POST /early ",)
    ),
}


class Echo:
    """An application that answers with the request, and keeps a list of all. It reads no body that comes to /early."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.proxied: list[bool] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body, more = b"", scope["path"] != "/early"
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body, more = body + message["body"], message["more_body"]
        told = f"{scope['method']} {scope['path']} {body.decode()}"
        headers = dict(scope["headers"])
        if b"x-forwarded-for" in headers and b"192.0.2.1" in headers[b"x-forwarded-for"]:
            told += " from somebody else"
        self.seen.append(told)
        self.proxied.append(b"x-proxied" in headers)
        length = (b"content-length", b"%d" % len(told))
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": told.encode()})


CONFIGS: dict[str, Callable[[ASGIApp], uvicorn.Config]] = {
    "ladder and marking": lambda app: server_config(app, lifespan="off"),
    "SkullWhist": lambda app: config_of(app, Settings(), lifespan="off"),
}


class Running(NamedTuple):
    port: int
    echo: Echo


@pytest.fixture(scope="module", params=CONFIGS)
def server(request: pytest.FixtureRequest) -> Iterator[Running]:
    echo = Echo()
    config = CONFIGS[request.param](echo)
    config.log_level = "critical"
    serving = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serving.run, kwargs={"sockets": [listening]})
        thread.start()
        yield Running(listening.getsockname()[1], echo)
        serving.should_exit = serving.force_exit = True
        thread.join()


class Client:
    """A connection, and the answers that came."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._came, self.answers = b"", list[str]()

    def send(self, pieces: tuple[bytes | int, ...]) -> None:
        for piece in pieces:
            if isinstance(piece, int):
                while len(self.answers) < piece and self.read():
                    pass
            else:
                self.socket.sendall(piece)
                if len(pieces) > 1:
                    time.sleep(0.001)  # so that pieces usually arrive as such; each way must give the same

    def read(self) -> bool:
        """What came next; false at the end of the connection."""
        try:
            more = self.socket.recv(65536)
        except ConnectionResetError:
            more = b""
        self._came += more
        while answer := re.match(rb"HTTP/1\.1 (\d+) .*?\r\n\r\n", self._came, re.DOTALL):
            length = re.search(rb"(?i)\r\ncontent-length: (\d+)", answer[0])
            end = answer.end() + (int(length[1]) if length else 0)
            if len(self._came) < end:
                break
            body = self._came[answer.end() : end].decode()
            self.answers.append(body if answer[1] == b"200" else answer[1].decode())
            self._came = self._came[end:]
        return bool(more)

    def rest(self) -> None:
        while self.read():
            pass
        assert self._came == b""


@contextmanager
def client_at(port: int) -> Iterator[Client]:
    client = Client(port)
    with client.socket:
        yield client


@pytest.mark.parametrize("name", TRIALS)
def test_each_request_has_one_answer(server: Running, name: str) -> None:
    trial = TRIALS[name]
    server.echo.seen.clear()
    expected = [*trial.answers]
    with client_at(server.port) as client:
        client.send(trial.sent)
        if trial.then == "open":
            client.send((len(expected), LAST))
            expected.append("GET /last ")
        elif trial.then == "waits":
            client.socket.shutdown(socket.SHUT_WR)
        client.rest()
    assert client.answers == expected
    assert server.echo.seen == [answer for answer in expected if not answer.isdigit()]


NGINX = """
daemon off;
pid {folder}/pid;
error_log {folder}/errors crit;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream server {{ server 127.0.0.1:{server}; keepalive 8; }}
    map $http_upgrade $forwarded {{ default $http_connection; "" ""; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://server;
            proxy_http_version 1.1;
            proxy_request_buffering {buffered};
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $forwarded;
            proxy_set_header X-Proxied yes;
        }}
    }}
}}
"""
"""It keeps connections and forwards offers, as for a WebSocket: the worst that an administrator may set up."""

CADDY = """
{{
    admin off
    auto_https off
    log {{
        output discard
    }}
}}
http://:{port} {{
    bind 127.0.0.1
    reverse_proxy 127.0.0.1:{server} {{
        header_up X-Proxied yes
    }}
}}
"""

FRONTS = {
    "nginx": (NGINX, ("nginx", "-p", "{folder}", "-c", "{settings}")),
    "nginx without a buffer": (NGINX, ("nginx", "-p", "{folder}", "-c", "{settings}")),
    "caddy": (CADDY, ("caddy", "run", "--adapter", "caddyfile", "--config", "{settings}")),
}


@pytest.fixture(params=FRONTS)
def front(
    request: pytest.FixtureRequest,
    server: Running,
    tmp_path: Path,
    free_port: int,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[int]:
    """The port of a proxy before the server."""
    monkeypatch.setenv("PATH", "/usr/sbin", prepend=":")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    text, words = FRONTS[request.param]
    if shutil.which(words[0]) is None:
        pytest.skip(f"needs {words[0]}: apt-get install {words[0]}")
    settings = tmp_path / "settings"
    buffered = "off" if "without" in request.param else "on"
    settings.write_text(text.format(folder=tmp_path, port=free_port, server=server.port, buffered=buffered))
    command = [word.format(folder=tmp_path, settings=settings) for word in words]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            while process.poll() is None:
                with socket.socket() as trial:
                    if trial.connect_ex(("127.0.0.1", free_port)) == 0:
                        break
                time.sleep(0.05)
            yield free_port
        finally:
            process.terminate()


def test_behind_a_proxy_everybody_gets_their_own_answer(server: Running, front: int) -> None:
    """Proxies send several clients' requests through one connection. Each trial is followed by another client's
    requests; all that the server takes for a request is one that the proxy sent."""
    troubles = {}
    for name, trial in TRIALS.items():
        server.echo.seen.clear()
        server.echo.proxied.clear()
        others = [f"GET /{number} " for number in range(3)]
        with client_at(front) as client, client_at(front) as other:
            client.send(tuple(piece for piece in trial.sent if isinstance(piece, bytes)))
            for number, _ in enumerate(others):
                other.send((number, b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n" % number, number + 1))
            if trial.then == "open":
                client.send((1,))
        seen = server.echo.seen
        if other.answers != others or not all(server.echo.proxied) or "somebody else" in " ".join(seen):
            troubles[name] = (other.answers, seen, server.echo.proxied)
    assert troubles == {}
