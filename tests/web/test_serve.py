from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from playfunc_web.errors import SiteError
from playfunc_web.opening import open_site
from playfunc_web.serve import serve_ladder


def test_the_command_serves_and_says_where(tmp_path: Path, free_port: int) -> None:
    command = [sys.executable, "-m", "playfunc_cli.main", "serve", "ladder", str(tmp_path / "site")]
    with subprocess.Popen(
        [*command, "--port", str(free_port)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert f"http://127.0.0.1:{free_port}" in process.stdout.readline()
            assert "/link/" in process.stdout.readline()
            assert health(free_port) == 200
        finally:
            process.terminate()
            process.wait(30)
    assert process.returncode in (0, -signal.SIGTERM)  # it stopped, and says by whose wish


def health(port: int) -> int:
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
                return int(answer.status)
        except urllib.error.URLError:
            time.sleep(0.1)
    return 0


def test_the_command_refuses_a_course_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "gradebook.db").write_text("")
    command = [sys.executable, "-m", "playfunc_cli.main", "serve", "ladder", str(tmp_path / "site")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "lies inside a course" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_told_before_any_address_is(tmp_path: Path) -> None:
    told: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SiteError, match=rf"port {port} \(Address already in use\): name another"):
            serve_ladder(open_site(tmp_path), port, on_ready=lambda: told.append("ready"))
    assert told == []
