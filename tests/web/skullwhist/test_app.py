"""The application by real HTTP, in the ways of the languages that bots are written in."""

import json
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playfunc_web.errors import SiteError
from playfunc_web.http.server import Server
from playfunc_web.opening import link_for, open_site
from playfunc_web.site import WHIST_LOCK_FILE, Settings, Site, Whist, held
from playfunc_web.skullwhist.app import (
    WhistProtocol,
    config_of,
    require_safe_host,
    serve_skullwhist,
    skullwhist_app,
)
from playfunc_web.skullwhist.server_state import Hall
from web_site import open_test_site


# SkullWhist's server on loopback, in a thread, as bots meet it; and bytes sent to it as they are.
@dataclass
class Live:
    port: int
    hall: Hall
    server: Server

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
    server = Server(config_of(app, site.settings), threading.Event(), hall.waits.release)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        yield Live(listening.getsockname()[1], hall, server)
    finally:
        server.should_exit = True
        thread.join(60)
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


PASSWORD = "p"
NOBODY = {"session": "0" * 32}


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    site = open_test_site(tmp_path_factory.mktemp("app") / "site")
    with live_whist(site) as made:
        yield made
    site.database.close()


def session(live: Live, name: str) -> str:
    live.post("register", name=name, password=PASSWORD)
    return str(live.post("login", name=name, password=PASSWORD)["session"])


def read_one(connection: Any) -> bytes:
    """One answer with its body from a connection that stays open."""
    data = b""
    while True:
        data += connection.recv(65536)
        head, found, body = data.partition(b"\r\n\r\n")
        if found:
            length = next(
                int(line.split(b":")[1])
                for line in head.split(b"\r\n")
                if line.lower().startswith(b"content-length")
            )
            if len(body) >= length:
                return data


def test_a_connection_is_kept_for_many_requests(live: Live) -> None:
    secret = session(live, "keeper")
    with live.connect() as connection:
        for _ in range(20):
            connection.sendall(request("status", {"session": secret}, close=False))
            ((status, headers, told),) = answers(read_one(connection))
            assert (status, told["result"]) == (200, "success")
            assert headers.get("connection") != "close"


def test_an_answer_says_that_the_connection_ends_where_it_does(live: Live) -> None:
    ((status, headers, told),) = answers(live.raw(request("status", NOBODY)))
    assert (status, told["result"], headers["connection"]) == (200, "failure", "close")
    assert headers["content-type"] == "application/json"


def test_http_1_0_ends_with_the_answer(live: Live) -> None:
    data = live.raw(request("status", NOBODY, version="1.0", close=False))
    ((status, headers, told),) = answers(data)
    assert (status, told["result"], headers["connection"]) == (200, "failure", "close")


def test_expect_100_continue_is_answered_before_the_body(live: Live) -> None:
    whole = request("status", NOBODY, "Expect: 100-continue", close=False)
    head, _, body = whole.partition(b"\r\n\r\n")
    with live.connect() as connection:
        connection.sendall(head + b"\r\n\r\n")
        assert connection.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(body)
        ((status, _, told),) = answers(read_one(connection))
        assert (status, told["result"]) == (200, "failure")


def test_an_offer_of_another_protocol_is_ignored(live: Live) -> None:
    """As Java's own client makes it with every request."""
    offer = ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAEAAEAAAAIAAAAB")
    registering = request("register", {"name": "java", "password": "p"}, *offer, close=False)
    data = live.raw(registering + request("login", {"name": "java", "password": "p"}))
    assert [told["result"] for _, _, told in answers(data)] == ["success", "success"]


def test_requests_may_be_sent_ahead(live: Live) -> None:
    data = live.raw(request("status", NOBODY, close=False) + request("bid", NOBODY))
    assert [status for status, _, _ in answers(data)] == [200, 200]
    assert "key bid is missing" in answers(data)[1][2]["reason"]


@pytest.mark.parametrize("path", ["/api/status/", "/api/status", "/api//status/", "//api/status//"])
def test_slashes_may_be_doubled_or_missing_and_nothing_is_redirected(live: Live, path: str) -> None:
    data = live.raw(request("status", NOBODY).replace(b"/api/status/", path.encode()))
    ((status, _, told),) = answers(data)
    assert (status, told["result"]) == (200, "failure")
    assert "log in again" in told["reason"]


@pytest.mark.parametrize(
    "path", ["/api/", "/api", "//api//", "/api/a/b/", "/api/status/more", "/api/%2e%2e/"]
)
def test_a_post_below_api_is_always_answered_with_200(live: Live, path: str) -> None:
    data = live.raw(request("status", NOBODY).replace(b"/api/status/", path.encode()))
    ((status, _, told),) = answers(data)
    assert (status, told["result"]) == (200, "failure")
    assert "There is no method" in told["reason"]


@pytest.mark.parametrize("verb", ["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "PROPFIND", "BREW"])
@pytest.mark.parametrize("method", ["status", "jsonp", "nonsense"])
def test_other_verbs_are_not_implemented(live: Live, verb: str, method: str) -> None:
    data = live.raw(request(method, NOBODY, verb=verb))
    assert data.startswith(b"HTTP/1.1 501 Not Implemented\r\n")


def test_bytes_that_are_no_http_are_refused(live: Live) -> None:
    assert live.raw(b"hello\r\n\r\n").startswith(b"HTTP/1.1 ")


@pytest.mark.parametrize("size", [16 * 1024 + 1, 100_000, 900_000])
def test_a_body_that_is_too_large_is_refused_in_words(live: Live, size: int) -> None:
    body = b'{"session": "' + b"0" * (size - 15) + b'"}'
    assert len(body) == size
    ((status, _, told),) = answers(live.raw(request("status", body)))
    assert (status, told) == (200, {"result": "failure", "reason": "The body is larger than 16,384 bytes."})


def test_a_body_of_16_kb_is_taken(live: Live) -> None:
    body = b'{"session": "' + b"0" * (16 * 1024 - 15) + b'"}'
    ((_, _, told),) = answers(live.raw(request("status", body)))
    assert "32 hexadecimal digits" in told["reason"]


def test_a_huge_body_is_refused_before_it_is_sent(live: Live) -> None:
    head = request("status", b"").replace(b"Content-Length: 0", b"Content-Length: 9999999999")
    ((status, headers, told),) = answers(live.raw(head))
    assert (status, headers["connection"]) == (200, "close")
    assert "larger than 16,384 bytes" in told["reason"]


def test_a_body_in_chunks_is_read(live: Live) -> None:
    body = json.dumps(NOBODY).encode()
    head = request("status", b"").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    chunked = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:7], body[7:])) + b"0\r\n\r\n"
    ((status, _, told),) = answers(live.raw(head + chunked))
    assert (status, "log in again" in told["reason"]) == (200, True)


def test_two_bots_are_paired_by_the_servers_own_clock(live: Live) -> None:
    secrets = [session(live, name) for name in ("one", "two")]
    told: list[dict[str, Any]] = []
    threads = [
        threading.Thread(target=lambda secret=secret: told.append(live.post("new-game", session=secret)))
        for secret in secrets
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [each["result"] for each in told] == ["success", "success"]
    assert told[0]["game"] == told[1]["game"]


def test_get_answers_pages_and_jsonp_scripts(live: Live) -> None:
    page = live.raw(request("status", b"", verb="GET"))
    assert page.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"<h1>" in page
    script = live.raw(
        b"GET /api//jsonp/?method=status&callback=done&session=1&_=17 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    )
    assert b"content-type: application/javascript" in script
    assert b'\r\n\r\ndone({"result": "failure", "reason": "session must be ' in script
    assert script.endswith(b"});")


def test_stopping_answers_requests_that_wait(tmp_path: Path) -> None:
    site = open_test_site(tmp_path / "site")
    told: list[dict[str, Any]] = []
    with live_whist(site) as live:
        secret = session(live, "ada")
        thread = threading.Thread(target=lambda: told.append(live.post("new-game", session=secret)))
        thread.start()
        while not len(live.hall.waits):
            time.sleep(0.01)
    thread.join(60)
    site.database.close()
    assert [each["result"] for each in told] == ["retry"]


PATIENCE = 0.4

COMMAND = [sys.executable, "-m", "playfunc_cli.main", "serve", "skullwhist"]


def test_the_command_serves_says_where_and_stops(tmp_path: Path, free_port: int) -> None:
    words = [*COMMAND, str(tmp_path / "site"), "--port", str(free_port), "--open-registration"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            assert f"is at http://127.0.0.1:{free_port}" in process.stdout.readline()
            body = b'{"name": "ada", "password": "secret words"}'
            with urllib.request.urlopen(f"http://127.0.0.1:{free_port}/api/register/", body) as answer:
                assert b'"result": "success"' in answer.read()
            query = "method=login&callback=f&name=ada&password=secret+words"
            with urllib.request.urlopen(f"http://127.0.0.1:{free_port}/api/jsonp/?{query}") as answer:
                assert answer.read().startswith(b'f({"result": "success", ')
        finally:
            process.terminate()
            process.wait(60)
        said = process.stdout.read()
    assert process.returncode in (0, -signal.SIGTERM)
    assert "secret" not in said, "neither passwords nor queries are logged"
    assert "Administrator" not in said, "nobody needs an account here"


def test_a_server_without_open_registration_gives_people_accounts(tmp_path: Path, free_port: int) -> None:
    folder = tmp_path / "site"
    folder.mkdir(mode=0o755)
    (folder / "site.toml").write_text('class_list = "class.csv"\n')
    (folder / "class.csv").write_text("login\nann\n")
    words = [*COMMAND, str(folder), "--port", str(free_port)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            link = process.stdout.readline().removeprefix("Administrator, once: ").strip()
            assert link.startswith(f"http://127.0.0.1:{free_port}/link/")
            for address in (link, f"http://127.0.0.1:{free_port}{link_for(folder, 'ann')}"):
                with urllib.request.urlopen(address) as answer:
                    assert b"This link logs you in once" in answer.read()
        finally:
            process.terminate()
            process.wait(60)
    written = [path for path in folder.iterdir() if path.name not in ("site.toml", "class.csv")]
    assert written
    assert [path.name for path in written if path.stat().st_mode & 0o077] == [], "others may read it"


def test_one_process_serves_a_folder(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    with (
        held(tmp_path / "site", WHIST_LOCK_FILE),
        pytest.raises(SiteError, match="served by another process"),
    ):
        serve_skullwhist(open_site(tmp_path / "site"), 0, on_ready=lambda: None)


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    told: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SiteError, match=rf"port {port} \(Address already in use\): name another"):
            serve_skullwhist(open_site(tmp_path / "site"), port, on_ready=lambda: told.append("ready"))
    assert told == []


def test_a_ladder_may_serve_the_same_folder(tmp_path: Path) -> None:
    with held(tmp_path), held(tmp_path, WHIST_LOCK_FILE):
        assert (tmp_path / WHIST_LOCK_FILE).exists()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.0.0.53"])
def test_loopback_is_safe(host: str) -> None:
    require_safe_host(host, Settings())


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "example.edu"])
def test_plain_http_beyond_this_machine_needs_a_setting(host: str) -> None:
    with pytest.raises(SiteError, match="plain_http = true"):
        require_safe_host(host, Settings())
    with pytest.raises(SiteError):
        require_safe_host(host, Settings(base_url="http://whist.example.edu"))
    require_safe_host(host, Settings(base_url="https://whist.example.edu"))
    require_safe_host(host, Settings(skullwhist=Whist(plain_http=True)))


def test_it_refuses_a_course(tmp_path: Path) -> None:
    (tmp_path / "gradebook.db").write_text("")
    done = subprocess.run([*COMMAND, str(tmp_path / "site")], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "lies inside a course" in done.stderr


@pytest.mark.parametrize(
    "sent",
    [b"", b"POST /api/status/ HT", request("status", b"{}", close=False)[:-1]],
    ids=["nothing", "half of the first line", "all but a byte of the body"],
)
def test_a_request_that_does_not_arrive_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    for name in ("head_seconds", "body_seconds"):
        monkeypatch.setattr(WhistProtocol, name, PATIENCE)
    site = open_test_site(tmp_path / "site")
    with live_whist(site) as live:
        began = time.monotonic()
        assert live.raw(sent) == b""
        assert PATIENCE * 0.9 < time.monotonic() - began < 10
    site.database.close()


def test_a_request_that_waits_for_its_answer_is_not_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("head_seconds", "body_seconds"):
        monkeypatch.setattr(WhistProtocol, name, PATIENCE)
    site = open_test_site(tmp_path / "site")
    with live_whist(site) as live:
        live.post("register", name="ada", password="p")
        secret = live.post("login", name="ada", password="p")["session"]
        with live.connect() as connection:
            connection.sendall(request("new-game", {"session": secret}, close=False))
            connection.settimeout(PATIENCE * 3)
            with pytest.raises(TimeoutError):
                connection.recv(1)
            live.hall.waits.release()
    site.database.close()
