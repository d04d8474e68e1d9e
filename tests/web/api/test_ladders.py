from __future__ import annotations

from dataclasses import replace

from playfunc_web.database.tables import Entrant, Entry, Ladder, Party
from playfunc_web.site import Site
from private_run import LADDER, PRIVATE
from sqlalchemy import select
from web_site import account, browser, token_of

READ = (
    "/api/v1/ladders",
    f"/api/v1/ladders/{LADDER}",
    f"/api/v1/ladders/{LADDER}/standings",
    f"/api/v1/ladders/{LADDER}/runs",
    f"/api/v1/ladders/{LADDER}/runs/1",
    f"/api/v1/ladders/{LADDER}/runs/1/standings",
    f"/api/v1/ladders/{LADDER}/runs/1/games",
)


def test_without_a_login_nothing_is_told(site: Site, codes: dict[str, str]) -> None:
    visitor = browser(site)
    for address in (*READ, f"/api/v1/players/{codes['ada']}"):
        answer = visitor.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (401, "application/problem+json"), (
            address
        )
        assert answer.json()["title"] == "Log in first"


def test_a_token_reads_and_finds_nothing_private(site: Site, codes: dict[str, str]) -> None:
    eve = {"authorization": f"Bearer {token_of(site, 'eve')}"}
    visitor = browser(site)
    for address in READ:
        answer = visitor.get(address, headers=eve)
        assert answer.status_code == 200, address
        assert not [secret for secret in PRIVATE if secret in answer.text], address


def test_an_unknown_token_is_refused_even_where_a_cookie_would_do(site: Site, codes: dict[str, str]) -> None:
    ada = browser(site, "ada")
    assert ada.get(READ[0]).status_code == 200
    assert ada.get(READ[0], headers={"authorization": "Bearer playfunc_nobody"}).status_code == 401


def test_standings_come_by_rank_with_intervals(site: Site, codes: dict[str, str]) -> None:
    told = browser(site, "ada").get(f"/api/v1/ladders/{LADDER}/standings").json()
    assert [(row["rank"], row["code"]) for row in told["rows"]] == [
        (1, codes["ada"]),
        (2, codes["bob"]),
        (3, codes["eve"]),
    ]
    assert told["rows"][0]["score"] == {"value": 3.5, "low": 3.0, "high": 4.0}
    assert (told["page"], told["pages"], told["total"], told["run"]) == (1, 1, 3, 1)


def test_the_rest_of_many_rows_is_on_further_pages(site: Site, codes: dict[str, str]) -> None:
    with site.database.writing() as session:
        first = session.scalars(select(Entry)).first()
        ladder = session.scalar(select(Ladder).where(Ladder.name == LADDER))
        assert first is not None
        assert ladder is not None
        for place in range(3, 60):
            party = Party(kind="person", pseudonym=f"player {place}")
            entrant = Entrant(code=f"c{place}", ladder=ladder, party=party)
            session.add(entrant)
            session.flush()
            session.add(
                Entry(
                    run_id=first.run_id,
                    place=place,
                    entrant_id=entrant.id,
                    version_id=first.version_id,
                    rank=place + 1,
                )
            )
    ada = browser(site, "ada")
    pages = [ada.get(f"/api/v1/ladders/{LADDER}/standings?page={page}").json() for page in (1, 2)]
    assert [len(page["rows"]) for page in pages] == [50, 10]
    assert [row["rank"] for page in pages for row in page["rows"]] == list(range(1, 61))
    beyond = ada.get(f"/api/v1/ladders/{LADDER}/standings?page=3")
    assert beyond.status_code == 404
    assert beyond.json()["detail"] == "There are 2 pages of 50 rows, so no page 3."


def test_the_seed_of_a_run_is_told_once_it_is_complete(site: Site, codes: dict[str, str]) -> None:
    ada = browser(site, "ada")
    runs = ada.get(f"/api/v1/ladders/{LADDER}/runs").json()["rows"]
    assert [(run["number"], run["state"], run["seed"]) for run in runs] == [
        (2, "playing", None),
        (1, "complete", "77"),
    ]
    assert ada.get(f"/api/v1/ladders/{LADDER}/runs/2/standings").status_code == 409
    assert ada.get(f"/api/v1/ladders/{LADDER}").json()["last_run"] == 1


def test_games_tell_of_a_fault_its_kind_alone(site: Site, codes: dict[str, str]) -> None:
    told = browser(site, "eve").get(f"/api/v1/ladders/{LADDER}/runs/1/games").json()
    assert told["total"] == 3
    assert told["rows"][0] == {
        "number": 1,
        "deal": 1,
        "seats": [
            {"code": codes["bob"], "score": 0.0, "place": 1, "fault": ""},
            {"code": codes["eve"], "score": 1.0, "place": 2, "fault": "TimeError"},
        ],
    }


def test_what_does_not_exist_is_a_problem(site: Site, codes: dict[str, str]) -> None:
    ada = browser(site, "ada")
    for address, status in (
        ("/api/v1/ladders/nothing", 404),
        (f"/api/v1/ladders/{LADDER}/runs/9", 404),
        (f"/api/v1/ladders/{LADDER}/runs/0", 422),
        (f"/api/v1/ladders/{LADDER}/standings?page=none", 422),
        ("/api/v1/nothing", 404),
    ):
        answer = ada.get(address)
        told = answer.json()
        assert (answer.status_code, told["status"], told["instance"]) == (
            status,
            status,
            address.partition("?")[0],
        )
        assert told["detail"]


def test_a_misspelt_parameter_is_not_left_out_in_silence(site: Site, codes: dict[str, str]) -> None:
    answer = browser(site, "ada").get(f"/api/v1/ladders/{LADDER}/standings?pages=2")
    assert answer.status_code == 422
    assert answer.json()["detail"] == "There is no parameter 'pages' here; there is page."


def test_a_site_that_publishes_its_pages_answers_everybody(
    tmp_path, codes: dict[str, str], site: Site
) -> None:
    account(site, "ada")
    public = Site(replace(site.folder, settings=type(site.settings)(public=True)), site.database)
    assert browser(public).get(READ[2]).status_code == 200
