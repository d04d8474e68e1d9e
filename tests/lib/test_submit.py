"""What carries a token: never to another address, never in the open, never into a file that others read."""

import http.server
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playfunc.submit import (
    LadderSite,
    OpenLadder,
    SubmitError,
    alternatives,
    chosen_ladder,
    keep_token,
    saved_token,
    site_address,
)

TOKEN = "playfunc_0123456789"


class Answering(http.server.BaseHTTPRequestHandler):
    """Answers every request alike, and remembers it."""

    status, headers_sent, body = 200, (), b"[]"
    seen: list[tuple[str, str, str | None, bytes]]

    def do_GET(self) -> None:
        length = int(self.headers.get("content-length", 0))
        self.seen.append(
            (self.command, self.path, self.headers.get("authorization"), self.rfile.read(length))
        )
        self.send_response(self.status)
        for name, value in self.headers_sent:
            self.send_header(name, value)
        self.send_header("content-length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    do_POST = do_GET  # noqa: N815, the name that http.server calls

    def log_message(self, *arguments: object) -> None:
        pass


@contextmanager
def answering(
    status: int = 200, body: bytes = b"[]", headers: tuple[tuple[str, str], ...] = ()
) -> Iterator[tuple[str, list[tuple[str, str, str | None, bytes]]]]:
    seen: list[tuple[str, str, str | None, bytes]] = []
    kind = type("Kind", (Answering,), {"status": status, "body": body, "headers_sent": headers, "seen": seen})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", seen
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_token_follows_no_redirect(status: int) -> None:
    with (
        answering() as (elsewhere, stolen),
        answering(status, headers=(("location", f"{elsewhere}/x"),)) as (url, _),
    ):
        site = LadderSite(url, TOKEN)
        with pytest.raises(SubmitError, match=r"sends on to http://127.0.0.1:\d+/x: nothing was sent there"):
            site.ladders()
        with pytest.raises(SubmitError, match="sends on to"):
            site.upload("hearts", "player.py", b"secret source")
    assert stolen == []


@pytest.mark.parametrize(
    "url",
    [
        "http://ladder.example.edu",
        "http://192.168.1.4:8000",
        "http://127.0.0.1.example.edu",
        "http://localhost.example.edu/",
    ],
)
def test_plain_http_is_for_this_machine_alone(url: str) -> None:
    with pytest.raises(SubmitError, match="would carry your token unencrypted"):
        LadderSite(url, TOKEN)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ladder",
        "ftp://ladder.example.edu",
        "https://",
        "https://me:secret@ladder.example.edu",
        "https://a:b/",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(SubmitError, match="address"):
        site_address(url)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://ladder.example.edu/account?done=token", "https://ladder.example.edu"),
        ("http://localhost:8000/", "http://localhost:8000"),
        ("http://[::1]:8000/upload", "http://[::1]:8000"),
        ("http://127.0.0.1:8041", "http://127.0.0.1:8041"),
    ],
)
def test_any_page_names_its_site(url: str, address: str) -> None:
    assert site_address(url) == address


@pytest.mark.parametrize(
    "token", ["", "short", "two words here", "line\nbreak-line-break", "playfunc_ü0123456"]
)
def test_what_is_no_token_is_not_sent(token: str) -> None:
    with pytest.raises(SubmitError, match="this is not a token"):
        LadderSite("http://localhost", token)


def test_a_file_arrives_under_its_name_and_no_header_is_forged() -> None:
    receipt = {
        "ladder": "hearts",
        "code": "abc",
        "number": 3,
        "digest": "d",
        "filename": "f",
        "uploaded": 1.0,
        "state": "queued",
        "newer": "left out",
    }
    with answering(201, json.dumps(receipt).encode()) as (url, seen):
        got = LadderSite(url, TOKEN).upload("hea/rts", 'a"\r\nX-Evil: 1', b"content", "workbook")
    assert (got.number, got.state, got.waits) == (3, "queued", True)
    [(verb, path, token, body)] = seen
    assert (verb, path, token) == ("POST", "/api/v1/ladders/hea%2Frts/versions", f"Bearer {TOKEN}")
    assert b'filename="a%22%0D%0AX-Evil: 1"\r\n' in body
    assert b"\r\n\r\ncontent\r\n--" in body
    assert b'name="origin"\r\n\r\nworkbook\r\n' in body


def test_a_problem_is_told_in_its_own_words_and_steers_no_terminal() -> None:
    body = json.dumps({"title": "Frozen", "detail": "No uploads \x1b[2J count."}).encode()
    with answering(409, body) as (url, _), pytest.raises(SubmitError) as told:
        LadderSite(url, TOKEN).ladders()
    assert str(told.value) == "Frozen. No uploads \ufffd[2J count."


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (200, b"<html>", "does not answer as a ladder does"),
        (200, b'[{"name": 1}]', "lacks 'title'"),
        (404, b"<html>", "answered 404 Not Found, as no ladder does"),
        (502, b"[]", "answered 502 Bad Gateway, as no ladder does"),
    ],
)
def test_an_address_without_a_ladder_is_told_apart(status: int, body: bytes, said: str) -> None:
    with answering(status, body) as (url, _), pytest.raises(SubmitError, match=said):
        LadderSite(url, TOKEN).ladders()


def test_a_site_that_is_away_is_one_sentence() -> None:
    with answering() as (url, _):
        pass
    with pytest.raises(SubmitError, match=r"cannot be reached: .*try again"):
        LadderSite(url, TOKEN).ladders()


def test_a_proxy_on_the_way_to_this_machine_gets_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    with answering() as (proxy, stolen), answering() as (url, seen):
        monkeypatch.setenv("http_proxy", proxy)
        assert LadderSite(url, TOKEN).ladders() == []
    assert (stolen, len(seen)) == ([], 1)


BIG = {"cells": 1001, "points": 1_000_000}
HEARTS = OpenLadder("hearts", "Hearts", "hearts", "open", 2, {})
FOUR = OpenLadder("hearts-four", "Hearts, four", "hearts", "open", 4, {})
STEPS = OpenLadder("footsteps", "FootSteps", "footsteps", "open", 2, {})
BIG_STEPS = OpenLadder("footsteps-big", "FootSteps, big", "footsteps", "open", 2, BIG)
DYNAMIC = OpenLadder("footsteps-dynamic", "FootSteps, dynamic", "footsteps", "open", 2, {})
ALL = (HEARTS, FOUR, BIG_STEPS, STEPS, DYNAMIC)


def test_a_ladder_is_chosen_by_its_name_or_title() -> None:
    assert chosen_ladder(ALL, "hearts-four") is FOUR
    assert chosen_ladder(ALL, "HEARTS, Four") is FOUR
    with pytest.raises(
        SubmitError, match="there is no ladder 'chess' here; the ladders are hearts, hearts-four"
    ):
        chosen_ladder(ALL, "chess")


@pytest.mark.parametrize(
    ("game", "seats", "parameters", "chosen"),
    [
        ("hearts", 4, {}, FOUR),
        ("hearts", 2, {}, HEARTS),
        ("hearts", 3, {}, HEARTS),
        ("footsteps", 2, {}, STEPS),
        ("footsteps", 2, BIG, BIG_STEPS),
    ],
)
def test_without_a_name_it_is_the_ladder_of_such_tables(
    game: str, seats: int, parameters: dict[str, int], chosen: OpenLadder
) -> None:
    assert chosen_ladder(ALL, None, game, seats, parameters) is chosen


def test_a_closed_ladder_is_chosen_by_its_name_alone() -> None:
    frozen = replace(FOUR, state="frozen")
    assert chosen_ladder([HEARTS, frozen], None, "hearts", 4) is HEARTS
    assert chosen_ladder([HEARTS, frozen], "hearts-four", "hearts") is frozen
    with pytest.raises(SubmitError, match="no ladder of footsteps is open here"):
        chosen_ladder([HEARTS], None, "footsteps")


def test_where_the_game_is_unknown_the_ladder_is_named() -> None:
    assert chosen_ladder([HEARTS, FOUR], None) is HEARTS
    with pytest.raises(SubmitError, match="name the ladder that your player is for: hearts, footsteps"):
        chosen_ladder([HEARTS, STEPS], None)


def test_the_alternatives_are_the_open_ladders_of_the_same_game() -> None:
    assert alternatives(ALL, FOUR) == ["hearts"]
    assert alternatives([HEARTS, replace(FOUR, state="final"), STEPS], HEARTS) == []


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "playfunc" / "tokens.json"


def test_tokens_are_kept_for_each_site_where_only_their_owner_reads(config: Path) -> None:
    assert saved_token("https://a.example") is None
    keep_token("https://a.example", "first-token")
    assert keep_token("https://b.example", "second-token") == config
    assert saved_token("https://a.example") == "first-token"
    assert saved_token("https://c.example") is None
    assert config.stat().st_mode & 0o777 == 0o600


def test_tokens_that_others_can_read_are_not_used(config: Path) -> None:
    keep_token("https://a.example", "first-token")
    os.chmod(config, 0o644)
    with pytest.raises(SubmitError, match="other users of this computer can read your tokens"):
        saved_token("https://a.example")


def test_a_damaged_file_of_tokens_is_named(config: Path) -> None:
    keep_token("https://a.example", "first-token")
    config.write_text("{")
    with pytest.raises(SubmitError, match="cannot be read"):
        saved_token("https://a.example")
