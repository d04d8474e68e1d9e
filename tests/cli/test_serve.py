"""`playfunc serve`: a site in one file, and back; what it forgets and discloses."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


# `playfunc serve backup` and `restore`: a site in one file, and back.
def backed_up(playfunc, ladder):
    code, out, _ = playfunc("serve", "backup", ladder)
    assert code == 0
    found = re.fullmatch(r"Backed up and checked: (\S+) \([\d,]+ bytes\)\n", out)
    assert found
    return Path(found[1])


def test_a_site_goes_into_a_file_and_back(course, playfunc, ladder):
    file = backed_up(playfunc, ladder)
    assert playfunc("forget", course, "bob", "--site", ladder, "--yes")[0] == 0
    code, out, _ = playfunc("serve", "restore", ladder, file)
    assert code == 0
    assert re.search(r"^Restored \d+ rows of \d{4}-\d\d-\d\d \d\d:\d\d UTC into ", out)
    assert "Forgotten again: 1.\n" in out
    assert "What was there is kept in " in out
    assert b"Name of bob" not in (ladder / "ladder.db").read_bytes()


def test_a_forgetting_names_the_backups_that_hold_the_person(course, playfunc, ladder):
    file = backed_up(playfunc, ladder)
    out = playfunc("forget", course, "bob", "--site", ladder, "--yes")[1]
    assert f"These backups of the site still hold bob: {file.name}." in out


def test_what_cannot_be_restored_is_told_in_a_sentence(refuses, tmp_path):
    (tmp_path / "text.tar").write_text("hello")
    refuses("is no whole backup of a site", "serve", "restore", tmp_path / "new", tmp_path / "text.tar")
    refuses("is no site's folder", "serve", "backup", tmp_path / "nowhere")


def test_a_site_without_a_course_forgets_and_discloses_by_itself(playfunc, ladder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = playfunc("serve", "disclose", ladder, "bob")
    assert (code, "Everything about bob" in out) == (0, True)
    assert Path("disclosed/bob/account.json").is_file()
    code, out, _ = playfunc("serve", "forget", ladder, "bob", "--yes")
    assert (code, out) == (0, "bob is forgotten.\n")
    assert b"Name of bob" not in (ladder / "ladder.db").read_bytes()
    assert playfunc("serve", "forget", ladder, "bob", "--yes")[0] == 2


def test_a_site_forgets_one_bot(playfunc, ladder):
    with closing(sqlite3.connect(ladder / "ladder.db")) as database, database:
        database.execute("INSERT INTO bot (name, password, house, created) VALUES ('wire1', 'hash', '', 0)")
    code, out, _ = playfunc("serve", "forget", ladder, "wire1", "--bot", "--yes")
    assert (code, out) == (0, "wire1 is forgotten.\n")
    code, out, _ = playfunc("serve", "forget", ladder, "wire1", "--bot", "--yes")
    assert (code, "No bot on the site" in out) == (2, True)


def test_a_site_discloses_nobody_twice_or_by_a_wrong_login(refuses, ladder, tmp_path):
    refuses("has the login 'dan'", "serve", "disclose", ladder, "dan", "--out", tmp_path / "new")
    refuses("exists already", "serve", "disclose", ladder, "bob", "--out", tmp_path)
