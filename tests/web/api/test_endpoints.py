import hashlib
import json

from api_examples import STORED, examples
from playfunc_web.api.frame import methods_of
from playfunc_web.database.tables import Admission, Entrant, Entry, Ladder, Meeting, Party, Version
from playfunc_web.ladder_server import ladder_app
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
    for login, title in (
        ("Bearer playfunc_nobody", "Unknown token"),
        ("Bearer", "Unknown kind of login"),
        ("Basic YWRhOg==", "Unknown kind of login"),
    ):
        answer = ada.get(READ[0], headers={"authorization": login})
        assert (answer.status_code, answer.json()["title"]) == (401, title)


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


SOURCE = b"def play(*arguments): ...\n"
UPLOAD = f"/api/v1/ladders/{LADDER}/versions"


def bearer(site: Site, login: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token_of(site, login)}"}


def upload(site: Site, login: str, content: bytes = SOURCE, name: str = "player.py", **named: object):
    files = {"file": (name, content)}
    return browser(site).client.post(UPLOAD, files=files, headers=bearer(site, login), **named)


def test_an_upload_gets_a_receipt_and_waits_its_turn(site: Site, codes: dict[str, str]) -> None:
    first, second = upload(site, "ada"), upload(site, "bob", b"x = 1\n")
    receipt = first.json()
    assert first.status_code == 201
    assert receipt["digest"] == hashlib.sha256(SOURCE).hexdigest()
    assert (receipt["code"], receipt["number"], receipt["state"]) == (codes["ada"], 2, "queued")
    own = browser(site).get(receipt["status"], headers=bearer(site, "ada")).json()
    assert own.items() >= receipt.items()
    assert (own["place"], own["verdict"], own["active"]) == (1, "", False)
    other = browser(site).get(second.json()["status"], headers=bearer(site, "bob")).json()
    assert other["place"] == 2


def test_a_verdict_comes_with_its_findings_and_provisional_rating(site: Site, codes: dict[str, str]) -> None:
    receipt = upload(site, "ada").json()
    with site.database.writing() as session:
        version = session.scalars(select(Version).where(Version.digest == receipt["digest"])).one()
        version.state = "admitted"
        version.entrant.active = version
        session.add(
            Admission(
                version_id=version.id,
                verdict="It keeps the rules.",
                findings=[("rules", "passed", "20 games without a fault")],
                private={"traceback": "PRIVATE-TRACEBACK"},
            )
        )
        for baseline, rating in (("", 90.5), ("basic", None)):
            session.add(
                Meeting(
                    version_id=version.id,
                    rung=baseline,
                    deals=40,
                    mean=1.0,
                    half_width=0.5,
                    rating=rating,
                    low=80.0,
                    high=99.0,
                )
            )
    told = browser(site).get(receipt["status"], headers=bearer(site, "ada"))
    own = told.json()
    assert (own["state"], own["active"], own["verdict"]) == ("admitted", True, "It keeps the rules.")
    assert own["findings"] == [
        {"check": "rules", "verdict": "passed", "sentence": "20 games without a fault"}
    ]
    assert [(row["rung"], row["rating"]) for row in own["provisional"]] == [
        ("", {"value": 90.5, "low": 80.0, "high": 99.0}),
        ("basic", None),
    ]
    assert "PRIVATE" not in told.text


def test_nobody_sees_the_versions_of_others(site: Site, codes: dict[str, str]) -> None:
    receipt = upload(site, "ada").json()
    client = browser(site)
    for login in ("bob", "eve"):
        answer = client.get(receipt["status"], headers=bearer(site, login))
        assert (answer.status_code, answer.json()["title"]) == (404, "No such version")
    staff = browser(site, "teacher", "staff")
    assert staff.get(receipt["status"], headers=bearer(site, "teacher")).status_code == 404
    own = client.get("/api/v1/versions", headers=bearer(site, "ada")).json()
    assert [(row["code"], row["number"]) for row in own["rows"]] == [(codes["ada"], 2), (codes["ada"], 1)]


def test_a_cookie_is_no_token(site: Site, codes: dict[str, str]) -> None:
    ada = browser(site, "ada")
    answer = ada.client.post(UPLOAD, files={"file": ("player.py", SOURCE)})
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert ada.get("/api/v1/versions").status_code == 401
    with site.database.reading() as session:
        assert len(session.scalars(select(Version).where(Version.kind != "house")).all()) == 3


def test_what_is_not_taken_is_a_problem_with_a_sentence(site: Site, codes: dict[str, str]) -> None:
    for answer, status in (
        (upload(site, "ada", b""), 422),
        (upload(site, "ada", name="player.exe"), 415),
        (upload(site, "ada", b"#" * 1_200_000), 413),
        (upload(site, "ada", data={"origin": "house"}), 422),
    ):
        told = answer.json()
        assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json"), (
            told
        )
        assert told["detail"]
    nowhere = browser(site).client.post(
        "/api/v1/ladders/nothing/versions", files={"file": ("player.py", SOURCE)}, headers=bearer(site, "ada")
    )
    assert nowhere.status_code == 404


def test_a_player_is_known_by_its_code_and_shown_as_it_chose(site: Site, codes: dict[str, str]) -> None:
    eve = browser(site, "eve")
    told = eve.get(f"/api/v1/players/{codes['ada']}")
    assert not [secret for secret in PRIVATE if secret in told.text]
    ada = told.json()
    assert (ada["ladder"], ada["kind"], ada["active_version"]) == (LADDER, "player", 1)
    assert [(row["run"], row["rank"], row["rating"]["value"]) for row in ada["results"]] == [(1, 1, 100.0)]
    with site.database.writing() as session:
        session.merge(account(site, "ada")).party.open_name = True
    assert eve.get(f"/api/v1/players/{codes['ada']}").json()["name"] == "PRIVATE-NAME ada"
    with site.database.writing() as session:
        session.merge(account(site, "ada")).party.withdrawn = 1.0
    assert eve.get(f"/api/v1/players/{codes['ada']}").json()["name"] == "withdrawn player"


def test_head_to_head_is_seen_from_both_sides(site: Site, codes: dict[str, str]) -> None:
    eve = browser(site, "eve")
    one = eve.get(f"/api/v1/players/{codes['ada']}/versus/{codes['bob']}").json()
    other = eve.get(f"/api/v1/players/{codes['bob']}/versus/{codes['ada']}?run=1").json()
    assert (one["run"], one["deals"], one["mean"], one["half_width"]) == (1, 5, 1.5, None)
    assert other["mean"] == -1.5


def test_players_that_never_met_have_no_head_to_head(site: Site, codes: dict[str, str]) -> None:
    eve = browser(site, "eve")
    itself = eve.get(f"/api/v1/players/{codes['ada']}/versus/{codes['ada']}")
    assert (itself.status_code, itself.json()["title"]) == (404, "Never met")
    assert eve.get(f"/api/v1/players/{codes['ada']}/versus/{codes['bob']}?run=2").status_code == 409
    assert eve.get(f"/api/v1/players/{codes['ada']}/versus/nobody").status_code == 404


def test_the_page_shows_every_method_with_an_example(site: Site) -> None:
    methods = methods_of(ladder_app(site).openapi())
    page = browser(site, "ada").get("/api").text
    assert len(methods) >= 15
    for method in methods:
        name = f"{method['verb']} {method['path']}"
        assert f"<code>{name}</code>" in page
        assert method["command"], f"{name}: run tests/helpers/api_examples.py"
        assert method["answer"], name


def test_every_example_is_what_a_site_answers(site: Site) -> None:
    assert json.loads(STORED.read_text("utf-8")) == examples(site), "run tests/helpers/api_examples.py"
