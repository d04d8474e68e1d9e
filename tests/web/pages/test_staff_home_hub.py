import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playfunc_web.accounts.hub import Hub
from playfunc_web.database.tables import Entrant, Job, Run
from playfunc_web.http.viewer import COOKIE, name_of
from playfunc_web.ladders.ladders import ladder_named
from playfunc_web.ladders.planning import wait_until_timed
from playfunc_web.ladders.schedule import start_run
from playfunc_web.pages import staff as staff_pages
from playfunc_web.pages.login import HUB_COOKIE
from playfunc_web.site import Site
from sqlalchemy import select, update
from web_results import Filled, fill_ladder
from web_runs import admit
from web_site import Browser, actions, browser, open_test_site

PLAYER = "def play(player_id, position, mine, theirs, previous):\n    return min(5, mine), None\n"


@pytest.fixture
def staff(ladders: Site) -> Browser:
    wait_until_timed()
    with ladders.database.writing() as session:
        admit(session, "ada", "footsteps", PLAYER)
    return browser(ladders, "tina", "staff")


@pytest.mark.parametrize(("login", "seen", "done"), [(None, 303, 401), ("ada", 403, 403)])
def test_nobody_but_staff_sees_or_starts_anything(
    ladders: Site, login: str | None, seen: int, done: int
) -> None:
    asking = browser(ladders, login)
    assert asking.get("/staff").status_code == seen
    for address in (
        "ladders/footsteps/run",
        "ladders/footsteps/freeze",
        "class-list",
        "links",
        "link",
        "jobs/1/again",
    ):
        assert asking.post(f"/staff/{address}").status_code == done
    assert actions(ladders) == []
    with ladders.database.reading() as session:
        assert ladder_named(session, "footsteps").state == "open"


def test_a_run_tells_what_it_will_cost_and_starts_by_button(staff: Browser) -> None:
    page = staff.get("/staff").text
    assert "Expected to take" in page
    assert "CPU budget" in page
    assert re.search(r"No run is complete yet\.\s+Next night", page)
    assert staff.post("/staff/ladders/footsteps/run").headers["location"] == "/staff?done=run"
    with staff.site.database.reading() as session:
        assert [(job.kind, job.state) for job in session.scalars(select(Job))] == [("run", "queued")]
    assert "Run 1 is planned" in staff.get("/staff?done=run").text
    assert staff.post("/staff/ladders/footsteps/run").status_code == 409
    assert actions(staff.site) == [("started a run (button)", "ladder footsteps, run 1")]


def test_the_page_waits_for_no_timing_of_house_players(
    staff: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It asks again by itself, until it can show what a run costs."""
    monkeypatch.setattr(staff_pages, "timed", lambda: False)
    page = staff.get("/staff").text
    assert "The house players are being timed" in page
    assert "Expected to take" not in page
    assert "/staff/ladders/footsteps/run" not in page
    asked = re.search(r'<div id="timing" hx-get="/staff" .*hx-select-oob="(.*?)"', page)
    assert asked is not None
    assert all(f'<div id="{part[1:]}">' in page for part in asked[1].split(","))
    monkeypatch.undo()
    assert 'id="timing"' not in staff.get("/staff").text


def test_freezing_and_opening_again(staff: Browser) -> None:
    staff.post("/staff/ladders/footsteps/freeze")
    page = staff.get("/staff?done=freeze").text
    assert "frozen" in page
    assert "Play the final run" in page
    staff.post("/staff/ladders/footsteps/run")
    with staff.site.database.reading() as session:
        assert session.scalars(select(Run.kind)).all() == ["final"]
    assert staff.post("/staff/ladders/footsteps/freeze").status_code == 409
    staff.post("/staff/ladders/footsteps/reopen")
    with staff.site.database.reading() as session:
        ladder = ladder_named(session, "footsteps")
        assert (ladder.state, ladder.freezes) == ("open", None)
    assert [action for action, _ in actions(staff.site)] == ["froze", "started a run (final)", "reopened"]


def test_settings_of_a_ladder(staff: Browser) -> None:
    asked = {"freezes": "2026-12-18T23:59", "run_cpu_minutes": "2.5"}
    assert staff.post("/staff/ladders/footsteps/settings", asked).status_code == 303
    with staff.site.database.reading() as session:
        ladder = ladder_named(session, "footsteps")
        assert (ladder.freezes, ladder.nightly, ladder.run_cpu_seconds) == (1797638340.0, False, 150.0)
    assert 'value="2026-12-18T23:59"' in staff.get("/staff").text
    for wrong in (
        {"freezes": "soon"},
        {"opens": "2026-12-19T08:00", "freezes": "2026-12-18T23:59"},
        {"run_cpu_minutes": "-1"},
        {"run_cpu_minutes": "nan"},
    ):
        assert staff.post("/staff/ladders/footsteps/settings", wrong).status_code == 422


def test_a_ladder_takes_uploads_from_the_time_that_staff_set(staff: Browser) -> None:
    staff.post("/staff/ladders/footsteps/settings", {"opens": "2100-01-01T08:00"})
    assert 'name="opens" value="2100-01-01T08:00"' in staff.get("/staff").text
    ada = browser(staff.site, "ada")
    assert "takes uploads later" in ada.get("/upload").text
    assert "It opens: " in ada.get("/upload").text
    sent = ada.post("/upload", {"ladder": "footsteps"}, files={"file": ("player.py", PLAYER.encode())})
    assert "takes uploads later" in sent.text
    staff.post("/staff/ladders/footsteps/settings", {"opens": "2020-01-01T08:00"})
    assert "takes uploads later" not in ada.get("/upload").text


def test_flagged_versions_are_told_to_staff(staff: Browser) -> None:
    with staff.site.database.writing() as session:
        entrant = admit(session, "bob", "footsteps", PLAYER)
        entrant.versions[-1].flagged = "<b>the solution</b> of FootSteps, 97%"
    page = staff.get("/staff").text
    assert "&lt;b&gt;the solution&lt;/b&gt; of FootSteps, 97%" in page
    assert f"/player/{entrant.code}" in page


def test_what_broke_on_our_side_is_listed_and_tried_again(staff: Browser) -> None:
    with staff.site.database.writing() as session:
        run = start_run(session, ladder_named(session, "footsteps"), "button", staff.site.settings)
        job = session.scalars(select(Job)).one()
        job.state, job.finished, job.note, run.state = "failed", 1.0, "OSError: disk full", "stopped"
    page = staff.get("/staff").text
    assert "OSError: disk full" in page
    assert staff.post(f"/staff/jobs/{job.id}/again").status_code == 303
    with staff.site.database.reading() as session:
        assert session.get_one(Job, job.id).state == "queued"
        assert session.get_one(Run, run.id).state == "planned"
    assert staff.post(f"/staff/jobs/{job.id}/again").status_code == 404
    assert actions(staff.site) == [("tried again", f"job {job.id} (run)")]


def test_a_visitor_reads_what_this_is_and_nothing_of_anybody(filled: tuple[Site, Filled]) -> None:
    page = browser(filled[0]).get("/").text
    assert "Write a program that plays" in page
    assert 'href="/docs/handout"' in page
    assert "/ladder/hearts-four" not in page


def test_a_public_site_shows_its_ladders_to_visitors(tmp_path) -> None:
    site = open_test_site(tmp_path / "site", "public = true\n")
    fill_ladder(site, entrants=6, games=0)
    page = browser(site).get("/").text
    assert "/ladder/hearts-four" in page
    assert "News" in page
    site.database.close()


def test_a_visitor_opens_the_newest_game_from_the_first_page(tmp_path) -> None:
    site = open_test_site(tmp_path / "site", "public = true\nopen_games = true\n")
    made = fill_ladder(site, entrants=8, games=3)
    visitor = browser(site)
    assert f'href="/game/{made.runs[-1]}/3"' in visitor.get("/").text
    assert visitor.get(f"/game/{made.runs[-1]}/3").status_code == 200
    assert f'href="/game/{made.runs[-1]}/3"' in browser(site, "newcomer").get("/").text
    site.database.close()


def test_home_shows_ones_own_place_upload_games_and_errors(filled: tuple[Site, Filled]) -> None:
    site, made = filled
    page = browser(site, "ada").get("/").text
    assert "of 120 in" in page
    assert f"/status/{made.codes[0]}/2" in page
    assert "1 × TimeError" in page
    assert page.count(f"/game/{made.runs[-1]}/") == 6
    assert f'<a class="button" href="/game/{made.runs[-1]}/1">Watch the next game</a>' in page
    assert "Provisional rating" not in page


def test_a_new_version_has_a_provisional_rating_until_the_next_run(site: Site) -> None:
    made = fill_ladder(site, entrants=6, games=0)
    with site.database.writing() as session:
        entrant = session.scalar(select(Entrant).where(Entrant.code == made.codes[0]))
        entrant.active = entrant.versions[0]
    page = browser(site, "ada").get("/").text
    assert "Provisional rating" in page
    assert "980 ?" in page


def test_a_player_that_crashes_run_after_run_is_alerted_at_home(site: Site) -> None:
    made = fill_ladder(site, entrants=6, games=0)
    ada = browser(site, "ada")
    assert "committed a fault in most games" not in ada.get("/").text
    with site.database.writing() as session:
        session.execute(update(Entrant).where(Entrant.code == made.codes[0]).values(crashes=2))
    alert = (
        'In the last 2 runs your player committed a fault in most games. See <a href="/status">its errors</a>'
    )
    assert f'<p class="bad" role="alert">{alert}, fix your player' in ada.get("/").text


def test_no_errors_are_counted_before_a_version_plays(ladders: Site) -> None:
    with ladders.database.writing() as session:
        entrant = admit(session, "ada", "footsteps", "")
        entrant.active, entrant.versions[0].state = None, "refused"
    page = browser(ladders, "ada").get("/").text
    assert "Refused" in page
    assert "Errors of the active version" not in page


def test_somebody_without_a_player_reads_how_to_enter(filled: tuple[Site, Filled]) -> None:
    page = browser(filled[0], "newcomer").get("/").text
    assert 'href="/upload">Upload</a>' in page
    assert "/ladder/hearts-four" in page


# The way to the hub and back, as far as no hub is asked; tests/web/test_jupyterhub.py asks a real one.
TOLD = {
    "JUPYTERHUB_API_TOKEN": "secret",
    "JUPYTERHUB_API_URL": "http://127.0.0.1:9/hub/api",
    "JUPYTERHUB_CLIENT_ID": "service-ladder",
    "JUPYTERHUB_SERVICE_NAME": "ladder",
}


@pytest.fixture
def beside_a_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    for name, value in TOLD.items():
        monkeypatch.setenv(name, value)
    settings = 'hub = true\nbase_url = "https://ladder.example"\nhub_url = "https://hub.example"\n'
    opened = open_test_site(tmp_path / "hub-site", settings)
    yield opened
    opened.database.close()


def begun(site: Site, there: str = "/") -> tuple[Browser, dict[str, str]]:
    visitor = browser(site)
    visitor.client.base_url = "https://ladder.example"
    answer = visitor.get("/hub/login", params={"next": there})
    address = urlsplit(answer.headers["location"])
    assert (answer.status_code, f"{address.scheme}://{address.netloc}{address.path}") == (
        303,
        "https://hub.example/hub/api/oauth2/authorize",
    )
    return visitor, {name: values[0] for name, values in parse_qs(address.query).items()}


def test_the_hub_is_told_who_asks_and_where_to_send_back(beside_a_hub: Site) -> None:
    visitor, asked = begun(beside_a_hub)
    assert asked["client_id"] == "service-ladder"
    assert asked["redirect_uri"] == "https://ladder.example/hub/callback"
    assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
    assert "JupyterHub" in visitor.get("/login").text
    cookie = visitor.get("/hub/login").headers["set-cookie"].lower()
    assert cookie.startswith("__host-playfunc_hub=")
    assert all(word in cookie for word in ("httponly", "samesite=lax", "path=/;", "secure"))


def test_every_login_has_a_state_of_its_own(beside_a_hub: Site) -> None:
    states = {begun(beside_a_hub)[1]["state"] for _ in range(5)}
    assert len(states) == 5


def test_a_callback_that_this_browser_did_not_begin_is_refused(beside_a_hub: Site) -> None:
    visitor, asked = begun(beside_a_hub)
    other, _ = begun(beside_a_hub)
    for client, state in (
        (other, asked["state"]),
        (visitor, ""),
        (visitor, "x" * 32),
        (browser(beside_a_hub), asked["state"]),
    ):
        answer = client.get("/hub/callback", params={"code": "code", "state": state})
        assert (answer.status_code, name_of(beside_a_hub, COOKIE) in client.client.cookies) == (403, False)
        assert "The login did not work" in answer.text


def test_a_cookie_that_was_changed_is_refused(beside_a_hub: Site) -> None:
    visitor, asked = begun(beside_a_hub)
    kept = visitor.client.cookies[name_of(beside_a_hub, HUB_COOKIE)]
    visitor.client.cookies.clear()
    visitor.client.cookies.set(name_of(beside_a_hub, HUB_COOKIE), f"x{kept}")
    answer = visitor.get("/hub/callback", params={"code": "code", "state": asked["state"]})
    assert "was not begun here" in answer.text


def test_a_login_that_the_hub_ended_says_so(beside_a_hub: Site) -> None:
    visitor, asked = begun(beside_a_hub)
    answer = visitor.get("/hub/callback", params={"error": "access_denied", "state": asked["state"]})
    assert (answer.status_code, "JupyterHub did not let you in" in answer.text) == (403, True)


def test_a_hub_that_is_away_is_told_in_a_sentence(beside_a_hub: Site) -> None:
    visitor, asked = begun(beside_a_hub)
    answer = visitor.get("/hub/callback", params={"code": "code", "state": asked["state"]})
    assert (answer.status_code, "cannot be asked" in answer.text) == (403, True)


def test_no_login_leads_to_another_site(beside_a_hub: Site) -> None:
    visitor, _ = begun(beside_a_hub, "//evil.example/")
    hub = Hub.of(beside_a_hub.settings, beside_a_hub.key)
    assert hub.signer.loads(visitor.client.cookies[name_of(beside_a_hub, HUB_COOKIE)])["next"] == "/"


def test_a_site_without_a_hub_has_none_of_this(site: Site) -> None:
    assert browser(site).get("/hub/login").status_code == 404
    assert "JupyterHub" not in browser(site).get("/login").text
