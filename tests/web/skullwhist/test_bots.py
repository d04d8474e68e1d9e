from __future__ import annotations

import pytest
from playfunc_arena.whist.live import RefusedError
from playfunc_web.database import now
from playfunc_web.database.tables import Party
from playfunc_web.site import Site
from playfunc_web.skullwhist.bots import (
    bot_named,
    check_name,
    check_password,
    generated_password,
    make_bot,
    may_play,
)
from web_site import account


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
