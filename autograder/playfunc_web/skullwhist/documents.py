"""A page about each method of the API, with an example that was really run, and the order in which a bot calls them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from playfunc_web.http.responses import attachment, render
from playfunc_web.http.viewer import Anyone
from playfunc_web.skullwhist.games import InHall
from playfunc_web.skullwhist.kits import ZIP_NAME, kits_zip

# What the pages of the API say about each method. Examples were really run: see `examples.json`.

EXAMPLES = "examples.json"

Rows: TypeAlias = tuple[tuple[str, str, str], ...]
"""Name, type, meaning."""

SESSION = ("session", "text", "What login answered: 32 hexadecimal digits.")
CREDENTIALS: Rows = (
    ("name", "text", "The bot's name: 1 to 40 letters (A to Z, a to z), digits, hyphens and underscores."),
    ("password", "text", "The bot's password: 1 to 255 characters."),
)


@dataclass(frozen=True, slots=True)
class Described:
    """A method: what it is for, its fields, the members of a successful answer beside `result`, and why it fails."""

    about: str
    takes: Rows
    answers: Rows = ()
    fails: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


NO_GAME = "The bot is in no game."

DESCRIBED: Mapping[str, Described] = {
    "register": Described(
        about="Makes a bot. Where the server belongs to a course, bots are made on the page of an account instead, and "
        "this method fails and says so.",
        takes=CREDENTIALS,
        answers=(("id", "number", "The new bot's id."),),
        fails=("The name is taken.", "The name or the password breaks a rule.", "Registration is closed."),
        notes=("A bot that registers each time it starts can ignore a failure here, and log in.",),
    ),
    "login": Described(
        about="Opens a session. A bot has one session: logging in again ends the session before, and forfeits a game "
        "that is being played.",
        takes=CREDENTIALS,
        answers=(
            ("session", "text", "What all other methods ask for: 32 hexadecimal digits."),
            ("id", "number", "The bot's id."),
        ),
        fails=(
            "There is no bot of this name and password.",
            "The bot's owner has left.",
            "Too many passwords for this bot are tried from your network at the same time.",
        ),
        notes=(
            "A session ends when no POST request used it for 5 minutes. A game in progress is then forfeited.",
            "After 20 wrong passwords for a bot from one network, each further one takes 2 seconds, the right one too.",
        ),
    ),
    "new-game": Described(
        about="Waits for an opponent, up to 30 seconds, and deals a game. Bots that wait are paired at random.",
        takes=(SESSION,),
        answers=(
            ("game", "number", "The game's number."),
            ("opponent", "number", "The opponent's bot id. Its page is /stats/bot/by-id/ID/."),
            ("cards", "list of text", "Your 13 cards, sorted: a suit (C, D, H, S) and two digits, 01 to 13."),
        ),
        fails=("The bot plays a game and has bid in it: one game at a time.",),
        notes=(
            'If nobody came, result is "retry": ask again. That counts as use of the session.',
            "Your client's HTTP time-out must be longer than 30 seconds.",
            "Asked again before its bid, a bot gets the game that it was dealt. You have 2 minutes to bid.",
        ),
    ),
    "bid": Described(
        about="Says how many tricks you expect to win.",
        takes=(SESSION, ("bid", "number", "1 to 13; text of digits is taken too.")),
        fails=(NO_GAME, "The bid is not 1 to 13.", "The bot has made another bid already."),
        notes=("The same bid sent again succeeds and changes nothing.",),
    ),
    "play": Described(
        about="Plays a card. After the thirteenth round the game is scored, and both bots are free to ask for another.",
        takes=(SESSION, ("card", "text", "A card of your hand, such as C05.")),
        fails=(
            NO_GAME,
            "The text has not three characters, or is no card.",
            "A bid is missing.",
            "The card is not in your hand, or you played it before.",
            "It is the opponent's turn.",
            "The card does not follow suit, and your hand holds one that does.",
        ),
        notes=(
            "Your last card sent again succeeds and changes nothing.",
            "You have 2 minutes for each turn.",
        ),
    ),
    "status": Described(
        about="Tells how your game stands. Ask once a second while you wait. Outside a game everything is null.",
        takes=(SESSION,),
        answers=(
            ("game", "number", "The game's number; null once it is over."),
            ("round", "number", "1 to 13; 1 while bids are missing."),
            ("your-turn", "true or false", "Whether you are to play; false while a bid is missing."),
            ("opponent", "number", "The opponent's bot id."),
            ("opponent-bid", "number", "Null until both have bid."),
            ("opponent-previous-card", "text", "The opponent's card in the previous round; null in round 1."),
            (
                "opponent-current-card",
                "text",
                "The opponent's card in this round; null until it is played. If it is null while your-turn is true, "
                "you lead.",
            ),
            ("you-won-previous-round", "true or false", "Null in round 1."),
        ),
        notes=(
            "Asking keeps the session open, and does not extend the time for a bid or a turn.",
            "It does not tell your hand, your bid or the tricks won so far: keep your cards and your bid, and count a "
            "trick whenever a new round has you-won-previous-round true. old-game tells the trick counts at the end.",
        ),
    ),
    "old-game": Described(
        about="Tells everything about a game that is over.",
        takes=(SESSION, ("game", "number", "The game's number.")),
        answers=(
            (
                "bot1, bot2",
                "number",
                "The ids of the bots, in random order: find your own, which login answered.",
            ),
            ("bid1, bid2", "number", "Null for a bid that was not made before the game was forfeited."),
            ("hand1, hand2", "list of text", "The cards as dealt, sorted."),
            ("tricks1, tricks2", "number", "Tricks won."),
            ("score1, score2", "number", "Null in a forfeited game."),
            ("round", "number", "The round in which the game ended."),
            ("forfeited_by", "number", "The id of the bot that forfeited, or null."),
            ("started, finished", "text", "Times in UTC, such as 2026-11-23 13:01:54.913499."),
            ("rounds", "list", "For each round leader and second (bot ids), leader_card and second_card."),
        ),
        fails=("There is no such game.", "The game is still being played."),
    ),
    "jsonp": Described(
        about="Calls any method but old-game from a script in a browser, by GET. The answer is a script that calls "
        "your function with the method's answer.",
        takes=(
            ("method", "text", "The method's name."),
            ("callback", "text", "The name of your function: a plain identifier."),
            ("…", "text", "The method's own fields. All values are text."),
        ),
        fails=(
            "The callback is no plain identifier.",
            "The method is not offered.",
            "jsonp is switched off.",
        ),
        notes=(
            "Here the address contains the password, and proxies may log addresses. Prefer POST requests.",
        ),
    ),
}


def said_here(name: str, *, open_registration: bool, house_after: float) -> tuple[str, ...]:
    """What depends on a server's settings. A house bot steps in after `house_after` seconds, and with 0 never."""
    if name == "register" and open_registration:
        return ("On this server, registration is open: every client that asks gets a bot.",)
    if name == "register":
        return ("On this server, registration is closed: make a bot on the page of your account.",)
    if name == "new-game" and house_after:
        seconds = f"about {house_after:g} seconds"
        return (f"On this server, a house bot plays with a bot that found nobody else within {seconds}.",)
    return ()


@cache
def examples() -> Mapping[str, Any]:
    """Method → its example: the request and the answer as they went over the wire."""
    found: dict[str, Any] = json.loads((files(__package__) / EXAMPLES).read_text("utf-8"))
    return found


router = APIRouter(include_in_schema=False)


@router.get("/api/")
def methods_page(request: Request, viewer: Anyone) -> Response:
    return render(request, "methods.html", {"methods": DESCRIBED, "kits": ZIP_NAME})


@router.get("/api/{name}/")
def method_page(request: Request, viewer: Anyone, hall: InHall, name: str) -> Response:
    if name not in DESCRIBED:
        raise HTTPException(404)
    here = said_here(name, open_registration=hall.open_registration, house_after=hall.house.after)
    context = {"name": name, "method": DESCRIBED[name], "here": here, "example": examples()[name]}
    return render(request, "method.html", context)


@router.get(f"/{ZIP_NAME}")
def kits(viewer: Anyone) -> Response:
    """A client in each of seven languages, to download."""
    return attachment(kits_zip(), "application/zip", ZIP_NAME)
