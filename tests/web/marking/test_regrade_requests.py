"""Regrade requests on the marking site: without names, the mark played again beside them, answers on record."""

import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from course_fixture import RENEGES, hand_in, make_course
from fastapi import FastAPI, Request
from fastapi.testclient import TestClient
from live_site import live_app
from marking_course import STUDENTS, entered_browser, marking_course, opened_course
from playfunc_classroom.appeals import audit_path
from playfunc_classroom.nbgrader_bridge.course import GradebookError
from playfunc_classroom.policy.overrides import read_overrides
from playfunc_classroom.regrade_requests import add_request, read_requests
from playfunc_classroom.runs.grade import grade
from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.accounts.sessions import start_session
from playfunc_web.backups import back_up, restore
from playfunc_web.errors import SiteError
from playfunc_web.http.middleware import POLICY
from playfunc_web.http.viewer import COOKIE
from playfunc_web.marking.app import Marking, marking_app, open_marking
from playfunc_web.opening import link_for
from web_routes import flat_routes
from web_site import OWN_PAGE


# What a site asks of a JupyterHub, answered without one: every code is of the person whose name it is, and whoever
# comes has access, so that the site alone decides.
@contextmanager
def stand_in_hub(patch: pytest.MonkeyPatch, service: str) -> Iterator[None]:
    """Until the end, the service's variables name this hub."""
    app = FastAPI()

    @app.post("/hub/api/oauth2/token")
    async def token(request: Request) -> dict[str, str]:
        form = await request.form()
        return {"access_token": str(form["code"])}

    @app.get("/hub/api/user")
    def user(request: Request) -> dict[str, object]:
        name = request.headers["authorization"].removeprefix("token ")
        return {"kind": "user", "name": name, "scopes": [f"access:services!service={service}"]}

    with live_app(app) as address:
        for variable, value in {
            "JUPYTERHUB_API_TOKEN": "secret",
            "JUPYTERHUB_API_URL": f"{address}/hub/api",
            "JUPYTERHUB_CLIENT_ID": f"service-{service}",
            "JUPYTERHUB_SERVICE_NAME": service,
        }.items():
            patch.setenv(variable, value)
        yield


pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


WHEN = datetime(2026, 12, 1, tzinfo=UTC)


def ask(opened: Marking, student: str = "ann", words: str = "Ann Miller asks: <why>?") -> None:
    assert add_request(opened.grading.course, "hearts", student, words, WHEN) is not None


def place_in(page: str) -> str:
    found = re.search(r"/regrade-requests/hearts/\w+", page)
    return found[0]


def test_requests_are_listed_without_names_for_the_head_alone(opened, kim, head):
    assert "Nobody has asked" in head.get("/regrade-requests").text
    ask(opened)
    page = head.get("/regrade-requests").text
    assert "[name] [name] asks: &lt;why&gt;?" in page
    assert opened.grading.sheet("hearts").codes["ann"] in page
    assert "ann" not in re.findall(r"\w+", page)
    place = place_in(page)
    assert "[name] asks: &lt;why&gt;?" in head.get(place).text
    for address in ("/regrade-requests", place, f"{place}/evidence"):
        assert kim.get(address).status_code == 403
    assert kim.post(f"{place}/replay").status_code == 403
    assert kim.post(f"{place}/answer", {"words": "No."}).status_code == 403
    assert head.get("/regrade-requests/hearts/0123456789ab").status_code == 404


def test_the_audit_page_stands_beside_the_request_without_names(opened, head):
    ask(opened)
    place = place_in(head.get("/regrade-requests").text)
    assert "iframe" not in head.get(place).text
    assert head.get(f"{place}/evidence").status_code == 404
    page = audit_path(opened.grading.course.root, "hearts", "ann")
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


def test_an_answer_without_points_moves_none(opened, head):
    ask(opened)
    place = place_in(head.get("/regrade-requests").text)
    assert head.post(f"{place}/answer", {"words": "The points stay."}).headers["location"] == place
    (answered,) = read_requests(opened.grading.course.root, "hearts")
    assert answered.answered
    assert not read_overrides(opened.grading.course.root, "hearts")


def test_an_answer_is_kept_with_the_points_that_it_moves(opened, head):
    ask(opened)
    ask(opened, "bob", "Mine too.")
    place = place_in(head.get("/regrade-requests").text)
    refused = head.post(f"{place}/answer", {"words": "True.", "cell": "comments", "points": "99"})
    assert refused.status_code == 422
    assert "worth 30 points" in refused.text
    for form in ({"cell": "comments"}, {"points": "3"}, {"cell": "comments", "points": "-1"}):
        assert head.post(f"{place}/answer", {"words": "True.", **form}).status_code == 422
    assert not any(each.answered for each in read_requests(opened.grading.course.root, "hearts"))
    form = {"words": "You are right.", "cell": "comments", "points": "24,5"}
    assert head.post(f"{place}/answer", form).headers["location"] == place
    page = head.get(place).text
    assert "You are right." in page
    assert "24.5 points from now on" in page
    assert head.post(f"{place}/answer", form).status_code == 422  # answered before
    answered, open_ = read_requests(opened.grading.course.root, "hearts")
    assert (answered.student, answered.who, answered.points) == ("ann", "admin", {"comments": 24.5})
    assert not open_.answered
    (decision,) = read_overrides(opened.grading.course.root, "hearts")
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
    with (
        live_app(marking_app(opened)) as url,
        httpx2.Client(base_url=url, cookies={COOKIE: secret}, headers=OWN_PAGE, timeout=60) as client,
    ):
        yield opened, client
    opened.site.database.close()


@pytest.mark.week
def test_through_http_a_mark_is_played_again_and_points_move(served):
    opened, client = served
    ask(opened, words="Please replay it.")
    place = place_in(client.get("/regrade-requests").text)
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
    (request,) = read_requests(opened.grading.course.root, "hearts")
    assert request.evidence == "reports/hearts/audit/ann/mark.html"
    assert opened.grading.course.standing("hearts", "ann")["beats-basic"].by_hand == 2.0


def test_points_that_are_no_number_and_a_failed_replay_are_told_without_names(opened, head, monkeypatch):
    ask(opened)
    place = place_in(head.get("/regrade-requests").text)
    refused = head.post(f"{place}/answer", {"words": "Yes.", "cell": "comments", "points": "ten"})
    assert refused.status_code == 422
    assert "points are a number, 0 or more" in refused.text
    monkeypatch.setattr(opened.grading.replays, "trouble", lambda *_: "submitted/ann/<hearts>: it is gone")
    page = head.get(place).text
    assert "submitted/[name]/&lt;hearts&gt;: it is gone" in page


# The marking site as a whole: who is let in, what every answer carries, and that no other site reaches it.
OPEN = {"/login", "/link/{secret}", "/healthz", "/metrics", "/static", "/api/v1/openapi.json"}


def addresses(opened, piece):
    """Every page, with something of kim's in the place of names."""
    assignment, round_, code = piece.split("/")
    values = {
        "{assignment}": assignment,
        "{round_}": round_,
        "{code}": code,
        "{paper}": "answer",
        "{task}": "comments",
    }
    for route in flat_routes(marking_app(opened).routes):
        if route.path in OPEN or "GET" not in (getattr(route, "methods", None) or ()):
            continue
        path = route.path
        for name, value in values.items():
            path = path.replace(name, value)
        yield path


def test_nobody_reads_anything_without_a_login(opened, piece):
    visitor = TestClient(marking_app(opened), follow_redirects=False)
    for path in addresses(opened, piece):
        answer = visitor.get(path)
        assert answer.status_code in (303, 404), path
        assert answer.headers.get("location", "/login").startswith("/login"), path
    refused = visitor.post(f"/api/marks/{piece}/comments", json={})
    assert refused.status_code in (401, 403)


def test_whoever_has_the_role_of_a_student_gets_nothing(opened, piece):
    """The site makes no such account; one that slipped in reads nothing all the same."""
    with opened.site.database.writing() as session:
        make_account(session, "ann")
    ann = entered_browser(opened, "ann")
    for path in addresses(opened, piece):
        if path != "/account":
            assert ann.get(path).status_code in (403, 404), path


def test_no_page_names_a_student(opened, kim, piece):
    for path in addresses(opened, piece):
        answer = kim.get(path)
        for student in STUDENTS:
            assert f"{student.capitalize()} Miller" not in answer.text, path
            assert f">{student}<" not in answer.text, path


def test_pages_run_nothing_but_the_sites_own(kim, piece):
    page = kim.get(f"/mark/{piece}")
    assert page.headers["content-security-policy"] == POLICY
    assert " onclick" not in page.text
    paper = kim.get(f"/paper/{piece}/notebook").headers["content-security-policy"]
    assert paper.startswith("sandbox; default-src 'none'")
    assert "script" not in paper


def test_a_gradebook_that_is_away_is_told(opened, kim, piece, monkeypatch):
    def away(*arguments: object) -> None:
        raise GradebookError("the gradebook cannot be used", "disk I/O error")

    monkeypatch.setattr(type(opened.grading.marks), "of", away)
    answer = kim.get(f"/mark/{piece}")
    assert answer.status_code == 503
    assert "try again" in answer.text
    assert "disk I/O" not in answer.text


REFUSED = {
    "ann": "The list of this site does not have ann: ask whoever runs it to add this JupyterHub login.",
    "admin": "The account admin has a password of this site: log in with it, or ask the staff.",
}


def test_of_the_hubs_people_only_markers_and_heads_are_let_in(tmp_path, monkeypatch):
    marking_course(tmp_path / "course", students=("ann",))
    settings = tmp_path / "course/.marking/site.toml"
    settings.parent.mkdir()
    settings.write_text('hub = true\nbase_url = "http://testserver"\nhub_admins = ["grace"]\n')
    with stand_in_hub(monkeypatch, "marking"):
        opened = open_marking(tmp_path / "course")
        app = marking_app(opened)
        for name in ("kim", "grace", *REFUSED):
            visitor = TestClient(app, follow_redirects=False)
            asked = parse_qs(urlsplit(visitor.get("/hub/login").headers["location"]).query)
            answer = visitor.get("/hub/callback", params={"code": name, "state": asked["state"][0]})
            let_in = name not in REFUSED
            assert answer.status_code == (303 if let_in else 403)
            assert REFUSED.get(name, "") in answer.text
            assert visitor.get("/").status_code == (200 if let_in else 303)
        opened.site.database.close()


# A marking site is opened beside its course.
def test_accounts_come_from_the_list_and_the_folder_is_private(tmp_path):
    opened = opened_course(tmp_path)
    folder = tmp_path / ".marking"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "site.key").stat().st_mode) == 0o600
    assert opened.admin_link.startswith("/link/")
    with opened.site.database.reading() as session:
        roles = {login: account_of(session, login).role for login in ("kim", "lee", "admin")}
        assert account_of(session, "ann") is None
    assert roles == {"kim": "staff", "lee": "staff", "admin": "admin"}
    assert opened.site.settings.title == f"Marking: {tmp_path.name}"
    opened.site.database.close()
    again = open_marking(tmp_path)
    assert again.enrolled.new == ()
    assert again.site.key == opened.site.key
    again.site.database.close()


@pytest.mark.parametrize("named", ["", ".marking"])
def test_a_head_who_forgot_the_password_gets_a_link_by_naming_the_course(opened, named):
    course = opened.grading.course.root
    link = link_for(course / named, "admin")
    answer = entered_browser(opened, "kim").post(link)
    assert answer.headers["location"].startswith("/account")
    with pytest.raises(SiteError, match="no account 'ann'"):
        link_for(course / named, "ann")


def test_a_course_without_a_marking_site_is_told_where_one_was_expected(tmp_path):
    make_course(tmp_path, release=False)
    with pytest.raises(SiteError, match=r"\.marking is no site's folder"):
        link_for(tmp_path, "admin")
    assert not (tmp_path / ".marking").exists()


def test_the_accounts_of_a_course_are_backed_up_and_restored(opened, tmp_path):
    course = opened.grading.course.root
    saved = back_up(course)
    assert saved.parent == course / ".marking" / "backups"
    assert saved.name.startswith("marking-")
    with opened.site.database.writing() as session:
        account_of(session, "kim").login = "kate"
    opened.site.database.close()
    restored = restore(course, saved)
    assert restored.kept.parent == saved.parent
    again = open_marking(course)
    with again.site.database.reading() as session:
        assert account_of(session, "kim") is not None
        assert account_of(session, "kate") is None
    again.site.database.close()
    assert not (course / ".marking" / "ladder.db").exists()


def test_a_course_that_is_none_and_names_that_are_no_logins_are_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match="not a course"):
        open_marking(tmp_path)
    marking_course(tmp_path, markers=("Kim Lee",))
    with pytest.raises(SiteError, match="'Kim Lee'"):
        open_marking(tmp_path)


def test_before_the_first_release_there_is_nothing_to_mark(tmp_path):
    make_course(tmp_path, release=False)
    (tmp_path / "markers.csv").write_text("marker\nkim\n")
    opened = open_marking(tmp_path)
    assert "There is nothing for you to mark" in entered_browser(opened, "kim").get("/").text
    assert entered_browser(opened, "admin").get("/course").status_code == 200
    opened.site.database.close()


def test_a_gradebook_that_is_none_is_refused_in_a_sentence(tmp_path):
    make_course(tmp_path, release=False)
    (tmp_path / "gradebook.db").write_text("no database, but a text of some length")
    with pytest.raises(
        SiteError, match=r"the gradebook \(gradebook.db\) cannot be opened; restore it from a backup"
    ):
        open_marking(tmp_path)
