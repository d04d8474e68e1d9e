"""A site that is served by a process of its own, as in production, and can be killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import killing
from playfunc_web.accounts.sessions import start_session
from playfunc_web.http.viewer import COOKIE
from playfunc_web.ladder_server import serve_ladder
from playfunc_web.opening import open_site
from playfunc_web.site import Site
from web_site import OWN_PAGE, account


@dataclass
class Served:
    """`playfunc serve ladder` on a free port; use it in a `with` statement."""

    folder: Path
    database: str | None = None
    port: int = 0
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def __enter__(self) -> Served:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.end(signal.SIGTERM)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Returns once it answers."""
        if not self.port:
            with socket.socket() as found:
                found.bind(("127.0.0.1", 0))
                self.port = found.getsockname()[1]
        self._begin()
        until = time.monotonic() + 120
        while not self._answers():
            assert time.monotonic() < until, "the server did not start within two minutes"
            time.sleep(0.02)

    def _begin(self) -> None:
        words = [sys.executable, "-m", "playfunc_cli.main", "serve", "ladder", str(self.folder)]
        more = ["--database", self.database] if self.database else []
        self.process = subprocess.Popen([*words, "--port", str(self.port), *more], stdout=subprocess.DEVNULL)

    def _answers(self) -> bool:
        try:
            return httpx2.get(f"{self.url}/healthz", timeout=60).status_code == 200
        except httpx2.TransportError:
            return False

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def end(self, number: signal.Signals) -> int:
        """Send the signal, and wait; how it ended."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(60)

    def workers(self) -> list[int]:
        """The numbers of its worker processes."""
        children = Path(f"/proc/{self.pid}/task").glob("*/children")
        found = [int(pid) for path in children for pid in path.read_text().split()]
        return [pid for pid in found if b"playfunc_web.worker" in _command(pid)]


@dataclass
class Forked(Served):
    """The same server, forked from this process: it has imported everything, which is most of a start. Nothing of the
    site may be open here meanwhile."""

    forked: int = field(default=0, init=False)

    def _begin(self) -> None:
        self.forked = killing.start(self._serve)

    def _serve(self) -> None:
        serve_ladder(open_site(self.folder, self.database), self.port, on_ready=lambda: None)

    @property
    def pid(self) -> int:
        return self.forked

    def end(self, number: signal.Signals) -> int:
        os.kill(self.forked, number)
        _, status = os.waitpid(self.forked, 0)
        return os.waitstatus_to_exitcode(status)


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def session_of(site: Site, login: str) -> str:
    """The cookie of a new session."""
    made = account(site, login)
    with site.database.writing() as session:
        return start_session(session, session.merge(made), 1)


def upload(url: str, session: str, content: bytes, ladder: str = "hearts", name: str = "player.py") -> str:
    """Upload by the page's form; the address of the version, or "" where it was not acknowledged."""
    try:
        answer = httpx2.post(
            f"{url}/upload",
            data={"ladder": ladder},
            files={"file": (name, content)},
            cookies={COOKIE: session},
            headers=OWN_PAGE,
            timeout=10,
        )
    except httpx2.TransportError:
        return ""
    return str(answer.headers["location"]) if answer.status_code == 303 else ""
