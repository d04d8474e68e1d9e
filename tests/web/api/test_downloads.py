from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator

import pytest
from playfunc_web.access import Viewer
from playfunc_web.api import downloads
from playfunc_web.database.tables import Ladder, Party, Run
from playfunc_web.site import Site
from private_run import LADDER, PRIVATE
from sqlalchemy import select, update
from web_site import browser

RUN = f"/api/v1/ladders/{LADDER}/runs/1"


def _lines_for_ada(site: Site, run: Run) -> Iterator[str]:
    with site.database.reading() as session:
        ladder = session.scalars(select(Ladder).where(Ladder.id == run.ladder_id)).one()
    return downloads._lines(site, Viewer(account_id=1, party_id=1), ladder, run)


def parts(text: str, part: str) -> list[dict[str, object]]:
    return [told for line in text.splitlines() if (told := json.loads(line))["part"] == part]


def test_json_lines_hold_the_whole_run_and_nothing_private(site: Site, codes: dict[str, str]) -> None:
    answer = browser(site, "ada").get(f"{RUN}/run.jsonl")
    assert answer.headers["content-disposition"] == f'attachment; filename="{LADDER}-1.jsonl"'
    assert [len(parts(answer.text, part)) for part in ("run", "standing", "pair", "game")] == [1, 3, 3, 3]
    assert not [secret for secret in PRIVATE if secret in answer.text]


def test_moves_are_told_of_games_that_one_may_open(site: Site, codes: dict[str, str]) -> None:
    def opened(login: str) -> list[object]:
        games = parts(browser(site, login).get(f"{RUN}/run.jsonl").text, "game")
        return [game["number"] for game in games if "record" in game]

    # Game 1 is bob against eve, 2 eve against ada, 3 ada against bob.
    assert [opened(login) for login in ("ada", "bob", "eve")] == [[2, 3], [1, 3], [1, 2]]
    with site.database.writing() as session:
        session.execute(update(Ladder).values(state="frozen"))
    assert opened("ada") == [1, 2, 3]


def test_a_record_names_players_by_their_codes(site: Site, codes: dict[str, str]) -> None:
    games = parts(browser(site, "ada").get(f"{RUN}/run.jsonl").text, "game")
    assert games[2]["record"] == {
        "game": "hearts",
        "parameters": {"seats": 2},
        "players": [codes["ada"], codes["bob"]],
        "start": {"number": 3},
        "moves": [{"seat": 0, "move": "C2"}],
        "faults": [{"seat": 1, "at": 1, "policy": "forfeit", "error": "TimeError"}],
        "scores": [1.0, 2.0],
    }


def test_a_run_of_several_batches_comes_whole_and_in_order(
    site: Site, codes: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "BATCH", 1)
    ada = browser(site, "ada")
    assert [game["number"] for game in parts(ada.get(f"{RUN}/run.jsonl").text, "game")] == [1, 2, 3]
    rows = list(csv.DictReader(io.StringIO(ada.get(f"{RUN}/games.csv").text)))
    assert [(row["game"], row["seat"]) for row in rows] == [
        (str(g), str(s)) for g in (1, 2, 3) for s in (0, 1)
    ]


def test_csv_has_the_standings_and_runs_no_formulas(site: Site, codes: dict[str, str]) -> None:
    with site.database.writing() as session:
        session.execute(
            update(Party).where(Party.name == "PRIVATE-NAME ada").values(name='=1+1,"x"', open_name=True)
        )
    text = browser(site, "bob").get(f"{RUN}/standings.csv").text
    first = next(csv.DictReader(io.StringIO(text)))
    assert (first["rank"], first["code"], first["score"], first["rating_high"]) == (
        "1",
        codes["ada"],
        "3.5",
        "110.0",
    )
    assert first["name"] == '\'=1+1,"x"'


def test_a_run_that_is_not_complete_is_not_told(site: Site, codes: dict[str, str]) -> None:
    for name in ("run.jsonl", "standings.csv", "games.csv"):
        assert browser(site, "ada").get(f"/api/v1/ladders/{LADDER}/runs/2/{name}").status_code == 409
        assert browser(site).get(f"{RUN}/{name}").status_code == 401


@pytest.mark.parametrize("written", [downloads._games, _lines_for_ada])
def test_a_reader_who_stops_reading_holds_no_connection(
    site: Site,
    codes: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    written: Callable[[Site, Run], Iterator[str]],
) -> None:
    monkeypatch.setattr(downloads, "BATCH", 1)
    with site.database.reading() as session:
        run = session.scalars(
            select(Run).join(Run.ladder).where(Ladder.name == LADDER, Run.number == 1)
        ).one()
    for _ in written(site, run):
        assert site.database.engine.pool.checkedout() == 0
