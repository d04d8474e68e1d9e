"""A Dask scheduler and workers as an administrator starts them: processes of their own, each in a folder of its own."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

PATIENCE = 120.0


class DaskCluster:
    """`dask scheduler` and `dask worker`s on loopback, in folders below `home`. Use it in a `with` statement.

    `deaths` is how many workers a job may kill before it is given up."""

    def __init__(self, home: Path, workers: int = 2, deaths: int = 0) -> None:
        self.home = home
        self.file = home / "scheduler.json"
        self._deaths = deaths
        self._count = workers
        self._started: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        self.home.mkdir(exist_ok=True)
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self._until(self.file.exists, "the scheduler did not start")
        self.address = str(json.loads(self.file.read_text())["address"])
        self.workers = [self.add_worker() for _ in range(self._count)]
        self.wait_for_workers(self._count)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._started:
            end(process.pid)
            process.wait()

    def add_worker(self, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        """Start one, whose nanny starts it again when it dies."""
        return self._start("worker", self.address, *(options or ("--nthreads", "1")), **environment)

    def worker_pids(self) -> list[int]:
        """Of the processes that do the jobs, which nannies have started."""
        nannies = [psutil.Process(process.pid) for process in self.workers]
        return [
            child.pid
            for nanny in nannies
            for child in nanny.children()
            if child.status() != psutil.STATUS_ZOMBIE and "spawn_main" in str(child.cmdline())
        ]

    def _start(self, what: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        folder = self.home / f"{what}{len(self._started)}"
        folder.mkdir()
        settings = {
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(self._deaths),
            "DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": "0",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path.endswith("helpers")),
        }
        with (folder / "log.txt").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", what, *arguments, *self._own(what)],
                cwd=folder,
                env={**os.environ, **settings, **environment},
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._started.append(process)
        return process

    def _own(self, what: str) -> tuple[str, ...]:
        if what == "scheduler":
            return ("--scheduler-file", str(self.file))
        return ("--no-dashboard", "--host", "127.0.0.1", "--death-timeout", "60")

    def wait_for_workers(self, count: int) -> None:
        """Return once so many are there."""
        from distributed import Client

        if count:
            with Client(self.address, set_as_default=False) as client:
                client.wait_for_workers(count, timeout=PATIENCE)

    def _until(self, true: Callable[[], bool], why: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < deadline, f"{why}:\n{self.logs()}"
            time.sleep(0.2)

    def logs(self) -> str:
        return "\n".join(path.read_text(errors="replace") for path in sorted(self.home.glob("*/log.txt")))


def end(pid: int) -> None:
    """A process and all that it started."""
    try:
        family = [*psutil.Process(pid).children(recursive=True), psutil.Process(pid)]
    except psutil.NoSuchProcess:
        return
    for process in family:
        try:
            process.kill()
        except psutil.NoSuchProcess:
            continue
    psutil.wait_procs(family, 10)


def reached(port: int) -> None:
    """Return once somebody listens there, on loopback."""
    deadline = time.monotonic() + PATIENCE
    while True:
        with socket.socket() as asking:
            if asking.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert time.monotonic() < deadline, f"nobody listens on port {port}"
        time.sleep(0.2)


def free_port() -> int:
    """A port of loopback that nobody uses."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])
