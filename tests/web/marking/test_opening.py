"""A marking site is opened beside its course."""

from __future__ import annotations

import stat

import pytest
from course_fixture import make_course
from marking_course import entered_browser, marking_course, opened_course
from playfunc_web.accounts.people import account_of
from playfunc_web.backups import back_up, restore
from playfunc_web.errors import SiteError
from playfunc_web.marking.opening import open_marking
from playfunc_web.opening import link_for

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


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
    course = opened.desk.course.root
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
    course = opened.desk.course.root
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
