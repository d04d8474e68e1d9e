import dataclasses
import zlib
from collections.abc import Iterator

import pytest
from playfunc.record import RecordedFault, record_text
from playfunc_web.access import ANONYMOUS, Viewer, may_open_game, may_open_game_column
from playfunc_web.accounts.people import account_of
from playfunc_web.database.tables import Game, Record, Run
from playfunc_web.ladders.games import (
    UNTOLD,
    game_of,
    neighbour,
    newest_game,
    next_unwatched,
    own_entrant,
    private_logs,
    read_record,
    recent_games,
    shown_record,
    watch,
)
from playfunc_web.ladders.ladders import ladder_named
from playfunc_web.site import Site
from sqlalchemy import select
from sqlalchemy.orm import Session
from web_results import OWNER_SECRETS, Filled, fill_ladder

STRANGER = Viewer(9999, 9999, "stranger", "student")
STAFF = Viewer(9998, 9998, "staff", "staff")


@pytest.fixture
def session(filled: tuple[Site, Filled]) -> Iterator[Session]:
    with filled[0].database.reading() as opened:
        yield opened


def ada(session: Session) -> Viewer:
    account = account_of(session, "ada")
    return Viewer(account.id, account.party_id, "ada", "student")


def opened(filled: tuple[Site, Filled], session: Session, viewer: Viewer) -> list[int]:
    settings = filled[0].settings
    return [n for n in range(12) if game_of(session, viewer, settings, filled[1].runs[-1], n)]


def test_until_the_freeze_one_opens_ones_own_games_and_those_of_built_in_players(
    filled: tuple[Site, Filled], session: Session
) -> None:
    assert opened(filled, session, ada(session)) == [1, 3, 5, 6, 7, 9]
    assert opened(filled, session, STRANGER) == [6]
    assert opened(filled, session, STAFF) == list(range(1, 11))


def test_games_of_a_run_that_is_not_complete_are_shown_to_nobody(site: Site) -> None:
    filled = fill_ladder(site, entrants=8, games=2)
    with site.database.writing() as session:
        game = session.scalars(select(Game)).first()
        game.run.state = "playing"
    with site.database.reading() as session:
        assert game_of(session, STAFF, site.settings, filled.runs[0], 1) is None


def test_one_steps_through_ones_own_games(filled: tuple[Site, Filled], session: Session) -> None:
    site, made = filled
    viewer = ada(session)
    game = game_of(session, viewer, site.settings, made.runs[-1], 3)
    assert game is not None
    steps = [neighbour(session, viewer, site.settings, game, step) for step in (-1, 1)]
    assert [each.number if each else None for each in steps] == [1, 5]
    steps = [neighbour(session, STAFF, site.settings, game, step) for step in (-1, 1)]
    assert [each.number if each else None for each in steps] == [2, 4]


def test_lists_hold_what_may_be_opened_and_nothing_else(
    filled: tuple[Site, Filled], session: Session
) -> None:
    site, made = filled
    ladder = ladder_named(session, made.ladder)
    for viewer in (ada(session), STRANGER, STAFF):
        for entrant in ladder.entrants[:40]:
            for game in recent_games(session, viewer, site.settings, entrant):
                assert may_open_game(viewer, game, ladder, site.settings)
                assert entrant.id in [seat.entrant_id for seat in game.seats]
    own = own_entrant(session, ladder, ada(session))
    assert own is not None
    found = recent_games(session, ada(session), site.settings, own)
    assert [game.number for game in found] == [9, 7, 5, 3, 1]
    other = found[0].seats[1].entrant
    beside = recent_games(session, ada(session), site.settings, other)
    assert [game.number for game in beside] == [9]
    assert recent_games(session, STRANGER, site.settings, other) == []


@pytest.mark.parametrize(
    ("public", "open_games"), [(False, False), (True, False), (False, True), (True, True)]
)
def test_the_database_finds_the_games_that_each_viewer_may_open(
    filled: tuple[Site, Filled], session: Session, public: bool, open_games: bool
) -> None:
    settings = dataclasses.replace(filled[0].settings, public=public, open_games=open_games)
    games = session.scalars(select(Game).order_by(Game.id)).all()
    joined = select(Game.id).join(Game.run).join(Run.ladder).order_by(Game.id)
    for viewer in (ada(session), STRANGER, STAFF, ANONYMOUS):
        wanted = [game.id for game in games if may_open_game(viewer, game, game.run.ladder, settings)]
        assert session.scalars(joined.where(may_open_game_column(viewer, settings))).all() == wanted
        newest = newest_game(session, viewer, settings)
        assert (newest.id if newest else None) == (wanted[-1] if wanted else None)


def test_with_open_games_others_games_are_listed(filled: tuple[Site, Filled], session: Session) -> None:
    site, _ = filled
    game = game_of(session, STAFF, site.settings, filled[1].runs[-1], 1)
    entrant = game.seats[1].entrant
    assert recent_games(session, STRANGER, site.settings, entrant) == []
    opened = recent_games(session, STRANGER, dataclasses.replace(site.settings, open_games=True), entrant)
    assert opened == recent_games(session, STAFF, site.settings, entrant) != []


def test_the_next_game_is_one_not_yet_watched(site: Site) -> None:
    filled = fill_ladder(site, entrants=8, games=6)
    with site.database.writing() as session:
        viewer = ada(session)
        entrant = own_entrant(session, ladder_named(session, "hearts-four"), viewer)
        assert entrant is not None
        seen = []
        while (game := next_unwatched(session, viewer, entrant, filled.runs[0])) is not None:
            seen.append(game.number)
            watch(session, viewer, game)
            session.flush()
        assert seen == [1, 3, 5]


def test_private_logs_are_for_the_owner_and_for_no_staff(
    filled: tuple[Site, Filled], session: Session
) -> None:
    site, made = filled
    game = game_of(session, STAFF, site.settings, made.runs[-1], 3)
    assert game is not None
    assert private_logs(session, STAFF, game) == []
    assert private_logs(session, STRANGER, game) == []
    logs = private_logs(session, ada(session), game)
    assert [log.traceback for log in logs] == [OWNER_SECRETS[1]]
    own = [move.memory for move in shown_record(game, logs).moves if move.seat == 0]
    assert all(OWNER_SECRETS[2] in (memory or "") for memory in own)
    assert {move.memory for move in shown_record(game).moves} == {None}
    assert {move.memory for move in shown_record(game, logs).moves if move.seat} == {None}


def test_a_fault_names_the_player_and_keeps_its_words_for_the_owner(
    filled: tuple[Site, Filled], session: Session
) -> None:
    site, made = filled
    game = game_of(session, STAFF, site.settings, made.runs[-1], 3)
    logs = private_logs(session, ada(session), game)
    fault = RecordedFault(0, 3, "forfeit", "RenegError", "", "p000000", "the trick")
    record = dataclasses.replace(read_record(game.record), faults=(fault,))
    with session.no_autoflush:
        game.record = Record(digest="0" * 64, blob=zlib.compress(record_text(record).encode()))
        shown, own = shown_record(game).faults[0], shown_record(game, logs).faults[0]
    assert (shown.player, shown.reason, shown.detail) == (shown_record(game).players[0], UNTOLD, "")
    assert own.detail == OWNER_SECRETS[1]
    session.rollback()
