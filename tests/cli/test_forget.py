"""`playfunc forget`: one student removed from a course."""

import pytest
from playfunc_cli.main import command_line
from site_people import play
from typer.testing import CliRunner
from web_site import open_test_site

# Nbgrader, nbconvert and SQLAlchemy warn about themselves.
pytestmark = [pytest.mark.week, pytest.mark.filterwarnings("ignore")]


def test_nothing_is_left_and_copies_elsewhere_are_mentioned(course, playfunc):
    code, out, _ = playfunc("forget", course, "bob", "--yes")
    assert code == 0
    assert out.startswith("Deleted ")
    assert "Delete copies elsewhere yourself" in out
    assert not list(course.rglob("bob*"))


def test_without_a_yes_nothing_happens(course):
    asked = CliRunner().invoke(command_line(), ["forget", str(course), "bob"], input="n\n")
    assert asked.exit_code == 1
    assert "Remove everything about bob" in asked.output
    assert (course / "submitted/bob").is_dir()


def test_the_site_forgets_too(course, playfunc, ladder):
    code, out, _ = playfunc("forget", course, "bob", "--site", ladder, "--yes")
    assert code == 0, out
    assert not list(course.rglob("bob*"))
    assert (ladder / "class.csv").read_text() == "login,name\nann,Ann\n"
    assert [path.name for path in ladder.rglob("*") if path.is_file() and b"bob" in path.read_bytes()] == []
    assert b"ann" in (ladder / "ladder.db").read_bytes()


def test_who_is_on_the_site_alone_is_forgotten_there(course, playfunc, ladder):
    code, out, _ = playfunc("forget", course, "cyd", "--site", ladder, "--yes")
    assert (code, "The course: nobody in this course has the id 'cyd'" in out) == (0, True)


def test_who_is_nowhere_is_told(course, playfunc, ladder):
    code, out, err = playfunc("forget", course, "dan", "--site", ladder, "--yes")
    assert code == 2
    assert "has the login dan" in out
    assert "nobody in this course has the id 'dan'" in err


def test_an_upload_of_a_group_that_names_a_member_is_listed(course, playfunc, tmp_path):
    site = open_test_site(tmp_path / "group")
    play(site, "bob", "eve", group="pair")
    site.database.close()
    code, _, err = playfunc("forget", course, "bob", "--site", tmp_path / "group", "--yes")
    assert code == 1
    assert "an upload of a group, names the person in its source" in err
