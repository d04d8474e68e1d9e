"""A course gives points for a baseline of the ladder between its opponents: released, checked at home, marked, told."""

import json
import re
import shutil
import tomllib
from pathlib import Path

import nbformat
import pytest
from course_fixture import CAUTIOUS, cell, make_course
from playfunc_checks.checks.hidden import whole_percent
from playfunc_checks.next_baseline import next_baseline_after
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.release import release_assignment
from playfunc_classroom.runs.grade import grade
from playfunc_cli.main import main
from playfunc_workbook import hearts as notebook

pytestmark = [
    pytest.mark.week,
    pytest.mark.filterwarnings("ignore"),
]  # nbgrader and nbconvert warn about themselves

LOOKS_AHEAD = Path(__file__).parents[2] / "course/reference/hearts/lookahead.py"

SETTINGS = """
game = "hearts"
tables = [2]
top_cells = ["player"]
checks = [
    { name = "loads" },
    { name = "rules", gate = true },
    { name = "purity", gate = true },
]
opponents = [
    { name = "basic", points = 10 },
    { name = "heuristic", points = 25 },
]
deals = 6
rules_deals = 1
"""

TEXT = (
    "Beat heuristic: <!-- =points.beats-heuristic -->0<!-- = --> points, "
    "from <!-- =threshold.heuristic -->0%<!-- = --> on."
)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("baseline"), release=False)
    source = course.root / "source/hearts"
    (source / "assignment.toml").write_text(SETTINGS, encoding="utf-8")
    (course.root / "playfunc.toml").write_text('timezone = "UTC"\n', encoding="utf-8")
    made = nbformat.read(source / "hearts.ipynb", as_version=4)
    gone = {"beats-basic", "beats-minmax", "beats-advanced", "comments", "quality"}
    made.cells = [c for c in made.cells if c.metadata.get("nbgrader", {}).get("grade_id") not in gone]
    made.cells += [
        nbformat.v4.new_markdown_cell(TEXT),
        cell("beats-basic", "performance(play, 'basic')", points=10, tags=["checkpoint"]),
        cell("beats-heuristic", "performance(play, 'heuristic')", points=25, tags=["checkpoint"]),
    ]
    nbformat.write(made, source / "hearts.ipynb")
    course = Course.open(course.root)
    release_assignment(course, "hearts")
    for student, player in (("ann", LOOKS_AHEAD.read_text(encoding="utf-8")), ("bob", CAUTIOUS)):
        released = nbformat.read(course.root / "release/hearts/hearts.ipynb", as_version=4)
        next(c for c in released.cells if "player" in c.metadata.get("tags", ())).source = player
        folder = course.root / "submitted" / student / "hearts"
        folder.mkdir(parents=True)
        nbformat.write(released, folder / "hearts.ipynb")
    assert grade(course, "hearts", allow_unconfined=True).exit_code == 0
    return course


def results(course, student):
    rows = json.loads((course.root / "reports/hearts/grades.json").read_text(encoding="utf-8"))
    (row,) = [row for row in rows if row["student"] == student]
    return {each["check"]: each for each in row["results"]}


def feedback(course, student):
    course.feedback("hearts", student)
    (page,) = course.feedback_folder("hearts", student).glob("*.html")
    return re.sub(r"(<[^>]+>|\s)+", " ", page.read_text(encoding="utf-8"))


def test_students_are_told_the_baseline_its_points_and_its_threshold(course):
    released = (course.root / "release/hearts/hearts.ipynb").read_text(encoding="utf-8")
    assert "Beat heuristic: 25 points, from 60% on." in released
    inside = tomllib.loads((course.root / "release/hearts/assignment.toml").read_text(encoding="utf-8"))
    assert [each["name"] for each in inside["opponents"]] == ["basic", "heuristic"]


def test_whoever_beats_the_baseline_gets_its_points(course):
    points = {
        student: {name: held.computed for name, held in course.standing("hearts", student).items()}
        for student in ("ann", "bob")
    }
    assert points == {
        "ann": {"rules": 0, "beats-basic": 10, "beats-heuristic": 25},
        "bob": {"rules": 0, "beats-basic": points["bob"]["beats-basic"], "beats-heuristic": 0},
    }
    assert results(course, "ann")["beats-heuristic"]["verdict"] == "passed"
    assert results(course, "bob")["beats-heuristic"]["verdict"] == "failed"


def test_feedback_names_the_next_baseline_once_from_the_shares_that_it_shows(course):
    for student in ("ann", "bob"):
        told = feedback(course, student)
        shares = re.findall(r"(\d+)% of games to 100 won", told)
        assert len(shares) >= 2
        won = {
            tier: whole_percent(results(course, student)[f"beats-{tier}"]["facts"]["win_rate"], 0.6)
            for tier in ("basic", "heuristic")
        }
        assert {str(percent) for percent in won.values()} <= set(shares)
        expected = next_baseline_after(
            course.assignment("hearts"), {tier: percent / 100 for tier, percent in won.items()}
        )
        assert told.count(re.sub(r"(`|\s)+", " ", expected)) == 1


def test_the_self_check_at_home_meets_the_baseline(course, tmp_path, monkeypatch):
    home = tmp_path / "hearts"
    shutil.copytree(course.root / "release/hearts", home)
    shutil.copy(course.root / "submitted/ann/hearts/hearts.ipynb", home)
    monkeypatch.chdir(home)
    told = repr(notebook.self_check(deals=6))
    assert "beats-heuristic: " in told
    assert "beats-minmax" not in told
    assert "Elo points." not in told, "six deals are too few for a rating"


def test_check_at_home_meets_the_baseline(course, capsys):
    path = course.root / "submitted/ann/hearts/hearts.ipynb"
    with pytest.raises(SystemExit):
        main(["check", str(path), "--wins", "--deals", "6"])
    said = capsys.readouterr().out
    assert "beats-heuristic" in said
    assert "Elo points." not in said, "six deals are too few for a rating"


def test_a_quick_look_gives_the_baseline_s_points(course, monkeypatch):
    monkeypatch.chdir(course.root / "release/hearts")
    module: dict[str, object] = {}
    exec(LOOKS_AHEAD.read_text(encoding="utf-8"), module)
    shown = notebook.performance(module["play"], "heuristic")
    assert shown == 25
