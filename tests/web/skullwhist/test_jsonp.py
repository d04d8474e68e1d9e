import json
from typing import Any
from urllib.parse import urlencode

import pytest
from whist_server import PASSWORD, Server


# GET with everything in the query: the same methods, an answer that is a script.
def told(server: Server, **fields: str) -> dict[str, Any]:
    """What the function `f` gets."""
    script = server.jsonp(callback="f", **fields)
    assert script.startswith("f(")
    assert script.endswith(");")
    found: dict[str, Any] = json.loads(script[2:-2])
    return found


def test_a_bot_plays_through_it_with_values_that_are_all_text(server: Server) -> None:
    assert told(server, method="register", name="ada", password=PASSWORD)["result"] == "success"
    login = told(server, method="login", name="ada", password=PASSWORD)
    bob, _ = server.bot("bob")
    first, _ = server.dealt(login["session"], bob)
    session = login["session"]
    assert told(server, method="new-game", session=session) == first
    assert told(server, method="bid", session=session, bid="5", _="17") == {"result": "success"}
    server.post("bid", session=bob, bid=3)
    seen = told(server, method="status", session=session)
    assert seen["opponent-bid"] == 3
    if not seen["your-turn"]:
        assert (
            "opponent's turn"
            in told(server, method="play", session=session, card=first["cards"][0])["reason"]
        )
    else:
        assert told(server, method="play", session=session, card=first["cards"][0]) == {"result": "success"}


@pytest.mark.parametrize("path", ["/api/jsonp/", "/api//jsonp/", "/api/jsonp"])
def test_the_address_of_the_old_client_is_tolerated(server: Server, path: str) -> None:
    answered = server.send("GET", path, query="method=status&callback=_cb$1&session=x&_=123")
    assert answered.status == 200
    assert answered.headers["content-type"] == "application/javascript"
    assert answered.headers["x-content-type-options"] == "nosniff"
    assert "connection" not in answered.headers, "it is kept for the next request"
    assert answered.body.startswith(b"_cb$1({")


@pytest.mark.parametrize(
    "callback", ["a.b", "1a", "a b", "alert(1)//", "ä", "a" * 101, "a-b", "a[0]", "</script>"]
)
def test_a_callback_is_a_plain_identifier(server: Server, callback: str) -> None:
    query = urlencode({"method": "status", "session": "x", "callback": callback})
    answered = server.send("GET", "/api/jsonp/", query=query)
    assert answered.headers["content-type"] == "application/json"
    assert answered.json["result"] == "failure"
    assert "callback must be a plain identifier" in answered.json["reason"]
    assert callback not in answered.body.decode()


def test_without_a_callback_there_is_nobody_to_tell(server: Server) -> None:
    answered = server.send("GET", "/api/jsonp/", query="method=status")
    assert "key callback is missing" in answered.json["reason"]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "The key method is missing"),
        ({"method": "old-game", "game": "1"}, "old-game is not offered by jsonp"),
        ({"method": "jsonp"}, "jsonp is not offered"),
        ({"method": "dance"}, "There is no method 'dance'"),
        ({"method": "status"}, "The key session is missing"),
        ({"method": "bid", "session": "x", "bid": "five"}, "bid must be a whole number"),
    ],
)
def test_failures_reach_the_callback(server: Server, fields: dict[str, str], why: str) -> None:
    assert why in told(server, **{"x": "y", **fields})["reason"]


def test_an_empty_query_answers_the_page(server: Server) -> None:
    answered = server.send("GET", "/api/jsonp/")
    assert "text/html" in answered.headers["content-type"]


def test_it_can_be_switched_off(server: Server) -> None:
    object.__setattr__(server.hall, "jsonp", False)
    assert "switched off" in told(server, method="status", session="x")["reason"]


def test_post_does_not_reach_it(server: Server) -> None:
    assert "asked by GET" in server.post("jsonp", method="status")["reason"]
