"""nbgrader's formgrader as a marker meets it: a Jupyter server on the course, and a real browser."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playfunc_classroom.nbgrader_bridge.course import Course

if TYPE_CHECKING:
    from playwright.sync_api import Page


@contextmanager
def formgrader(course: Course) -> Iterator[str]:
    """The address of a running formgrader for the course."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    home = course.root.parent / "jupyter"
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
        "JUPYTER_CONFIG_DIR": str(home),
        "JUPYTER_DATA_DIR": str(home),
        "JUPYTER_RUNTIME_DIR": str(home),
    }
    extensions = "{'nbgrader.server_extensions.formgrader': True}"
    words = (
        "--no-browser",
        "--allow-root",
        f"--port={port}",
        "--IdentityProvider.token=",
        "--ServerApp.password=",
    )
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyter_server", *words, f"--ServerApp.jpserver_extensions={extensions}"],
        cwd=course.root,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=(course.root.parent / "server.log").open("w"),
    )
    address = f"http://127.0.0.1:{port}/formgrader"
    try:
        _wait_for(f"http://127.0.0.1:{port}/api", server)
        yield address
    finally:
        server.terminate()
        server.wait()


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    while server.poll() is None:
        try:
            urllib.request.urlopen(address).read()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the Jupyter server did not start")


def mark_in_browser(
    page: Page, address: str, course: Course, student: str, scores: dict[str, float], said: str
) -> None:
    """Open a submission, type the scores and a comment beside the first, and wait until each is stored."""
    with course.gradebook() as gradebook:
        number = gradebook.find_submission_notebook("hearts", "hearts", student).id
    page.goto(f"{address}/submissions/{number}/")
    for name, score in scores.items():
        _type(page, f"input.score[id='{name}']", f"{score:g}", "/api/grade/")
    _type(page, f"textarea[id='{next(iter(scores))}-comment']", said, "/api/comment/")


def _type(page: Page, where: str, text: str, address: str) -> None:
    """Type into a field, leave it by the tabulator, and wait until the gradebook has it."""
    field = page.locator(where)
    field.wait_for()
    page.wait_for_function("formgrader.grades?.loaded && formgrader.comments?.loaded")
    with page.expect_response(lambda answer: address in answer.url and answer.request.method == "PUT"):
        field.fill(text)
        field.press("Tab")
