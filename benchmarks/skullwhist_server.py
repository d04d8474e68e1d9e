"""SkullWhist's server: what a request for the status costs while 200 bots ask each second, beside a framework's least;
how soon it is answered while 200 more wait and 20 play with built-in bots; and what 2,000 waiting requests hold in
memory.

The server is a process of its own, as `playfunc serve skullwhist` starts it; its CPU time and memory are read from
/proc.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from playfunc_web.database.tables import Bot, BotSession
from playfunc_web.site import Site, SiteFolder

from benchmarks.section import Section, process_cpu_seconds

SECONDS = float(os.environ.get("SKULLWHIST_SECONDS", "20"))
POLLING = 200
WAITING = 2_000
CROWD = 200
"""Bots that wait while others poll."""
GUESTS = 20
"""Bots that play with built-in bots meanwhile, game after game."""

REFERENCE = """
import uvicorn
from fastapi import FastAPI
app = FastAPI()
@app.post("/api/status/")
async def status(told: dict) -> dict:
    return {"result": "success", "game": None}
uvicorn.run(app, port=%d, log_level="warning", access_log=False)
"""
"""The least that a framework's route costs: JSON in, JSON out, nothing looked up."""


UNPAIRED = """
import sys
from playfunc_cli.main import main
from playfunc_web.skullwhist import server_state
server_state.PAIRING_SECONDS = 3600.0
main(sys.argv[1:])
"""
"""The server, where nobody finds an opponent."""

CROWDED = f"""
import sys
from playfunc_cli.main import main
from playfunc_web.skullwhist import server_state

def pair(hall, now):
    house = sorted(hall.built_in.bots)
    begun = [
        hall.lobby.seat(bot, house[bot % len(house)], now)
        for bot in tuple(hall.lobby.waiting)
        if bot > {POLLING + CROWD}
    ]
    if all(bot <= {POLLING} for bot in hall.lobby.waiting):
        begun += hall.lobby.pair(now)
    for game in begun:
        hall.waits.dealt(game)

server_state.pair = pair
main(sys.argv[1:])
"""
"""The server, where those that poll are paired, the crowd after them waits, and the guests after it meet built-in
bots at once."""


@dataclass
class _Polled:
    """Latencies in seconds, and the CPU seconds of the server meanwhile."""

    times: list[float] = field(default_factory=list)
    cpu: float = 0.0
    written: int = 0
    rounds: int = 0

    @property
    def cpu_ms(self) -> float:
        return 1000 * self.cpu / len(self.times)

    def at(self, share: float) -> float:
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def run_skullwhist_server() -> Section:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 3 * WAITING), hard))
    with tempfile.TemporaryDirectory(prefix="playfunc-bench-") as folder:
        tokens = _bots(Path(folder), POLLING + WAITING)
        port = _free_port()
        words = [
            sys.executable,
            "-m",
            "playfunc_cli.main",
            "serve",
            "skullwhist",
            folder,
            "--port",
            str(port),
        ]
        with _serving(words, port) as pid:
            polled = asyncio.run(_poll(port, pid, tokens[:POLLING], playing=True))
        with _serving([sys.executable, "-c", UNPAIRED, *words[3:]], port) as pid:
            empty = _memory_mb(pid)
            waiting = asyncio.run(_wait(port, pid, tokens[POLLING:]))
        with _serving([sys.executable, "-c", CROWDED, *words[3:]], port) as pid:
            crowded = asyncio.run(_crowd(port, pid, tokens))
        port = _free_port()
        with _serving([sys.executable, "-c", REFERENCE % port], port) as pid:
            reference = asyncio.run(_poll(port, pid, tokens[:POLLING], playing=False))
    return _section(polled, crowded, reference, empty, waiting)


def _bots(folder: Path, count: int) -> list[str]:
    """Bots that are logged in; their sessions."""
    site = Site.open(SiteFolder.open(folder))
    tokens = [secrets.token_hex(16) for _ in range(count)]
    now = time.time()
    with site.database.writing() as session:
        bots = [Bot(name=f"bot{number}", created=now) for number in range(count)]
        session.add_all(bots)
        session.flush()
        session.add_all(
            BotSession(id=sha256(token.encode()).hexdigest(), bot_id=bot.id, created=now)
            for token, bot in zip(tokens, bots, strict=True)
        )
    site.database.close()
    return tokens


class _Client:
    """A connection that stays open, as the clients in Java keep it."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    def send(self, method: str, **fields: Any) -> None:
        body = json.dumps({"session": self.token, **fields}).encode()
        head = f"POST /api/{method}/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        self.writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)

    async def answer(self) -> dict[str, Any]:
        head = await self.reader.readuntil(b"\r\n\r\n")
        found = re.search(rb"content-length: (\d+)", head)
        assert found is not None
        told: dict[str, Any] = json.loads(await self.reader.readexactly(int(found[1])))
        return told

    async def ask(self, method: str, **fields: Any) -> dict[str, Any]:
        self.send(method, **fields)
        return await self.answer()


async def _poll(port: int, pid: int, tokens: list[str], *, playing: bool) -> _Polled:
    """Each bot asks once a second, at a time of its own. All of them play, and have bid."""
    clients = [_Client(port, token) for token in tokens]
    for client in clients:
        await client.connect()
    if playing:
        games = await asyncio.gather(*(client.ask("new-game") for client in clients))
        assert all(game["result"] == "success" for game in games)
        for client in clients:
            assert (await client.ask("bid", bid=5))["result"] == "success"
    return await _polled(pid, clients)


async def _polled(pid: int, clients: list[_Client]) -> _Polled:
    polled = _Polled()
    await asyncio.sleep(1)
    before, wrote = process_cpu_seconds(pid), _written(pid)
    until = time.monotonic() + SECONDS
    await asyncio.gather(
        *(
            _ask_each_second(client, number / len(clients), until, polled)
            for number, client in enumerate(clients)
        )
    )
    polled.cpu, polled.written = process_cpu_seconds(pid) - before, _written(pid) - wrote
    for client in clients:
        client.writer.close()
    return polled


async def _ask_each_second(client: _Client, offset: float, until: float, polled: _Polled) -> None:
    due = time.monotonic() + offset
    while due < until:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        began = time.monotonic()
        await client.ask("status")
        polled.times.append(time.monotonic() - began)
        due += 1


async def _crowd(port: int, pid: int, tokens: list[str]) -> _Polled:
    """As `_poll`, while the crowd asks for games that it does not get, and the guests play theirs."""
    crowd = [_Client(port, token) for token in tokens[POLLING : POLLING + CROWD]]
    guests = [_Client(port, token) for token in tokens[POLLING + CROWD : POLLING + CROWD + GUESTS]]
    clients = [_Client(port, token) for token in tokens[:POLLING]]
    for client in (*crowd, *guests, *clients):
        await client.connect()
    await asyncio.gather(*(client.ask("new-game") for client in clients))
    for client in clients:
        assert (await client.ask("bid", bid=5))["result"] == "success"
    rounds = [0]
    others = [asyncio.create_task(_wait_for_ever(client)) for client in crowd]
    others += [asyncio.create_task(_play_for_ever(client, rounds)) for client in guests]
    await asyncio.sleep(5)
    rounds[0] = 0
    polled = await _polled(pid, clients)
    polled.rounds = rounds[0]
    for task in others:
        assert not task.done(), task.exception()
        task.cancel()
    return polled


async def _wait_for_ever(client: _Client) -> None:
    while True:
        assert (await client.ask("new-game"))["result"] == "retry"


async def _play_for_ever(client: _Client, rounds: list[int]) -> None:
    """Games with built-in bots, asking for the status ten times a second so that these have much to think about."""
    while True:
        dealt = await client.ask("new-game")
        hand = dealt["cards"]
        await client.ask("bid", bid=5)
        while (status := await client.ask("status"))["game"] is not None:
            if status["your-turn"]:
                lead = status["opponent-current-card"]
                following = [card for card in hand if lead and card[0] == lead[0]]
                card = (following or hand)[0]
                assert (await client.ask("play", card=card))["result"] == "success"
                hand.remove(card)
                rounds[0] += 1
            else:
                await asyncio.sleep(0.1)


async def _wait(port: int, pid: int, tokens: list[str]) -> float:
    """The most memory in MB while all these wait, until they are told to try again."""
    clients = [_Client(port, token) for token in tokens]
    for client in clients:
        await client.connect()
    most = 0.0
    for client in clients:
        client.send("new-game")
    answers = asyncio.gather(*(client.answer() for client in clients))
    while not answers.done():
        await asyncio.sleep(0.1)
        most = max(most, _memory_mb(pid))
    assert all(answer["result"] == "retry" for answer in answers.result())
    for client in clients:
        client.writer.close()
    return most


@contextmanager
def _serving(words: list[str], port: int) -> Iterator[int]:
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with socket.socket() as found:
                if found.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield server.pid
    finally:
        server.terminate()
        server.wait(30)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _written(pid: int) -> int:
    """Bytes that the process wrote to files."""
    found = re.search(r"write_bytes: (\d+)", Path(f"/proc/{pid}/io").read_text(encoding="utf-8"))
    return int(found[1]) if found else 0


def _memory_mb(pid: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    return int(found[1]) / 1024 if found else 0.0


def _section(polled: _Polled, crowded: _Polled, reference: _Polled, empty: float, waiting: float) -> Section:
    rows = [
        (f"status, {POLLING} bots in games: CPU (ms)", f"{polled.cpu_ms:.2f}"),
        ("FastAPI's least, as often: CPU (ms)", f"{reference.cpu_ms:.2f}"),
        ("status: p50, p99 (ms)", f"{polled.at(0.5):.1f}, {polled.at(0.99):.1f}"),
        (
            f"status, while {CROWD} wait and {GUESTS} play with built-in bots: p50, p99 (ms)",
            f"{crowded.at(0.5):.1f}, {crowded.at(0.99):.1f}",
        ),
        (f"rounds that these {GUESTS} played meanwhile", f"{crowded.rounds:,}"),
        (f"written to disk for {len(polled.times):,} of them (bytes)", f"{polled.written:,}"),
        ("memory at the start (MB)", f"{empty:.0f}"),
        (f"memory while {WAITING:,} requests wait (MB)", f"{waiting:.0f}"),
    ]
    return Section(
        title=f"SkullWhist's server: {POLLING} bots that ask each second for {SECONDS:.0f} s, {WAITING:,} that wait",
        columns=("what", "measured"),
        rows=rows,
        figures={
            "skullwhist_status_cpu_ms": polled.cpu_ms,
            "skullwhist_waiting_mb": waiting,
            "skullwhist_status_p99_ms": polled.at(0.99),
            "skullwhist_crowded_p99_ms": crowded.at(0.99),
        },
        notes=("The load comes from the same cores, so times to an answer say little while others compute.",),
    )
