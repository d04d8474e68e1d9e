"""A page of the ladder: 50 rows of standings out of 2,000 entrants, as their owner asks for it."""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.section import Section

ENTRANTS, ASKED = 2000, 40
HELPERS = Path(__file__).parent.parent / "tests" / "helpers"


def run() -> Section:
    """Through the whole application, in this process: routing, session, queries, template and headers."""
    median, worst, size = measure()
    rows = [[f"{ENTRANTS:,} entrants, 50 rows", f"{median:.1f}", f"{worst:.1f}", f"{size / 1024:.0f}"]]
    columns = ["page", "median CPU, ms", "slowest, ms", "KiB"]
    return Section("Pages of the ladder", columns, rows, {"ladder_page_ms": median})


def measure() -> tuple[float, float, int]:
    """Median and slowest CPU in milliseconds, and the bytes of a page. The application is called without a client,
    whose own cost is a third of the page's."""
    sys.path.insert(0, str(HELPERS))
    from playfunc_web.http.viewer import COOKIE
    from playfunc_web.serve import ladder_app
    from web_results import fill_ladder
    from web_site import browser, open_test_site

    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        site = open_test_site(Path(folder) / "site")
        made = fill_ladder(site, entrants=ENTRANTS, games=0)
        cookie = f"{COOKIE}={browser(site, 'ada').client.cookies[COOKIE]}"
        app = ladder_app(site)
        size, costs = 0, []
        for _ in range(ASKED):
            begun = time.process_time()
            size = runner.run(asked(app, f"/ladder/{made.ladder}", cookie))
            costs.append(1000 * (time.process_time() - begun))
        site.database.close()
    return statistics.median(costs), max(costs), size


async def asked(app: Any, path: str, cookie: str = "") -> int:
    """The bytes of the page, as a server asks the application for it."""
    bodies: list[bytes] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        assert message.get("status", 200) == 200, message
        bodies.append(message.get("body", b""))

    headers = [(b"host", b"127.0.0.1"), (b"cookie", cookie.encode())]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
    }
    where = {"path": path, "raw_path": path.encode(), "query_string": b"", "root_path": ""}
    told = {"headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "state": {}}
    await app({**scope, **where, **told}, receive, send)
    return sum(map(len, bodies))
