"""`playfunc serve marking` as a process of its own: it answers, is alone, and loses nothing when it is killed."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from marking_course import marking_course

pytestmark = [
    pytest.mark.week,  # three processes, each of which imports nbgrader
    pytest.mark.filterwarnings("ignore"),  # nbgrader and SQLAlchemy warn about themselves
]


def test_it_answers_on_loopback_and_is_alone(tmp_path: Path, free_port: int) -> None:
    marking_course(tmp_path)
    command = [sys.executable, "-m", "playfunc_cli.main", "serve", "marking", tmp_path, "--port", free_port]
    with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [process.stdout.readline(), process.stdout.readline()]
        assert f"http://127.0.0.1:{free_port}" in told[0]
        assert re.search(r"Head of the course, once: \S+/link/\S+", told[1])
        assert httpx2.get(f"http://127.0.0.1:{free_port}/healthz").status_code == 200
        other = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        assert other.returncode == 2
        assert "another process" in other.stderr
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
