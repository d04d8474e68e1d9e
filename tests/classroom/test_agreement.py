"""Notebook, settings and solution that disagree are refused, in a sentence that names the cell or the key."""

import json

import nbformat
import pytest
from course_fixture import CAUTIOUS, RENEGES, SOLVED, cell, make_course
from playfunc_checks.settings import SettingsError
from playfunc_classroom.release import release_assignment
from playfunc_classroom.release_checks import ReleaseError, advice

pytestmark = [
    pytest.mark.week,
    pytest.mark.filterwarnings("ignore"),
]  # nbgrader and nbconvert warn about themselves

MINE = '{ name = "mine", points = 10, published = false }'


def of(notebook, grade_id):
    return next(c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == grade_id)


def about(grade_id, **changes):
    """Changes what nbgrader says of a cell."""
    return lambda notebook: of(notebook, grade_id).metadata["nbgrader"].update(changes)


def without(grade_id):
    return lambda notebook: notebook.cells.remove(of(notebook, grade_id))


def plus(*cells):
    return lambda notebook: notebook.cells.extend(cells)


def source(grade_id, text):
    return lambda notebook: of(notebook, grade_id).update(source=text)


def untagged(notebook):
    of(notebook, "player").metadata["tags"] = []


def text(old, new):
    """Changes the text of `assignment.toml`."""
    return old, new


STEP = text("steps = []\n", "steps = [{ name = 'Step 1', cells = ['lookahead'] }]\n")
NAMELESS = nbformat.v4.new_code_cell("x = 1", metadata={"tags": ["player"]})

NOTEBOOK = {
    "a graded cell deleted": (without("beats-advanced"), "no cell 'beats-advanced'"),
    "a graded cell nobody asks for": (plus(cell("beats-perfect", points=5)), "'beats-perfect' is graded"),
    "a graded cell made an answer": (about("beats-basic", solution=True), "'beats-basic'"),
    "a player cell deleted": (without("player"), "no cell 'player'"),
    "a player cell without its tag": (untagged, "'player' lacks the tag"),
    "a player cell that is graded": (about("player", grade=True, points=3), "'player' must be an answer"),
    "a player cell that no step names": (
        plus(cell("extra", "x = 1", solution=True, tags=["player"])),
        "'extra' has the tag 'player', and no step names it",
    ),
    "a player cell without a name": (plus(NAMELESS), "cell 10 has the tag 'player' and no grade id"),
    "a task deleted": (without("quality"), "no cell 'quality'"),
    "a task that is no task": (
        about("comments", task=False, grade=True),
        "'comments' is not marked by people",
    ),
    "an essay that is no task": (
        plus(cell("essay", "Why?", points=5, task=True)),
        "'essay' is marked by people",
    ),
    "a cell twice": (plus(cell("rules", points=0)), "'rules' stands 2 times"),
    "another opponent in a graded cell": (
        source("beats-basic", "performance(play, 'minmax')"),
        "'beats-basic' plays against 'minmax'",
    ),
    "a number that the settings do not have": (
        plus(nbformat.v4.new_markdown_cell("Worth <!-- =points.essay -->5<!-- = --> points.")),
        "cell 10: its text shows 'points.essay'",
    ),
    "a total without all of its parts": (
        plus(
            nbformat.v4.new_markdown_cell(
                "<!-- =points.opponents -->30<!-- = --> of <!-- =points -->9<!-- = -->"
            )
        ),
        "the total of the points, and no points for 'comments', 'quality'",
    ),
    "a function of a dropped step": (
        source("player", SOLVED.replace("min)(options", "look_ahead)(options")),
        "'player' uses 'look_ahead', which no cell of the player defines",
    ),
    "a solution that is not Python": (source("player", "def play(:\n"), "'player'"),
    "a solution without play": (source("player", "x = 1\n"), "'player'"),
}

SETTINGS = {
    "a band with a need that is not checked": (
        text('"beats-minmax"', '"beats-minimax"'),
        "'Pass' needs 'beats-minimax', which is not checked; did you mean 'beats-minmax'?",
    ),
    "a band twice": (text('name = "Credit"', 'name = "Pass"'), "'Pass' is there twice"),
    "an unknown opponent": (text('"minmax"', '"minmix"'), "no opponent 'minmix'; did you mean 'minmax'?"),
    "an opponent twice": (text('"minmax"', '"basic"'), "'basic' is there twice"),
    "an unknown check": (text('"purity"', '"puritty"'), "no check 'puritty'; did you mean 'purity'?"),
    "a check without what it needs": (
        text('    { name = "loads", points = 0.0, gate = false, title = "" },\n', ""),
        "'rules' needs the check 'loads'",
    ),
    "an unknown key": (text("deals = 200", "deels = 200"), "no setting 'deels'; did you mean 'deals'?"),
    "an unknown key of an opponent": (text("published = true", "publish = true"), "no setting 'publish'"),
    "a threshold of 60": (text("threshold = 0.6", "threshold = 60"), "threshold must be a share"),
    "a rubric that does not add up": (
        text("points = 6.0", "points = 7.0"),
        "criteria of 'comments' add up to 31",
    ),
    "a step with a cell that is not there": (STEP, "no cell 'lookahead', which the step 'Step 1' asks for"),
    "a step shown by what is not checked": (
        text("steps = []\n", "steps = [{ name = 'One', checks = ['beats-perfect'] }]\n"),
        "'One' is shown by 'beats-perfect'",
    ),
    "a cell with two uses": (
        text("steps = []\n", "steps = [{ name = 'One', cells = ['player'] }]\n"),
        "'player' is named twice",
    ),
    "another game": (text('game = "hearts"', 'game = "harts"'), "no game 'harts'; did you mean 'hearts'?"),
    "a table that the game has not": (
        text("tables = [\n    2,\n    4,\n]", "tables = [9]"),
        "tables do not fit",
    ),
    "a task that is gone from the settings": (text('cell = "quality"', 'cell = "qualty"'), "'qualty'"),
    "lateness without a time": (text('method = "none"', 'method = "linear"'), "due = a time"),
}


def refused(course, error):
    with pytest.raises(error) as caught:
        release_assignment(course, "hearts")
    assert not (course.root / "release").exists() or not list((course.root / "release").iterdir())
    return str(caught.value)


@pytest.mark.parametrize("edit", NOTEBOOK)
def test_a_notebook_that_does_not_fit_is_refused(tmp_path, edit):
    change, words = NOTEBOOK[edit]
    course = make_course(tmp_path, release=False)
    path = course.root / "source/hearts/hearts.ipynb"
    notebook = nbformat.read(path, as_version=4)
    change(notebook)
    path.write_text(json.dumps(notebook), encoding="utf-8")
    told = refused(course, ReleaseError)
    assert words in told
    assert len(told.splitlines()) == 1
    assert told.startswith("hearts was not released: in source/hearts/hearts.ipynb, ")


@pytest.mark.parametrize("edit", SETTINGS)
def test_settings_that_do_not_fit_are_refused(tmp_path, edit):
    (old, new), words = SETTINGS[edit]
    course = make_course(tmp_path, release=False)
    path = course.root / "source/hearts/assignment.toml"
    before = path.read_text(encoding="utf-8")
    assert old in before
    path.write_text(before.replace(old, new, 1), encoding="utf-8")
    assert words in refused(course, (ReleaseError, SettingsError))


def test_all_that_disagrees_is_told_at_once_before_anything_is_run(tmp_path, monkeypatch):
    course = make_course(tmp_path, release=False)
    notebook = nbformat.read(course.root / "source/hearts/hearts.ipynb", as_version=4)
    without("quality")(notebook)
    untagged(notebook)
    (course.root / "source/hearts/hearts.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    (course.root / "extensions.csv").write_text(
        "student,assignment,until\nann,hearts,soon\n", encoding="utf-8"
    )
    monkeypatch.setattr("playfunc_classroom.release.check_solution", lambda *_: pytest.fail("it was run"))
    told = refused(course, ReleaseError).splitlines()
    assert told[0] == "hearts was not released: 3 things disagree:"
    for line, words in zip(
        told[1:], ("extensions.csv, line 2", "'player' lacks the tag", "'quality'"), strict=True
    ):
        assert words in line


def test_all_settings_that_do_not_fit_are_told_at_once(tmp_path):
    course = make_course(tmp_path, release=False)
    path = course.root / "source/hearts/assignment.toml"
    wrong = (
        path.read_text(encoding="utf-8")
        .replace("leniency = 3.0", "leniency = 0")
        .replace("forfeits", "forfits")
    )
    path.write_text(wrong, encoding="utf-8")
    assert [line.split(": ")[1].split()[0] for line in refused(course, SettingsError).splitlines()] == [
        "there",
        "leniency",
    ]


def test_the_points_of_a_release_are_the_settings_in_cells_table_and_gradebook(tmp_path):
    """An essay is added to the settings and the notebook, without points there."""
    course = make_course(tmp_path, release=False)
    path = course.root / "source/hearts/assignment.toml"
    settings = path.read_text(encoding="utf-8").replace("points = 10.0", "points = 20.0", 1)
    path.write_text(
        settings + '\n[[tasks]]\ncell = "essay"\npoints = 8\ntitle = "An essay"\n', encoding="utf-8"
    )
    source = course.root / "source/hearts/hearts.ipynb"
    notebook = nbformat.read(source, as_version=4)
    table = "<!-- =points.table -->\n\nold\n\n<!-- = -->"
    plus(nbformat.v4.new_markdown_cell(table), cell("essay", "## Why?", points=0, task=True))(notebook)
    about("rules", points=5)(notebook)
    source.write_text(json.dumps(notebook), encoding="utf-8")
    release_assignment(course, "hearts", try_solution=False)
    released = nbformat.read(course.root / "release/hearts/hearts.ipynb", as_version=4)
    worth = {"rules": 0, "beats-basic": 20, "beats-minmax": 10, "beats-advanced": 10}
    worth |= {"comments": 30, "quality": 40, "essay": 8}
    assert {name: of(released, name).metadata["nbgrader"]["points"] for name in worth} == worth
    assert course.worth("hearts") == worth
    (shown,) = [c.source for c in released.cells if "Total" in c.source]
    assert "| An essay | 8 | people |" in shown
    assert "| Beating `basic` (at least 60%) | 20 | the computer |" in shown
    assert "| **Total** | **118** | |" in shown


def test_an_answer_in_markdown_loses_its_question_and_the_release_says_so(tmp_path):
    """Kinds that keep it: a task, and an answer with marks around what is taken out."""
    course = make_course(tmp_path, release=False)
    path = course.root / "source/hearts/hearts.ipynb"
    notebook = nbformat.read(path, as_version=4)
    about("comments", task=False, grade=True, solution=True)(notebook)
    path.write_text(json.dumps(notebook), encoding="utf-8")
    answer, bands = advice(course.root, course.assignment("hearts"))
    assert answer.startswith("the cell 'comments' is an answer in Markdown")
    assert "make the cell a manually graded task" in answer
    assert "<!-- =bands -->" in bands
    source("comments", "Why?\n\n### BEGIN SOLUTION\nBecause.\n### END SOLUTION\n\n<!-- =bands -->")(notebook)
    path.write_text(json.dumps(notebook), encoding="utf-8")
    assert list(advice(course.root, course.assignment("hearts"))) == []


def test_what_agrees_is_released(tmp_path):
    course = make_course(tmp_path, release=False)
    assert release_assignment(course, "hearts").is_file()


@pytest.mark.parametrize(
    ("solution", "words"),
    [
        (RENEGES, "'rules'"),
        (CAUTIOUS + "\nimport numpy.linalg, scipy\n", "'loads'"),
        (CAUTIOUS.replace("options = legal", "options = 1 / 0 and legal"), "'rules': a fault in"),
    ],
)
def test_a_solution_that_does_not_pass_is_refused(tmp_path, solution, words):
    course = make_course(tmp_path, release=False)
    path = course.root / "source/hearts/hearts.ipynb"
    notebook = nbformat.read(path, as_version=4)
    of(notebook, "player").source = f"### BEGIN SOLUTION{solution}### END SOLUTION\n"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    told = refused(course, ReleaseError)
    assert "the solution does not pass" in told
    assert words in told


def test_an_unpublished_opponent_may_not_stand_in_the_notebook(tmp_path):
    course = make_course(tmp_path, release=False)
    (course.root / "opponents").mkdir()
    (course.root / "opponents/mine.py").write_text(CAUTIOUS, encoding="utf-8")
    path = course.root / "source/hearts/assignment.toml"
    settings = path.read_text(encoding="utf-8")
    path.write_text(settings.replace("opponents = [", f"opponents = [\n    {MINE},"), encoding="utf-8")
    assert "no cell 'beats-mine'" in refused(course, ReleaseError)
    notebook = nbformat.read(course.root / "source/hearts/hearts.ipynb", as_version=4)
    notebook.cells.append(cell("beats-mine", "performance(play, 'mine')", points=10))
    (course.root / "source/hearts/hearts.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    assert "'beats-mine' plays against 'mine', which is not published" in refused(course, ReleaseError)
