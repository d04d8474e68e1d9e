"""A crowd on the simulated clock: bots that ask once a second, as the old clients do, play more than a thousand games
an hour, and none is forfeited."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from playfunc_web.database.tables import WhistSeat
from sqlalchemy import func, select
from whist_games import followers
from whist_server import Server, Waiting

BOTS = 24
SECONDS = 360
GAMES_AN_HOUR = 1000


@dataclass
class Client:
    """A bot that does one thing a second."""

    server: Server
    session: str
    source: random.Random
    wait: Waiting | None = None
    hand: list[str] = field(default_factory=list)
    games: int = 0
    polls: int = 0

    def step(self) -> None:
        if self.wait is not None:
            self.begin(self.wait.answer)
        elif not self.hand:
            self.finish(self.server.post("status", session=self.session))
        else:
            self.play(self.server.post("status", session=self.session))

    def begin(self, told: dict[str, Any] | None) -> None:
        """Bid as soon as a game is dealt."""
        if told is None:
            return
        self.wait = None
        assert told["result"] in ("success", "retry")
        if told["result"] == "success":
            self.hand = list(told["cards"])
            bid = self.server.post("bid", session=self.session, bid=self.source.randint(1, 6))
            assert bid == {"result": "success"}

    def play(self, seen: dict[str, Any]) -> None:
        self.polls += 1
        if seen["your-turn"]:
            card = self.source.choice(followers(self.hand, seen["opponent-current-card"]))
            self.hand.remove(card)
            assert self.server.post("play", session=self.session, card=card) == {"result": "success"}

    def finish(self, seen: dict[str, Any]) -> None:
        """After the last card until the game is over; then ask for another."""
        self.polls += 1
        if seen["game"] is None:
            self.games += 1
            self.wait = self.server.begin("new-game", session=self.session)


@pytest.mark.long
def test_bots_play_a_thousand_games_an_hour(server: Server) -> None:
    clients = [Client(server, server.bot(f"bot{n}")[0], random.Random(n)) for n in range(BOTS)]
    for client in clients:
        client.wait = server.begin("new-game", session=client.session)
    for second in range(SECONDS):
        server.pass_time(1)
        server.pair()
        random.Random(second).shuffle(clients)
        for client in clients:
            client.step()
    finished = sum(client.games for client in clients) / 2
    assert finished >= GAMES_AN_HOUR * SECONDS / 3600
    assert sum(client.polls for client in clients) > 10 * finished
    with server.site.database.reading() as session:
        seats = session.scalars(select(WhistSeat).where(WhistSeat.score.is_not(None))).all()
        assert session.scalar(select(func.count()).where(WhistSeat.forfeited)) == 0
    assert len(seats) >= 2 * finished
    assert sum(seat.tricks or 0 for seat in seats) == 13 * len(seats) / 2
