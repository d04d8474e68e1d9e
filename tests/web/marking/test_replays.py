"""Marks played again in processes beside the site."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest
from marking_course import marking_course
from playfunc_classroom.appeals import audit_path
from playfunc_web.marking.grading_session import Replays

# Three processes, each of which imports nbgrader; nbgrader and SQLAlchemy warn about themselves.
pytestmark = [pytest.mark.week, pytest.mark.filterwarnings("ignore")]


def wait_for_end(replays, student):
    until = time.monotonic() + 300
    while replays.running("hearts", student):
        assert time.monotonic() < until
        time.sleep(0.1)


def test_one_at_a_time_and_why_one_failed(tmp_path):
    replays = Replays(marking_course(tmp_path / "course").root)
    assert replays.begin("hearts", "zoe")
    assert replays.begin("hearts", "zoe")  # it runs already
    assert not replays.begin("hearts", "ann")
    assert replays.trouble("hearts", "zoe") == ""
    wait_for_end(replays, "zoe")
    assert replays.trouble("hearts", "zoe").startswith("there is no submission of zoe for hearts; ")
    assert not replays.running("hearts", "ann")
    assert replays.begin("hearts", "zoe")
    assert replays.trouble("hearts", "zoe") == ""
    replays.end()


def test_the_end_of_the_server_ends_what_runs(tmp_path):
    root = marking_course(tmp_path / "course").root
    replays = Replays(root)
    assert replays.begin("hearts", "ann")
    replays.end()
    assert not replays.running("hearts", "ann")
    assert not audit_path(root, "hearts", "ann").exists()


# `playfunc serve marking` as a process of its own: it answers, is alone, and loses nothing when it is killed.
def serve_command(course: Path, port: int) -> list[str]:
    return [sys.executable, "-m", "playfunc_cli.main", "serve", "marking", str(course), "--port", str(port)]


def test_it_answers_on_loopback_and_is_alone(tmp_path: Path, free_port: int) -> None:
    marking_course(tmp_path)
    command = serve_command(tmp_path, free_port)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [process.stdout.readline(), process.stdout.readline()]
        assert f"http://127.0.0.1:{free_port}" in told[0]
        assert re.search(r"Instructor, once: \S+/link/\S+", told[1])
        assert httpx2.get(f"http://127.0.0.1:{free_port}/healthz").status_code == 200
        other = subprocess.run(command, capture_output=True, text=True)
        assert other.returncode == 2
        assert "another process" in other.stderr
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


def test_it_is_served_although_its_phrases_cannot_be_read(tmp_path: Path, free_port: int) -> None:
    """What it reads before its port opens is only read in advance."""
    marking_course(tmp_path)
    (tmp_path / "comments.md").write_text("# no such task\n")
    with subprocess.Popen(serve_command(tmp_path, free_port), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert f"http://127.0.0.1:{free_port}" in process.stdout.readline()
            assert httpx2.get(f"http://127.0.0.1:{free_port}/healthz").status_code == 200
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
