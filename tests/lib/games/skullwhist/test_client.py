"""The client against a scripted server: what it sends, what it reads, and when it tries again."""

from collections.abc import Callable

import pytest
from playfunc.cards import WhistCard
from playfunc.games.skullwhist.client import (
    AwayError,
    Deal,
    RefusalError,
    Result,
    ServerError,
    Side,
    WhistClient,
    api_address,
)
from playfunc.sites import in_the_open
from scripted_whist import BOT, OPPONENT, Script, Whist, scripted
from until import until
from whist_deals import DEALS


class Pauses(list[float]):
    """Every pause that was asked for; none is made."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


def entered(whist: Whist, pause: Callable[[float], object] = lambda _: None) -> WhistClient:
    client = WhistClient(whist.url, pause)
    assert client.register("ann", "secret") == ""
    client.login("ann", "secret")
    return client


def test_a_deal_a_bid_and_a_card() -> None:
    with scripted(DEALS) as whist:
        client = entered(whist)
        deal = client.new_game()
        assert deal == Deal(1, OPPONENT, tuple(sorted(map(WhistCard, DEALS[0].hand))))
        client.bid(4)
        before, after = client.status(), client.status()
        assert (before.your_turn, before.opponent_bid) == (False, None)
        assert (after.game, after.your_turn, after.opponent_bid, after.current) == (1, True, 5, None)
        client.play(WhistCard("D13"))
        assert [client.status().your_turn for _ in range(2)] == [False, True]
        assert client.status().previous == WhistCard("D02")
    sent = [(request.method, dict(request.fields)) for request in whist.requests[1:5]]
    session = "0123456789abcdef" * 2
    assert sent == [
        ("login", {"name": "ann", "password": "secret"}),
        ("new-game", {"session": session}),
        ("bid", {"session": session, "bid": 4}),
        ("status", {"session": session}),
    ]
    assert {request.headers["content-type"] for request in whist.requests} == {"application/json"}


def test_nobody_to_play_with_is_no_deal() -> None:
    with scripted(DEALS, {("new-game", 1): "retry"}) as whist:
        assert entered(whist).new_game() is None


def test_what_gets_no_answer_is_sent_again_at_growing_intervals() -> None:
    script: Script = {("new-game", 1): "lost", **{("new-game", n): 503 for n in range(2, 9)}}
    pauses = Pauses()
    with scripted(DEALS, script) as whist:
        deal = entered(whist, pauses).new_game()
    assert deal is not None
    assert deal.game == 1
    assert pauses == [1, 2, 4, 8, 16, 30, 30, 30]


def test_a_server_that_stays_away_is_given_up_after_ten_minutes() -> None:
    pauses, told = Pauses(), list[str]()
    with scripted(DEALS) as whist:
        client = entered(whist, pauses)
    client._on_away = told.append
    with pytest.raises(AwayError, match=r"http://127.0.0.1:\d+/api/ does not answer \(.*refused"):
        client.status()
    assert 600 <= sum(pauses) < 630
    assert told[0].endswith("; trying again in 1 s")
    assert len(told) == len(pauses)


def test_a_server_that_was_never_there_is_told_at_once() -> None:
    with scripted(DEALS) as whist:
        pass
    pauses = Pauses()
    with pytest.raises(AwayError, match="does not answer"):
        WhistClient(whist.url, pauses).register("ann", "secret")
    assert pauses == []


def test_a_failure_is_told_with_its_reason() -> None:
    script: Script = {("register", 1): "failure", ("login", 1): "failure", ("old-game", 1): "failure"}
    with scripted(DEALS, script) as whist:
        client = WhistClient(whist.url)
        assert client.register("ann", "secret") == 'register failed: no "register" today'
        with pytest.raises(RefusalError, match='login failed: no "login" today'):
            client.login("ann", "secret")
        client.login("ann", "secret")
        with pytest.raises(RefusalError, match="old-game failed"):
            client.result(1)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (404, "answered 404 Not Found, as no server of SkullWhist does: check the address"),
        (307, "sends on to http://127.0.0.1:.*/elsewhere/: nothing was sent there"),
        ("page", "did not answer with JSON: check the address"),
    ],
)
def test_what_is_no_server_of_skullwhist_is_told(answer: int | str, words: str) -> None:
    with scripted(DEALS, {("login", 1): answer}) as whist, pytest.raises(ServerError, match=words):
        WhistClient(whist.url).login("ann", "secret")


def test_answers_that_lack_what_is_needed_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    client = WhistClient("http://127.0.0.1:1")
    monkeypatch.setattr(client, "_once", lambda *_: {"result": "success", "game": 1, "cards": ["X99"]})
    with pytest.raises(ServerError, match=r"the server's answer names no card: .*'X99'"):
        client.new_game()
    with pytest.raises(ServerError, match="the server's answer has no session of type str: None"):
        client.login("ann", "secret")
    monkeypatch.setattr(client, "_once", lambda *_: ["success"])
    with pytest.raises(ServerError, match="was not answered as by a server of SkullWhist"):
        client.status()


def test_a_result_is_told_from_the_bots_side_wherever_it_sat() -> None:
    with scripted(DEALS, {("status", 2): "forfeit"}) as whist:
        client = entered(whist)
        client.new_game()
        client.bid(4)
        for _ in until(lambda: client.status().game is None):
            pass
        result = client.result(1)
    assert result == Result(1, Side(BOT, 4, 0, None), Side(OPPONENT, None, 0, None), OPPONENT)
    assert result.won == 1.0


@pytest.mark.parametrize(
    ("mine", "other", "forfeited_by", "won"),
    [
        (51, 20, None, 1.0),
        (-80, -50, None, 0.0),
        (16, 16, None, 0.5),
        (None, None, BOT, 0.0),
        (5, 9, OPPONENT, 1.0),
    ],
)
def test_scores_are_compared_as_numbers_and_who_forfeits_loses(
    mine: int | None, other: int | None, forfeited_by: int | None, won: float
) -> None:
    sides = (Side(bot, 5, 6, score) for bot, score in ((BOT, mine), (OPPONENT, other)))
    assert Result(1, *sides, forfeited_by).won == won


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://127.0.0.1:8001", "http://127.0.0.1:8001/api/"),
        ("http://127.0.0.1:8001/api/", "http://127.0.0.1:8001/api/"),
        (" https://example.edu/whist/api ", "https://example.edu/whist/api/"),
        ("https://example.edu/whist/api/new-game/", "https://example.edu/whist/api/"),
        ("http://[::1]:8001/", "http://[::1]:8001/api/"),
    ],
)
def test_any_address_of_the_site_does(url: str, address: str) -> None:
    assert api_address(url) == address


@pytest.mark.parametrize(
    "url", ["", "whist", "ftp://example.edu", "http://", "http://me:pw@example.edu", "http://a:b"]
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ServerError, match="address"):
        WhistClient(url)


def test_plain_http_is_in_the_open_beyond_this_machine() -> None:
    assert in_the_open(api_address("http://whist.example.edu"))
    assert not in_the_open(api_address("https://whist.example.edu"))
    assert not in_the_open(api_address("http://localhost:8001"))
