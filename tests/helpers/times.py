"""What each test file of a run takes: `make test-times`, or `pytest --times`.

CPU is this process's and that of all its descendants, from a file's first setup to its last teardown. Started processes
are those of Python's own `subprocess` and `os`; what those start in turn is in their CPU alone. Sockets are those bound
to an address: servers, within this process too, and kernels' channels.
"""

from __future__ import annotations

import resource
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Generator
from typing import Any

import psutil
import pytest

STARTS = {"subprocess.Popen", "os.posix_spawn", "os.fork", "os.forkpty"}
"""Audit events that start a process."""
KINDS = {
    "kernels": ("ipykernel",),
    "browsers": ("chromium", "playwright"),
    "servers": ("uvicorn", "playfunc_web", "serve"),
}
COLUMNS = ("cpu", "elapsed", "tests", "processes", *KINDS, "sockets")


def cpu() -> float:
    """Seconds of CPU of this process and of its descendants, those that still run too."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    spent = sum(each.ru_utime + each.ru_stime for each in used)
    for child in psutil.Process().children(recursive=True):
        try:
            spent += sum(child.cpu_times()[:4])
        except psutil.NoSuchProcess:
            continue
    return spent


class Times:
    """One process's counts by file; the controller of several adds theirs up."""

    def __init__(self) -> None:
        self.files: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.file = ""
        self.started: Counter[str] = Counter()
        self.since = (0.0, 0.0)
        sys.addaudithook(self._audit)

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "socket.bind" and isinstance(arguments[1], tuple):
            self.started["sockets"] += 1
        if event not in STARTS:
            return
        self.started["processes"] += 1
        command = " ".join(map(str, arguments[1])) if event == "subprocess.Popen" else ""
        for kind, words in KINDS.items():
            self.started[kind] += any(word in command for word in words)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        name = _file(item)
        if name != self.file:
            self.file, self.since = name, (cpu(), time.monotonic())
            self.started.clear()
        self.started["tests"] += 1
        result = yield
        if nextitem is None or _file(nextitem) != name:
            spent: dict[str, float] = {
                "cpu": cpu() - self.since[0],
                "elapsed": time.monotonic() - self.since[1],
            }
            self.files[name].update(self.started)
            self.files[name].update(spent)  # type: ignore[arg-type]
            self.file = ""
        return result

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["times"] = {name: dict(counts) for name, counts in self.files.items()}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        for name, counts in getattr(node, "workeroutput", {}).get("times", {}).items():
            self.files[name].update(counts)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("times of test files, in seconds")
        total: Counter[str] = Counter()
        for counts in self.files.values():
            total.update(counts)
        terminalreporter.write_line(" ".join(f"{name:>9}" for name in COLUMNS))
        rows = sorted(self.files.items(), key=lambda row: -row[1]["cpu"])
        for name, counts in [*rows, (f"{len(rows)} files", total)]:
            cells = [
                f"{counts[each]:9.1f}" if each in COLUMNS[:2] else f"{counts[each]:9}" for each in COLUMNS
            ]
            terminalreporter.write_line(f"{' '.join(cells)} {name}")


def _file(item: pytest.Item) -> str:
    return item.nodeid.split("::")[0]
