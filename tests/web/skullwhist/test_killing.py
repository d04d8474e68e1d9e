"""The server is killed in the middle of games, again and again: every bid and card that it acknowledged is there
afterwards, and no clock begins anew."""

import json
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest
from playfunc_web.site import Site, SiteFolder
from playfunc_web.skullwhist.event_log import read_game
from whist_games import followers

pytestmark = pytest.mark.long

KILLS = 20
BOTS = 8


@contextmanager
def serving(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    folder.mkdir(exist_ok=True)
    (folder / "site.toml").write_text("[skullwhist]\nbuilt_in_bots = false\n")
    words = [sys.executable, "-m", "playfunc_cli.main", "serve", "skullwhist", str(folder)]
    process = subprocess.Popen(
        [*words, "--port", str(port), "--open-registration"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert process.stdout is not None
        assert b"is at" in process.stdout.readline()
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


@dataclass
class Client:
    """A bot that asks again where no answer came, and remembers what was acknowledged."""

    port: int
    name: str
    source: random.Random
    session: str = ""
    id: int = 0
    bids: dict[int, int] = field(default_factory=dict)
    cards: dict[int, list[str]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def post(self, method: str, /, **fields: Any) -> dict[str, Any]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=40)
        try:
            connection.request("POST", f"/api/{method}/", json.dumps(fields))
            told: dict[str, Any] = json.loads(connection.getresponse().read())
            return told
        finally:
            connection.close()

    def insist(self, method: str, /, **fields: Any) -> dict[str, Any]:
        """As a client's library sends again after a dropped connection."""
        for _ in range(12_000):
            with suppress(OSError, HTTPException, json.JSONDecodeError):
                return self.post(method, session=self.session, **fields)
            time.sleep(0.05)
        raise AssertionError(f"{method}: the server never answered")

    def log_in(self) -> None:
        self.post("register", name=self.name, password="p")
        told = self.post("login", name=self.name, password="p")
        self.session, self.id = told["session"], told["id"]

    def play(self, stop: threading.Event) -> None:
        """Games until told to stop, each to its end."""
        try:
            while not stop.is_set():
                game = self.insist("new-game")
                if game["result"] == "success":
                    self.play_one(game["game"], list(game["cards"]))
                elif game["result"] != "retry":
                    self.errors.append(str(game))
                    return
        except Exception as error:
            self.errors.append(repr(error))

    def play_one(self, number: int, hand: list[str]) -> None:
        tricks = self.source.randint(1, 13)
        if not self.done("bid", bid=tricks):
            return
        self.bids[number] = tricks
        while True:
            seen = self.insist("status")
            if seen.get("game") != number:
                return
            if not seen["your-turn"]:
                time.sleep(0.01)
                continue
            card = self.source.choice(followers(hand, seen["opponent-current-card"]))
            if not self.done("play", card=card):
                return
            hand.remove(card)
            self.cards.setdefault(number, []).append(card)

    def done(self, method: str, **fields: Any) -> bool:
        told = self.insist(method, **fields)
        if told["result"] != "success":
            self.errors.append(f"{method} {fields}: {told}")
        return told["result"] == "success"


def test_twenty_kills_lose_nothing_that_was_acknowledged(tmp_path: Path, free_port: int) -> None:
    source, stop = random.Random(20261123), threading.Event()
    clients = [Client(free_port, f"bot{number}", random.Random(number)) for number in range(BOTS)]
    threads = [threading.Thread(target=client.play, args=(stop,)) for client in clients]
    for kill in range(KILLS):
        with serving(tmp_path / "site", free_port) as process:
            if kill == 0:
                for client in clients:
                    client.log_in()
                for thread in threads:
                    thread.start()
            time.sleep(source.uniform(1.5, 3.5))
            process.send_signal(signal.SIGKILL)
            process.wait()
    with serving(tmp_path / "site", free_port):
        stop.set()
        for thread in threads:
            thread.join(120)
    assert [client.errors for client in clients] == [[]] * BOTS
    assert sum(len(cards) for client in clients for cards in client.cards.values()) > 26 * KILLS
    site = Site.open(SiteFolder.open(tmp_path / "site"))
    with site.database.reading() as session:
        for client in clients:
            for number, tricks in client.bids.items():
                game = read_game(session, number)
                seat = game.seat_of(client.id)
                assert game.forfeited_by is None
                assert game.state.bids[seat] == tricks
                played = [card.text for trick in game.state.history for card, who in trick if who == seat]
                assert played == client.cards.get(number, [])
    site.database.close()


def test_a_clock_runs_on_while_the_server_is_down(tmp_path: Path, free_port: int) -> None:
    """What is stored before the kill is what counts after it, to the microsecond."""
    clients = [Client(free_port, name, random.Random(1)) for name in ("ada", "bob")]
    games: list[dict[str, Any]] = []
    with serving(tmp_path / "site", free_port) as process:
        for client in clients:
            client.log_in()
        threads = [
            threading.Thread(target=lambda client=client: games.append(client.insist("new-game")))
            for client in clients
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        clients[0].insist("bid", bid=5)
        process.send_signal(signal.SIGKILL)
        process.wait()
    due = _due(tmp_path / "site", games[0]["game"])
    assert sorted(time is None for time in due) == [False, True]
    with serving(tmp_path / "site", free_port):
        assert clients[0].insist("status")["game"] == games[0]["game"]
        assert _due(tmp_path / "site", games[0]["game"]) == due
    with socket.socket() as nobody:
        assert nobody.connect_ex(("127.0.0.1", free_port)) != 0


def _due(folder: Path, number: int) -> tuple[float | None, ...]:
    site = Site.open(SiteFolder.open(folder))
    with site.database.reading() as session:
        game = read_game(session, number)
    site.database.close()
    return game.due
