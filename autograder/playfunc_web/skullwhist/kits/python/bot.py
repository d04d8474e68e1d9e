"""A bot for SkullWhist. Its strategy is the functions `bid` and `play`: put your own in their place."""

from __future__ import annotations

import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
from typing import Any


def setting(place: int, word: str) -> str:
    return sys.argv[place] if len(sys.argv) > place else os.environ.get(f"WHIST_{word}", "")


SERVER, NAME, PASSWORD, GAMES = (
    setting(1, "SERVER"),
    setting(2, "NAME"),
    setting(3, "PASSWORD"),
    setting(4, "GAMES"),
)
STATUS_SECONDS = float(os.environ.get("WHIST_STATUS_SECONDS", "1"))
RETRY_SECONDS = float(os.environ.get("WHIST_RETRY_SECONDS", "5"))
TRIES = 24  # requests in a row without an answer: two minutes
refused = ""  # the reason if register fails: told if login fails too


# Strategy. A card is text, such as "C05" or "S13"; 1 is the lowest value, and spades are trump.


def bid(hand: list[str]) -> int:
    """How many tricks to bid: one for each spade from 6 up and each other card from 11 up, but at least 1."""
    good = [card for card in hand if int(card[1:]) >= (6 if card[0] == "S" else 11)]
    return max(1, len(good))


def play(hand: list[str], lead: str | None, status: dict[str, Any]) -> str:
    """The card to play. `lead` is the opponent's card, or None if you lead; `status` is the server's answer."""
    cards = sorted(legal(hand, lead), key=rank)
    if lead is None:
        return cards[-1]
    winners = [card for card in cards if wins(card, lead)]
    return winners[0] if winners else cards[0]


def legal(hand: list[str], lead: str | None) -> list[str]:
    """The cards that may be played: those of the suit led, else all."""
    following = [card for card in hand if lead is not None and card[0] == lead[0]]
    return following or hand


def wins(card: str, lead: str) -> bool:
    """Whether `card` wins the trick that `lead` began."""
    return card > lead if card[0] == lead[0] else card[0] == "S"


def rank(card: str) -> str:
    """What cards are sorted by: the value, then the suit."""
    return card[1:] + card[0]


# The server.


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


OPENER = urllib.request.build_opener(NoRedirect)


def ask(method: str, **fields: Any) -> dict[str, Any]:
    """The server's answer. Where none comes, the same request is sent again, which is harmless."""
    for attempt in range(1, TRIES + 1):
        try:
            return once(method, fields)
        except (OSError, http.client.HTTPException) as error:
            print(f"{method}: no answer ({error}), try {attempt} of {TRIES}", file=sys.stderr)
        time.sleep(RETRY_SECONDS)
    sys.exit(f"{SERVER} does not answer: check the address and your network")


def once(method: str, fields: dict[str, Any]) -> dict[str, Any]:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{SERVER}{method}/", json.dumps(fields).encode(), headers)
    try:
        with OPENER.open(request, timeout=90) as response:
            answer = json.load(response)
    except urllib.error.HTTPError as error:
        if error.code >= 500:
            raise
        sys.exit(f"{request.full_url} answered {error.code}, not 200: the address has to end in /api/")
    except ValueError:
        sys.exit(f"{request.full_url} did not answer with JSON: the address has to end in /api/")
    if answer["result"] == "failure" and method != "register":  # the name may be registered already
        also = f"\nregister failed: {refused}" if method == "login" and refused else ""
        sys.exit(f"{method} failed: {answer['reason']}{also}")
    return answer


def game(session: str) -> None:
    """Play one game, from the wait for an opponent to its result."""
    while (dealt := ask("new-game", session=session))["result"] == "retry":
        time.sleep(RETRY_SECONDS)
    number, hand = dealt["game"], dealt["cards"]
    tricks = bid(hand)
    print(f"game {number}: bid {tricks} on {' '.join(hand)}", flush=True)
    ask("bid", session=session, bid=tricks)
    while (status := ask("status", session=session))["game"] == number:
        if status["your-turn"]:
            card = play(hand, status["opponent-current-card"], status)
            print(f"game {number}: round {status['round']} {card}", flush=True)
            ask("play", session=session, card=card)
            hand.remove(card)
        else:
            time.sleep(STATUS_SECONDS)
    old = ask("old-game", session=session, game=number)
    result = f"over {old['bot1']} {old['score1']}, {old['bot2']} {old['score2']}"
    loser = old["forfeited_by"]
    print(f"game {number}: {result if loser is None else f'forfeited by {loser}'}", flush=True)


if __name__ == "__main__":
    if not (SERVER and NAME and PASSWORD):
        words = "WHIST_SERVER, WHIST_NAME, WHIST_PASSWORD and WHIST_GAMES in the environment"
        print(f"usage: bot.py SERVER NAME PASSWORD [GAMES], or {words}", file=sys.stderr)
        sys.exit(2)
    SERVER = SERVER.rstrip("/") + "/"
    refused = ask("register", name=NAME, password=PASSWORD).get("reason", "")
    session = ask("login", name=NAME, password=PASSWORD)["session"]
    played = 0
    while not GAMES or played < int(GAMES):
        game(session)
        played += 1
