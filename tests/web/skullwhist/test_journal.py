"""A game that is read back is the game that was written, after every step."""

from __future__ import annotations

import random

import pytest
from playfunc_arena.whist.live import LiveGame, begin, bid, forfeit, play
from playfunc_web.database.tables import Bot, WhistMinute
from playfunc_web.site import Site
from playfunc_web.skullwhist.journal import begun, last_games, live_games, read_game, record
from sqlalchemy import select
from whist_games import any_card

NOW = 1_800_000_000.0


@pytest.fixture
def bots(site: Site) -> tuple[int, int]:
    with site.database.writing() as session:
        made = [Bot(name=name, created=NOW) for name in ("ada", "bob", "cyd")]
        session.add_all(made)
        session.flush()
        return made[0].id, made[1].id


def write(site: Site, before: LiveGame, after: LiveGame, now: float = NOW) -> LiveGame:
    with site.database.writing() as session:
        record(session, before, after, now)
    return after


def deal(site: Site, bots: tuple[int, int], seed: int = 1) -> LiveGame:
    with site.database.writing() as session:
        return begun(session, begin(bots, random.Random(seed), NOW))


def read(site: Site, number: int) -> LiveGame | None:
    with site.database.reading() as session:
        return read_game(session, number)


def live(site: Site) -> list[LiveGame]:
    with site.database.reading() as session:
        return live_games(session)


@pytest.mark.parametrize("seed", range(5))
def test_every_step_of_a_game_is_read_back(site: Site, bots: tuple[int, int], seed: int) -> None:
    source = random.Random(seed)
    game = deal(site, bots, seed)
    assert game.number > 0
    assert read(site, game.number) == game
    for seat in source.sample((0, 1), 2):
        game = write(site, game, bid(game, seat, source.randint(1, 13), NOW + 1))
        assert read(site, game.number) == game
        assert live(site) == [game]
    while game.finished is None:
        seat = game.state.turn
        game = write(site, game, play(game, seat, any_card(game, seat, source), NOW + 2))
        assert read(site, game.number) == game
    assert live(site) == []


@pytest.mark.parametrize("moves", [0, 1, 2, 3, 8])
def test_a_forfeited_game_is_read_back(site: Site, bots: tuple[int, int], moves: int) -> None:
    game = deal(site, bots)
    for move in range(moves):
        seat = move if move < 2 else game.state.turn
        step = bid(game, seat, 5, NOW) if move < 2 else play(game, seat, any_card(game, seat), NOW)
        game = write(site, game, step)
    game = write(site, game, forfeit(game, 1, NOW + 9))
    assert read(site, game.number) == game
    assert game.forfeited_by == bots[1]


def test_the_last_game_of_each_bot(site: Site, bots: tuple[int, int]) -> None:
    ada, bob = bots
    for seed in range(3):
        game = deal(site, bots, seed)
        over = write(site, game, forfeit(game, 0, NOW))
    with site.database.reading() as session:
        assert last_games(session, [ada]) == {ada: over}
        assert last_games(session, [ada, bob]) == {ada: over, bob: over}
        assert last_games(session, []) == {}
    deal(site, bots)
    with site.database.reading() as session:
        assert last_games(session, [ada]) == {ada: over}, "a game that is played is not over"


def test_a_number_that_no_game_has(site: Site) -> None:
    assert read(site, 1) is None
    assert read(site, -(10**15)) is None


def test_rounds_are_counted_by_the_minute_and_for_a_day(site: Site, bots: tuple[int, int]) -> None:
    day = 24 * 60
    for minute in (0, 1, day):
        game = deal(site, bots, minute)
        for seat in (0, 1):
            game = write(site, game, bid(game, seat, 5, NOW))
        while game.finished is None:
            seat = game.state.turn
            game = write(site, game, play(game, seat, any_card(game, seat), NOW), NOW + 60 * minute)
    with site.database.reading() as session:
        counted = {each.minute: each.rounds for each in session.scalars(select(WhistMinute))}
    first = int(NOW // 60)
    assert counted == {first: 13, first + 1: 13, first + day: 13}
    game = deal(site, bots)
    with site.database.writing() as session:
        game = bid(bid(game, 0, 3, NOW), 1, 3, NOW)
        led = play(game, game.state.turn, any_card(game, game.state.turn), NOW)
        record(session, game, led, NOW)
        followed = play(led, led.state.turn, any_card(led, led.state.turn), NOW)
        record(session, led, followed, NOW + 60 * (day + 5))
        left = set(session.scalars(select(WhistMinute.minute)))
    assert left == {first + day, first + day + 5}
