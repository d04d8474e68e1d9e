"""SkullWhist's server as one bot meets it, by a script: the same deal for every bot, an opponent without a mind of its
own, and answers that fail or get lost where the script says so."""

import http.server
import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playfunc.cards import WhistCard
from playfunc.games.skullwhist import HAND, SkullWhist, legal_cards, trick_winner

BOT, OPPONENT = 3, 7
RULES = SkullWhist()


@dataclass(frozen=True)
class Deal:
    """The bot's hand, its opponent's, who leads, and what the opponent bids. It plays its lowest legal card."""

    hand: tuple[str, ...]
    other: tuple[str, ...]
    bot_leads: bool
    other_bid: int = 5


Script = Mapping[tuple[str, int], str | int]
"""What becomes of the nth request of a method, counted from 1: `"lost"` (done, and the connection closed without
an answer), `"retry"`, `"failure"`, `"forfeit"` (the opponent runs out of time), `"page"` (no JSON), or a status."""


@dataclass(frozen=True)
class Request:
    """A request as it came."""

    method: str
    fields: Mapping[str, Any]
    headers: Mapping[str, str]


@dataclass
class Whist:
    """The server's side. `requests` are all that came, in order."""

    deals: Sequence[Deal]
    script: Script
    url: str = ""
    requests: list[Request] = field(default_factory=list)
    number: int = 0
    polls: int = 0
    state: Any = None
    won_last: bool | None = None
    previous: str | None = None
    last: tuple[str, str] = ("", "")
    forfeited: bool = False

    def answer(self, method: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        steps: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "register": lambda _: {"id": BOT},
            "login": self._login,
            "new-game": self._new_game,
            "bid": self._bid,
            "play": self._play,
            "status": self._status,
            "old-game": self._old_game,
        }
        return {"result": "success", **steps[method](fields)}

    @property
    def deal(self) -> Deal:
        return self.deals[(self.number - 1) % len(self.deals)]

    @property
    def over(self) -> bool:
        return self.state is None or self.forfeited or not any(self.state.hands)

    def _login(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """A game in progress is forfeited."""
        self.forfeited |= not self.over
        return {"session": "0123456789abcdef" * 2, "id": BOT}

    def _new_game(self, _: Mapping[str, Any]) -> dict[str, Any]:
        if self.over:
            self.number += 1
            hands = [list(map(WhistCard, hand)) for hand in (self.deal.hand, self.deal.other)]
            self.state = RULES.from_hands(hands, leader=0 if self.deal.bot_leads else 1)
            self.previous = self.won_last = None
            self.polls, self.forfeited = 0, False
        return {"game": self.number, "opponent": OPPONENT, "cards": list(self.deal.hand)}

    def _bid(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        if not self._repeats("bid", str(fields["bid"])):
            self.state = RULES.play(self.state, {0: int(fields["bid"])})
        return {}

    def _play(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        if not self._repeats("play", fields["card"]):
            assert RULES.to_act(self.state) == (0,), "out of turn"
            self._move(0, WhistCard(fields["card"]))
            self.polls = 0
        return {}

    def _repeats(self, method: str, move: str) -> bool:
        again, self.last = self.last == (method, f"{self.number} {move}"), (method, f"{self.number} {move}")
        return again

    def _move(self, seat: int, card: WhistCard) -> None:
        before = self.state.trick
        self.state = RULES.play(self.state, {seat: card})
        if before:
            trick = (*before, (card, seat))
            self.won_last = trick_winner(trick) == 0
            self.previous = next(card.text for card, owner in trick if owner == 1)

    def _status(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """Every other time that it is asked, the opponent moves if it can."""
        self.polls += 1
        if self.polls % 2 == 0 and not self.over and RULES.to_act(self.state) == (1,):
            if None in self.state.bids:
                self.state = RULES.play(self.state, {1: self.deal.other_bid})
            else:
                self._move(1, min(legal_cards(self.state.hands[1], self.state.trick), key=_value))
        if (self.over and self.polls % 2 == 0) or self.forfeited:
            return dict.fromkeys(_STATUS)
        other = [card.text for card, seat in self.state.trick if seat == 1]
        values = (
            self.number,
            min(len(self.state.history) + 1, HAND),
            not self.over and None not in self.state.bids and RULES.to_act(self.state) == (0,),
            OPPONENT,
            self.state.bids[1],
            self.previous,
            other[0] if other else None,
            self.won_last,
        )
        return dict(zip(_STATUS, values, strict=True))

    def _old_game(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """With the bot second, which it need not be."""
        bids, tricks = self.state.bids, self.state.tricks()
        scores = (None, None) if self.forfeited else RULES.scores(self.state)
        told: dict[str, Any] = {
            "started": "2026-01-05 10:00:00.000000",
            "finished": "2026-01-05 10:00:09.000000",
        }
        for place, seat, bot in ((1, 1, OPPONENT), (2, 0, BOT)):
            told |= {f"bot{place}": bot, f"bid{place}": bids[seat], f"score{place}": scores[seat]}
            told |= {f"hand{place}": (self.deal.hand, self.deal.other)[seat], f"tricks{place}": tricks[seat]}
        rounds = [[BOT, OPPONENT, "C01", "C02"]]
        return {**told, "round": 13, "forfeited_by": OPPONENT if self.forfeited else None, "rounds": rounds}


_STATUS = (
    *("game", "round", "your-turn", "opponent", "opponent-bid"),
    *("opponent-previous-card", "opponent-current-card", "you-won-previous-round"),
)


def _value(card: WhistCard) -> tuple[str, str]:
    return card.text[1:], card.text[0]


class _Handler(http.server.BaseHTTPRequestHandler):
    """HTTP/1.1: connections are kept, and a client that expects it is told to go on."""

    protocol_version = "HTTP/1.1"
    whist: Whist

    def do_POST(self) -> None:
        fields = json.loads(self.rfile.read(int(self.headers["content-length"])))
        head, base, method, tail = self.path.split("/")
        assert (head, base, tail) == ("", "api", ""), self.path
        self.whist.requests.append(Request(method, fields, {k.lower(): v for k, v in self.headers.items()}))
        count = sum(request.method == method for request in self.whist.requests)
        match self.whist.script.get((method, count)):
            case int(status):
                self._send(status, b"<h1>Not what you wanted</h1>")
            case "page":
                self._send(200, b"<h1>Welcome</h1>")
            case "retry" | "failure" as result:
                self._send(200, json.dumps({"result": result, "reason": f'no "{method}" today'}).encode())
            case told:
                self.whist.forfeited |= told == "forfeit"
                answer = self.whist.answer(method, fields)
                if told == "lost":
                    self.close_connection = True
                else:
                    self._send(200, json.dumps(answer).encode())

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        if status in (301, 302, 307, 308):
            self.send_header("location", "/elsewhere/")
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        pass


@contextmanager
def scripted(deals: Sequence[Deal], script: Script | None = None) -> Iterator[Whist]:
    """The server on a free port of this machine, until the end of the block."""
    whist = Whist(deals, script or {})
    handler = type("Handler", (_Handler,), {"whist": whist})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        whist.url = f"http://127.0.0.1:{server.server_port}/api/"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield whist
        finally:
            server.shutdown()
            thread.join()
