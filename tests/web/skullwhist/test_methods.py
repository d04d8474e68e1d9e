"""The contract row by row: every method, what it takes and answers, on a simulated clock."""

import re
from typing import Any

import pytest
from playfunc_web.database.tables import Bot
from sqlalchemy import select
from whist_games import NOTHING, OLD_GAME, followers, score_by_hand, winner_by_hand
from whist_server import PASSWORD, Server

TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}")


class Table:
    """Two bots in a game."""

    def __init__(self, server: Server) -> None:
        self.server = server
        logins = [server.bot(name) for name in ("ada", "bob")]
        self.sessions = [session for session, _ in logins]
        self.ids = [number for _, number in logins]
        self.answers = server.dealt(*self.sessions)
        self.hands = [list(answer["cards"]) for answer in self.answers]
        self.game = self.answers[0]["game"]
        self.log: list[list[tuple[str, int]]] = []

    def post(self, who: int, method: str, **fields: Any) -> dict[str, Any]:
        return self.server.post(method, session=self.sessions[who], **fields)

    def status(self, who: int) -> dict[str, Any]:
        return self.post(who, "status")

    def bid(self, *bids: int) -> None:
        for who, tricks in enumerate(bids):
            assert self.post(who, "bid", bid=tricks) == {"result": "success"}

    def turn(self) -> int:
        (who,) = (who for who in (0, 1) if self.status(who)["your-turn"])
        return who

    def legal(self, who: int) -> list[str]:
        return followers(self.hands[who], self.status(who)["opponent-current-card"])

    def play_one(self) -> tuple[int, str]:
        who = self.turn()
        card = self.legal(who)[0]
        assert self.post(who, "play", card=card) == {"result": "success"}
        self.hands[who].remove(card)
        if not self.log or len(self.log[-1]) == 2:
            self.log.append([])
        self.log[-1].append((card, who))
        return who, card

    def play_all(self) -> None:
        for _ in range(26 - sum(map(len, self.log))):
            self.play_one()

    def old_game(self) -> dict[str, Any]:
        return self.post(0, "old-game", game=self.game)


@pytest.fixture
def table(server: Server) -> Table:
    return Table(server)


def test_register_makes_a_bot_and_login_opens_a_session(server: Server) -> None:
    first = server.post("register", name="ada", password=PASSWORD)
    assert first == {"result": "success", "id": first["id"]}
    assert type(first["id"]) is int
    told = server.post("login", name="ada", password=PASSWORD)
    assert set(told) == {"result", "session", "id"}
    assert told["id"] == first["id"]
    assert re.fullmatch("[0-9a-f]{32}", told["session"])


def test_a_name_is_taken_once(server: Server) -> None:
    server.post("register", name="ada", password=PASSWORD)
    again = server.post("register", name="ada", password="other")
    assert (again["result"], "called ada already" in again["reason"]) == ("failure", True)
    assert server.post("login", name="ada", password="other")["result"] == "failure"


def test_a_closed_server_registers_nobody_and_says_where_bots_are_made(server: Server) -> None:
    object.__setattr__(server.hall, "open_registration", False)
    told = server.post("register", name="ada", password=PASSWORD)
    assert told["result"] == "failure"
    assert "Registration is closed" in told["reason"]
    assert "account" in told["reason"]
    told = server.post("login", name="ada", password=PASSWORD)
    assert told["result"] == "failure"
    assert told["reason"].endswith("bots and their passwords are made on the page of an account.")


@pytest.mark.parametrize(("name", "password"), [("nobody", PASSWORD), ("ada", "wrong"), ("Ada", PASSWORD)])
def test_login_tells_not_whether_the_name_or_the_password_is_wrong(
    server: Server, name: str, password: str
) -> None:
    server.post("register", name="ada", password=PASSWORD)
    told = server.post("login", name=name, password=password)
    assert told == {"result": "failure", "reason": "There is no bot of this name and password."}


def test_a_password_that_is_replaced_meanwhile_opens_nothing(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.post("register", name="ada", password=PASSWORD)
    match = server.hall.passwords.match

    async def replaced(*asked: Any) -> bool:
        right = await match(*asked)
        with server.site.database.writing() as session:
            session.scalars(select(Bot)).one().password = "another"
        return right

    monkeypatch.setattr(server.hall.passwords, "match", replaced)
    assert server.post("login", name="ada", password=PASSWORD)["result"] == "failure"


def test_both_bots_get_thirteen_sorted_cards_that_differ(table: Table) -> None:
    for who in (0, 1):
        answer = table.answers[who]
        assert set(answer) == {"result", "game", "opponent", "cards"}
        assert answer["opponent"] == table.ids[1 - who]
        assert len(answer["cards"]) == 13
        assert answer["cards"] == sorted(answer["cards"])
        assert all(re.fullmatch(r"[CDHS](0[1-9]|1[0-3])", card) for card in answer["cards"])
    assert not set(table.hands[0]) & set(table.hands[1])


def test_new_game_waits_up_to_30_seconds_and_answers_retry(server: Server) -> None:
    session, _ = server.bot("ada")
    wait = server.begin("new-game", session=session)
    server.pass_time(28)
    assert wait.answer is None
    server.pass_time(2)
    assert wait.answer == {"result": "retry", "reason": "No opponent was found within 30 seconds: ask again."}
    assert server.hall.lobby.waiting == {}


def test_who_hung_up_is_not_dealt_in(server: Server) -> None:
    ada, _ = server.bot("ada")
    bob, _ = server.bot("bob")
    wait = server.begin("new-game", session=ada)
    wait.hang_up()
    other = server.begin("new-game", session=bob)
    server.pair()
    assert other.answer is None


def test_a_bot_never_meets_itself(server: Server) -> None:
    session, _ = server.bot("ada")
    twice = [server.begin("new-game", session=session) for _ in range(2)]
    server.pair()
    assert [wait.answer for wait in twice] == [None, None]
    bob, _ = server.bot("bob")
    other = server.begin("new-game", session=bob)
    server.pair()
    assert [wait.answer for wait in twice] == [twice[0].answer] * 2
    assert other.answer is not None


def test_new_game_again_gives_the_same_game_until_one_has_bid(table: Table) -> None:
    assert table.post(0, "new-game") == table.answers[0]
    table.post(1, "bid", bid=3)
    assert table.post(0, "new-game") == table.answers[0]
    table.post(0, "bid", bid=3)
    told = table.post(0, "new-game")
    assert told["result"] == "failure"
    assert f"You play game {table.game} and have bid" in told["reason"]


def test_outside_a_game_every_field_of_status_is_null(server: Server) -> None:
    session, _ = server.bot("ada")
    assert server.post("status", session=session) == {"result": "success", **NOTHING}
    server.begin("new-game", session=session)
    assert server.post("status", session=session) == {"result": "success", **NOTHING}


def test_status_while_bids_are_missing(table: Table) -> None:
    for who in (0, 1):
        assert table.status(who) == {
            "result": "success",
            **NOTHING,
            "game": table.game,
            "round": 1,
            "your-turn": False,
            "opponent": table.ids[1 - who],
        }
    table.post(0, "bid", bid=4)
    assert [table.status(who)["opponent-bid"] for who in (0, 1)] == [None, None]
    assert [table.status(who)["your-turn"] for who in (0, 1)] == [False, False]
    table.post(1, "bid", bid=9)
    assert [table.status(who)["opponent-bid"] for who in (0, 1)] == [9, 4]
    assert sorted(table.status(who)["your-turn"] for who in (0, 1)) == [False, True]


def test_a_whole_game_is_scored_and_told(table: Table) -> None:
    table.bid(4, 9)
    while sum(map(len, table.log)) < 26:
        who = table.turn()
        other = 1 - who
        before = table.log[-1] if table.log and len(table.log[-1]) == 2 else None
        if before is not None:
            won = winner_by_hand(*before)
            assert who == won
            for seat in (0, 1):
                seen = table.status(seat)
                assert seen["you-won-previous-round"] == (seat == won)
                assert seen["opponent-previous-card"] == {w: c for c, w in before}[1 - seat]
                assert seen["opponent-current-card"] is None
                assert seen["round"] == len(table.log) + 1
        player, card = table.play_one()
        assert player == who
        if len(table.log[-1]) == 1:
            assert table.status(other)["opponent-current-card"] == card
    assert [table.status(who) for who in (0, 1)] == [{"result": "success", **NOTHING}] * 2
    old = table.old_game()
    assert set(old) == OLD_GAME
    assert old["result"] == "success"
    assert TIME.fullmatch(old["started"])
    assert TIME.fullmatch(old["finished"])
    assert (old["forfeited_by"], old["round"]) == (None, 13)
    assert {old["bot1"], old["bot2"]} == set(table.ids)
    won = [winner_by_hand(*trick) for trick in table.log]
    for number in ("1", "2"):
        who = table.ids.index(old[f"bot{number}"])
        assert old[f"bid{number}"] == (4, 9)[who]
        assert old[f"hand{number}"] == table.answers[who]["cards"]
        assert old[f"tricks{number}"] == won.count(who)
        assert old[f"score{number}"] == score_by_hand((4, 9)[who], won.count(who))
    assert old["rounds"] == [
        {
            "leader": table.ids[leader],
            "second": table.ids[second],
            "leader_card": led,
            "second_card": followed,
        }
        for (led, leader), (followed, second) in table.log
    ]


def test_old_game_tells_nothing_of_a_game_that_is_played(table: Table) -> None:
    told = table.old_game()
    assert set(told) == {"result", "reason"}
    assert "still being played" in told["reason"]
    assert "There is no game 99" in table.post(0, "old-game", game=99)["reason"]


def test_a_resent_bid_or_card_answers_success_and_changes_nothing(table: Table) -> None:
    table.bid(4, 9)
    assert table.post(0, "bid", bid=4) == {"result": "success"}
    who, card = table.play_one()
    seen = [table.status(seat) for seat in (0, 1)]
    assert table.post(who, "play", card=card) == {"result": "success"}
    assert [table.status(seat) for seat in (0, 1)] == seen
    table.play_all()
    last, card = table.log[-1][1][1], table.log[-1][1][0]
    assert table.post(last, "play", card=card) == {"result": "success"}
    assert "You are in no game" in table.post(last, "play", card=table.log[0][0][0])["reason"]
    assert "You are in no game" in table.post(last, "bid", bid=(4, 9)[last])["reason"]


@pytest.mark.parametrize("who", [0, 1])
def test_a_bot_that_does_not_bid_in_two_minutes_forfeits(table: Table, who: int) -> None:
    table.post(1 - who, "bid", bid=4)
    table.server.pass_time(120)
    assert table.status(who)["game"] == table.game
    table.server.now += 0.5
    assert table.status(who)["game"] is None, "before the clock was looked at"
    old = table.old_game()
    assert old["forfeited_by"] == table.ids[who]
    assert (old["score1"], old["score2"], old["rounds"], old["round"]) == (None, None, [], 1)
    assert None in (old["bid1"], old["bid2"])
    assert "since you forfeited game" in table.post(who, "bid", bid=4)["reason"]


def test_status_does_not_extend_the_time(table: Table) -> None:
    table.bid(4, 9)
    who = table.turn()
    for _ in range(121):
        table.server.pass_time(1)
        table.status(who)
        table.status(1 - who)
    old = table.old_game()
    assert old["forfeited_by"] == table.ids[who]


def test_a_second_login_ends_the_session_and_forfeits(table: Table) -> None:
    table.bid(4, 9)
    table.play_one()
    login = table.server.post("login", name="bob", password=PASSWORD)
    assert table.status(1)["result"] == "failure"
    assert "log in again" in table.status(1)["reason"]
    old = table.old_game()
    assert (old["forfeited_by"], old["score1"], old["score2"]) == (table.ids[1], None, None)
    assert table.server.post("status", session=login["session"])["game"] is None
    assert table.status(0)["game"] is None


def test_a_second_login_ends_a_wait_too(server: Server) -> None:
    session, _ = server.bot("ada")
    wait = server.begin("new-game", session=session)
    server.bot("ada")
    assert wait.answer is not None
    assert "logged in again" in wait.answer["reason"]


def test_a_failed_login_ends_nothing(table: Table) -> None:
    assert table.server.post("login", name="bob", password="wrong")["result"] == "failure"
    assert table.status(1)["game"] == table.game


def test_a_session_ends_after_five_minutes_without_a_post(server: Server) -> None:
    session, _ = server.bot("ada")
    server.pass_time(300)
    assert server.post("status", session=session)["result"] == "success"
    server.pass_time(300.5)
    assert "has ended" in server.post("status", session=session)["reason"]


def test_a_bot_that_is_heard_of_no_more_forfeits_when_its_session_ends(table: Table) -> None:
    """It has bid, and it is not its turn: only the session's end can stop it from holding up the other."""
    start = table.server.now
    for who in (0, 1):
        table.post(who, "bid", bid=4)
    silent = 1 - table.turn()
    active = 1 - silent
    moves = 0
    while table.status(active)["game"] is not None:
        if table.status(active)["your-turn"]:
            table.server.pass_time(118)
            card = table.legal(active)[0]
            table.post(active, "play", card=card)
            moves += 1
        table.server.pass_time(1)
    old = table.old_game()
    assert old["forfeited_by"] == table.ids[silent]
    assert table.server.now - start < 302
    assert moves == 1


def test_a_retry_counts_as_use_of_the_session(server: Server) -> None:
    session, _ = server.bot("ada")
    for _ in range(12):
        wait = server.begin("new-game", session=session)
        server.pass_time(30)
        assert wait.answer is not None
        assert wait.answer["result"] == "retry"
    assert server.post("status", session=session)["result"] == "success"


def test_released_bots_play_again(table: Table) -> None:
    table.bid(4, 9)
    table.play_all()
    again = table.server.dealt(*table.sessions)
    assert [answer["game"] for answer in again] == [table.game + 1] * 2
    assert again[0]["cards"] != table.answers[0]["cards"]


def test_numbers_may_come_as_text(table: Table) -> None:
    assert table.post(0, "bid", bid="4") == {"result": "success"}
    table.post(1, "bid", bid="09")
    table.play_all()
    assert table.post(0, "old-game", game=str(table.game))["result"] == "success"
