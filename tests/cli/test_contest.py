"""`playfunc contest` and `playfunc ladder`: what they print and write; tests/arena has the contests themselves."""

import json
import os
import re
from pathlib import Path

import nbformat
import pytest
from command import one_sentence, run, run_here
from course_fixture import CAUTIOUS, CLONE, RENEGES, hand_in
from nbformat.v4 import new_code_cell
from playfunc_classroom.nbgrader_bridge.course import Course

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


# `playfunc contest`: its output as text; tests/arena has the contests themselves.
def test_the_standings_are_printed_with_the_seed_on_stderr() -> None:
    done = run_here("contest", "hearts", "basic", "minmax", "--deals", 2, "--seed", 3)
    assert done.returncode == 0, done.stderr
    assert "minmax" in done.stdout
    assert "intervals are 95%" in done.stdout
    duration, limits, seed = done.stderr.splitlines()
    assert duration.startswith("4 games; expected to take ")
    assert limits == (
        "Each player may use 1 s of CPU time a move, 9 s a deal on average, and 1 GiB of memory."
    )
    assert seed == "Seed: 3"
    assert run("contest", "hearts", "basic", "minmax", "--deals", 2, "--seed", 3).stdout == done.stdout


@pytest.mark.broad
def test_a_seed_is_drawn_and_kept_with_the_games(tmp_path: Path) -> None:
    first = run_here("contest", "footsteps", "basic", "minmax", "--out", tmp_path / "out")
    again = run_here("contest", "footsteps", "basic", "minmax", "--out", tmp_path / "out")
    assert first.returncode == 0, first.stderr
    assert (first.stdout, first.stderr.splitlines()[-1]) == (again.stdout, again.stderr.rstrip())
    assert run_here("contest", "footsteps", "basic", "minmax").stderr != first.stderr


def test_an_unknown_contest_is_one_sentence() -> None:
    assert "'chess'" in one_sentence(run_here("contest", "chess", "basic", "basic"))


@pytest.mark.broad
def test_a_courses_own_opponents_take_part_as_staff(tmp_path: Path) -> None:
    folder = CLONE / "course/source/hearts"
    for place in ("source/hearts", "opponents"):
        (tmp_path / place).mkdir(parents=True)
    settings = (folder / "assignment.toml").read_text(encoding="utf-8")
    own = '[[opponents]]\nname = "guard"\npoints = 5\npublished = false\n\n[[opponents]]\nname = "basic"'
    (tmp_path / "source/hearts/assignment.toml").write_text(
        settings.replace('[[opponents]]\nname = "basic"', own, 1), encoding="utf-8"
    )
    (tmp_path / "source/hearts/hearts.ipynb").write_bytes((folder / "hearts.ipynb").read_bytes())
    (tmp_path / "opponents/guard.py").write_text(CAUTIOUS, encoding="utf-8")
    done = run_here(
        "contest", "hearts", "basic", "minmax", "--deals", 2, "--seed", 3, "--course", tmp_path, "--json"
    )
    assert done.returncode == 0, done.stderr
    assert {row["name"] for row in json.loads(done.stdout)["rows"]} == {"basic", "minmax", "guard (staff)"}
    other = run_here("contest", "skullwhist", "basic", "basic", "--deals", 2, "--course", tmp_path, "--json")
    assert len(json.loads(other.stdout)["rows"]) == 2
