import pytest
from playfunc.games import rules_for
from playfunc_arena.formats import contest_names
from playfunc_opponents import opponents_at
from playfunc_web.accounts.people import make_party
from playfunc_web.database.tables import Entrant, Entry, Game, Job, Ladder, Run
from playfunc_web.errors import ProblemError
from playfunc_web.jobs import enqueue
from playfunc_web.ladders.ladders import (
    ensure_ladders,
    entrant_of,
    ladder_baselines,
    ladder_named,
    ladders_of,
)
from playfunc_web.ladders.run_completion import _apart
from playfunc_web.ladders.schedule import RUN, RunKind, active_run, freeze, reopen, start_run, uploads_pending
from playfunc_web.site import Site
from playfunc_web.worker import work_off
from sqlalchemy import func, select
from web_runs import admit


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


def test_every_contest_has_a_ladder_with_all_baselines_and_a_second_start_adds_nothing(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
    with site.database.reading() as session:
        assert [ladder.name for ladder in ladders_of(session)] == contest_names()
        before = session.scalar(select(func.count(Entrant.id)))
        standing = {ladder.contest: {one.house for one in ladder.entrants} for ladder in ladders_of(session)}
    assert standing["hearts-four"] == set(opponents_at(rules_for("hearts", 4)))
    assert all(standing[contest] == set(ladder_baselines(contest)) for contest in contest_names())
    with site.database.writing() as session:
        ensure_ladders(session)
        assert session.scalar(select(func.count(Entrant.id))) == before


def test_a_built_in_player_plays_at_once(site: Site) -> None:
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
