import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc_arena.whist import RefusedError
from playfunc_web.database.tables import Bot, BotSession
from playfunc_web.site import Site
from playfunc_web.skullwhist.methods import MOST_BYTES, fields_of_body, fields_of_query, whole_number
from playfunc_web.skullwhist.sessions import IDLE_SECONDS, Sessions
from sqlalchemy import select
from whist_server import PASSWORD, Server


def test_a_byte_order_mark_and_further_members_do_no_harm() -> None:
    assert fields_of_body(b'\xef\xbb\xbf{"bid": 3, "_": 1}') == {"bid": 3, "_": 1}


@pytest.mark.parametrize("value", ["10", '"10"', '"010"', '"+10"', "10.0", "1e1", "1.0E+1", "100e-1"])
def test_a_whole_number_may_be_text_or_have_a_point_or_an_exponent(value: str) -> None:
    number = whole_number(fields_of_body(b'{"bid": %s}' % value.encode()), "bid")
    assert (number, type(number)) == (10, int)


def test_a_negative_number_is_read_so_that_it_can_be_refused_by_its_meaning() -> None:
    assert whole_number({"bid": "-3"}, "bid") == -3


@pytest.mark.parametrize(
    ("value", "got"),
    [
        (float("nan"), "a number with a fraction"),
        *((text, "text that is no number") for text in ("", " 3", "3.0", "٣", "9" * 16)),
    ],
)
def test_what_is_no_whole_number_is_told(value: Any, got: str) -> None:
    with pytest.raises(RefusedError, match=rf"^bid must be a whole number; got {got}\.$"):
        whole_number({"bid": value}, "bid")


def test_a_number_beyond_any_that_is_stored_is_refused() -> None:
    for value in (2**98, 2.0**98):
        with pytest.raises(RefusedError, match=r"^bid is too large: 30 digits\.$"):
            whole_number({"bid": value}, "bid")


def test_a_query_is_text_alone() -> None:
    assert fields_of_query(b"method=bid&bid=5&session=&_=17&bid=6") == {
        "method": "bid",
        "bid": "6",
        "session": "",
        "_": "17",
    }
    assert fields_of_query(b"name=a+b%20%C3%A4") == {"name": "a b ä"}
    for query in (b"name=%ff", b"\xff"):
        with pytest.raises(RefusedError, match="no text in UTF-8"):
            fields_of_query(query)
    with pytest.raises(RefusedError, match="longer than 16,384 bytes"):
        fields_of_query(b"a" * (MOST_BYTES + 1))


@given(st.binary(max_size=200))
def test_no_bytes_do_anything_but_fields_or_a_refusal(body: bytes) -> None:
    try:
        told: object = fields_of_body(body)
    except RefusedError as refused:
        told = str(refused)
    assert isinstance(told, dict) or str(told).endswith(".")


NOW = 1000.0


@pytest.fixture
def bot(site: Site) -> int:
    with site.database.writing() as session:
        made = Bot(name="ada", created=NOW)
        session.add(made)
        session.flush()
        return made.id


@pytest.fixture
def sessions(site: Site) -> Sessions:
    return Sessions(site.database, NOW)


def stored(site: Site) -> list[str]:
    with site.database.reading() as session:
        return list(session.scalars(select(BotSession.id)))


def test_a_session_is_its_bots_until_it_is_idle_for_five_minutes(sessions: Sessions, bot: int) -> None:
    secret = sessions.open(bot, NOW)
    for minute in range(0, 25, 5):
        assert sessions.use(secret, NOW + 60 * minute) == bot
    assert sessions.ends(bot) == NOW + 60 * 20 + 300
    assert sessions.online(bot, NOW + 60 * 25)
    assert not sessions.online(bot, NOW + 60 * 25 + 0.1)
    with pytest.raises(RefusedError, match="has ended or never was"):
        sessions.use(secret, NOW + 60 * 25 + 0.1)


def test_a_second_session_ends_the_first(sessions: Sessions, bot: int, site: Site) -> None:
    first, second = sessions.open(bot, NOW), sessions.open(bot, NOW)
    assert first != second
    with pytest.raises(RefusedError):
        sessions.use(first, NOW)
    assert sessions.use(second, NOW) == bot
    assert len(stored(site)) == 1


@pytest.mark.parametrize(
    "damage", [str.upper, lambda text: text[:-1], lambda text: text + "0", lambda text: ""]
)
def test_a_session_is_32_hexadecimal_digits(
    sessions: Sessions, bot: int, damage: Callable[[str], str]
) -> None:
    secret = sessions.open(bot, NOW)
    while secret == damage(secret):  # digits alone
        secret = sessions.open(bot, NOW)
    with pytest.raises(RefusedError, match="32 hexadecimal digits"):
        sessions.use(damage(secret), NOW)


def test_the_database_holds_no_secret(sessions: Sessions, bot: int, site: Site) -> None:
    secret = sessions.open(bot, NOW)
    assert [secret in row for row in stored(site)] == [False]


def test_sessions_outlive_a_restart_and_count_as_used_then(sessions: Sessions, bot: int, site: Site) -> None:
    secret = sessions.open(bot, NOW)
    again = Sessions(site.database, NOW + 5000)
    assert again.bots == (bot,)
    assert again.use(secret, NOW + 5000 + IDLE_SECONDS) == bot


def test_a_session_that_ended_in_the_database_ends_here(sessions: Sessions, bot: int, site: Site) -> None:
    secret = sessions.open(bot, NOW)
    assert sessions.take_ended() == []
    with site.database.writing() as session:
        session.delete(session.scalars(select(BotSession)).one())
    assert (sessions.take_ended(), sessions.take_ended(), sessions.bots) == ([bot], [], ())
    with pytest.raises(RefusedError, match="has ended or never was"):
        sessions.use(secret, NOW)


def test_ended_sessions_are_removed_everywhere(sessions: Sessions, bot: int, site: Site) -> None:
    sessions.open(bot, NOW)
    sessions.remove_ended(NOW + 300)
    assert sessions.bots == (bot,)
    sessions.remove_ended(NOW + 301)
    assert (sessions.bots, sessions.ends(bot), stored(site)) == ((), None, [])


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
