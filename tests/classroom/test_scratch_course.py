"""An instructor changes an assignment in the course alone: release, marking, feedback and `check` agree to the digit.

Points 10 → 20, one opponent more (the course's own file), one step less, a threshold for one opponent, an essay.
"""

import json
import re
import tomllib
import zipfile

import nbformat
import pytest
from course_assignments import COURSE
from course_fixture import CAUTIOUS, cell, make_course
from playfunc_checks.extract import player_text
from playfunc_checks.find_assignment import find_assignment
from playfunc_checks.settings import unstructured
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.release import release_assignment
from playfunc_classroom.runs.grade import grade
from playfunc_cli.main import main

pytestmark = [
    pytest.mark.week,
    pytest.mark.filterwarnings("ignore"),
]  # nbgrader and nbconvert warn about themselves

FIRST_CARD = """
from playfunc import legal_cards


def play(player_id, hand, trick, previous):
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[-1], None
"""

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
    { name = "basic", points = 20, threshold = 0.05 },
    { name = "highest", points = 15, published = false },
]
tasks = [{ cell = "essay", points = 7, criteria = [{ name = "The idea", points = 7 }] }]
deals = 2
rules_deals = 1
"""
"""Of the course's Hearts assignment: `basic` for 20 points and a lower threshold, an opponent of the instructor's, no
steps but the player, and an essay."""

TEXT = "Beat basic: <!-- =points.beats-basic -->10<!-- = --> points, from <!-- =threshold.basic -->60%<!-- = --> on."


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("scratch"), release=False)
    source = course.root / "source/hearts"
    (source / "assignment.toml").write_text(SETTINGS, encoding="utf-8")
    (course.root / "playfunc.toml").write_text('timezone = "UTC"\n', encoding="utf-8")
    (course.root / "opponents").mkdir()
    (course.root / "opponents/highest.py").write_text(FIRST_CARD, encoding="utf-8")
    notebook = nbformat.read(source / "hearts.ipynb", as_version=4)
    gone = {"beats-basic", "beats-minmax", "beats-advanced", "comments", "quality"}
    notebook.cells = [c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") not in gone]
    notebook.cells += [
        nbformat.v4.new_markdown_cell(TEXT),
        cell("beats-basic", "performance(play, 'basic')", points=20, tags=["checkpoint"]),
        cell("beats-highest", "'marked on hidden deals'", points=15, tags=["checkpoint"]),
        cell("essay", "## Essay: <!-- =points.essay -->0<!-- = --> points", points=7, task=True),
    ]
    nbformat.write(notebook, source / "hearts.ipynb")
    course = Course.open(course.root)
    release_assignment(course, "hearts")
    released = nbformat.read(course.root / "release/hearts/hearts.ipynb", as_version=4)
    next(c for c in released.cells if "player" in c.metadata.get("tags", ())).source = CAUTIOUS
    folder = course.root / "submitted/ann/hearts"
    folder.mkdir(parents=True)
    nbformat.write(released, folder / "hearts.ipynb")
    # A second submission of the same player, whose settings say other numbers.
    text = released.metadata["playfunc"]["assignment"]
    released.metadata["playfunc"] = {"assignment": text.replace("points = 20.0", "points = 99.0")}
    other = course.root / "submitted/bob/hearts"
    other.mkdir(parents=True)
    nbformat.write(released, other / "hearts.ipynb")
    easy = text.replace("threshold = 0.05", "threshold = 0.01").replace("gate = true", "gate = false")
    (other / "assignment.toml").write_text(easy, encoding="utf-8")
    assert grade(course, "hearts", allow_unconfined=True).exit_code == 0
    return course


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as done:
        main([str(argument) for argument in arguments])
    return done.value.code, capsys.readouterr()


def test_students_get_all_settings_and_no_secret_and_no_unpublished_opponent(course):
    with zipfile.ZipFile(course.root / "release/hearts.zip") as archive:
        names = archive.namelist()
        inside = tomllib.loads(archive.read("hearts/assignment.toml").decode())
        notebook = json.loads(archive.read("hearts/hearts.ipynb"))
        everything = b"".join(archive.read(name) for name in names)
    assert not any("highest" in name for name in names)
    assert b"for tests" not in everything
    assert inside == unstructured(course.assignment("hearts"))
    assert tomllib.loads(notebook["metadata"]["playfunc"]["assignment"]) == inside
    given = notebook["metadata"]["playfunc"]["given"]
    assert "# write your code here" in given
    assert given == player_text(notebook["cells"], course.assignment("hearts"))


def test_the_notebook_s_numbers_are_those_of_the_settings(course):
    text = (course.root / "release/hearts/hearts.ipynb").read_text(encoding="utf-8")
    assert "Beat basic: 20 points, from 5% on." in text
    assert "## Essay: 7 points" in text


def test_gradebook_feedback_and_check_agree_to_the_digit(course, capsys):
    standing = course.standing("hearts", "ann")
    assert {name: held.most for name, held in standing.items()} == {
        "rules": 0, "beats-basic": 20, "beats-highest": 15, "essay": 7,
    }  # fmt: skip
    assert standing["essay"].computed is None
    assert standing["essay"].waiting
    course.feedback("hearts", "ann")
    (page,) = course.feedback_folder("hearts", "ann").glob("*.html")
    told = re.sub(r"(<[^>]+>|\s)+", " ", page.read_text(encoding="utf-8"))
    for opponent, needed in (("basic", 5), ("highest", 60)):
        assert re.search(rf" {opponent} \d+% of games to 100 won; {needed}% are needed: ", told), opponent
    points = {name: f"{held.computed:g} of {held.most:g}" for name, held in standing.items() if held.computed}
    assert all(f"{name} {of} the computer" in told for name, of in points.items())
    assert "essay – of 7 not marked yet" in told
    _, said = run(
        capsys, "check", course.root / "submitted/ann/hearts/hearts.ipynb", "--wins", "--deals", 2, "--json"
    )
    found = {result["check"]: result for result in json.loads(said.out)["results"]}
    assert found["beats-basic"]["expected"].startswith("at least 5% of ")
    assert (found["beats-basic"]["verdict"] == "passed") == (standing["beats-basic"].computed == 20)
    assert found["beats-highest"]["verdict"] == "skipped"
    assert "does not publish highest" in found["beats-highest"]["reason"]
    assert set(found) == {"loads", "rules", "purity", "beats-basic", "beats-highest"}


def test_calibrate_measures_the_course_s_own_opponent_in_the_course(course, capsys):
    code, said = run(
        capsys, "calibrate", "--course", course.root, "--against", "basic", "--deals", 2, "--no-write"
    )
    assert code == 0
    assert "highest" in said.out
    assert (course.root / "calibration.json").is_file()


def test_settings_that_are_handed_in_change_nothing(course):
    ann, bob = (course.standing("hearts", student) for student in ("ann", "bob"))
    assert ann == bob


def test_the_released_folder_and_the_bare_notebook_give_the_marker_s_settings(course, tmp_path):
    folder = course.root / "release/hearts"
    marker = unstructured(course.assignment("hearts"))
    assert unstructured(find_assignment(folder, "hearts")) == marker
    (tmp_path / "hearts.ipynb").write_bytes((folder / "hearts.ipynb").read_bytes())
    assert unstructured(find_assignment(tmp_path, "hearts")) == marker


def test_the_repository_s_own_notebooks_say_the_numbers_of_their_settings():
    from playfunc_checks.course_settings import read_course
    from playfunc_classroom.public import filled

    for name, assignment in read_course(COURSE).assignments.items():
        notebook = nbformat.read(COURSE / "source" / name / f"{name}.ipynb", as_version=4)
        for found in notebook.cells:
            if found.cell_type == "markdown":
                bare = re.sub(r"<!-- =[\w.-]* -->", "", found.source).replace("<!-- = -->", "")
                assert filled(found.source, assignment) == bare
