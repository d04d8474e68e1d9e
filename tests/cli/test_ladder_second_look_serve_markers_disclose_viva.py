"""`playfunc ladder`: those who entered, as pages."""

import json
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import nbformat
import pytest
from course_fixture import CAUTIOUS, RENEGES, hand_in, make_course
from nbformat.v4 import new_code_cell
from playfunc_checks.course import read_secret
from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.pseudonyms import marking_names
from playfunc_classroom.runs.marking_progress import shares_of

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def enters(notebook: nbformat.NotebookNode) -> None:
    notebook.cells.append(new_code_cell("enter = True"))


def test_those_who_entered_play_and_nobody_is_named(course, playfunc):
    opened = Course.open(course)
    hand_in(opened, "ann", CAUTIOUS, enters)
    hand_in(opened, "bob", RENEGES)
    (hand_in(opened, "cyd", CAUTIOUS)).write_text("{")
    code, out, err = playfunc(
        "ladder", course, "hearts", "--contest", "hearts", "--deals", "2", "--seed", "1"
    )
    assert code == 0
    assert "cyd is left out: hearts.ipynb is damaged" in err
    assert "10 games, 2 deals a player; expected to take" in err
    assert "1 entered; 10 games are played.\nThe ladder: reports/hearts/ladder/index.html" in out
    student, pseudonym = (course / "reports/hearts/ladder.csv").read_text().splitlines()[1].split(",")
    assert student == "ann"
    pages = course / "reports/hearts/ladder"
    assert pseudonym in (pages / "index.html").read_text()
    for page in pages.rglob("*.html"):
        if page.name != "replay.html":
            assert ">ann<" not in page.read_text()


@pytest.mark.broad
def test_a_group_plays_once_and_staff_s_players_take_part(course, playfunc):
    opened = Course.open(course)
    (course / "groups.csv").write_text("group,student\nred,ann\nred,bob\n")
    (course / "playfunc.toml").write_text(
        '[hearts]\nbands = []\nopponents = [{ name = "guard", points = 5, published = false }]\n'
    )
    (course / "opponents").mkdir(exist_ok=True)
    (course / "opponents/guard.py").write_text(CAUTIOUS)
    for student, at in (("ann", 1), ("bob", 2), ("cyd", 3)):
        os.utime(hand_in(opened, student, CAUTIOUS, enters), (1_790_000_000 + at,) * 2)
    code, out, err = playfunc("ladder", course, "hearts", "--contest", "hearts", "--deals", "2")
    assert code == 0, err
    assert out.startswith("2 entered; ")
    lines = (course / "reports/hearts/ladder.csv").read_text().splitlines()
    names = dict(line.split(",") for line in lines[1:])
    assert list(names) == ["ann", "bob", "cyd"]
    assert names["ann"] == names["bob"] != names["cyd"]
    page = (course / "reports/hearts/ladder/index.html").read_text()
    assert page.count(f"<bdi>{names['ann']}</bdi>") == 1
    assert re.search(r'<bdi>guard</bdi></a> <span class="tag">staff</span>', page)


@pytest.mark.broad
def test_programs_enter_by_their_notebooks_and_who_cannot_play_is_told(course, playfunc):
    opened = Course.open(course)
    (course / "playfunc.toml").write_text("[hearts]\nprograms = true\n")
    bot = (Path(__file__).parents[2] / "course/programs/lines/lowest.py").read_text()
    for student, line, enter in (
        ("ann", "exec-lines:python3 bot.py", enters),
        ("bob", "exec-lines:python3 none.py", enters),
        ("cyd", "exec-lines:python3 bot.py", lambda notebook: None),
        ("dan", "exec-lines:python3 bot.py", None),
    ):
        notebook = hand_in(opened, student, CAUTIOUS, enter or (lambda notebook: None))
        (notebook.parent / "bot.py").write_text(bot)
        (notebook.parent / "program.txt").write_text(line)
        if enter is None:
            notebook.unlink()
    code, out, err = playfunc("ladder", course, "hearts", "--contest", "hearts", "--deals", "2")
    assert code == 0, err
    assert "1 entered; " in out
    assert "bob is left out: no word of 'python3 none.py' names a file" in err
    assert (
        "dan is left out: program.txt was handed in without a notebook, and only a notebook can enter" in err
    )
    assert "cyd" not in err
    assert "program</td>" in (course / "reports/hearts/ladder/index.html").read_text()


@pytest.mark.broad
def test_nobody_entered_and_a_contest_of_another_game(course, playfunc):
    code, _, err = playfunc("ladder", course, "hearts")
    assert code == 2
    assert "nobody entered: no notebook in submitted/*/hearts has `enter = True`" in err
    code, _, err = playfunc("ladder", course, "hearts", "--contest", "footsteps")
    assert code == 2
    assert "hearts is about hearts, and footsteps is a contest of footsteps" in err


# `playfunc second-look`: requests and answers.
def test_a_request_is_recorded_listed_and_answered_with_points(course, playfunc):
    look = ("second-look", course, "hearts")
    assert playfunc(*look)[1] == "Nobody has asked for a second look.\n"
    assert playfunc(*look, "bob", "--words", "Please look again.")[1] == "bob: recorded.\n"
    code, listed, _ = playfunc(*look)
    assert code == 0
    assert "Please look again." in listed
    assert f"open; about computed points, first run: playfunc explain {course} hearts bob" in listed
    opened = Course.open(course)
    code_of_bob = marking_names(shares_of(opened, "hearts").first, read_secret(course))["bob"]
    assert f"bob ({code_of_bob} on the marking site), " in listed
    answered = playfunc(
        *look, "bob", "--answer", "You are right.", "--cell", "comments", "--points", 24, "--who", "grace"
    )
    assert answered[0] == 0
    assert "with 24 points for comments" in answered[1]
    assert "Nobody had marked comments of bob yet: these points stand alone." in answered[1]
    assert "answered by grace" in playfunc(*look)[1]
    assert '"cell":"comments"' in (course / "overrides" / "hearts.jsonl").read_text().replace(" ", "")


def test_points_that_somebody_gave_are_changed_without_a_warning(course, playfunc):
    Course.open(course).give("hearts", "bob", {"comments": 20.0})
    playfunc("second-look", course, "hearts", "bob", "--words", "Please look again.")
    answered = playfunc(
        *("second-look", course, "hearts", "bob", "--answer", "Yes.", "--cell", "comments", "--points", 24)
    )
    assert "with 24 points for comments" in answered[1]
    assert "Nobody had marked" not in answered[1]


def test_misuse_is_one_sentence(course, refuses):
    look = ("second-look", course, "hearts")
    refuses("--cell and --points together", *look, "bob", "--answer", "x", "--cell", "comments")
    refuses("name the student", *look, "--words", "x")
    refuses("no open request", *look, "bob", "--answer", "x")


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


# `playfunc markers`: who marks what.
def test_each_marker_gets_a_share_and_a_page(course, playfunc):
    (course / "markers.csv").write_text("marker\nkim\nlee\n")
    code, out, _ = playfunc("markers", course, "hearts", "--url", "https://lab.example/")
    assert code == 0
    assert "kim" in out
    assert "lee" in out
    page = course / out.partition("Each marker's list, with links into formgrader: ")[2].strip()
    assert "https://lab.example/formgrader/submissions/" in page.read_text()


def test_lines_that_match_nothing_are_named(course, playfunc):
    (course / "markers.csv").write_text("marker,tutorial,student\nkim,A,\nlee,,ann\nlee,,cyd\n")
    out = playfunc("markers", course, "hearts")[1]
    assert "markers.csv, line 2: nobody is in tutorial group 'A' in tutorials.csv." in out
    assert "markers.csv, line 4: there is no submission of 'cyd' to mark." in out
    assert "line 3" not in out


def test_before_grade_it_says_that_nothing_is_marked(tmp_path, playfunc):
    course = make_course(tmp_path / "course").root
    (course / "markers.csv").write_text("marker\nkim\n")
    code, out, _ = playfunc("markers", course, "hearts")
    assert code == 0
    assert out == f"Nothing of hearts is marked yet. First run: playfunc grade {course} hearts\n"


def test_a_number_of_second_marks_is_not_negative(course, playfunc):
    assert playfunc("markers", course, "hearts", "--second", "-1")[0] == 2


# `playfunc disclose`: everything about one student, from course and site.
def test_course_and_site_are_in_one_folder(course, playfunc, ladder):
    code, out, _ = playfunc("disclose", course, "bob", "--site", ladder)
    assert code == 0
    folder = course / "disclosed/bob"
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert f"{len(files)} files" in out
    assert {
        "course/gradebook.json",
        "course/files/submitted/bob/hearts/hearts.ipynb",
        "site/account.json",
        "site/class_list.json",
        "site/sources/2-2.py",
    } <= files
    gradebook = json.loads((folder / "course/gradebook.json").read_text())
    assert gradebook["student"]["id"] == "bob"
    assert gradebook["submissions"][0]["notebooks"][0]["grades"]
    texts = "".join((folder / name).read_text() for name in files if name.startswith("site/"))
    assert "ann" not in texts.replace("channel", "")
    assert json.loads((folder / "site/class_list.json").read_text()) == [{"login": "bob", "name": "Bob"}]


def test_a_folder_that_exists_is_left_alone(course, refuses):
    Path("here").mkdir()
    refuses("here exists already; name a new folder", "disclose", course, "bob", "--out", "here")


def test_who_is_nowhere_is_told(course, refuses, ladder):
    refuses("nobody has the id 'dan'", "disclose", course, "dan", "--site", ladder)


# `playfunc viva`: a sheet per student.
def test_a_sheet_is_written_for_each_who_is_named(course, playfunc):
    code, out, _ = playfunc("viva", course, "hearts", "bob")
    assert (code, out) == (0, "1 sheet of two pages, the second one for the examiner: reports/hearts/viva\n")
    assert [path.name for path in (course / "reports/hearts/viva").iterdir()] == ["bob.html"]


def test_an_unknown_opponent_is_refused_with_those_there_are(course, refuses):
    told = "no opponent 'nobody'; there are basic, minmax, advanced"
    refuses(told, "viva", course, "hearts", "--opponent", "nobody")
