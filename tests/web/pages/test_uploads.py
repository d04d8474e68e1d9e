import json
import re
import time

import pytest
from playfunc_web.database.tables import Entrant, Game, Meeting, Record, Run, Seat, Version
from playfunc_web.pages.player import changed_lines, source_text
from playfunc_web.site import Site
from playfunc_web.worker import work_off
from sqlalchemy import select, update
from web_players import CRASH, QUICK, quick
from web_results import Filled
from web_site import Browser, browser


def sent(site: Site, ada: Browser, content: bytes = QUICK, *, check: bool = True) -> str:
    """The address of an upload's page, once it is checked."""
    answer = ada.post("/upload", {"ladder": "hearts"}, files={"file": ("player.py", content)})
    while check and work_off(site, "worker", ("admission",)):
        pass
    return str(answer.headers["location"])


@pytest.mark.broad
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


@pytest.mark.broad
def test_the_live_part_is_sent_only_when_it_changed(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    address = sent(ladders, ada, check=False)
    found = re.search(r'hx-get="([^"]+)" hx-trigger="every 2s"', ada.get(address).text)
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


@pytest.mark.broad
def test_versions_are_compared_with_the_one_before(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    first, second = sent(ladders, ada, quick(1)), sent(ladders, ada, quick(2))
    with ladders.database.writing() as session:
        for version in session.scalars(select(Version).where(Version.kind == "python")):
            rating = 1000.0 + 100 * version.number
            for baseline in ("", "basic"):
                session.add(
                    Meeting(
                        version_id=version.id,
                        rung=baseline,
                        deals=20,
                        mean=1.5,
                        half_width=0.5,
                        rating=None if baseline else rating,
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


@pytest.mark.broad
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


def send(ada: Browser, content: bytes = QUICK, name: str = "player.py", ladder: str = "hearts", **named):
    return ada.post("/upload", {"ladder": ladder}, files={"file": (name, content)}, **named)


def test_limits_come_before_the_form(ladders: Site) -> None:
    page = browser(ladders, "ada").get("/upload").text
    assert page.index("at most 1,000,000 bytes") < page.index('<form method="post" action="/upload"')
    assert page.index("at most 10 versions of a player within 24 hours") < page.index('type="file"')
    assert "10 min of CPU" in page
    assert 'value="hearts-four"' in page
    assert ".ipynb" in page


def test_an_upload_leads_to_its_own_page(ladders: Site) -> None:
    answer = send(browser(ladders, "ada"))
    assert answer.status_code == 303
    assert re.fullmatch(r"/status/[a-z0-9]{8}/1", answer.headers["location"])


def test_the_same_file_again_is_said(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    first = send(ada).headers["location"]
    again = send(ada).headers["location"]
    assert again == f"{first}?again=1"
    assert "You uploaded this file before: it is your version 1." in ada.get(again).text


def test_the_ladder_of_the_last_upload_is_chosen(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    send(ada, ladder="skullwhist")
    assert '<option value="skullwhist" selected>' in ada.get("/upload").text
    assert '<option value="hearts" selected>' in ada.get("/upload?ladder=hearts").text


@pytest.mark.parametrize(
    ("name", "content", "status", "said"),
    [
        ("player.zip", b"PK", 415, "Archives are not unpacked"),
        ("player.py", b"", 422, "The file is empty"),
        ("player.py", b"#" * 1_000_001, 413, "at most 1,000,000 are taken"),
        ("player.py", b"#" * 10_000_000, 413, "send a smaller file"),
        ("", b"x", 422, "file"),
    ],
)
def test_what_is_not_taken_is_refused_in_a_sentence(
    ladders: Site, name: str, content: bytes, status: int, said: str
) -> None:
    answer = send(browser(ladders, "ada"), content, name)
    assert (answer.status_code, said in answer.text) == (status, True)
    with ladders.database.reading() as session:
        assert session.scalar(select(Version.id).where(Version.kind != "house")) is None


@pytest.mark.parametrize(
    "name",
    [
        "<img src=x onerror=alert(1)>.py",
        "../../../etc/cron.d/x.py",
        'a"; filename=evil.html;.py',
        "‮gpj.py",
        "x" * 3000 + ".py",
        "{{ 7 * 7 }}.py",
    ],
)
def test_hostile_names_are_text_on_every_page(ladders: Site, name: str) -> None:
    ada = browser(ladders, "ada")
    address = send(ada, name=name).headers["location"]
    for page in ("/status", address, f"{address}/live", f"{address}/receipt", "/upload"):
        answer = ada.get(page)
        assert answer.status_code == 200
        assert "<img" not in answer.text
        assert "‮" not in answer.text
        assert "49.py" not in answer.text
    source = ada.get(f"{address}/source")
    assert source.content == QUICK
    assert source.headers["content-disposition"].startswith("attachment; filename*=UTF-8''")
    assert "\n" not in source.headers["content-disposition"]


def test_a_wait_is_told_in_its_header_too(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    for number in range(3):
        assert send(ada, quick(number)).status_code == 303
    answer = send(ada, quick(9))
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "60")


def test_who_left_is_told_how_to_come_back(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    ada.post("/account/leave")
    assert "press “Take part again”" in ada.get("/upload").text
    assert send(ada).status_code == 409


def test_the_owner_sees_ratings_and_what_changed_in_the_source(filled: tuple[Site, Filled]) -> None:
    page = browser(filled[0], "ada").get(f"/compare/{filled[1].codes[0]}/1/2").text
    assert '<span class="removed">-# version 1' in page
    assert '<span class="added">+# version 2' in page
    assert "980 <small>± 90</small></span> ?" in page
    assert browser(filled[0], "ada").get(f"/compare/{filled[1].codes[0]}/1/9").status_code == 404


def test_of_a_notebook_the_code_cells_are_compared() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["words"]},
        {"cell_type": "code", "source": ["a = 1\n", "b = 2"]},
    ]
    text = json.dumps({"cells": cells}).encode()
    assert source_text(Version(kind="notebook", source=text)) == "a = 1\nb = 2"
    assert source_text(Version(kind="notebook", source=b"no json")) == "no json"
    nested = b"[" * 100_000
    assert source_text(Version(kind="notebook", source=nested)) == nested.decode()
    assert source_text(Version(kind="python", source=b"\xff")) == "\ufffd"
    assert source_text(Version(kind="python", source=None)) is None


def test_lines_are_cut_and_counted() -> None:
    assert changed_lines("same", "same") == []
    kinds = [kind for kind, _ in changed_lines("a\nb\n", "a\nc\n")]
    assert kinds == ["place", "same", "removed", "added"]
    long = changed_lines("", "\n".join(["x" * 1000] * 5000))
    assert len(long) == 2000
    assert max(len(text) for _, text in long) == 401


def test_sources_made_to_be_compared_slowly_are_not() -> None:
    lines = [f"line {number % 110}" for number in range(20_000)]
    started = time.process_time()
    assert changed_lines("\n".join(lines), "\n".join(sorted(lines)))
    assert time.process_time() - started < 5
