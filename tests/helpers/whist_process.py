"""SkullWhist's server as a process of its own, started by its command, that can be killed and started again."""

import json
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PASSWORD = "open sesame"


class WhistProcess:
    """A server with open registration; built-in bots play where `built_in_bots` says so. Its address stays the same
    when it is killed and started again."""

    def __init__(self, folder: Path, *, built_in_bots: bool = False) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        folder.mkdir(exist_ok=True)
        (folder / "site.toml").write_text(f"[skullwhist]\nbuilt_in_bots = {str(built_in_bots).lower()}\n")
        words = ["serve", "skullwhist", str(folder), "--port", str(port), "--open-registration"]
        self._command = [sys.executable, "-m", "playfunc_cli.main", *words]
        self._process: subprocess.Popen[str] | None = None
        self._session = ""
        self.url = f"http://127.0.0.1:{port}/api/"
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert " is at http://127.0.0.1:" in self._process.stdout.readline()

    def kill(self) -> None:
        """As by a power cut."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.communicate(timeout=30)

    def post(self, method: str, **fields: object) -> dict[str, Any]:
        """What a method answers, which must be a success."""
        request = urllib.request.Request(f"{self.url}{method}/", json.dumps(fields).encode())
        with urllib.request.urlopen(request, timeout=60) as answer:
            told: dict[str, Any] = json.load(answer)
        assert told["result"] == "success", told
        return told

    def game(self, number: int) -> dict[str, Any]:
        """A finished game, as a bot that only looks on is told."""
        if not self._session:
            self.post("register", name="looks-on", password=PASSWORD)
            self._session = self.post("login", name="looks-on", password=PASSWORD)["session"]
        return self.post("old-game", session=self._session, game=number)


@contextmanager
def whist_process(folder: Path, *, built_in_bots: bool = False) -> Iterator[WhistProcess]:
    """A server on a new site in `folder`, until the end of the block."""
    server = WhistProcess(folder, built_in_bots=built_in_bots)
    try:
        yield server
    finally:
        server.stop()
