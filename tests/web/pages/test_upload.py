from __future__ import annotations

import re

import pytest
from playfunc_web.database.tables import Version
from playfunc_web.site import Site
from sqlalchemy import select
from web_players import QUICK, quick
from web_site import Browser, browser


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


def test_a_form_from_elsewhere_uploads_nothing(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    assert send(ada, headers={"origin": "https://evil.example"}).status_code == 403
    assert (
        ada.client.post("/upload", data={"ladder": "hearts"}, files={"file": ("a.py", QUICK)}).status_code
        == 403
    )
    assert browser(ladders).get("/upload").status_code == 303
