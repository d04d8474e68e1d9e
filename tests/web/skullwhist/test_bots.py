import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playfunc_arena.whist import RefusedError
from playfunc_web.accounts.people import close_account
from playfunc_web.database import now
from playfunc_web.database.tables import Account, Audit, Bot, Party, WhistSeat
from playfunc_web.forget import forget_bot
from playfunc_web.http.viewer import COOKIE
from playfunc_web.site import Site
from playfunc_web.skullwhist import bots
from playfunc_web.skullwhist.bots import (
    bot_named,
    check_name,
    check_password,
    generated_password,
    make_bot,
    may_play,
)
from sqlalchemy import func, select
from web_site import account, browser
from whist_games import followers
from whist_server import Server, Waiting

SHOWN = re.compile(r'<pre tabindex="0">([^<]+)</pre>')


@pytest.fixture
def closed(site: Site) -> Iterator[Server]:
    """A server on which accounts alone make bots."""
    made = Server(site, open_registration=False)
    yield made
    made.close()


def test_a_bot_that_was_made_on_the_account_page_logs_in_and_nobody_else_registers(
    site: Site, closed: Server
) -> None:
    ada = browser(site, "ada")
    assert '<a href="/account/bots">' in ada.get("/account").text
    page = ada.post("/account/bots", {"name": "first-bot"})
    shown = SHOWN.search(page.text)
    assert shown[1] not in ada.get("/account/bots").text, "it is shown once"
    told = closed.post("login", name="first-bot", password=shown[1])
    assert told["result"] == "success"
    assert closed.post("register", name="other", password="x")["result"] == "failure"
    again = ada.post(f"/account/bots/{told['id']}/password")
    renewed = SHOWN.search(again.text)
    assert closed.post("login", name="first-bot", password=shown[1])["result"] == "failure"
    assert closed.post("login", name="first-bot", password=renewed[1])["result"] == "success"


def test_bots_are_of_a_party_and_others_cannot_reach_them(site: Site) -> None:
    ada = browser(site, "ada")
    ada.post("/account/bots", {"name": "adas"})
    with site.database.reading() as session:
        bot = session.scalars(select(Bot)).one()
    assert bot.party_id == account(site, "ada").party_id
    assert bot.password is not None
    assert bot.password.startswith("$argon2id$")
    bob = browser(site, "bob")
    assert "adas" not in bob.get("/account/bots").text
    assert bob.post(f"/account/bots/{bot.id}/password").status_code == 404


@pytest.mark.parametrize(
    ("name", "why"),
    [("", "1 to 40 letters"), ("<script>", "1 to 40 letters"), ("taken", "called taken already")],
)
def test_a_name_that_will_not_do_is_told(site: Site, name: str, why: str) -> None:
    browser(site, "bob").post("/account/bots", {"name": "taken"})
    page = browser(site, "ada").post("/account/bots", {"name": name})
    assert page.status_code == 422
    assert why in page.text
    assert "<script>" not in page.text


def test_there_is_a_most(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "MOST_BOTS", 1)
    ada = browser(site, "ada")
    assert ada.post("/account/bots", {"name": "one"}).status_code == 200
    assert "which is the most" in ada.post("/account/bots", {"name": "two"}).text


def made(site: Site, login: str, name: str) -> str:
    """The password of a new bot of somebody's."""
    shown = SHOWN.search(browser(site, login).post("/account/bots", {"name": name}).text)
    return shown[1]


def test_a_bot_is_removed_and_forfeits_its_game(site: Site, closed: Server) -> None:
    """By a page that another process serves, too. Its games stay, and its name is free again."""
    passwords = {name: made(site, login, name) for login, name in (("ada", "adas"), ("bob", "bobs"))}
    ada, bob = (closed.post("login", name=name, password=word) for name, word in passwords.items())
    first = closed.dealt(ada["session"], bob["session"])[0]["game"]
    closed.post("login", name="adas", password=passwords["adas"])  # forfeits
    ada = closed.post("login", name="adas", password=passwords["adas"])
    running = closed.dealt(ada["session"], bob["session"])[0]["game"]
    page = browser(site, "ada").post(f"/account/bots/{ada['id']}/remove")
    assert (page.status_code, "adas is removed." in page.text) == (200, True)
    closed.pass_time(0.5)
    assert "has ended" in closed.post("status", session=ada["session"])["reason"]
    assert closed.post("login", name="adas", password=passwords["adas"])["result"] == "failure"
    assert closed.post("status", session=bob["session"])["game"] is None
    for game in (first, running):
        told = closed.post("old-game", session=bob["session"], game=game)
        assert (told["forfeited_by"], {told["bot1"], told["bot2"]}) == (ada["id"], {ada["id"], bob["id"]})
        assert "adas" not in closed.send("GET", f"/stats/game/by-id/{game}/").body.decode()
    assert closed.send("GET", "/stats/bot/by-name/adas/").status == 404
    assert re.search(
        "<h1>withdrawn-[0-9a-f]{12}", closed.send("GET", f"/stats/bot/by-id/{ada['id']}/").body.decode()
    )
    assert "adas" not in browser(site, "ada").get("/account/bots").text
    assert made(site, "bob", "adas")


def test_bots_of_a_closed_account_are_logged_out(site: Site, closed: Server) -> None:
    told = closed.post("login", name="adas", password=made(site, "ada", "adas"))
    with site.database.writing() as session:
        close_account(session, session.get_one(Account, account(site, "ada").id))
    closed.pass_time(0.5)
    assert "has ended" in closed.post("status", session=told["session"])["reason"]


def test_a_bot_that_waits_is_removed(site: Site, closed: Server) -> None:
    told = closed.post("login", name="adas", password=made(site, "ada", "adas"))
    waiting = closed.begin("new-game", session=told["session"])
    browser(site, "ada").post(f"/account/bots/{told['id']}/remove")
    closed.pass_time(0.5)
    assert waiting.answer is not None
    assert "was removed" in waiting.answer["reason"]
    assert not closed.hall.lobby.waiting


def test_others_remove_no_bot_and_administrators_any(server: Server) -> None:
    made(server.site, "ada", "adas")
    _, free = server.bot("nobodys")
    with server.site.database.reading() as session:
        adas = session.scalars(select(Bot.id).where(Bot.name == "adas")).one()
    bob, admin = browser(server.site, "bob"), browser(server.site, "admin", "admin")
    for bot in (adas, free, 10**30):
        assert bob.post(f"/account/bots/{bot}/remove").status_code == 404
    for bot in (adas, free):
        assert admin.post(f"/account/bots/{bot}/remove").status_code == 200
        assert admin.post(f"/account/bots/{bot}/remove").status_code == 404, "it is gone already"
    with server.site.database.reading() as session:
        assert [row.target for row in session.scalars(select(Audit))] == [f"bot {adas}", f"bot {free}"]


def test_the_button_is_on_the_bots_page_for_those_who_may(server: Server) -> None:
    _, free = server.bot("nobodys")
    client = TestClient(server.app)
    assert "/remove" not in client.get(f"/stats/bot/by-id/{free}/").text
    client.cookies.set(COOKIE, browser(server.site, "admin", "admin").client.cookies[COOKIE])
    assert f'action="/account/bots/{free}/remove"' in client.get(f"/stats/bot/by-id/{free}/").text


def test_a_login_that_is_under_way_while_its_bot_is_removed_fails(
    site: Site, closed: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    password = made(site, "ada", "adas")
    right = closed.hall.passwords.match

    async def match(*arguments: Any) -> bool:
        with site.database.writing() as session:
            forget_bot(session, site.key, session.scalars(select(Bot)).one())
        return await right(*arguments)

    monkeypatch.setattr(closed.hall.passwords, "match", match)
    assert "no bot of this name" in closed.post("login", name="adas", password=password)["reason"]


def test_the_page_is_on_skullwhists_server_too(server: Server) -> None:
    ada = browser(server.site, "ada")
    client = TestClient(server.app, follow_redirects=False)
    assert client.get("/account/bots").status_code == 303
    client.cookies.set(COOKIE, ada.client.cookies[COOKIE])
    assert client.get("/account/bots").status_code == 200


@pytest.mark.parametrize("name", ["a", "A-b_9", "x" * 40, "-", "_", "007"])
def test_names_by_rule(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize("name", ["", "x" * 41, "a b", "ä", "a.b", "a\n", "<b>", "é", "a/b", "٣"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(RefusedError, match=r"^name must be 1 to 40 letters"):
        check_name(name)


def test_passwords_have_1_to_255_characters() -> None:
    for size in (1, 255):
        check_password("x" * size)
    for size in (0, 256):
        with pytest.raises(RefusedError, match=f"1 to 255 characters; got {size}"):
            check_password("x" * size)


def test_generated_passwords_differ_and_fit() -> None:
    made = {generated_password() for _ in range(100)}
    assert len(made) == 100
    for password in made:
        check_password(password)


def test_a_name_is_found_as_it_was_written(site: Site) -> None:
    with site.database.writing() as session:
        made = make_bot(session, "ada", "hash", now())
        assert bot_named(session, "ada") is made
        assert bot_named(session, "Ada") is None
        with pytest.raises(RefusedError, match="called ada already: choose"):
            make_bot(session, "ada", None, now())


@pytest.mark.parametrize(
    ("taken", "other"),
    [("wire1", "WIRE1"), ("wire1", "wirel"), ("bot-0", "Bot_O"), ("will", "wi11"), ("-", "_")],
)
def test_names_that_look_alike_are_one_name(site: Site, taken: str, other: str) -> None:
    with site.database.writing() as session:
        make_bot(session, taken, "hash", now())
        with pytest.raises(RefusedError, match=f"called {taken} already, and {other} looks like it"):
            make_bot(session, other, "hash", now())


def test_numbers_apart_are_other_names_than_one_number(site: Site) -> None:
    with site.database.writing() as session:
        for name in ("team1-1", "team11", "team-11", "team1", "team2"):
            make_bot(session, name, "hash", now())


@pytest.mark.parametrize("name", ["house-x", "House-x", "H0USE_x", "house-", "withdrawn-ada"])
def test_no_name_looks_like_the_servers_own(site: Site, name: str) -> None:
    with site.database.writing() as session, pytest.raises(RefusedError, match="the server's own"):
        make_bot(session, name, "hash", now())


def test_a_bot_of_a_party_that_left_does_not_play(site: Site) -> None:
    ada = account(site, "ada")
    with site.database.writing() as session:
        bot = make_bot(session, "ada", "hash", now(), party_id=ada.party_id)
        assert may_play(session, bot)
        assert may_play(session, make_bot(session, "nobodys", "hash", now()))
        session.get_one(Party, ada.party_id).withdrawn = now()
        assert not may_play(session, bot)


# A crowd on the simulated clock: bots that ask once a second, as the old clients do, play more than a thousand games
# an hour, and none is forfeited.
BOTS = 24
SECONDS = 360
GAMES_AN_HOUR = 1000


@dataclass
class Client:
    """A bot that does one thing a second."""

    server: Server
    session: str
    source: random.Random
    wait: Waiting | None = None
    hand: list[str] = field(default_factory=list)
    games: int = 0
    polls: int = 0

    def step(self) -> None:
        if self.wait is not None:
            self.begin(self.wait.answer)
        elif not self.hand:
            self.finish(self.server.post("status", session=self.session))
        else:
            self.play(self.server.post("status", session=self.session))

    def begin(self, told: dict[str, Any] | None) -> None:
        """Bid as soon as a game is dealt."""
        if told is None:
            return
        self.wait = None
        assert told["result"] in ("success", "retry")
        if told["result"] == "success":
            self.hand = list(told["cards"])
            bid = self.server.post("bid", session=self.session, bid=self.source.randint(1, 6))
            assert bid == {"result": "success"}

    def play(self, seen: dict[str, Any]) -> None:
        self.polls += 1
        if seen["your-turn"]:
            card = self.source.choice(followers(self.hand, seen["opponent-current-card"]))
            self.hand.remove(card)
            assert self.server.post("play", session=self.session, card=card) == {"result": "success"}

    def finish(self, seen: dict[str, Any]) -> None:
        """After the last card until the game is over; then ask for another."""
        self.polls += 1
        if seen["game"] is None:
            self.games += 1
            self.wait = self.server.begin("new-game", session=self.session)


@pytest.mark.long
def test_bots_play_a_thousand_games_an_hour(server: Server) -> None:
    clients = [Client(server, server.bot(f"bot{n}")[0], random.Random(n)) for n in range(BOTS)]
    for client in clients:
        client.wait = server.begin("new-game", session=client.session)
    for second in range(SECONDS):
        server.pass_time(1)
        server.pair()
        random.Random(second).shuffle(clients)
        for client in clients:
            client.step()
    finished = sum(client.games for client in clients) / 2
    assert finished >= GAMES_AN_HOUR * SECONDS / 3600
    assert sum(client.polls for client in clients) > 10 * finished
    with server.site.database.reading() as session:
        seats = session.scalars(select(WhistSeat).where(WhistSeat.score.is_not(None))).all()
        assert session.scalar(select(func.count()).where(WhistSeat.forfeited)) == 0
    assert len(seats) >= 2 * finished
    assert sum(seat.tricks or 0 for seat in seats) == 13 * len(seats) / 2
