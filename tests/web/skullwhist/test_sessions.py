from collections.abc import Callable

import pytest
from playfunc_arena.whist import RefusedError
from playfunc_web.database.tables import Bot, BotSession
from playfunc_web.site import Site
from playfunc_web.skullwhist.sessions import IDLE_SECONDS, Sessions
from sqlalchemy import select

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
