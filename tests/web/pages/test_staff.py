import re

import pytest
from playfunc_web.accounts.people import account_of
from playfunc_web.database.tables import Bot, Job, Run
from playfunc_web.ladders.ladders import ladder_named, wait_until_timed
from playfunc_web.ladders.schedule import start_run
from playfunc_web.pages import staff as staff_pages
from playfunc_web.site import Site
from sqlalchemy import select
from web_runs import admit
from web_site import Browser, actions, browser

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


def test_the_page_waits_for_no_timing_of_built_in_players(
    staff: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It asks again by itself, until it can show what a run costs."""
    monkeypatch.setattr(staff_pages, "timed", lambda: False)
    page = staff.get("/staff").text
    assert page.count("The built-in players are being timed") == 1
    assert "Expected to take" not in page
    assert "/staff/ladders/footsteps/run" not in page
    asked = re.search(r'<div id="timing" hx-get="/staff" .*hx-select-oob="(.*?)"', page)
    assert asked is not None
    assert all(f'<div id="{part[1:]}">' in page for part in asked[1].split(","))
    monkeypatch.undo()
    assert 'id="timing"' not in staff.get("/staff").text


def test_accounts_are_listed_and_searched(staff: Browser) -> None:
    with staff.site.database.writing() as session:
        session.add(Bot(name="ada-bot", party_id=account_of(session, "ada").party_id, created=1.0))
    browser(staff.site, "b_ob")
    page = staff.get("/staff").text
    row = page[page.index("<bdi>ada</bdi>") :].partition("</tr>")[0]
    assert re.search(r'<a href="/player/\w+">FootSteps</a>', row)
    assert "<td>ada-bot</td><td>open</td>" in row
    assert "Make a link" not in page, "staff look, administrators act"
    for text, logins in (("AD", ["ada"]), ("B_O", ["b_ob"]), ("nobody", [])):
        found = staff.get("/staff", params={"q": text}).text
        assert re.findall(r'class="name"><bdi>(.+?)</bdi>', found) == logins
    assert "No login, name or group contains “nobody”." in found


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
