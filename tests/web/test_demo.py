from __future__ import annotations

import re
from pathlib import Path

import pytest
from playfunc.games import GAMES
from playfunc.statistics import LEAST_DEALS
from playfunc_web.database.tables import Entry, Run
from playfunc_web.demo import DEALS, LOGIN, PASSWORD, fill, sample_players
from playfunc_web.ladders.ladders import ladders_of
from sqlalchemy import func, select
from web_site import browser


@pytest.mark.parametrize("game", ["hearts", "footsteps", "blackjack", "skullwhist"])
def test_every_game_of_the_course_has_sample_players_with_a_function_to_play(game: str) -> None:
    assert game in GAMES
    students = sample_players(game)
    assert len({student.student for student in students}) == len(students) >= 2
    for student in students:
        assert any("def play(" in text for text in student.cells.values())


def test_a_game_without_a_demo_class_has_house_players_alone() -> None:
    assert sample_players("chess") == []


def test_every_run_has_the_deals_that_ranks_need() -> None:
    assert min(DEALS.values()) >= LEAST_DEALS


def test_a_newcomer_sees_a_finished_run_and_logs_in(tmp_path: Path) -> None:
    told: list[str] = []
    site = fill(tmp_path / "demo", told.append, ladders=["footsteps"]).site
    assert len(told) == 1
    assert told[0].startswith("FootSteps: ")
    visitor = browser(site)
    page = visitor.get("/ladder/footsteps")
    assert page.status_code == 200
    assert "advanced" in page.text
    watched = re.search(r'href="(/game/1/\d+)"', visitor.get("/").text)
    assert watched is not None
    assert visitor.get(watched[1]).status_code == 200
    assert visitor.post("/login", {"login": LOGIN, "password": PASSWORD}).status_code == 303
    assert "your rating" in visitor.get("/ladders").text
    site.database.close()
    again = fill(tmp_path / "demo", told.append, ladders=["footsteps"]).site
    assert len(told) == 1
    with again.database.reading() as session:
        assert session.scalar(select(func.count(Run.id))) == 1
        students = session.scalars(select(Entry).where(Entry.run_id == 1)).all()
        assert None not in [student.rank for student in students]
        assert len(students) == 3 + len(sample_players("footsteps"))
        assert {ladder.name for ladder in ladders_of(session)} == set(DEALS)
    again.database.close()
