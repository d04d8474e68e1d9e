from __future__ import annotations

import re

import pytest
from playfunc_web.database.tables import Entrant, Game, Meeting, Record, Run, Seat, Version
from playfunc_web.queue.worker import work_off
from playfunc_web.site import Site
from sqlalchemy import select, update
from web_players import CRASH, QUICK, quick
from web_site import Browser, browser


def sent(site: Site, ada: Browser, content: bytes = QUICK, *, check: bool = True) -> str:
    """The address of an upload's page, once it is checked."""
    answer = ada.post("/upload", {"ladder": "hearts"}, files={"file": ("player.py", content)})
    while check and work_off(site, "worker", ("admission",)):
        pass
    return str(answer.headers["location"])


def test_who_waits_sees_place_and_expected_time(ladders: Site) -> None:
    for login in ("bob", "cid"):
        sent(ladders, browser(ladders, login), check=False)
    ada = browser(ladders, "ada")
    page = ada.get(sent(ladders, ada, check=False)).text
    assert "Place 3 in the queue" in page
    assert "expect the verdict in about" in page
    assert "you may close this page" in page
    assert 'aria-live="polite"' in page
    assert 'http-equiv="refresh"' in page  # without JavaScript


def test_the_live_part_is_sent_only_when_it_changed(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    address = sent(ladders, ada, check=False)
    found = re.search(r'hx-get="([^"]+)" hx-trigger="every 2s"', ada.get(address).text)
    assert found is not None
    assert ada.get(found[1]).status_code == 204
    assert work_off(ladders, "worker", ("admission",))
    part = ada.get(found[1])
    assert part.status_code == 200
    assert 'id="live" data-state="admitted"' in part.text
    assert "<dt>Verdict</dt><dd>Admitted" in part.text.partition('<div id="receipt" hx-swap-oob="true">')[2]
    assert "<html" not in part.text


def test_a_refused_player_shows_its_position_and_what_to_do(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    address = sent(ladders, ada, CRASH)
    page = ada.get(address).text
    assert "Refused" in page
    assert "ZeroDivisionError" in page
    assert "upload it again" in page
    assert f'src="{address}/position"' in page
    assert 'http-equiv="refresh"' not in page
    drawn = ada.get(f"{address}/position")
    assert 'aria-label="2 of clubs, legal"' in drawn.text
    policy = drawn.headers["content-security-policy"]
    assert "sandbox" in policy
    assert "default-src 'none'" in policy
    assert "script-src" not in policy


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"def play(player_id, hand, trick, previous)\n    return hand[0], None\n", "Line 1"),
        (b"def play(player_id, hand, trick, previous):\n    return hand[-1], None\n", "A fault in"),
        (b"def play(player_id, hand, trick, previous):\n    return str(hand[0]), None\n", "A fault in"),
    ],
    ids=["not Python", "illegal card", "not a card"],
)
def test_a_refusal_is_explained_whatever_is_known_of_it(ladders: Site, content: bytes, told: str) -> None:
    ada = browser(ladders, "ada")
    page = ada.get(sent(ladders, ada, content))
    assert page.status_code == 200
    assert "Refused" in page.text
    assert told in page.text
    assert "upload it again" in page.text


def test_a_receipt_has_digest_time_and_verdict(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    address = sent(ladders, ada)
    receipt = ada.get(f"{address}/receipt").text
    with ladders.database.reading() as session:
        version = session.scalars(select(Version).where(Version.kind == "python")).one()
    assert version.digest in receipt
    assert "SHA-256 of the player's text" in receipt
    assert "<dd>Admitted" in receipt
    assert "<time datetime=" in receipt


@pytest.mark.parametrize("part", ["", "/live", "/receipt", "/position", "/source"])
def test_another_persons_version_is_not_there(ladders: Site, part: str) -> None:
    address = sent(ladders, browser(ladders, "ada"), CRASH)
    for other in (
        browser(ladders, "bob"),
        browser(ladders, "staff", "staff"),
        browser(ladders, "root", "admin"),
    ):
        theirs, nothing = other.get(address + part), other.get(f"/status/aaaaaaaa/1{part}")
        assert (theirs.status_code, nothing.status_code) == (404, 404)
        assert "ZeroDivision" not in theirs.text
    assert browser(ladders).get(address + part).status_code == 303


def test_versions_are_compared_with_the_one_before(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    first, second = sent(ladders, ada, quick(1)), sent(ladders, ada, quick(2))
    with ladders.database.writing() as session:
        for version in session.scalars(select(Version).where(Version.kind == "python")):
            rating = 1000.0 + 100 * version.number
            for rung in ("", "basic"):
                session.add(
                    Meeting(
                        version_id=version.id,
                        rung=rung,
                        deals=20,
                        mean=1.5,
                        half_width=0.5,
                        rating=None if rung else rating,
                        low=rating - 50,
                        high=rating + 50,
                        move_ms=2.5,
                    )
                )
    page = ada.get(second).text
    assert "Compared with version 1" in page
    assert "1200 <small>± 50</small>" in page
    assert "1100 <small>± 50</small>" in page
    assert "Compared with" not in ada.get(first).text
    listed = ada.get("/status").text
    assert "1200" in listed
    assert "1100" in listed


def test_errors_since_the_last_upload_are_told(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    sent(ladders, ada)
    assert "None in official runs." in ada.get("/status").text
    with ladders.database.writing() as session:
        entrant = session.scalars(
            select(Entrant).where(Entrant.house == "", Entrant.active_id.is_not(None))
        ).one()
        run = Run(ladder_id=entrant.ladder_id, number=1, kind="button", seed="1", settings={}, planned=0.0)
        run.state = "complete"
        session.add_all([run, Record(digest="d", blob=b"")])
        session.flush()
        for number in (1, 2):
            game = Game(run_id=run.id, number=number, deal=0, fixture={}, scores=[], record_digest="d")
            session.add(game)
            session.flush()
            seat = {
                "seat": 0,
                "entrant_id": entrant.id,
                "version_id": entrant.active_id,
                "score": 0,
                "place": 2,
            }
            session.add(Seat(game_id=game.id, fault="TimeError", **seat))
        session.execute(update(Entrant).where(Entrant.id == entrant.id).values(crashes=2))
    page = ada.get("/status").text
    assert "<strong>TimeError</strong> in 2 games: one move took longer than the limit." in page
    assert f'href="/game/{run.id}/2">Watch the last one</a>' in page
    assert "In the last 2 runs your player committed a fault in most games" in page


def test_a_source_that_was_deleted_is_said(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    address = sent(ladders, ada)
    with ladders.database.writing() as session:
        session.execute(
            update(Version).where(Version.kind == "python").values(source=None, state="withdrawn")
        )
    assert ada.get(f"{address}/source").status_code == 410
    version = ada.get(address).text
    assert "Withdrawn" in version
    status = ada.get("/status").text
    assert "player.py, deleted" in status
    assert f"{address}/source" not in version + status


def test_nobody_who_uploaded_nothing_is_lost(ladders: Site) -> None:
    assert "You have uploaded nothing yet" in browser(ladders, "ada").get("/status").text
