"""A bot's side of SkullWhist's server, with the standard library alone.

    client = WhistClient("http://127.0.0.1:8001")
    client.register("ann", password)
    client.login("ann", password)
    deal = client.new_game()          # None: nobody came within half a minute

Requests that get no answer are sent again, at growing intervals: the server takes a repeated bid or card only once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar
from urllib.request import Request

from playfunc.cards import WhistCard
from playfunc.errors import NotationError, PlayError, PlayfuncError
from playfunc.games.skullwhist.rules import Move, SkullWhist, SkullWhistView
from playfunc.match import accepted
from playfunc.player import Listener, Player
from playfunc.rules import Call
from playfunc.sites import NoAnswerError, exchange, opener_of, origin_of, plain

TIMEOUT_SECONDS = 90
"""More than the half minute that new-game may wait."""

LONGEST_PAUSE = 30
AWAY_SECONDS = 600
"""How long a server that has answered before may be away."""

BUSY = (429, 502, 503, 504)
"""What a site says that is about to answer again, itself or by its proxy."""

MOST_BYTES = 100_000


class ServerError(PlayfuncError):
    """The server cannot be used; the message says what to do."""


class AwayError(ServerError):
    """It does not answer."""


class RefusalError(ServerError):
    """It answered `failure`; the message has its reason."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A game that has begun: its number, the opponent's, and 13 sorted cards."""

    game: int
    opponent: int
    hand: tuple[WhistCard, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """The opponent's bid and cards are `None` until they are known, `game` once it is over."""

    game: int | None
    your_turn: bool
    opponent_bid: int | None
    previous: WhistCard | None
    current: WhistCard | None


@dataclass(frozen=True, slots=True)
class Side:
    """One bot's part in a finished game; `None` for what a forfeit left open."""

    bot: int
    bid: int | None
    tricks: int | None
    score: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game, seen by one of its bots."""

    game: int
    mine: Side
    other: Side
    forfeited_by: int | None

    @property
    def won(self) -> float:
        """1 for a win, 0.5 for a tie, 0 for a loss; who forfeits loses."""
        if self.forfeited_by is not None:
            return float(self.forfeited_by == self.other.bot)
        mine, other = self.mine.score or 0, self.other.score or 0
        return 0.5 if mine == other else float(mine > other)


class WhistClient:
    """Methods of the API, which all raise `ServerError`. `pause` waits so many seconds before a request is sent again;
    `on_away` is told why, in a sentence."""

    def __init__(
        self,
        url: str,
        pause: Callable[[float], object] = time.sleep,
        on_away: Callable[[str], object] = lambda _: None,
    ) -> None:
        self.address = api_address(url)
        self.bot = 0
        self._session = ""
        self._pause, self._on_away = pause, on_away
        self._opener = opener_of(self.address, ServerError)

    def register(self, name: str, password: str) -> str:
        """Make the bot. Answers why the server did not, and an empty text if it did."""
        try:
            self._ask("register", name=name, password=password)
        except RefusalError as error:
            return str(error)
        return ""

    def login(self, name: str, password: str) -> None:
        """Begin a session; a former one ends, and forfeits its game."""
        answer = self._ask("login", name=name, password=password)
        self._session, self.bot = _field(answer, "session", str), _field(answer, "id", int)

    def new_game(self) -> Deal | None:
        """A deal, or `None` if no opponent came within half a minute."""
        answer = self._ask("new-game", session=self._session)
        if answer["result"] == "retry":
            return None
        cards = tuple(sorted(_card(text) for text in _field(answer, "cards", list)))
        return Deal(_field(answer, "game", int), _field(answer, "opponent", int), cards)

    def bid(self, tricks: int) -> None:
        self._ask("bid", session=self._session, bid=tricks)

    def play(self, card: WhistCard) -> None:
        self._ask("play", session=self._session, card=card.text)

    def status(self) -> Status:
        answer = self._ask("status", session=self._session)
        cards = (answer.get(f"opponent-{which}-card") for which in ("previous", "current"))
        previous, current = (None if text is None else _card(text) for text in cards)
        bid = answer.get("opponent-bid")
        return Status(answer.get("game"), answer.get("your-turn") is True, bid, previous, current)

    def result(self, game: int) -> Result:
        """How a finished game ended."""
        answer = self._ask("old-game", session=self._session, game=game)
        sides = [Side(*(answer.get(f"{what}{place}") for what in _SIDE)) for place in (1, 2)]  # type: ignore[arg-type]
        sides.sort(key=lambda side: side.bot != self.bot)
        return Result(game, sides[0], sides[1], answer.get("forfeited_by"))

    def _ask(self, method: str, **fields: object) -> Mapping[str, Any]:
        """The answer to a request, which is sent again while the server is away, once it has been there."""
        for pause in self._pauses():
            try:
                return _checked(method, self._once(method, fields))
            except AwayError as error:
                self._on_away(f"{error}; trying again in {pause:g} s")
            self._pause(pause)
        return _checked(method, self._once(method, fields))

    def _pauses(self) -> Iterator[float]:
        waited, pause = 0.0, 1.0
        while self._session and waited < AWAY_SECONDS:
            yield pause
            waited, pause = waited + pause, min(2 * pause, LONGEST_PAUSE)

    def _once(self, method: str, fields: Mapping[str, object]) -> Any:
        body = json.dumps(fields).encode()
        request = Request(f"{self.address}{method}/", body, {"Content-Type": "application/json"})
        try:
            answer = exchange(self._opener, request, TIMEOUT_SECONDS, MOST_BYTES)
        except NoAnswerError as error:
            raise AwayError(f"{self.address} does not answer ({plain(str(error))})") from error
        away = f"{self.address} answered {answer.status} {answer.reason}"
        if answer.status in BUSY:
            raise AwayError(away)
        if answer.refused:
            raise ServerError(f"{away}, as no server of SkullWhist does: check the address")
        try:
            return json.loads(answer.body)
        except ValueError as error:
            raise ServerError(f"{self.address} did not answer with JSON: check the address") from error


_SIDE = ("bot", "bid", "tricks", "score")

Kind = TypeVar("Kind")


def api_address(url: str) -> str:
    """The base of all methods, ending in `/api/`, for any address of a site. Raises `ServerError`."""
    origin, path = origin_of(url, ServerError, "the server's address, such as http://127.0.0.1:8001")
    return f"{origin}{path.partition('/api/')[0].rstrip('/').removesuffix('/api')}/api/"


def _checked(method: str, answer: Any) -> Mapping[str, Any]:
    """The answer, if it is one of the API and no failure."""
    if not isinstance(answer, dict) or answer.get("result") not in ("success", "failure", "retry"):
        raise ServerError(f"{method} was not answered as by a server of SkullWhist: check the address")
    if answer["result"] == "failure":
        raise RefusalError(f"{method} failed: {plain(str(answer.get('reason')))}")
    return answer


def _field(answer: Mapping[str, Any], name: str, kind: type[Kind]) -> Kind:
    value = answer.get(name)
    if not isinstance(value, kind):
        raise ServerError(f"the server's answer has no {name} of type {kind.__name__}: {plain(str(value))}")
    return value


def _card(text: object) -> WhistCard:
    try:
        return WhistCard(text if isinstance(text, str) else str(text))
    except NotationError as error:
        raise ServerError(f"the server's answer names no card: {plain(str(error))}") from error


# A PlayFunc player in a game on SkullWhist's server: what the server tells becomes what the player is asked.


STATUS_SECONDS = 1.0
"""How often a bot asks whether it is its turn."""

RULES = SkullWhist()
ME, OTHER = 0, 1
"""Seats. The server knows none, so the player sits in the first."""


class MoveError(PlayfuncError):
    """The player broke a rule: `fault` says which, `call` what it was asked. Nothing was sent."""

    def __init__(self, fault: PlayError, call: Call) -> None:
        super().__init__(str(fault))
        self.fault, self.call = fault, call


def play_remotely(
    client: WhistClient, player: Player, deal: Deal, pause: Callable[[float], object] = time.sleep
) -> Result:
    """Play one game to its end. Players know both bots by their numbers, as text. Raises `MoveError` for the player's
    fault, which leaves the game as it is, and `ServerError`."""
    seated = _Seated(player, (str(client.bot), str(deal.opponent)))
    try:
        _play(client, seated, deal, pause)
    finally:
        if isinstance(player, Listener):
            player.game_over(seated.memory)
    return client.result(deal.game)


@dataclass(slots=True)
class _Seated:
    """The player with its memory; the only thing here that changes."""

    player: Player
    names: tuple[str, str]
    memory: str | None = None

    def move(self, view: SkullWhistView) -> Move:
        """Its move, which the rules have passed. Raises `MoveError`."""
        call = RULES.projection.call(view, self.names, self.memory)
        (answer,) = self.player.answer([call])
        move = accepted(RULES, view, self.names, ME, answer)
        if isinstance(answer, PlayError) or isinstance(move, PlayError):
            raise MoveError(move, call)
        self.memory = answer.memory
        return move


def _play(client: WhistClient, seated: _Seated, deal: Deal, pause: Callable[[float], object]) -> None:
    """The bid and the cards, until the server says that the game is over."""
    view = dealt(deal)
    bid = seated.move(view)
    assert isinstance(bid, int)
    client.bid(bid)
    while (status := client.status()).game == deal.game:
        if not status.your_turn:
            pause(STATUS_SECONDS)
            continue
        view = seen(view, bid, status)
        card = seated.move(view)
        assert isinstance(card, WhistCard)
        client.play(card)
        view = played(view, card)


def dealt(deal: Deal) -> SkullWhistView:
    """The view before the bid."""
    return SkullWhistView(ME, deal.hand, (None, None), (), ())


def seen(view: SkullWhistView, bid: int, status: Status) -> SkullWhistView:
    """The view when it is the player's turn: what the opponent has done since the last card."""
    history = view.history
    if view.trick and status.previous is not None:
        history = (*history, (*view.trick, (status.previous, OTHER)))
    trick = () if status.current is None else ((status.current, OTHER),)
    return replace(view, bids=(bid, status.opponent_bid), trick=trick, history=history)


def played(view: SkullWhistView, card: WhistCard) -> SkullWhistView:
    """The view after the player's own card. If it led, the opponent's is not known yet."""
    hand = tuple(each for each in view.hand if each is not card)
    if view.trick:
        return replace(view, hand=hand, trick=(), history=(*view.history, (*view.trick, (card, ME))))
    return replace(view, hand=hand, trick=((card, ME),))
