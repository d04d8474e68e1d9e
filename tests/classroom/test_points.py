"""Points have one place, the settings: after a change they are counted anew, and nobody is marked again."""

import csv
import json
from pathlib import Path

import nbformat
import pytest
from course_fixture import CAUTIOUS, RENEGES, cell, hand_in, make_course
from playfunc_checks.settings import SettingsError
from playfunc_classroom.appeals import change_points
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.nbgrader_bridge.gradebook import HandMarks
from playfunc_classroom.runs import jobs
from playfunc_classroom.runs.grade import grade
from playfunc_classroom.runs.return_feedback import export_sheets

pytestmark = [
    pytest.mark.week,
    pytest.mark.filterwarnings("ignore"),
]  # nbgrader and nbconvert warn about themselves


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Marked, with 28 of 30 points for ann's comments, 10 by hand for bob's `beats-basic`; then points were halved."""
    course = make_course(tmp_path_factory.mktemp("points"))
    for student, player in (("ann", CAUTIOUS), ("bob", RENEGES)):
        hand_in(course, student, player)
    write(course, threshold="0.01")
    assert grade(course, "hearts", allow_unconfined=True).exit_code == 0
    course.give("hearts", "ann", {"comments": 28.0})
    change_points(course, "hearts", "bob", "beats-basic", 10.0, "kim", "It was our fault.")
    write(course, threshold="0.01", each=5, comments=14)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "new_mark", lambda _: pytest.fail("a player was asked again"))
        batch = grade(course, "hearts", ["ann"], allow_unconfined=True)
    assert batch.exit_code == 0
    assert batch.worth["comments"] == (30.0, 14.0)
    return course


def write(course: Course, threshold: str, each: int = 10, comments: int = 30, more: str = "") -> None:
    names = ("basic", "minmax", "advanced")
    opponents = ", ".join(f'{{ name = "{name}", points = {each} }}' for name in names)
    tasks = f'{{ cell = "comments", points = {comments} }}, {{ cell = "quality", points = 40 }}{more}'
    text = (
        f'timezone = "UTC"\n[hearts]\ndeals = 2\nrules_deals = 1\nthreshold = {threshold}\n'
        f"opponents = [{opponents}]\ntasks = [{tasks}]\n"
    )
    (course.root / "playfunc.toml").write_text(text, encoding="utf-8")


def grades(course: Course) -> dict[str, dict[str, str]]:
    text = (course.root / "reports/hearts/grades.csv").read_text(encoding="utf-8")
    return {row["student"]: row for row in csv.DictReader(text.splitlines())}


def test_whoever_passed_before_gets_the_points_of_now_and_no_more(course: Course) -> None:
    held = course.standing("hearts", "ann")
    assert (held["beats-basic"].computed, held["beats-basic"].most) == (5.0, 5.0)
    assert grades(course)["ann"]["points beats-basic"] == "5.0"


def test_who_was_not_in_this_run_is_counted_by_the_same_settings(course: Course) -> None:
    """bob failed, and his points by hand are more than the cell is worth now."""
    row = grades(course)["bob"]
    assert (row["computed of 15"], row["after overrides"]) == ("0.0", "5.0")


def test_points_by_hand_above_what_a_task_is_worth_are_asked_for_again(course: Course) -> None:
    held = course.standing("hearts", "ann")["comments"]
    assert (held.by_hand, held.most, held.waiting) == (28.0, 14.0, True)


def test_a_task_that_the_released_notebook_lacks_is_named_by_marking_and_export(course: Course) -> None:
    before = (course.root / "playfunc.toml").read_text(encoding="utf-8")
    write(course, threshold="0.01", each=5, comments=14, more=', { cell = "essay", points = 8 }')
    sheet: Path = course.root / "downloaded/hearts/sheet.csv"
    sheet.parent.mkdir(parents=True)
    sheet.write_text("Identifier,Grade\nann,\n", encoding="utf-8")
    for do in (
        lambda: grade(course, "hearts", allow_unconfined=True),
        lambda: export_sheets(course, "hearts", "hearts", False),
    ):
        with pytest.raises(
            SettingsError, match="give points for essay, and the released notebook has no such cell"
        ):
            do()
    (course.root / "playfunc.toml").write_text(before, encoding="utf-8")


@pytest.mark.long
@pytest.mark.browser
def test_a_score_and_a_comment_of_an_own_question_reach_the_gradebook(tmp_path, chromium) -> None:
    """An essay, marked in formgrader by hand, waiting for each request that the browser sends."""
    from formgrader import formgrader, mark_in_browser

    course = make_course(tmp_path / "course", release=False)
    path = course.root / "source/hearts/hearts.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(cell("essay", "## Why?", points=0, task=True))
    path.write_text(json.dumps(notebook), encoding="utf-8")
    write(course, threshold="0.01", more=', { cell = "essay", points = 8 }')
    course.release("hearts")
    hand_in(course, "ann", CAUTIOUS)
    assert grade(course, "hearts", allow_unconfined=True).exit_code == 0
    with formgrader(course) as address:
        page = chromium.new_page()
        mark_in_browser(page, address, course, "ann", {"essay": 6.5}, "Because of four.")
    held = HandMarks(course).of("hearts", "ann")["essay"]
    assert (held.points, held.comment, held.most, held.done) == (6.5, "Because of four.", 8.0, True)
