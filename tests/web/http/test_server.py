"""A client that keeps a real server waiting."""

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator

import httpx2
import pytest
import uvicorn
from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import StreamingResponse
from playfunc_web.http.application import create_app
from playfunc_web.http.server import HEAD_BYTES, TimedProtocol, answer_requests, hear_signals
from playfunc_web.site import Site
from web_site import account, browser, token_of

router = APIRouter()

FORM = b"Host: x\r\nSec-Fetch-Site: same-origin\r\n"


@router.post("/api/length")
async def length(request: Request) -> int:
    return len(await request.body())


@router.get("/api/endless")
def endless() -> StreamingResponse:
    return StreamingResponse(iter(lambda: b"x" * 100_000, b""), media_type="text/plain")


class Impatient(TimedProtocol):
    head_seconds = 0.5
    body_seconds = 0.6
    write_seconds = 0.7


@pytest.fixture
def port(site: Site, free_port: int) -> Iterator[int]:
    config = uvicorn.Config(
        create_app(site, (router,)),
        port=free_port,
        log_level="critical",
        http=Impatient,
        timeout_keep_alive=2,
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield free_port
    server.should_exit = server.force_exit = True
    thread.join()


@pytest.fixture
def client(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port)) as found:
        found.settimeout(10)
        yield found


def drip(client: socket.socket, pieces: Iterator[bytes], most: float = 8.0) -> tuple[float, bytes]:
    """Send a piece every tenth of a second until the server cuts the connection; after how long, and what it said."""
    began, said = time.monotonic(), b""
    client.settimeout(0.1)
    for piece in pieces:
        try:
            client.sendall(piece)
            more = client.recv(65536)
            if not more:
                break
            said += more
        except TimeoutError:
            pass
        except OSError:
            break
        assert time.monotonic() - began < most, "the connection is still open"
    return time.monotonic() - began, said


def endless_bytes(byte: bytes) -> Iterator[bytes]:
    while True:
        yield byte


def test_who_says_nothing_is_cut_off(client: socket.socket) -> None:
    seconds, _ = drip(client, endless_bytes(b""))
    assert 0.3 < seconds < 3


def test_who_sends_a_head_byte_by_byte_is_cut_off(client: socket.socket) -> None:
    client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
    seconds, said = drip(client, endless_bytes(b"a"))
    assert (said, 0.3 < seconds < 3) == (b"", True)


def test_who_sends_empty_lines_alone_is_cut_off(client: socket.socket) -> None:
    seconds, _ = drip(client, endless_bytes(b"\r\n"))
    assert 0.3 < seconds < 3


def test_the_second_head_of_a_connection_is_timed_too(client: socket.socket) -> None:
    client.sendall(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
    assert client.recv(100).startswith(b"HTTP/1.1 200")
    client.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
    seconds, _ = drip(client, endless_bytes(b"a"))
    assert 0.3 < seconds < 3


@pytest.mark.parametrize("address", [b"/api/length", b"/api/none"])
def test_who_sends_a_body_byte_by_byte_is_cut_off_also_where_nobody_reads_it(
    client: socket.socket, address: bytes
) -> None:
    client.sendall(b"POST " + address + b" HTTP/1.1\r\n" + FORM + b"Content-Length: 100000\r\n\r\n")
    seconds, _ = drip(client, endless_bytes(b"a"))
    assert 0.3 < seconds < 4


def test_a_head_without_an_end_is_refused_while_it_arrives(client: socket.socket) -> None:
    client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
    header = b"X-Header: " + b"a" * 1000 + b"\r\n"
    taken = 0
    try:
        while taken < 100 * HEAD_BYTES:
            client.sendall(header)
            taken += len(header)
            time.sleep(0.0005)
    except OSError:
        pass
    assert HEAD_BYTES / 2 < taken < 20 * HEAD_BYTES


def test_who_does_not_read_the_answer_is_cut_off(client: socket.socket) -> None:
    client.sendall(b"GET /api/endless HTTP/1.1\r\nHost: x\r\n\r\n")
    time.sleep(2)
    got = 0
    try:
        while more := client.recv(1_000_000):
            got += len(more)
            assert got < 50_000_000, "the connection is still open"
    except ConnectionResetError:
        pass


def test_those_in_no_hurry_but_steady_are_served(client: socket.socket) -> None:
    for _ in range(3):
        client.sendall(b"POST /api/length HTTP/1.1\r\n" + FORM + b"Content-Length: 30\r\n\r\n")
        for _ in range(3):
            time.sleep(0.1)
            client.sendall(b"a" * 10)
        answer = client.recv(65536)
        assert answer.startswith(b"HTTP/1.1 200")
        assert answer.endswith(b"30")
        time.sleep(0.7)  # longer than a head may take: a connection may rest between requests


# Requests are answered until a signal comes.
def test_a_signal_ends_it_and_not_the_process() -> None:
    app, before = FastAPI(), signal.getsignal(signal.SIGTERM)
    app.add_api_route("/", lambda: "here")
    listening = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    got = []

    def ask() -> None:
        got.append(httpx2.get(address, timeout=60).json())
        os.kill(os.getpid(), signal.SIGTERM)

    try:
        told = hear_signals()
        threading.Thread(target=ask).start()
        answer_requests(app, listening, told)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert got == ["here"]


def test_a_signal_that_came_before_the_server_started_ends_it_too() -> None:
    before = signal.getsignal(signal.SIGTERM)
    try:
        told = hear_signals()
        os.kill(os.getpid(), signal.SIGTERM)
        answer_requests(FastAPI(), socket.create_server(("127.0.0.1", 0)), told)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert told.is_set()


ELSEWHERE = {"origin": "https://notebook.example", "sec-fetch-site": "cross-site"}


def test_pages_of_other_sites_may_call_the_api_with_a_token(site: Site) -> None:
    account(site, "ada")
    asked = {
        **ELSEWHERE,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
    }
    before = browser(site).client.options("/api/v1/ladders", headers=asked)
    assert before.status_code == 200
    assert before.headers["access-control-allow-origin"] == "*"
    assert "authorization" in before.headers["access-control-allow-headers"].lower()
    assert "access-control-allow-credentials" not in before.headers
    token = {"authorization": f"Bearer {token_of(site, 'ada')}"}
    answer = browser(site).get("/api/v1/ladders", headers={**ELSEWHERE, **token})
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, "*")
    assert "access-control-allow-credentials" not in answer.headers


def test_a_cookie_counts_for_nothing_in_calls_from_elsewhere(site: Site) -> None:
    ada = browser(site, "ada")
    assert ada.get("/api/v1/ladders").status_code == 200
    assert ada.get("/api/v1/ladders", headers=ELSEWHERE).status_code == 401
    assert ada.get("/api/v1/ladders", headers={"sec-fetch-site": "same-site"}).status_code == 401
    assert ada.get("/api/v1/ladders", headers={"origin": "http://testserver"}).status_code == 200
    old = {"sec-fetch-site": ""}
    assert ada.get("/api/v1/ladders", headers={**ELSEWHERE, **old}).status_code == 401
    assert ada.get("/api/v1/ladders", headers=old).status_code == 200


def test_errors_can_be_read_from_elsewhere_too(site: Site) -> None:
    answer = browser(site).get("/api/v1/ladders", headers=ELSEWHERE)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (401, "*")


def test_pages_are_for_this_site_alone(site: Site) -> None:
    ada = browser(site, "ada")
    for address in ("/", "/account", "/api/v2"):
        assert "access-control-allow-origin" not in ada.get(address, headers=ELSEWHERE).headers
