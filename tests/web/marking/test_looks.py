"""Second looks on the marking site: requests without names, the mark played again beside them, answers on record."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import httpx2
import pytest
from course_fixture import RENEGES, hand_in, make_course
from live_site import live_app
from playfunc_classroom.appeals.explained import explained_page
from playfunc_classroom.appeals.second_look import ask_again, looks_in
from playfunc_classroom.policy.overrides import read_overrides
from playfunc_classroom.runs.grade import grade
from playfunc_web.accounts.people import account_of
from playfunc_web.accounts.sessions import start_session
from playfunc_web.http.forms import HEADER, form_token
from playfunc_web.http.viewer import COOKIE
from playfunc_web.marking.app import marking_app
from playfunc_web.marking.opening import Marking, open_marking

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves

WHEN = datetime(2026, 12, 1, tzinfo=UTC)


def ask(opened: Marking, student: str = "ann", words: str = "Ann Miller asks: <why>?") -> None:
    assert ask_again(opened.desk.course, "hearts", student, words, WHEN) is not None


def place_in(page: str) -> str:
    found = re.search(r"/looks/hearts/\w+", page)
    assert found is not None
    return found[0]


def test_requests_are_listed_without_names_for_the_head_alone(opened, kim, head):
    assert "Nobody has asked" in head.get("/looks").text
    ask(opened)
    page = head.get("/looks").text
    assert "[name] [name] asks: &lt;why&gt;?" in page
    assert opened.desk.sheet("hearts").codes["ann"] in page
    assert "ann" not in re.findall(r"\w+", page)
    place = place_in(page)
    assert "[name] asks: &lt;why&gt;?" in head.get(place).text
    for address in ("/looks", place, f"{place}/evidence"):
        assert kim.get(address).status_code == 403
    assert kim.post(f"{place}/replay").status_code == 403
    assert kim.post(f"{place}/answer", {"words": "No."}).status_code == 403
    assert head.get("/looks/hearts/0123456789ab").status_code == 404


def test_the_page_of_explain_stands_beside_the_request_without_names(opened, head):
    ask(opened)
    place = place_in(head.get("/looks").text)
    assert "iframe" not in head.get(place).text
    assert head.get(f"{place}/evidence").status_code == 404
    page = explained_page(opened.desk.course.root, "hearts", "ann")
    page.parent.mkdir(parents=True)
    page.write_text("<h1>ann: how the mark was computed</h1>")
    assert f'src="{place}/evidence"' in head.get(place).text
    shown = head.get(f"{place}/evidence")
    assert shown.text == "<h1>[name]: how the mark was computed</h1>"
    assert shown.headers["content-security-policy"].startswith("sandbox;")
    mine = "&lt;meta content=&quot;script-src &#x27;sha256-{}=&#x27;&quot;&gt;"
    frame = f'<iframe class="pf-frame" sandbox="allow-scripts" srcdoc="{mine.format("Ours")}"></iframe>'
    page.write_text(frame + mine.format("Theirs"))
    policy = head.get(f"{place}/evidence").headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none';")
    assert policy.endswith("; script-src 'sha256-Ours='")


def test_an_answer_is_kept_with_the_points_that_it_moves(opened, head):
    ask(opened)
    ask(opened, "bob", "Mine too.")
    place = place_in(head.get("/looks").text)
    refused = head.post(f"{place}/answer", {"words": "True.", "cell": "comments", "points": "99"})
    assert refused.status_code == 422
    assert "worth 30 points" in refused.text
    for form in ({"cell": "comments"}, {"points": "3"}, {"cell": "comments", "points": "-1"}):
        assert head.post(f"{place}/answer", {"words": "True.", **form}).status_code == 422
    assert not any(look.answered for look in looks_in(opened.desk.course.root, "hearts"))
    form = {"words": "You are right.", "cell": "comments", "points": "24,5"}
    assert head.post(f"{place}/answer", form).headers["location"] == place
    page = head.get(place).text
    assert "You are right." in page
    assert "24.5 points from now on" in page
    assert head.post(f"{place}/answer", form).status_code == 422  # answered before
    answered, open_ = looks_in(opened.desk.course.root, "hearts")
    assert (answered.student, answered.who, answered.points) == ("ann", "admin", {"comments": 24.5})
    assert not open_.answered
    (decision,) = read_overrides(opened.desk.course.root, "hearts")
    assert (decision.cell, decision.points, decision.why) == ("comments", 24.5, "You are right.")


@pytest.fixture
def served(tmp_path) -> Iterator[tuple[Marking, httpx2.Client]]:
    """The site of a course with one real mark, through HTTP, for its head."""
    course = make_course(tmp_path / "course")
    hand_in(course, "ann", RENEGES)
    assert grade(course, "hearts").exit_code == 0
    opened = open_marking(course.root)
    with opened.site.database.writing() as session:
        account = account_of(session, "admin")
        assert account is not None
        secret = start_session(session, account, 1)
    headers = {HEADER: form_token(opened.site.key, secret)}
    with (
        live_app(marking_app(opened)) as url,
        httpx2.Client(base_url=url, cookies={COOKIE: secret}, headers=headers, timeout=60) as client,
    ):
        yield opened, client
    opened.site.database.close()


@pytest.mark.week
def test_through_http_a_mark_is_played_again_and_points_move(served):
    opened, client = served
    ask(opened, words="Please replay it.")
    place = place_in(client.get("/looks").text)
    assert client.post(f"{place}/replay").status_code == 303
    assert 'hx-trigger="every 2s"' in client.get(place).text
    until = time.monotonic() + 300
    while "hx-trigger" in client.get(place).text:
        assert time.monotonic() < until
        time.sleep(0.5)
    assert "<iframe" in client.get(place).text
    evidence = client.get(f"{place}/evidence").text
    assert "every verdict, number and point is as stored" in evidence
    assert "Reneging" in evidence
    form = {"words": "Your player reneges.", "cell": "beats-basic", "points": "2"}
    assert client.post(f"{place}/answer", data=form).status_code == 303
    (look,) = looks_in(opened.desk.course.root, "hearts")
    assert look.evidence == "reports/hearts/explained/ann/mark.html"
    assert opened.desk.course.standing("hearts", "ann")["beats-basic"].by_hand == 2.0


def test_points_that_are_no_number_and_a_failed_replay_are_told_without_names(opened, head, monkeypatch):
    ask(opened)
    place = place_in(head.get("/looks").text)
    refused = head.post(f"{place}/answer", {"words": "Yes.", "cell": "comments", "points": "ten"})
    assert refused.status_code == 422
    assert "points are a number, 0 or more" in refused.text
    monkeypatch.setattr(opened.desk.replays, "trouble", lambda *_: "submitted/ann/<hearts>: it is gone")
    page = head.get(place).text
    assert "submitted/[name]/&lt;hearts&gt;: it is gone" in page
