import os
import random
import signal
from pathlib import Path
from typing import Any

import killing
import pytest
from dask_cluster import DaskCluster
from playfunc.games import rules_for
from playfunc_arena import plan
from playfunc_arena.formats import contest_names, ladder_format
from playfunc_web.accounts.people import account_of
from playfunc_web.database.tables import Entrant, Entry, Game, Ladder, Meeting, PrivateLog, Record, Run, Seat
from playfunc_web.errors import ProblemError
from playfunc_web.ladders import playing
from playfunc_web.ladders.games import read_record
from playfunc_web.ladders.ladders import (
    built_in_seconds,
    ensure_ladders,
    ladder_baselines,
    ladder_named,
    last_run,
)
from playfunc_web.ladders.playing import code_of, play_run
from playfunc_web.ladders.schedule import UNKNOWN_SECONDS, field_of, next_run, plan_run, seconds_a_game
from playfunc_web.site import Site, SiteFolder
from sqlalchemy import func, select
from statements import at_statement, kill_me
from web_runs import admit, finished_run, planned_run
from web_site import database_url, open_test_site

PLAYER = """
def play(player_id, position, my_points, their_points, previous):
    print("my secret thought")
    return {bid}, "my secret memory"
"""


def with_students(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        admit(session, "ada", "footsteps", PLAYER.format(bid="min(7, my_points)"))
        admit(session, "bob", "footsteps", PLAYER.format(bid="1 // 0"))


def test_a_run_of_other_code_is_stopped_and_one_that_has_not_begun_is_played(site: Site) -> None:
    with_students(site)
    begun, new = (planned_run(site, "footsteps").id for _ in range(2))
    with site.database.writing() as session:
        for run in (begun, new):
            kept = session.get_one(Run, run)
            kept.settings = {**kept.settings, "code": "of another release"}
        session.get_one(Run, begun).state, session.get_one(Run, begun).started = "playing", 1.0
    for run in (begun, new):
        play_run(site, run)
    with site.database.reading() as session:
        stopped, played = (session.get_one(Run, run) for run in (begun, new))
        assert (stopped.state, stopped.settings["stopped"]) == ("stopped", playing.UPGRADED)
        assert (played.state, played.settings["code"]) == ("complete", code_of("footsteps")["code"])


def test_a_run_is_played_once_and_ranks_everybody(site: Site) -> None:
    with_students(site)
    run = finished_run(site, "footsteps", deals=10)
    assert run.state == "complete"
    with site.database.reading() as session:
        entries = session.scalars(select(Entry).where(Entry.run_id == run.id)).all()
        games = session.scalar(select(func.count(Game.id)))
        by_house = {entry.entrant.house: entry for entry in entries if entry.entrant.house}
        crashing = next(e for e in entries if e.entrant.party.pseudonym == pseudonym_of(site, "bob"))
    assert by_house["advanced"].rank is not None
    assert by_house["basic"].rank is not None
    assert by_house["advanced"].rank < by_house["basic"].rank
    assert len({entry.games for entry in entries}) == 1
    assert (crashing.faults, crashing.entrant.crashes) == (crashing.games, 1)
    assert crashing.rank == len(entries)
    play_run(site, run.id)
    with site.database.reading() as session:
        assert session.scalar(select(func.count(Game.id))) == games
        assert session.get_one(Run, run.id).digest == run.digest


def pseudonym_of(site: Site, login: str) -> str:
    with site.database.reading() as session:
        account = account_of(session, login)
        return account.party.pseudonym


def test_public_records_hold_nothing_private_and_name_players_by_code(site: Site) -> None:
    with_students(site)
    finished_run(site, "footsteps")
    with site.database.reading() as session:
        codes = set(session.scalars(select(Entrant.code)))
        records = [read_record(kept) for kept in session.scalars(select(Record))]
        logs = session.scalars(select(PrivateLog)).all()
    assert records
    for record in records:
        assert set(record.players) <= codes
        assert "secret" not in repr(record)
        assert "ZeroDivisionError" not in repr([fault.reason + fault.detail for fault in record.faults])
    assert any("my secret memory" in str(log.memories) for log in logs)
    assert any("ZeroDivisionError" in log.traceback for log in logs)


def test_withdrawn_players_are_left_out_of_the_next_run(site: Site) -> None:
    with_students(site)
    with site.database.writing() as session:
        account = account_of(session, "ada")
        account.party.withdrawn = 1.0
    run = planned_run(site, "footsteps")
    with site.database.reading() as session:
        assert len(field_of(session, session.get_one(Run, run.id).ladder)) == len(
            session.scalars(select(Entry).where(Entry.run_id == run.id)).all()
        )
        parties = {
            e.entrant.party.withdrawn for e in session.scalars(select(Entry).where(Entry.run_id == run.id))
        }
    assert parties == {None}


def test_the_published_budget_decides_how_many_deals_are_played(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder = ladder_named(session, "footsteps")
        ladder.run_cpu_seconds = 0.1
        few = plan_run(session, ladder, "button", site.settings)
        ladder.run_cpu_seconds = 0.5
        many = plan_run(session, ladder, "button", site.settings)
    assert 0 < few.settings["deals"] < many.settings["deals"]
    assert few.expected_seconds is not None
    assert many.expected_seconds is not None
    assert few.expected_seconds < many.expected_seconds


def forked(folder: Path, run_id: int, place: int = -1) -> bool:
    """Play the run in a process of its own, which is killed before its statement of this number; whether it came so
    far. The rest of a run that was killed already is shorter."""

    def plays() -> None:
        site = Site.open(SiteFolder.open(folder), database_url(folder))
        with at_statement(site.database.engine, place, kill_me):
            play_run(site, run_id)

    _, status = os.waitpid(killing.start(plays), 0)
    assert status in (0, signal.SIGKILL)
    return status == signal.SIGKILL


def statements(folder: Path, run_id: int) -> int:
    """How many a run takes that nobody disturbs, which is played by this."""
    site = Site.open(SiteFolder.open(folder), database_url(folder))
    with at_statement(site.database.engine) as sent:
        play_run(site, run_id)
    site.database.close()
    return sent.count


@pytest.mark.long
def test_a_run_that_is_killed_twenty_times_goes_on_to_the_same_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "QUESTIONS", 1)  # small chunks; a quick player's have hundreds of games
    folders = whole, killed = tmp_path / "whole", tmp_path / "killed"
    runs = [planned_in(folder) for folder in folders]
    every = statements(whole, runs[0])
    rng, stored = random.Random(15), [0]
    for _ in range(KILLS):
        assert forked(killed, runs[1], rng.randrange(every // 16))
        stored.append(games_in(killed, runs[1]))
    assert stored == sorted(stored), "a game that was stored is gone"
    assert len(set(stored)) > KILLS // 4, "it never went on from the middle"
    assert not forked(killed, runs[1])
    assert results(killed, runs[1]) == results(whole, runs[0])


KILLS = 20


def planned_in(folder: Path) -> int:
    """A run of a site of its own, with the same codes of players in each; closed, because it is played by others."""
    site = open_test_site(folder, "jobs = 1\n")
    with_students(site)
    with site.database.writing() as session:
        for number, entrant in enumerate(session.scalars(select(Entrant).order_by(Entrant.id))):
            entrant.code = f"code{number:04}"
    run = planned_run(site, "footsteps", deals=40)
    site.database.close()
    return run.id


def games_in(folder: Path, run_id: int) -> int:
    site = Site.open(SiteFolder.open(folder), database_url(folder))
    with site.database.reading() as session:
        count = session.scalar(select(func.count(Game.id)).where(Game.run_id == run_id)) or 0
    site.database.close()
    return count


def results(folder: Path, run_id: int) -> list[object]:
    """All that a run leaves but times: each game with its seats and what is private, and each player's sums."""
    site = Site.open(SiteFolder.open(folder), database_url(folder))
    with site.database.reading() as session:
        run = session.get_one(Run, run_id)
        games = session.execute(
            select(Game.number, Game.scores, Game.record_digest).order_by(Game.number)
        ).all()
        seats = session.execute(
            select(Game.number, Seat.seat, Seat.score, Seat.fault)
            .join(Game, Game.id == Seat.game_id)
            .order_by(Game.number, Seat.seat)
        ).all()
        private = session.execute(
            select(Game.number, PrivateLog.seat, PrivateLog.printed)
            .join(Game, Game.id == PrivateLog.game_id)
            .order_by(Game.number, PrivateLog.seat)
        ).all()
        entries = session.execute(
            select(Entry.place, Entry.rank, Entry.games, Entry.faults, Entry.moves).order_by(Entry.place)
        ).all()
        crashes = session.scalars(select(Entrant.crashes).order_by(Entrant.id)).all()
    site.database.close()
    assert [number for number, *_ in games] == list(range(1, len(games) + 1))
    return [run.state, run.digest, games, seats, private, entries, crashes]


def test_a_run_that_somebody_else_completed_meanwhile_is_completed_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that stood still, such as in a suspended machine, wakes up after another one took its place."""
    with_students(site)
    run = planned_run(site, "footsteps")
    reviewed = playing.phases_of_run

    def overtaken(*arguments: Any) -> Any:
        monkeypatch.setattr(playing, "phases_of_run", reviewed)
        play_run(site, run.id)
        return reviewed(*arguments)

    monkeypatch.setattr(playing, "phases_of_run", overtaken)
    play_run(site, run.id)
    with site.database.reading() as session:
        assert session.get_one(Run, run.id).state == "complete"
        crashes = session.scalars(select(Entrant.crashes).order_by(Entrant.crashes.desc())).first()
    assert crashes == 1


@pytest.mark.cluster
def test_a_run_on_a_scheduler_has_the_same_digest(tmp_path: Path) -> None:
    with DaskCluster(tmp_path / "dask") as dask:
        digests = []
        for name, settings in (("here", ""), ("there", f'scheduler = "{dask.address}"\n')):
            site = open_test_site(tmp_path / name, settings)
            with_students(site)
            digests.append(finished_run(site, "footsteps").digest)
            site.database.close()
    assert digests[0]
    assert digests[0] == digests[1]


def test_a_field_too_small_for_a_table_is_refused(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder = ladder_named(session, "hearts-four")
        for entrant in ladder.entrants[1:]:
            entrant.active = None
        session.flush()
        with pytest.raises(ProblemError, match="at least 4 players; 1 are admitted"):
            plan_run(session, ladder, "button", site.settings)


def test_a_budget_that_pays_for_nothing_is_refused_with_what_would(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder = ladder_named(session, "footsteps")
        ladder.run_cpu_seconds = 0.001
        with pytest.raises(ProblemError, match="raise the budget"):
            plan_run(session, ladder, "button", site.settings)


def test_a_final_run_has_more_deals_than_a_nightly_one_of_quick_players(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        for ladder in session.scalars(select(Ladder)):
            if len(ladder.entrants) >= ladder_format(ladder.contest).least:
                nightly, final = (
                    next_run(session, ladder, kind, site.settings) for kind in ("nightly", "final")
                )
                assert final.deals > nightly.deals, ladder.name


def test_runs_are_numbered_for_each_ladder_and_seeds_are_drawn(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        first, second = (
            plan_run(session, ladder_named(session, "footsteps"), "nightly", site.settings) for _ in range(2)
        )
        other = plan_run(session, ladder_named(session, "hearts"), "nightly", site.settings)
        assert [first.number, second.number, other.number] == [1, 2, 1]
        assert len({first.seed, second.seed, other.seed}) == 3
        assert last_run(session, first.ladder_id) is None
        first.state = second.state = "complete"
        session.flush()
        assert last_run(session, first.ladder_id) is second
        assert last_run(session, first.ladder_id, before=2) is first


def test_a_player_costs_what_it_cost_in_its_last_run_and_before_it_what_it_cost_against_built_in_players(
    site: Site,
) -> None:
    form, rules = ladder_format("hearts"), rules_for("hearts", 2)
    keeping = built_in_seconds(rules, "basic")
    with site.database.writing() as session:
        ensure_ladders(session)
        entrant = admit(session, "ada", "hearts", "")
        assert seconds_a_game(session, form, [entrant]) == [keeping + UNKNOWN_SECONDS]
        session.add(Meeting(version_id=entrant.active_id, rung="", deals=4, faults=0, move_ms=10.0))
        session.flush()
        assert seconds_a_game(session, form, [entrant]) == [pytest.approx(keeping + 0.26)]
        run = plan_run(session, ladder_named(session, "hearts"), "nightly", site.settings)
        session.get_one(Run, run.id).state = "complete"
        entry = session.scalars(select(Entry).where(Entry.entrant_id == entrant.id)).one()
        entry.games, entry.cpu_seconds = 40, 8.0
        session.flush()
        assert seconds_a_game(session, form, [entrant]) == [pytest.approx(keeping + 0.2)]


@pytest.mark.parametrize("contest", contest_names())
def test_built_in_players_cost_what_was_measured(site: Site, contest: str) -> None:
    form = ladder_format(contest)
    with site.database.writing() as session:
        ensure_ladders(session)
        field = field_of(session, ladder_named(session, contest))
        costs = seconds_a_game(session, form, field)
    baselines = ladder_baselines(contest)
    rules = rules_for(form.game, form.least, **form.parameters)
    assert costs == [built_in_seconds(rules, baseline) for baseline in baselines]
    assert UNKNOWN_SECONDS not in costs
