import dataclasses
import zlib
from collections.abc import Iterator

import pytest
from playfunc.games import rules_for
from playfunc.record import RecordedFault, record_text
from playfunc_arena.formats import contest_names
from playfunc_opponents import opponents_at
from playfunc_web.access import ANONYMOUS, Viewer, may_open_game, may_open_game_column
from playfunc_web.accounts.people import account_of, make_party
from playfunc_web.database.tables import Entrant, Entry, Game, Job, Ladder, Record, Run
from playfunc_web.errors import ProblemError
from playfunc_web.jobs import enqueue
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
from playfunc_web.ladders.ladders import ensure_ladders, entrant_of, house_rungs, ladder_named, ladders_of
from playfunc_web.ladders.planning import RunKind
from playfunc_web.ladders.run_completion import _apart
from playfunc_web.ladders.schedule import RUN, active_run, freeze, reopen, start_run, uploads_pending
from playfunc_web.site import Site
from playfunc_web.worker import work_off
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from web_results import OWNER_SECRETS, Filled, fill_ladder
from web_runs import admit

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


def test_until_the_freeze_one_opens_ones_own_games_and_those_of_house_players(
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
    fault = RecordedFault(0, 3, "substitute", "RenegError", "", "p000000", "the trick")
    record = dataclasses.replace(read_record(game.record), faults=(fault,))
    with session.no_autoflush:
        game.record = Record(digest="0" * 64, blob=zlib.compress(record_text(record).encode()))
        shown, own = shown_record(game).faults[0], shown_record(game, logs).faults[0]
    assert (shown.player, shown.reason, shown.detail) == (shown_record(game).players[0], UNTOLD, "")
    assert own.detail == OWNER_SECRETS[1]
    session.rollback()


def started(site: Site, kind: RunKind = "button") -> Run:
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder = ladder_named(session, "footsteps")
        ladder.run_cpu_seconds = 1.0
        return start_run(session, ladder, kind, site.settings)


def test_the_queue_plays_a_run_and_only_one_of_a_ladder_at_a_time(site: Site) -> None:
    run = started(site)
    with site.database.writing() as session:
        ladder = ladder_named(session, "footsteps")
        with pytest.raises(ProblemError, match="Run 1 of FootSteps is planned"):
            start_run(session, ladder, "button", site.settings)
    assert work_off(site, "test", ["run"])
    assert not work_off(site, "test", ["run"])
    with site.database.reading() as session:
        assert session.get_one(Run, run.id).state == "complete"
        assert session.scalar(select(Job.state)) == "done"
        assert active_run(session, ladder_named(session, "footsteps")) is None
        games = session.scalar(select(func.count(Game.id)))
        assert games == run.settings["games"]
    assert started(site).number == 2


def test_a_run_lets_more_urgent_work_pass_and_goes_on_where_it_stopped(site: Site) -> None:
    run = started(site)
    with site.database.writing() as session:
        enqueue(session, "admission", "urgent", 1)
    assert work_off(site, "test", ["run"])
    with site.database.writing() as session:
        stored = session.scalar(select(func.count(Game.id)))
        assert stored
        assert session.get_one(Run, run.id).state in ("playing", "complete")
        session.delete(session.scalars(select(Job).where(Job.key == "urgent")).one())
    while work_off(site, "test", ["run"]):
        pass
    with site.database.reading() as session:
        assert session.get_one(Run, run.id).state == "complete"
        assert session.scalar(select(func.count(Game.id))) == run.settings["games"]


def test_a_run_that_broke_in_every_attempt_is_stopped_and_blocks_no_other(site: Site) -> None:
    run = started(site)
    with site.database.writing() as session:
        RUN.give_up(session, run.id, "the disk was full")
        assert session.get_one(Run, run.id).state == "stopped"
        session.flush()
        assert active_run(session, ladder_named(session, "footsteps")) is None


def test_a_frozen_ladder_is_final_after_its_final_run(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder_named(session, "footsteps").state = "frozen"
    started(site, "final")
    with site.database.writing() as session:
        run = session.scalars(select(Run)).one()
        run.settings = {**run.settings, "deals": 2}
    assert work_off(site, "test", ["run"])
    with site.database.reading() as session:
        assert ladder_named(session, "footsteps").state == "final"


def test_every_contest_has_a_ladder_with_all_rungs_and_a_second_start_adds_nothing(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
    with site.database.reading() as session:
        assert [ladder.name for ladder in ladders_of(session)] == contest_names()
        before = session.scalar(select(func.count(Entrant.id)))
        standing = {ladder.contest: {one.house for one in ladder.entrants} for ladder in ladders_of(session)}
    assert standing["hearts-four"] == set(opponents_at(rules_for("hearts", 4)))
    assert all(standing[contest] == set(house_rungs(contest)) for contest in contest_names())
    with site.database.writing() as session:
        ensure_ladders(session)
        assert session.scalar(select(func.count(Entrant.id))) == before


def test_a_house_player_plays_at_once(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        entrants = session.scalars(select(Entrant)).all()
        assert all(one.active is not None and one.active.state == "admitted" for one in entrants)
        assert len({one.code for one in entrants}) == len(entrants)


def test_a_party_stands_on_a_ladder_once(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder, party = ladders_of(session)[0], make_party(session, "person")
        assert entrant_of(session, ladder, party).id == entrant_of(session, ladder, party).id


def test_an_unknown_ladder_is_answered_with_those_there_are(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        with pytest.raises(ProblemError, match="hearts-four"):
            ladder_named(session, "hearts-five")


def test_a_ladder_is_frozen_once_and_opened_without_an_end() -> None:
    ladder = Ladder(name="hearts", contest="hearts", title="Hearts", state="open", freezes=50.0)
    with pytest.raises(ProblemError, match="takes uploads already"):
        reopen(ladder)
    freeze(ladder, 60.0)
    assert (ladder.state, ladder.freezes) == ("frozen", 60.0)
    with pytest.raises(ProblemError, match="frozen already"):
        freeze(ladder, 70.0)
    reopen(ladder)
    assert (ladder.state, ladder.freezes) == ("open", None)


def test_uploads_without_a_verdict_are_waited_for(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        entrant = admit(session, "ada", "footsteps", "def play(): pass")
        ladder, other = ladder_named(session, "footsteps"), ladder_named(session, "hearts")
        assert not uploads_pending(session, ladder)
        entrant.versions[0].state = "queued"
        session.flush()
        assert uploads_pending(session, ladder)
        assert not uploads_pending(session, other)


def entry(low: float | None, high: float | None) -> Entry:
    return Entry(rating_low=low, rating_high=high)


@pytest.mark.parametrize(
    ("one", "other", "moved"),
    [
        ((900, 1000), (1001, 1100), True),
        ((1001, 1100), (900, 1000), True),
        ((900, 1000), (1000, 1100), False),
        ((900, 1100), (950, 1000), False),
        ((None, None), (950, 1000), False),
    ],
)
def test_somebody_moved_only_where_the_intervals_have_nothing_in_common(
    one: tuple[float | None, float | None], other: tuple[float | None, float | None], moved: bool
) -> None:
    assert _apart(entry(*one), entry(*other)) is moved
