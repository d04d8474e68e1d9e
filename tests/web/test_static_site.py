import os
import re
from pathlib import Path
from typing import NoReturn

import pytest
from playfunc_arena.formats import ladder_format
from playfunc_arena.plan import Plan
from playfunc_checks.extract import PlayerSource
from playfunc_checks.settings import SettingsError
from playfunc_checks.submitted_player import Program
from playfunc_web import static_site
from playfunc_web.accounts.people import account_of
from playfunc_web.database import Database
from playfunc_web.errors import SiteError
from playfunc_web.opening import link_for, open_site
from playfunc_web.site import COURSE_MARKS, DATABASE_FILE, SiteFolder
from playfunc_web.static_site import contest_of, hold
from web_site import browser

PLAYER = """
def play(player_id, position, my_points, their_points, previous):
    print("thought by one player alone")
    return {bid}, "remembered by one player alone"
"""


BOT = b"""
mine, theirs = 50, ""
while theirs != "fin":
    bid = min(mine, 7)
    print(bid, flush=True)
    mine -= bid
    theirs = input()
"""


def handed_in(bid: str) -> PlayerSource:
    return PlayerSource(PLAYER.format(bid=bid), "footsteps.ipynb")


def program(command: str, content: bytes = BOT) -> PlayerSource:
    made = Program(command, (("bot.py", content, False),))
    return PlayerSource(made.source, "program.txt", program=made)


@pytest.mark.broad
def test_programs_play_and_who_cannot_is_told_why(tmp_path: Path) -> None:
    players = {
        "bold-crane-1": program("exec:python3 bot.py"),
        "calm-newt-2": program("exec:python3 none.py"),
        "deft-otter-3": program("exec:python3 bot.py", b"print('no bid', flush=True)"),
        "keen-heron-4": PlayerSource("1 / 0\ndef play(*given): ...", "footsteps.ipynb"),
    }
    told: dict[str, str] = {}
    held = hold(
        players,
        "footsteps",
        tmp_path / "out",
        deals=2,
        seed=5,
        on_left_out=lambda pseudonym, why: told.update({pseudonym: why}),
    )
    assert held.entered == 1
    assert "no word of 'python3 none.py' names a file" in told.pop("calm-newt-2")
    assert "'no bid' came" in told.pop("deft-otter-3")
    assert "ZeroDivisionError" in told.pop("keen-heron-4")
    assert told == {}
    (row,) = re.findall(r"<tr>(?:(?!</tr>).)*bold-crane-1.*?</tr>", page(tmp_path), re.DOTALL)
    assert "<td>program</td>" in row
    assert '<td class="n">0</td>' in row, "no faults"
    with pytest.raises(SiteError, match="nobody who entered can play"):
        hold({"calm-newt-2": players["calm-newt-2"]}, "footsteps", tmp_path / "none")


class PlannedError(Exception):
    """Ends a contest before its first game."""


def planned(tmp_path: Path, deals: int | None = None) -> Plan:
    def started(plan: Plan) -> NoReturn:
        raise PlannedError(plan)

    players = {"keen-heron-1": handed_in("min(7, my_points)")}
    with pytest.raises(PlannedError) as caught:
        hold(players, "footsteps", tmp_path / "out", deals=deals, on_start=started)
    (plan,) = caught.value.args
    assert isinstance(plan, Plan)
    return plan


@pytest.mark.broad
def test_a_budget_pays_for_the_deals_unless_they_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = ladder_format("footsteps").step
    usual = planned(tmp_path)
    assert usual.deals > 10 * step
    assert usual.cpu_seconds <= static_site.BUDGET_SECONDS
    monkeypatch.setattr(static_site, "BUDGET_SECONDS", usual.cpu_seconds / 4)
    assert step < planned(tmp_path).deals < usual.deals / 2
    monkeypatch.setattr(static_site, "BUDGET_SECONDS", 1e-6)
    assert planned(tmp_path).deals == step
    assert planned(tmp_path, deals=3 * step).deals == 3 * step


def test_players_of_staff_take_part_and_are_marked(tmp_path: Path) -> None:
    told: dict[str, str] = {}
    held = hold(
        {"keen-heron-1": handed_in("min(7, my_points)")},
        "footsteps",
        tmp_path / "out",
        staff={"guard": handed_in("min(9, my_points)"), "void": handed_in("1 // 0")},
        deals=2,
        seed=5,
        on_left_out=lambda name, why: told.update({name: why}),
    )
    assert held.entered == 1
    assert list(told) == ["void"]
    rows = re.findall(r"<tr\b(?:(?!</tr>).)*</tr>", page(tmp_path), re.DOTALL)
    (row,) = [row for row in rows if "<bdi>guard</bdi>" in row]
    assert '<span class="tag">staff</span>' in row


def page(tmp_path: Path) -> str:
    return (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


def test_an_assignment_stands_for_the_contest_at_its_tables() -> None:
    assert contest_of("hearts", 4) == "hearts-four"
    assert contest_of("hearts", 2) == "hearts"
    assert contest_of("footsteps", 2) == "footsteps"
    assert contest_of("footsteps", 2, {"cells": 1001, "points": 1_000_000}) == "footsteps-big"
    assert contest_of("blackjack", 2, {"rounds": 5}) == "blackjack"
    with pytest.raises(SiteError, match="has no contest"):
        contest_of("chess", 2)


def test_a_run_becomes_pages_under_pseudonyms_without_anything_private(tmp_path: Path) -> None:
    players = {
        "keen-heron-1": handed_in("min(7, my_points)"),
        "calm-newt-2": handed_in("1 if previous is None else 1 // 0"),
    }
    planned = []
    held = hold(players, "footsteps", tmp_path / "out", deals=10, seed=5, on_start=planned.append)
    assert held.entered == 2
    assert held.games == planned[0].games > 0
    ladder = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "keen-heron-1" in ladder
    assert "advanced" in ladder
    written = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert len(written) == held.files
    assert len(list((tmp_path / "out").glob("game/*/*/replay.html"))) == held.games
    for path in written:
        text = path.read_bytes()
        assert b"by one player alone" not in text, path
        assert b"ZeroDivisionError: division" not in text, path
    (page,) = [text for text in players_pages(tmp_path / "out") if "<bdi>keen-heron-1</bdi></h1>" in text]
    assert "Head to head" in page
    assert "Costs by phase" in page
    for name in ("records", "docs", "docs/rules-footsteps", "docs/glossary", "docs/style", "docs/ratings"):
        assert (tmp_path / "out" / f"{name}.html").is_file(), name
    for address, title in (("records.html", "Records"), ("docs.html", "Docs")):
        assert f'<a href="{address}">{title}</a>' in ladder
    records = (tmp_path / "out" / "records.html").read_text(encoding="utf-8")
    assert "<h3>Best score</h3>" in records
    assert not (tmp_path / "out" / "docs" / "handout.html").exists(), "there is nowhere to upload"
    assert "API" not in (tmp_path / "out" / "docs.html").read_text(encoding="utf-8")


def players_pages(out: Path) -> list[str]:
    return [
        re.sub(r"\s+</h1>", "</h1>", path.read_text(encoding="utf-8")) for path in out.glob("player/*.html")
    ]


@pytest.mark.parametrize("mark", COURSE_MARKS)
@pytest.mark.parametrize(
    ("course", "site"), [("", ""), ("", "ladder"), ("", "a/b/ladder"), ("ladder/inner/course", "ladder")]
)
def test_a_site_does_not_start_in_around_or_inside_a_course(
    tmp_path: Path, mark: str, course: str, site: str
) -> None:
    (tmp_path / course).mkdir(parents=True, exist_ok=True)
    (tmp_path / course / mark).write_text("")
    with pytest.raises(SiteError, match="a course") as refused:
        SiteFolder.open(tmp_path / site)
    assert mark in str(refused.value)
    assert not (tmp_path / site / "site.key").exists()


def test_a_site_does_not_start_with_a_class_list_inside_a_course(tmp_path: Path) -> None:
    course, site = tmp_path / "course", tmp_path / "site"
    course.mkdir()
    site.mkdir()
    (course / "gradebook.db").write_text("")
    (course / "class.csv").write_text("login\nada\n")
    (site / "site.toml").write_text('class_list = "../course/class.csv"\n')
    with pytest.raises(SiteError, match="the class list's folder"):
        SiteFolder.open(site)


def test_a_setting_that_does_not_exist_is_refused_with_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text("publik = true\n")
    with pytest.raises(SettingsError, match="public"):
        SiteFolder.open(tmp_path)


def test_only_the_site_reads_its_key_and_it_stays_the_same(tmp_path: Path) -> None:
    first, second = SiteFolder.open(tmp_path), SiteFolder.open(tmp_path)
    assert first.key == second.key
    assert (tmp_path / "site.key").stat().st_mode & 0o77 == 0


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('nightly = "25:00"', 'nightly must be a time such as "02:00"; found "25:00"'),
        ('timezone = "Europe/Atlantis"', "timezone must be a time zone"),
        ("course_end = 2026-12-18", 'course_end must be a day such as "2026-12-18"; found 2026-12-18'),
        ('base_url = "ladder.example.edu"', "base_url must be an address"),
        ('base_url = "https://example.edu/ladder"', "and no path"),
        ('content_url = "content.example.edu"', "content_url must be an address"),
        ('proxies = ["10.0.0.0/33"]', "must be an address or a network"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused_with_what_does(
    tmp_path: Path, line: str, expected: str
) -> None:
    (tmp_path / "site.toml").write_text(line + "\n")
    with pytest.raises(SettingsError) as refused:
        SiteFolder.open(tmp_path)
    assert expected in str(refused.value)


def test_an_address_for_content_that_is_the_sites_own_is_refused(tmp_path: Path) -> None:
    same = 'base_url = "https://ladder.example.edu"\ncontent_url = "https://ladder.example.edu:443"\n'
    (tmp_path / "site.toml").write_text(same)
    with pytest.raises(SiteError, match="content_url is the site's own address"):
        SiteFolder.open(tmp_path)


def test_a_folder_that_cannot_be_used_is_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SiteError, match=r"cannot be used \(.*file\): name another one.*chown"):
        SiteFolder.open(tmp_path / "file")


def test_a_folder_inside_that_nobody_may_look_into_is_none_of_a_course(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as lost+found at the root of a disk, which root alone reads."""
    (tmp_path / "lost+found").mkdir()
    scan = os.scandir

    def scandir(path: Path) -> object:
        if Path(path).name == "lost+found":
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr("playfunc_web.site.os.scandir", scandir)
    assert SiteFolder.open(tmp_path).key


def test_a_language_that_does_not_fit_is_refused_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "languages.toml").write_text('[unicon]\ntitle = "Unicon"\n')
    with pytest.raises(SettingsError, match=r"languages\.toml, \[unicon\]"):
        SiteFolder.open(tmp_path)


def test_the_first_start_prints_a_link_for_the_administrator_and_later_ones_do_until_it_is_used(
    tmp_path: Path,
) -> None:
    first = open_site(tmp_path)
    second = open_site(tmp_path)
    assert first.admin_link
    assert second.admin_link
    admin = browser(first.site)
    assert admin.post(first.admin_link).headers["location"] == "/account"
    assert open_site(tmp_path).admin_link == ""


def test_the_class_list_is_read_at_each_start(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text('class_list = "class.csv"\n')
    (tmp_path / "class.csv").write_text("login\nada\n")
    assert open_site(tmp_path).enrolled.new == ("ada",)
    (tmp_path / "class.csv").write_text("login\nada\nbob\n")
    started = open_site(tmp_path)
    assert started.enrolled.new == ("bob",)
    with started.site.database.reading() as session:
        assert account_of(session, "ada") is not None
    (tmp_path / "class.csv").write_text("name\nada\n")
    with pytest.raises(SiteError, match="line 1"):
        open_site(tmp_path)


def test_a_start_that_fails_leaves_no_connection_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = []
    monkeypatch.setattr(Database, "close", lambda database: closed.append(database.engine.dispose()))
    (tmp_path / "site.toml").write_text('class_list = "class.csv"\n')
    (tmp_path / "class.csv").write_text("name\nada\n")
    with pytest.raises(SiteError, match="line 1"):
        open_site(tmp_path)
    assert len(closed) == 1
    (tmp_path / DATABASE_FILE).write_bytes(b"no database" * 100)
    with pytest.raises(SiteError):
        open_site(tmp_path)
    assert len(closed) == 2


def test_an_administrator_who_forgot_the_password_gets_a_link_by_command(tmp_path: Path) -> None:
    started = open_site(tmp_path)
    link = link_for(tmp_path, "admin")
    assert browser(started.site).post(link).headers["location"] == "/account"
    with pytest.raises(SiteError, match="no account 'nobody'"):
        link_for(tmp_path, "nobody")


def test_commands_beside_the_server_make_no_site(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match=r"no site's folder: expected site\.key"):
        link_for(tmp_path / "typo", "admin")
    assert not (tmp_path / "typo").exists()
    open_site(tmp_path / "site").site.database.close()
    (tmp_path / "site" / DATABASE_FILE).unlink()
    with pytest.raises(SiteError, match="PLAYFUNC_DATABASE"):
        link_for(tmp_path / "site", "admin")
    assert not (tmp_path / "site" / DATABASE_FILE).exists()
