"""The methods of the API: what each takes, and what it does. A method answers the members of its answer beside
`result`, or raises `RefusedError` with the reason of a failure, or `RetryError`."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

from playfunc.cards import WhistCard
from playfunc.errors import NotationError, PlayfuncError, shown
from playfunc_arena.whist import LiveGame, RefusedError, rounds

from playfunc_web.skullwhist.bots import bot_named, check_free, check_name, check_password, make_bot, may_play
from playfunc_web.skullwhist.event_log import read_game
from playfunc_web.skullwhist.server_state import Hall

# Bodies and queries → fields, by the method's own list of them. Every failure says which field and what came instead;
# none repeats a password or a session.

MOST_BYTES = 16 * 1024

DIGITS = re.compile(r"[+-]?[0-9]{1,15}", re.ASCII)
MOST = 10**15

KINDS = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "true or false",
    int: "a number",
    float: "a number",
}


def fields_of_body(body: bytes) -> Mapping[str, Any]:
    """The members of the JSON object that a body is. Raises `RefusedError`."""
    if not body.strip():
        raise RefusedError('The body is empty: send a JSON object such as {"session": "…"}.')
    try:
        value = json.loads(body.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        place = f"byte {error.start + 1}"
        raise RefusedError(f"The body is no UTF-8 text: {place} does not belong there.") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RefusedError(f"The body is no JSON: {error.msg}, {place}.") from error
    except (ValueError, RecursionError) as error:
        raise RefusedError("The JSON cannot be read: it nests too deep, or a number is too long.") from error
    if not isinstance(value, dict):
        raise RefusedError(f"The body must be a JSON object; got {_kind(value)}.")
    return value


def fields_of_query(query: bytes) -> Mapping[str, Any]:
    """The fields of a query; the last counts of one that is given twice. Raises `RefusedError`."""
    if len(query) > MOST_BYTES:
        raise RefusedError(f"The query is longer than {MOST_BYTES:,} bytes.")
    try:
        return dict(parse_qsl(query.decode("ascii"), keep_blank_values=True, errors="strict"))
    except ValueError as error:
        raise RefusedError("The query is no text in UTF-8 with percent-encoding.") from error


def text(fields: Mapping[str, Any], name: str) -> str:
    """Raises `RefusedError` for a key that is missing or no text."""
    value = _present(fields, name)
    if not isinstance(value, str):
        raise RefusedError(f"{name} must be text; got {_kind(value)}.")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise RefusedError(f"{name} must be text; got half a character (a lone surrogate).") from error
    return value


def whole_number(fields: Mapping[str, Any], name: str) -> int:
    """A whole number, also as text of digits, `5.0` or `1e1`, as languages differ. Raises `RefusedError`."""
    value = _present(fields, name)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str) and DIGITS.fullmatch(value):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        told = "a number with a fraction" if isinstance(value, float) else _kind(value)
        told = "text that is no number" if isinstance(value, str) else told
        raise RefusedError(f"{name} must be a whole number; got {told}.")
    if abs(value) > MOST:
        raise RefusedError(f"{name} is too large: {len(str(abs(value)))} digits.")
    return value


def _present(fields: Mapping[str, Any], name: str) -> Any:
    if name not in fields:
        raise RefusedError(f"The key {name} is missing.")
    return fields[name]


def _kind(value: object) -> str:
    return "null" if value is None else KINDS[type(value)]


Answer: TypeAlias = dict[str, Any]


class RetryError(PlayfuncError):
    """Nothing went wrong, and nothing happened: ask again."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: its fields, what becomes done when the client goes away, and the network it comes from."""

    fields: Mapping[str, Any]
    gone: Callable[[], Awaitable[None]]
    network: str = ""

    def text(self, name: str) -> str:
        return text(self.fields, name)

    def number(self, name: str) -> int:
        return whole_number(self.fields, name)


Method: TypeAlias = Callable[[Hall, Asked], Awaitable[Answer]]

CLOSED = (
    "Registration is closed on this server: log in to the course's site and make a bot on the page of your account. It "
    "shows the bot's password once."
)
UNKNOWN = "There is no bot of this name and password."
MADE_BY_PEOPLE = "On this server, bots and their passwords are made on the page of an account."


def method_named(name: str) -> Method:
    """Raises `RefusedError`."""
    found = METHODS.get(name)
    if found is None:
        raise RefusedError(f"There is no method {shown(name)}: the methods are {', '.join(METHODS)}.")
    return found


async def register(hall: Hall, asked: Asked) -> Answer:
    name, password = asked.text("name"), asked.text("password")
    if not hall.open_registration:
        raise RefusedError(CLOSED)
    check_name(name)
    check_password(password)
    with hall.database.reading() as session:
        check_free(session, name)
    encoded = await hall.passwords.hashed(password)
    with hall.database.writing() as session:
        return {"id": make_bot(session, name, encoded, hall.clock()).id}


async def login(hall: Hall, asked: Asked) -> Answer:
    name, password = asked.text("name"), asked.text("password")
    check_name(name)
    check_password(password)
    with hall.database.reading() as session:
        known = bot_named(session, name)
    right = await hall.passwords.match(known.password if known else None, password, name, asked.network)
    with hall.database.reading() as session:  # again: the bot may have been removed meanwhile
        bot = bot_named(session, name)
        allowed = bot is not None and may_play(session, bot)
    if bot is None or known is None or not right or bot.password != known.password:
        raise RefusedError(UNKNOWN if hall.open_registration else f"{UNKNOWN} {MADE_BY_PEOPLE}")
    if not allowed:
        raise RefusedError("This bot takes no further part: its owner has left.")
    hall.waits.refuse(bot.id)
    hall.lobby.leave(bot.id, hall.clock())
    return {"session": hall.sessions.open(bot.id, hall.clock()), "id": bot.id}


async def new_game(hall: Hall, asked: Asked) -> Answer:
    secret = asked.text("session")
    bot = hall.sessions.use(secret, hall.clock())
    game = hall.lobby.ask(bot, hall.clock())
    if game is None:
        game = await hall.waits.wait(bot, hall.clock(), asked.gone())
        hall.sessions.use(secret, hall.clock())
    if game is None:
        raise RetryError("No opponent was found within 30 seconds: ask again.")
    seat = game.seat_of(bot)
    cards = [card.text for card in game.dealt[seat]]
    return {"game": game.number, "opponent": game.bots[1 - seat], "cards": cards}


async def bid(hall: Hall, asked: Asked) -> Answer:
    secret, tricks = asked.text("session"), asked.number("bid")
    bot = hall.sessions.use(secret, hall.clock())
    hall.lobby.bid(bot, tricks, hall.clock())
    return {}


async def play(hall: Hall, asked: Asked) -> Answer:
    secret, card = asked.text("session"), asked.text("card")
    bot = hall.sessions.use(secret, hall.clock())
    hall.lobby.play(bot, _card(card), hall.clock())
    return {}


async def status(hall: Hall, asked: Asked) -> Answer:
    now = hall.clock()
    bot = hall.sessions.use(asked.text("session"), now)
    seen = hall.lobby.status(bot, now)
    return {name.replace("_", "-"): value for name, value in asdict(seen).items()}


async def old_game(hall: Hall, asked: Asked) -> Answer:
    secret, number = asked.text("session"), asked.number("game")
    hall.sessions.use(secret, hall.clock())
    hall.lobby.settle(hall.clock())  # status calls a game over as soon as a time is past
    with hall.database.reading() as session:
        game = read_game(session, number)
    if game is None:
        raise RefusedError(f"There is no game {number}.")
    if game.finished is None:
        raise RefusedError(f"Game {number} is still being played: its cards are shown once it is over.")
    return _whole(game)


METHODS: Mapping[str, Method] = {
    "register": register,
    "login": login,
    "new-game": new_game,
    "bid": bid,
    "play": play,
    "status": status,
    "old-game": old_game,
}


def _card(written: str) -> WhistCard:
    if len(written) != 3:
        raise RefusedError(f"card must have three characters, such as C05; got {shown(written)}.")
    try:
        return WhistCard(written)
    except NotationError as error:
        raise RefusedError(f"{error}.") from error


def _whole(game: LiveGame) -> Answer:
    """A game that is over, with everything that was hidden."""
    tricks, scores = game.state.tricks(), game.scores or (None, None)
    answer: Answer = {"round": game.round, "forfeited_by": game.forfeited_by}
    for number, seat in (("1", 0), ("2", 1)):
        answer |= {
            f"bot{number}": game.bots[seat],
            f"bid{number}": game.state.bids[seat],
            f"hand{number}": [card.text for card in game.dealt[seat]],
            f"tricks{number}": tricks[seat],
            f"score{number}": scores[seat],
        }
    played = [asdict(each) for each in rounds(game)]
    return answer | {"started": _time(game.started), "finished": _time(game.finished), "rounds": played}


def _time(seconds: float | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
