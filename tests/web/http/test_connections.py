"""A client that keeps a real server waiting."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from playfunc_web.http.connections import HEAD_BYTES, TimedProtocol
from playfunc_web.http.frame import create_app
from playfunc_web.site import Site

router = APIRouter()


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
    client.sendall(b"POST " + address + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
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
        client.sendall(b"POST /api/length HTTP/1.1\r\nHost: x\r\nContent-Length: 30\r\n\r\n")
        for _ in range(3):
            time.sleep(0.1)
            client.sendall(b"a" * 10)
        answer = client.recv(65536)
        assert answer.startswith(b"HTTP/1.1 200")
        assert answer.endswith(b"30")
        time.sleep(0.7)  # longer than a head may take: a connection may rest between requests
