from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playfunc_web.database.tables import Ladder, Run
from playfunc_web.ladders import schedule
from playfunc_web.ladders.ladders import ensure_ladders, ladder_named, wait_until_timed
from playfunc_web.ladders.schedule import last_night, next_night, on_time
from playfunc_web.site import Settings, Site
from sqlalchemy import select
from sqlalchemy.orm import Session
from web_runs import admit
from web_site import open_test_site

PLAYER = "def play(player_id, position, mine, theirs, previous):\n    return min({bid}, mine), None\n"
BERLIN = ZoneInfo("Europe/Berlin")
SETTINGS = Settings(nightly="02:00", timezone="Europe/Berlin")


def at(day: int, hour: float = 2.1) -> float:
    minutes = round(hour * 60)
    return datetime(2026, 11, day, minutes // 60, minutes % 60, tzinfo=BERLIN).timestamp()


@pytest.fixture
def footsteps(site: Site) -> Site:
    """A ladder that one student entered."""
    wait_until_timed()
    with site.database.writing() as session:
        ensure_ladders(session)
        admit(session, "ada", "footsteps", PLAYER.format(bid=5))
    return site


def names(session: Session, settings: Settings, time: float) -> list[tuple[str, str]]:
    return [(run.ladder.name, run.kind) for run in on_time(session, settings, time)]


def finish(session: Session) -> None:
    for run in session.scalars(select(Run)):
        run.state = "complete"
    session.flush()


def test_a_ladder_that_somebody_entered_is_played_once_a_night(footsteps: Site) -> None:
    with footsteps.database.writing() as session:
        assert names(session, SETTINGS, at(10)) == [("footsteps", "nightly")]
        assert names(session, SETTINGS, at(10, 2.2)) == []
        finish(session)
        assert names(session, SETTINGS, at(10, 3)) == []


def test_a_run_waits_until_the_built_in_players_are_timed(
    footsteps: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    with footsteps.database.writing() as session:
        monkeypatch.setattr(schedule, "timed", lambda: False)
        assert names(session, SETTINGS, at(10)) == []
        monkeypatch.undo()
        assert names(session, SETTINGS, at(10, 2.2)) == [("footsteps", "nightly")]


def test_a_server_that_was_started_again_plays_no_night_twice(tmp_path: Path) -> None:
    wait_until_timed()
    for expected in ([("footsteps", "nightly")], []):
        site = open_test_site(tmp_path / "site")
        with site.database.writing() as session:
            ensure_ladders(session)
            admit(session, "ada", "footsteps", PLAYER.format(bid=5))
            assert names(session, SETTINGS, at(10)) == expected
            finish(session)
        site.database.close()


def test_the_same_field_is_not_played_again_but_a_new_version_is(footsteps: Site) -> None:
    with footsteps.database.writing() as session:
        on_time(session, SETTINGS, at(10))
        finish(session)
        assert names(session, SETTINGS, at(11)) == []
        admit(session, "ada", "footsteps", PLAYER.format(bid=6))
        session.flush()
        assert names(session, SETTINGS, at(12)) == [("footsteps", "nightly")]


def test_a_server_that_comes_back_late_waits_for_the_next_night(footsteps: Site) -> None:
    with footsteps.database.writing() as session:
        assert names(session, SETTINGS, at(10, 8.5)) == []
        assert names(session, SETTINGS, at(10, 7.5)) == [("footsteps", "nightly")]


@pytest.mark.parametrize(
    "change",
    [{"nightly": False}, {"state": "final"}, {"opens": at(20)}],
    ids=["switched off", "final", "not open yet"],
)
def test_ladders_that_rest_are_not_played(footsteps: Site, change: dict[str, object]) -> None:
    with footsteps.database.writing() as session:
        ladder = ladder_named(session, "footsteps")
        for name, value in change.items():
            setattr(ladder, name, value)
        session.flush()
        assert names(session, SETTINGS, at(10)) == []


def test_a_freeze_comes_at_its_time_and_its_final_run_waits_for_the_last_upload(footsteps: Site) -> None:
    with footsteps.database.writing() as session:
        ladder = ladder_named(session, "footsteps")
        ladder.freezes = at(10, 12)
        version = admit(session, "bob", "footsteps", PLAYER.format(bid=6)).versions[-1]
        version.state = "queued"
        session.flush()
        assert names(session, SETTINGS, at(10, 11.9)) == []
        assert ladder.state == "open"
        assert names(session, SETTINGS, at(10, 12)) == []
        assert ladder.state == "frozen"
        version.state = "refused"
        session.flush()
        assert names(session, SETTINGS, at(10, 12.1)) == [("footsteps", "final")]
        assert names(session, SETTINGS, at(10, 12.2)) == []
        finish(session)
        assert names(session, SETTINGS, at(11)) == []


def test_the_final_run_has_more_deals_than_a_nightly_one(footsteps: Site) -> None:
    settings = Settings(run_cpu_seconds=1.0, final_cpu_seconds=2.0)
    with footsteps.database.writing() as session:
        ladder: Ladder = ladder_named(session, "footsteps")
        (nightly,) = on_time(session, settings, at(10, 4))
        nightly.state, ladder.freezes = "stopped", at(10, 5)
        session.flush()
        (final,) = on_time(session, settings, at(10, 5))
    assert final.settings["deals"] > nightly.settings["deals"]


def test_nights_are_those_of_the_clock_on_the_wall() -> None:
    assert last_night(SETTINGS, at(10, 2)).timestamp() == at(10, 2)
    assert last_night(SETTINGS, at(10, 1.9)).timestamp() == at(9, 2)
    assert next_night(SETTINGS, at(10, 2)) == at(11, 2)
    # the clock goes back on 25 October 2026: that day has 25 hours
    before = datetime(2026, 10, 24, 2, tzinfo=BERLIN).timestamp()
    assert next_night(SETTINGS, before) == before + 24 * 3600
    assert next_night(SETTINGS, before + 24 * 3600) == before + 49 * 3600
