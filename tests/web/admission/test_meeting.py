from collections import Counter

import pytest
from playfunc.statistics import LEAST_DEALS
from playfunc_arena.formats import ladder_format
from playfunc_autograder.players import NamedPlayer
from playfunc_web.access import Viewer
from playfunc_web.admission import placement_games
from playfunc_web.admission.placement_games import fixtures_of, meet, rows_of
from playfunc_web.admission.uploads import accept, standing_of
from playfunc_web.database.tables import Entry, Meeting, Version
from playfunc_web.jobs import enqueue
from playfunc_web.ladders.ladders import ladder_baselines
from playfunc_web.site import Site
from playfunc_web.worker import work_off
from sqlalchemy import select, update
from web_players import CRASH, QUICK, quick, steps
from web_runs import admit, finished_run
from web_site import account

BASELINES = ("basic", "minmax", "advanced")


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placement_games, "PORTIONS", (2, 2))
    monkeypatch.setattr(placement_games, "ENOUGH", 2)


@pytest.mark.parametrize(("contest", "baselines"), [("hearts", 4), ("hearts-four", 3), ("skullwhist", 3)])
def test_each_deal_is_played_from_every_seat_and_with_every_baseline_as_often(
    contest: str, baselines: int
) -> None:
    form = ladder_format(contest)
    fixtures = list(fixtures_of(form, baselines, 0, 4, 7))
    deals = Counter(fixture.deal for fixture in fixtures)
    assert set(deals) == set(range(4 * baselines))
    assert set(deals.values()) == {form.least}
    seats = Counter(fixture.players.index(0) for fixture in fixtures)
    assert set(seats.values()) == {4 * baselines}
    met = Counter(player for fixture in fixtures for player in fixture.players if player)
    assert min(met.values()) >= 4 * form.least
    later = list(fixtures_of(form, baselines, 4, 2, 7))
    assert not {fixture.seed for fixture in later} & {fixture.seed for fixture in fixtures}


@pytest.mark.hardest("hearts-four")
@pytest.mark.parametrize("contest", ["hearts", "hearts-four", "blackjack", "skullwhist", "footsteps-dynamic"])
def test_a_baseline_is_rated_about_as_it_is_marked(contest: str) -> None:
    form, player = ladder_format(contest), NamedPlayer("basic")
    *_, games = meet(form, player, BASELINES, 5)
    rows = rows_of(1, contest, form, player, BASELINES, games)
    assert [row.rung for row in rows] == ["", *BASELINES]
    whole = rows[0]
    assert games.deals == 4
    assert whole.rating is not None
    assert 500 < whole.rating < 1500  # "basic" is marked 1000
    assert whole.low is None or whole.low < whole.rating
    assert whole.faults == 0


def test_a_player_is_timed_and_its_faults_are_counted() -> None:
    form = ladder_format("hearts")
    for source, faulty in ((QUICK, False), (CRASH, True)):
        player = NamedPlayer("player.py", source.decode())
        *_, games = meet(form, player, ("basic",), 5)
        whole, basic = rows_of(1, "hearts", form, player, ("basic",), games)
        assert (whole.faults > 0) == (basic.faults > 0) == faulty
        assert whole.move_ms is not None
        assert 0 < whole.move_ms < 1000


@pytest.mark.long  # a whole official run with slow opponents
def test_the_first_entrant_of_tables_of_four_is_rated_and_ranked_against_the_baselines_alone(
    ladders: Site,
) -> None:
    form, baselines = ladder_format("hearts-four"), ladder_baselines("hearts-four")
    player = NamedPlayer("player.py", QUICK.decode())
    games = next(meet(form, player, baselines, 5))
    assert {len(one.fixture.players) for one in games.outcomes} == {4}
    whole, *each = rows_of(1, "hearts-four", form, player, baselines, games)
    assert [row.rung for row in each] == list(baselines)
    assert whole.rating is not None
    with ladders.database.writing() as session:
        admit(session, "ada", "hearts-four", QUICK.decode())
    run = finished_run(ladders, "hearts-four", deals=LEAST_DEALS)
    with ladders.database.reading() as session:
        entries = session.scalars(select(Entry).where(Entry.run_id == run.id)).all()
        assert (run.state, sorted(entry.rank or 0 for entry in entries)) == ("complete", [1, 2, 3, 4])


def test_no_portion_begins_that_would_end_too_late() -> None:
    form, player = ladder_format("hearts"), NamedPlayer("basic")
    assert [games.deals for games in meet(form, player, ("basic",), 5, seconds=0.0)] == [2]


def admitted(site: Site, content: bytes = QUICK) -> Version:
    made = account(site, "ada")
    version = accept(site, Viewer(made.id, made.party_id), "hearts", "player.py", content, "page")
    assert work_off(site, "worker", ("admission",))
    return version


def rows(site: Site, version: Version) -> list[Meeting]:
    with site.database.reading() as session:
        return list(session.scalars(select(Meeting).where(Meeting.version_id == version.id)))


def test_an_admitted_version_gets_its_provisional_rating(ladders: Site) -> None:
    version = admitted(ladders)
    assert work_off(ladders, "worker", ("meeting",))
    found = rows(ladders, version)
    assert {row.rung for row in found} == {"", *ladder_baselines("hearts")}
    assert next(row.rating for row in found if not row.rung) is not None
    with ladders.database.reading() as session:
        standing = standing_of(session, session.get_one(Version, version.id))
    assert (standing.meeting, standing.moving) == ("done", False)


def test_where_others_wait_to_be_checked_it_ends_early(ladders: Site) -> None:
    version = admitted(ladders)
    with ladders.database.writing() as session:
        enqueue(session, "admission", "admission/99", 99)
    assert work_off(ladders, "worker", ("meeting",))
    assert next(row.deals for row in rows(ladders, version) if not row.rung) == 2 * len(
        ladder_baselines("hearts")
    )


def test_a_version_that_was_withdrawn_meets_nobody(ladders: Site) -> None:
    version = admitted(ladders, quick(1))
    with ladders.database.writing() as session:
        session.execute(
            update(Version).where(Version.id == version.id).values(state="withdrawn", source=None)
        )
    assert work_off(ladders, "worker", ("meeting",))
    assert rows(ladders, version) == []


def test_a_copy_is_flagged_once_it_meets_the_baselines(ladders: Site) -> None:
    for login in ("ada", "bob"):
        made = account(ladders, login)
        accept(ladders, Viewer(made.id, made.party_id), "footsteps", "player.py", steps(1), "page")
    while work_off(ladders, "worker", ("admission",)):
        pass
    assert flags(ladders) == ["", ""], "told by the meeting, which is begun again where its worker is killed"
    assert work_off(ladders, "worker", ("meeting",))
    assert [flag[:16] for flag in flags(ladders)] == ["the same file as", ""]


def flags(site: Site) -> list[str]:
    with site.database.reading() as session:
        people = select(Version.flagged).where(Version.kind == "python").order_by(Version.id)
        return list(session.scalars(people))
