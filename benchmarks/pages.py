"""A page of the ladder, 50 rows of standings out of 2,000 entrants; and the pages of SkullWhist's statistics."""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from playfunc.games.skullwhist import legal_cards
from playfunc_arena.whist import LiveGame, begin, bid, play
from playfunc_web.database.tables import Base, Bot
from playfunc_web.site import Site, SiteFolder
from playfunc_web.skullwhist.app import skullwhist_app
from playfunc_web.skullwhist.event_log import begun, record
from playfunc_web.skullwhist.server_state import Hall
from sqlalchemy import insert, text
from sqlalchemy.orm import Session

from benchmarks.section import Section

ENTRANTS, ASKED = 2000, 40
HELPERS = Path(__file__).parent.parent / "tests" / "helpers"


def run_pages() -> Section:
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
    from playfunc_web.ladder_server import ladder_app
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


# The statistics pages of SkullWhist's server: 200,000 stored games of 200 bots, as a visitor asks for them.


GAMES, BOTS, WHIST_ASKED, SEED = 200_000, 200, 20, 16
ONE, OTHER = 1, 2
"""Two bots that met once, in the first game."""
AT_A_TIME = 20_000

PAGES: Mapping[str, str] = {
    "home": "/",
    "games, the latest": "/stats/games/page/1/",
    "games, the first": f"/stats/games/page/{GAMES // 50}/",
    "bots": "/stats/bots/",
    "a bot": "/stats/bot/by-id/7/",
    "a game": f"/stats/game/by-id/{GAMES // 2}/",
    "two bots head to head": "/stats/versus/by-id/7/8/",
    "two bots that met once, long ago": f"/stats/versus/by-id/{ONE}/{OTHER}/",
    "records": "/stats/records/",
    "rounds a minute": "/stats/rounds/",
}

COUNTS = "wins, losses, ties, forfeits, gifts, points"
COUNTED = """
    SUM(own.score > other.score), SUM(own.score < other.score), SUM(own.score = other.score), 0, 0, SUM(own.score)
    FROM sw_seat own JOIN sw_seat other ON other.game_id = own.game_id AND other.seat = 1 - own.seat
    WHERE own.game_id > 1
"""
FILL = (
    "INSERT INTO sw_round SELECT game.id, number, round.leader, led, followed "
    "FROM sw_game game, sw_round round WHERE round.game_id = 1 AND game.id > 1",
    "DELETE FROM sw_record",
    f"INSERT INTO sw_record (bot_id, {COUNTS}) SELECT own.bot_id, {COUNTED} GROUP BY own.bot_id",
    f"INSERT INTO sw_pair (bot_id, rival_id, {COUNTS}) "
    f"SELECT own.bot_id, other.bot_id, {COUNTED} GROUP BY own.bot_id, other.bot_id",
)
"""Every game has the cards of the first."""


def run_whist_pages() -> Section:
    """Through the whole application, in this process: routing, queries, template and headers."""
    with tempfile.TemporaryDirectory(prefix="playfunc-bench-") as folder, asyncio.Runner() as runner:
        site = Site.open(SiteFolder.open(Path(folder)))
        with site.database.writing() as session:
            _fill(session, random.Random(SEED))
        hall = Hall.open(site.database)
        app = skullwhist_app(site, hall)
        costs = {title: _costs(runner, app, path) for title, path in PAGES.items()}
        hall.close()
        site.database.close()
    rows = [[title, f"{statistics.median(ms):.1f}", f"{max(ms):.1f}"] for title, ms in costs.items()]
    return Section(
        f"Pages of SkullWhist's server: {GAMES:,} games of {BOTS} bots",
        ["page", "median CPU, ms", "slowest, ms"],
        rows,
        {"skullwhist_page_ms": max(statistics.median(ms) for ms in costs.values())},
    )


def _costs(runner: asyncio.Runner, app: Any, path: str) -> list[float]:
    """CPU milliseconds of the page, time after time."""
    costs = []
    for _ in range(WHIST_ASKED):
        began = time.process_time()
        runner.run(asked(app, path))
        costs.append(1000 * (time.process_time() - began))
    return costs


def _fill(session: Session, source: random.Random) -> None:
    session.add_all(Bot(name=f"bot{number}", created=0.0) for number in range(1, BOTS + 1))
    session.flush()
    first = _first(session, source)
    tables = Base.metadata.tables
    for start in range(first.number + 1, GAMES + 1, AT_A_TIME):
        numbers = range(start, min(start + AT_A_TIME, GAMES + 1))
        rows = [
            {"id": number, "leader": first.leader, "started": number, "finished": number}
            for number in numbers
        ]
        session.execute(insert(tables["sw_game"]), rows)
        seats = [seat for number in numbers for seat in _seats(number, first, source)]
        session.execute(insert(tables["sw_seat"]), seats)
    for statement in FILL:
        session.execute(text(statement))


def _first(session: Session, source: random.Random) -> LiveGame:
    """A game of random cards, played as the server plays it."""
    game = begun(session, begin((ONE, OTHER), source, 0.0))
    for seat in (0, 1):
        before, game = game, bid(game, seat, 5, 0.0)
        record(session, before, game, 0.0)
    while game.finished is None:
        seat = game.state.turn
        cards = legal_cards(game.state.hands[seat], game.state.trick)
        before, game = game, play(game, seat, source.choice(cards), 0.0)
        record(session, before, game, 0.0)
    return game


def _seats(number: int, first: LiveGame, source: random.Random) -> Iterator[dict[str, Any]]:
    """Two bots that meet in a game; the two of the first game do not meet again."""
    bots = source.sample(range(1, BOTS + 1), 2)
    if set(bots) == {ONE, OTHER}:
        bots[1] = BOTS
    for seat, bot in enumerate(bots):
        yield {
            "game_id": number,
            "seat": seat,
            "bot_id": bot,
            "hand": " ".join(card.text for card in first.dealt[seat]),
            "bid": 5,
            "tricks": first.state.tricks()[seat],
            "score": source.randint(-130, 143),
            "forfeited": False,
        }
