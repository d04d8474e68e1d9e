"""What hostile players try to reach: a secret file, a gradebook, listeners, another process. All of it bait."""

import os
import secrets
import socket
import sqlite3
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

VARIABLE = "PLAYFUNC_HOSTILE_BAIT"


@dataclass
class Outside:
    """The bait, and whether anything took it. `word` stands in everything that can be read."""

    folder: Path
    word: str
    victim: subprocess.Popen[bytes]
    listeners: dict[str, socket.socket]
    before: dict[str, bytes] = field(default_factory=dict)

    def told(self) -> dict[str, Any]:
        """What a player is told: where everything is. (Real attackers would have to guess.)"""
        return {
            "folder": str(self.folder),
            "secret": str(self.folder / "secret"),
            "victim_file": str(self.folder / "victim"),
            "changed": (self.folder / "victim").stat().st_mtime_ns,
            "database": str(self.folder / "gradebook.db"),
            "socket": str(self.folder / "socket"),
            "tcp": self.listeners["tcp"].getsockname()[1],
            "udp": self.listeners["udp"].getsockname()[1],
            "victim": self.victim.pid,
            "word": self.word[:8],
            "variable": VARIABLE,
            "ours": {name: _folder(name) for name in ("playfunc_opponents", "playfunc_autograder")},
            "site": sysconfig.get_path("purelib"),
        }

    def changed(self) -> list[str]:
        """What happened to the bait, in words."""
        signs = [f"{name}: a connection" for name, bait in self.listeners.items() if _was_called(bait)]
        if self.victim.poll() is not None:
            signs.append("another process was ended")
        now = _contents(self.folder)
        return signs + [
            f"changed: {name}" for name in {*now, *self.before} if now.get(name) != self.before.get(name)
        ]


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Outside]:
    """Bait for one player. The word is told to players by its half only, so that the whole of it is proof."""
    word = secrets.token_hex(16)
    monkeypatch.setenv(VARIABLE, word)
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret").write_text(word)
    (folder / "victim").write_text("as it was")
    with sqlite3.connect(folder / "gradebook.db") as book:
        book.execute("create table marks (student text, points real)")
        book.execute("insert into marks values (?, 3)", (word,))
    book.close()
    with ExitStack() as stack:
        descriptor = os.open(folder / "secret", os.O_RDONLY)
        stack.callback(os.close, descriptor)
        os.set_inheritable(descriptor, True)
        victim = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], cwd=folder)
        stack.callback(victim.wait)
        stack.callback(victim.kill)
        yield Outside(folder, word, victim, _listeners(folder, stack), _contents(folder))


def _folder(package: str) -> str:
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations
    return spec.submodule_search_locations[0]


def _listeners(folder: Path, stack: ExitStack) -> dict[str, socket.socket]:
    tcp, udp = socket.create_server(("127.0.0.1", 0)), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind(("127.0.0.1", 0))
    local = socket.socket(socket.AF_UNIX)
    local.bind(os.path.relpath(folder / "socket"))  # a path of at most 107 bytes
    local.listen()
    for listener in (tcp, udp, local):
        listener.setblocking(False)
        stack.enter_context(listener)
    return {"tcp": tcp, "udp": udp, "local": local}


def _was_called(listener: socket.socket) -> bool:
    try:
        if listener.type == socket.SOCK_DGRAM:
            return bool(listener.recv(99))
        listener.accept()[0].close()
    except BlockingIOError:
        return False
    return True


def _contents(folder: Path) -> dict[str, bytes]:
    """Every file's content, mode, owner, time and attributes by its name; links and folders by their kind."""
    return {
        str(path.relative_to(folder)): _marks(path) + (path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
    }


def _marks(path: Path) -> bytes:
    found = path.lstat()
    named = os.listxattr(path, follow_symlinks=False) if sys.platform == "linux" else []
    return f"{found.st_mode:o} {found.st_uid} {found.st_gid} {found.st_mtime_ns} {named} ".encode()
