from __future__ import annotations

import hashlib

from playfunc_web.database.tables import Admission, Meeting, Version
from playfunc_web.site import Site
from private_run import LADDER
from sqlalchemy import select
from web_site import browser, token_of

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
        for rung, rating in (("", 90.5), ("basic", None)):
            session.add(
                Meeting(
                    version_id=version.id,
                    rung=rung,
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
