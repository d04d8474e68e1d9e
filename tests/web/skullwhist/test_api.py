"""Hundreds of malformed and forged requests: each gets status 200 and the failure that names what is wrong. The words
that are expected stand in this file alone."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from whist_games import followers
from whist_server import PASSWORD, Server, opened

TAKES = {
    "register": {"name": "text", "password": "text"},
    "login": {"name": "text", "password": "text"},
    "new-game": {"session": "text"},
    "bid": {"session": "text", "bid": "whole number"},
    "play": {"session": "text", "card": "text"},
    "status": {"session": "text"},
    "old-game": {"session": "text", "game": "whole number"},
}
FITS: dict[str, Any] = {
    "name": "somebody",
    "password": PASSWORD,
    "session": "0" * 32,
    "bid": 5,
    "card": "C05",
    "game": 1,
}

NO_TEXT = {
    "null": None,
    "true or false": True,
    "a number": 17,
    "a list": ["x"],
    "an object": {"x": 1},
    "half a character": "\ud83c",
}
NO_NUMBER = {
    "null": None,
    "true or false": False,
    "a number with a fraction": 5.5,
    "a list": [5],
    "an object": {"bid": 5},
    "text that is no number": "five",
}
NO_OBJECT = {
    "The body is empty": b"",
    "body is empty": b" \n",
    "line 1, column 1": b"hello",
    "line 1, column 2": b"{",
    "line 2, column 1": b'{"session": "0",\n}',
    "Expecting property name enclosed in double quotes, line 1": b"{'bid': 3}",
    "Extra data": b"{} {}",
    "a number is too long": b'{"bid": ' + b"9" * 10000 + b"}",
    "Expecting ':' delimiter": b'{"session" "0"}',
    "Invalid control character": b'{"session": "0\x00"}',
    "Unterminated string": b'{"session": "0',
    "no UTF-8 text: byte 3": b'{"\xff": 1}',
    "got a list": b"[1, 2]",
    "got null": b"null",
    "got text": b'"session"',
    "got a number": b"1.5",
    "got true or false": b"false",
    "nests too deep": b'{"a":' * 3000,
    "larger than 16,384 bytes": b'{"session": "' + b"x" * 17000 + b'"}',
}
NAMES = (
    "",
    " ",
    "two words",
    "tab\t",
    "line\n",
    "x" * 41,
    "x" * 4000,
    "ümlaut",
    "a/b",
    "a.b",
    "<b>",
    "%00",
    "\x00",
    "名",
)
PASSWORDS = ("", "x" * 256, "é" * 300)
SESSIONS = (
    "",
    "0",
    "0" * 31,
    "0" * 33,
    "g" * 32,
    "A" * 32,
    " " + "0" * 31,
    "0" * 31 + "\n",
    "٠" * 32,
    "'; DROP TABLE bot",
)
BIDS = (0, -1, 14, 100, 10**14, "0", "14", "-5", "+0", "99")
CARDS_BY_FORM = ("", "C", "C5", "C005", "10C ", "c 0 5", "C05 ", "\x00", "♣5", "C05\n")
NO_CARDS = ("C00", "C14", "C99", "X05", "c05", "05C", "C-1", "C 5", "CAA", "S1\n", "C٠5", "   ", "JOK", "H0x")
METHODS = (
    "dance",
    "STATUS",
    "new_game",
    "newgame",
    "old-games",
    "..",
    "status.json",
    "%00",
    "jsonp",
    "bid;",
    "' OR 1=1",
)


def requests() -> Iterator[tuple[str, bytes, str]]:
    """(method, body, words of the reason) of everything that is wrong whatever the game."""
    for method, takes in TAKES.items():
        for why, body in NO_OBJECT.items():
            yield method, body, why
        fits = {name: FITS[name] for name in takes}
        for name, kind in takes.items():
            left = {other: value for other, value in fits.items() if other != name}
            yield method, _json(left), f"The key {name} is missing"
            yield method, _json({**left, name.upper(): fits[name]}), f"The key {name} is missing"
            for got, value in (NO_TEXT if kind == "text" else NO_NUMBER).items():
                yield (
                    method,
                    _json({**left, name: value}),
                    f"{name} must be {'a ' * (kind != 'text')}{kind}; got {got}",
                )
        if "session" in takes:
            for session in SESSIONS:
                yield method, _json({**fits, "session": session}), "session must be the 32 hexadecimal digits"
            yield method, _json(fits), "log in again"
        if "name" in takes:
            for wrong in NAMES:
                yield method, _json({**fits, "name": wrong}), "name must be 1 to 40 letters"
            for wrong in PASSWORDS:
                yield method, _json({**fits, "password": wrong}), f"1 to 255 characters; got {len(wrong)}"
    for method in METHODS:
        yield method, b"{}", "jsonp is asked by GET" if method == "jsonp" else "There is no method"


def _json(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields).encode()


REQUESTS = list(requests())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With two bots in a game in which nobody has bid."""
    with opened(tmp_path_factory.mktemp("forged") / "site") as made:
        yield made


def failure(server: Server, method: str, body: bytes) -> str:
    answered = server.send("POST", f"/api/{method}/", body)
    assert answered.status == 200
    assert answered.headers["content-type"] == "application/json"
    assert set(answered.json) == {"result", "reason"}
    assert answered.json["result"] == "failure"
    return str(answered.json["reason"])


def test_there_are_hundreds() -> None:
    assert len(REQUESTS) >= 300
    assert len({(method, body) for method, body, _ in REQUESTS}) == len(REQUESTS)


@pytest.mark.parametrize("method", [*TAKES, "others"])
def test_each_gets_the_failure_that_names_it(server: Server, method: str) -> None:
    wrong = {}
    for asked, body, why in REQUESTS:
        if asked == method or (method == "others" and asked not in TAKES):
            reason = failure(server, asked, body)
            assert reason.endswith(".")
            if why not in reason:
                wrong[asked, body[:80]] = (why, reason)
    assert wrong == {}


def test_no_reason_repeats_a_password_or_a_session(server: Server) -> None:
    secret = "s3cret-" * 40
    for method, takes in TAKES.items():
        for name in ("password", "session"):
            if name in takes:
                fields = {**{other: FITS[other] for other in takes}, name: secret}
                assert "s3cret" not in failure(server, method, _json(fields))


def test_forged_bids_and_cards_in_a_game(tmp_path: Path) -> None:
    with opened(tmp_path / "site") as server:
        sessions = [server.bot(name)[0] for name in ("ada", "bob")]
        hands = [answer["cards"] for answer in server.dealt(*sessions)]
        outside, _ = server.bot("cyd")

        def refused(who: int, method: str, **fields: Any) -> str:
            return failure(server, method, _json({"session": sessions[who], **fields}))

        for tricks in BIDS:
            assert "bid, but a bid is 1 … 13" in refused(0, "bid", bid=tricks)
        assert "you have not bid" in refused(0, "play", card=hands[0][0])
        server.post("bid", session=sessions[0], bid=3)
        assert "your opponent has not bid yet" in refused(0, "play", card=hands[0][0])
        assert "You bid 3 already" in refused(0, "bid", bid=4)
        server.post("bid", session=sessions[1], bid=3)
        for written in CARDS_BY_FORM:
            assert "card must have three characters" in refused(0, "play", card=written)
        for written in NO_CARDS:
            assert "not a card: " in refused(0, "play", card=written)
        lead = 0 if server.post("status", session=sessions[0])["your-turn"] else 1
        assert "It is your opponent's turn" in refused(1 - lead, "play", card=hands[1 - lead][0])
        for card in hands[1 - lead]:
            assert f"{card} is not in your hand" in refused(lead, "play", card=card)
        led = next(card for card in hands[lead] if 0 < len(_of_suit(hands[1 - lead], card)) < 13)
        server.post("play", session=sessions[lead], card=led)
        for card in hands[1 - lead]:
            if card not in followers(hands[1 - lead], led):
                assert f"{card} does not follow {led}" in refused(1 - lead, "play", card=card)
        for method, fields in (("bid", {"bid": 5}), ("play", {"card": "C05"})):
            reason = failure(server, method, _json({"session": outside, **fields}))
            assert "You are in no game: ask for one with new-game" in reason
        for number in (0, -1, 99, 10**14):
            assert f"There is no game {number}" in refused(0, "old-game", game=number)
        assert "still being played" in refused(0, "old-game", game=1)


def _of_suit(hand: list[str], card: str) -> list[str]:
    return [own for own in hand if own[0] == card[0]]


def test_what_breaks_inside_is_a_failure_with_a_number_and_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / "site") as server:
        session, _ = server.bot("ada")

        def break_down(*told: object) -> None:
            raise KeyError("private")

        monkeypatch.setattr("playfunc_web.skullwhist.matchmaking.Lobby.status", break_down)
        reason = failure(server, "status", _json({"session": session}))
        assert reason.startswith("The server broke, not you. Tell the staff this number: ")
        assert "private" not in reason
