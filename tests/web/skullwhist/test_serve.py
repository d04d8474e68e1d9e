from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from playfunc_web.errors import SiteError
from playfunc_web.folder import WHIST_LOCK_FILE, Settings, Whist, held
from playfunc_web.opening import link_for, open_site
from playfunc_web.skullwhist.serve import WhistProtocol, require_safe_host, serve_skullwhist
from web_site import open_test_site
from whist_live import live_whist, request

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
            process.wait(30)
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
            process.wait(30)
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
