"""Debian's PostgreSQL for tests: a cluster of its own in a temporary folder, reached by a socket alone.

`python tests/helpers/postgres.py COMMAND…` runs a command with `PLAYFUNC_TEST_DATABASE`, the cluster's URL; then each
site that a test opens has a database of its own there.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

import psycopg

VARIABLE = "PLAYFUNC_TEST_DATABASE"
USER = "play"
QUICK = ("fsync=off", "synchronous_commit=on", "listen_addresses=", "max_connections=60")
"""A test never needs to survive a loss of power, so nothing waits for the disk. A commit still survives kill -9."""

NOBODY = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
"""PostgreSQL refuses to run as root."""


@dataclass
class Cluster:
    folder: Path
    programs: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://{USER}@/postgres?host={self.folder}"

    def make(self) -> None:
        words = ["--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8", "-U", USER]
        command = [*self._drop, str(self.programs / "initdb"), *words, "-D", str(self.folder / "data")]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=120)
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """A child of this process, which therefore knows when it is gone."""
        settings = [
            word for setting in (*QUICK, f"unix_socket_directories={self.folder}") for word in ("-c", setting)
        ]
        command = [*self._drop, str(self.programs / "postgres"), "-D", str(self.folder / "data"), *settings]
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        log.close()
        until = time.monotonic() + 60
        while not self._answers():
            told = (self.folder / "log").read_text()
            assert self.process.poll() is None, told
            assert time.monotonic() < until, told
            time.sleep(0.05)

    def stop(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)

    def kill(self) -> None:
        """kill -9 of the server and all of its processes."""
        assert self.process is not None
        server = self.process.pid
        children = [int(each) for each in Path(f"/proc/{server}/task/{server}/children").read_text().split()]
        self.process.kill()
        self.process.wait()
        for child in children:
            with suppress(ProcessLookupError):  # some end by themselves
                os.kill(child, signal.SIGKILL)
        until = time.monotonic() + 20
        while any(map(_runs, children)):
            assert time.monotonic() < until, "the killed server does not end"
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            psycopg.connect(host=str(self.folder), user=USER, dbname="postgres").close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def _drop(self) -> tuple[str, ...]:
        return NOBODY if os.getuid() == 0 else ()


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A new cluster that runs, and is gone afterwards."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    assert found, "PostgreSQL is not installed; install it with: apt install postgresql"
    folder = Path(mkdtemp(prefix="pg-"))  # short, because a socket's path is
    if os.getuid() == 0:
        shutil.chown(folder, "nobody", "nogroup")
    made = Cluster(folder, found[-1])
    try:
        made.make()
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def database_for(folder: Path, url: str) -> str:
    """The URL of a site's database in the cluster at `url`, made at its first use; the site's folder decides which."""
    name = "t" + hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:20]
    host = url.partition("host=")[2]
    with psycopg.connect(host=host, user=USER, dbname="postgres", autocommit=True) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone()
        if known is None:
            connection.execute(f'CREATE DATABASE "{name}"')
    return url.replace("@/postgres?", f"@/{name}?")


def main(command: Sequence[str]) -> int:
    with cluster() as running:
        return subprocess.run(command, env={**os.environ, VARIABLE: running.url}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
