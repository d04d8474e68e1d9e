"""The lobby alone: where the database takes nothing, nothing changes; bots without a session play too."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playfunc_web.database.tables import Bot
from playfunc_web.errors import StorageError
from playfunc_web.site import Site
from playfunc_web.skullwhist.matchmaking import Lobby
from whist_games import any_card

NOW = 1_800_000_000.0


@pytest.fixture
def bots(site: Site) -> tuple[int, ...]:
    with site.database.writing() as session:
        made = [Bot(name=f"bot{number}", created=NOW) for number in range(6)]
        session.add_all(made)
        session.flush()
        return tuple(bot.id for bot in made)


@pytest.fixture
def lobby(site: Site) -> Lobby:
    return Lobby(site.database, random.Random(1), lambda bot: None)


@contextmanager
def _full() -> Iterator[None]:
    raise StorageError("disk full")
    yield


def test_where_nothing_can_be_written_nothing_happens(
    lobby: Lobby, bots: tuple[int, ...], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for bot in bots[:2]:
        lobby.ask(bot, NOW)
    with monkeypatch.context() as broken:
        broken.setattr(site.database, "writing", _full)
        with pytest.raises(StorageError):
            lobby.pair(NOW)
    assert set(lobby.waiting) == set(bots[:2])
    (game,) = lobby.pair(NOW)
    with monkeypatch.context() as broken:
        broken.setattr(site.database, "writing", _full)
        with pytest.raises(StorageError):
            lobby.bid(game.bots[0], 5, NOW)
        with pytest.raises(StorageError):
            lobby.settle(NOW + 500)
    assert lobby.game_of(game.bots[0], NOW) == game
    lobby.bid(game.bots[0], 6, NOW)
    lobby.bid(game.bots[1], 6, NOW)
    before = lobby.game_of(game.bots[0], NOW)
    mover = before.bots[before.state.turn]
    with monkeypatch.context() as broken:
        broken.setattr(site.database, "writing", _full)
        with pytest.raises(StorageError):
            lobby.play(mover, any_card(before, before.state.turn), NOW)
        assert lobby.status(mover, NOW).your_turn is True, "reading goes on"
    assert lobby.game_of(mover, NOW) == before


def test_all_who_wait_are_dealt_in_and_an_odd_one_waits_on(lobby: Lobby, bots: tuple[int, ...]) -> None:
    for bot in bots[:5]:
        assert lobby.ask(bot, NOW) is None
    games = lobby.pair(NOW)
    assert len(games) == 2
    assert {bot for game in games for bot in game.bots} | set(lobby.waiting) == set(bots[:5])
    assert len(lobby.waiting) == 1
    assert sorted(game.number for game in lobby.games) == sorted(game.number for game in games)


def test_a_second_lobby_finds_the_games_and_their_clocks(
    lobby: Lobby, bots: tuple[int, ...], site: Site
) -> None:
    for bot in bots[:4]:
        lobby.ask(bot, NOW)
    lobby.pair(NOW)
    again = Lobby(site.database, random.Random(2), lambda bot: None)
    assert sorted(again.games, key=lambda game: game.number) == lobby.games
    again.settle(NOW + 121)
    assert again.games == []


def test_status_reads_no_database(
    lobby: Lobby, bots: tuple[int, ...], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for bot in bots[:2]:
        lobby.ask(bot, NOW)
    lobby.pair(NOW)
    monkeypatch.setattr(site.database, "writing", _full)
    monkeypatch.setattr(site.database, "reading", _full)
    for bot in bots[:3]:
        for later in (0, 119, 121, 1000):
            lobby.status(bot, NOW + later)
