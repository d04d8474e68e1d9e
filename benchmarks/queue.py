"""Uploads beside readers: whether the queue of admissions grows, how long pages take, and what a request costs.

The site is served by processes of its own, as `playfunc serve ladder` does. Every uploader sends a quick player of its
own; every reader opens one page after another. Each waits between two requests as long as its share of the rate asks.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median

import httpx2
from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.accounts.sessions import start_session
from playfunc_web.database.tables import Admission, Job, Version
from playfunc_web.http.viewer import COOKIE
from playfunc_web.jobs import mean_seconds
from playfunc_web.ladders.ladders import ensure_ladders
from playfunc_web.site import Site, SiteFolder
from sqlalchemy import func, select

from benchmarks.section import Section, process_cpu_seconds

SECONDS = float(os.environ.get("QUEUE_SECONDS", "120"))
UPLOADS_A_MINUTE = 30
READERS = 100
READER_SECONDS = 10.0
"""Between two pages of a reader."""
THREADS = 8
PAGES = ("/", "/ladder/hearts", "/status", "/upload", "/ladders")
SETTINGS = "[limits]\nadmitted_a_day = 1000\nwaiting_an_entrant = 1000\n"

PLAYER = """from playfunc import legal_cards


def play(player_id, hand, trick, previous):
    return min(legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)), None

"""


@dataclass
class _Measured:
    """Seconds of pages and of uploads, and the lengths of the queue."""

    pages: list[float] = field(default_factory=list)
    uploads: list[float] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def run_queue() -> Section:
    with tempfile.TemporaryDirectory(prefix="playfunc-bench-") as folder:
        return _run(Path(folder))


def _run(folder: Path) -> Section:
    with served(folder) as (site, url, server):
        before = process_cpu_seconds(server)
        measured = _load(site, url)
        spent = process_cpu_seconds(server) - before
    return _section(site, measured, spent)


@contextmanager
def served(folder: Path) -> Iterator[tuple[Site, str, int]]:
    """A new site in this folder with its address and the server's process, which is idle and ready."""
    (folder / "site.toml").write_text(SETTINGS, encoding="utf-8")
    site = Site.open(SiteFolder.open(folder))
    with site.database.writing() as session:
        ensure_ladders(session)
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    words = [sys.executable, "-m", "playfunc_cli.main", "serve", "ladder", str(folder), "--port", str(port)]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_for(url)
        yield site, url, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def send(
    client: httpx2.Client, site: Site, url: str, login: str, ladder: str, source: str
) -> httpx2.Response:
    """Upload a player as the page's form does."""
    secret = _login(site, login)
    return client.post(
        f"{url}/upload",
        data={"ladder": ladder},
        files={"file": ("player.py", source.encode())},
        headers={"cookie": f"{COOKIE}={secret}", "sec-fetch-site": "same-origin"},
    )


def _load(site: Site, url: str) -> _Measured:
    measured, stop = _Measured(), time.monotonic() + SECONDS
    threads = [threading.Thread(target=_upload, args=(site, url, measured, stop))]
    threads += [threading.Thread(target=_read, args=(site, url, n, measured, stop)) for n in range(THREADS)]
    threads += [threading.Thread(target=_watch, args=(site, measured, stop))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return measured


def _login(site: Site, login: str) -> str:
    with site.database.writing() as session:
        account = account_of(session, login) or make_account(session, login)
        return start_session(session, account, 1)


def _upload(site: Site, url: str, measured: _Measured, stop: float) -> None:
    number, due = 0, time.monotonic()
    with httpx2.Client(timeout=60) as client:
        while due < stop:
            time.sleep(max(0.0, due - time.monotonic()))
            started = time.monotonic()
            answer = send(client, site, url, f"uploader{number % 50}", "hearts", f"{PLAYER}# {number}\n")
            measured.uploads.append(time.monotonic() - started)
            if answer.status_code != 303:
                measured.errors.append(re.sub(r"<[^>]*>", " ", answer.text)[:200])
            number, due = number + 1, due + 60 / UPLOADS_A_MINUTE


def _read(site: Site, url: str, thread: int, measured: _Measured, stop: float) -> None:
    """A thread's share of the readers, each with a session of its own."""
    secrets = [_login(site, f"reader{reader}") for reader in range(thread, READERS, THREADS)]
    gap = READER_SECONDS / len(secrets)
    number, due = 0, time.monotonic() + gap * thread / THREADS
    with httpx2.Client(timeout=60) as client:
        while due < stop:
            time.sleep(max(0.0, due - time.monotonic()))
            cookie = f"{COOKIE}={secrets[number % len(secrets)]}"
            started = time.monotonic()
            answer = client.get(url + PAGES[number % len(PAGES)], headers={"cookie": cookie})
            measured.pages.append(time.monotonic() - started)
            if answer.status_code != 200:
                measured.errors.append(f"{answer.status_code} {PAGES[number % len(PAGES)]}")
            number, due = number + 1, due + gap


def _watch(site: Site, measured: _Measured, stop: float) -> None:
    while time.monotonic() < stop:
        with site.database.reading() as session:
            queued = session.scalar(
                select(func.count(Job.id)).where(Job.kind == "admission", Job.state == "queued")
            )
        measured.lengths.append(queued or 0)
        time.sleep(2)


def _section(site: Site, measured: _Measured, spent: float) -> Section:
    with site.database.reading() as session:
        mean = mean_seconds(session, "admission")
        waits = [
            (finished or 0.0) - uploaded
            for finished, uploaded in session.execute(
                select(Admission.finished, Version.uploaded)
                .join(Version, Admission.version_id == Version.id)
                .where(Admission.finished.is_not(None))
            )
        ]
        ratings = session.scalar(select(func.count(Job.id)).where(Job.kind == "meeting", Job.state == "done"))
    requests = len(measured.pages) + len(measured.uploads)
    pages, uploads = sorted(measured.pages), sorted(measured.uploads)
    half = len(measured.lengths) // 2
    rows = [
        ("uploads sent, verdicts", f"{len(uploads)}, {len(waits)}"),
        ("mean seconds of a check", f"{mean:.2f}"),
        ("seconds to a verdict: median, longest", f"{median(waits):.1f}, {max(waits):.1f}"),
        (
            "length of the queue: first half, second half, longest",
            f"{fmean(measured.lengths[:half]):.1f}, {fmean(measured.lengths[half:]):.1f}, {max(measured.lengths)}",
        ),
        ("provisional ratings meanwhile", str(ratings)),
        ("acknowledged within: p50, p99 (ms)", f"{_at(uploads, 0.5):.0f}, {_at(uploads, 0.99):.0f}"),
        ("pages: p50, p99 (ms)", f"{_at(pages, 0.5):.0f}, {_at(pages, 0.99):.0f}"),
        ("CPU of the server a request (ms)", f"{1000 * spent / requests:.1f}"),
        ("errors", str(len(measured.errors))),
    ]
    for error in measured.errors[:3]:
        print(error, file=sys.stderr)
    return Section(
        title=f"Uploads beside readers: {UPLOADS_A_MINUTE} a minute for {SECONDS:.0f} s, {READERS} readers",
        columns=("what", "measured"),
        rows=rows,
        figures={
            "upload_wait_median_s": median(waits),
            "upload_pages_p99_ms": _at(pages, 0.99),
            "upload_cpu_a_request_ms": 1000 * spent / requests,
        },
        notes=("The load comes from the same cores. Each reader opens a page every 10 s.",),
    )


def _at(values: list[float], share: float) -> float:
    return 1000 * values[min(len(values) - 1, int(share * len(values)))]


def _wait_for(url: str) -> None:
    for _ in range(600):
        try:
            if httpx2.get(f"{url}/healthz").status_code == 200:
                return
        except httpx2.TransportError:
            time.sleep(0.1)
    raise RuntimeError("the site did not start within a minute")
