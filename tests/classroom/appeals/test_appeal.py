"""An appeal in a real course: the mark played again, points given by hand, and a regrade after it."""

import csv
import json

import pytest
from command import exit_code as run
from course_fixture import RENEGES, hand_in, make_course
from playfunc_classroom.appeals import change_points
from playfunc_classroom.marks import mark_path
from playfunc_classroom.policy.overrides import overrides_by_cell, read_overrides
from playfunc_classroom.runs.grade import grade

# Nbgrader, nbconvert and SQLAlchemy warn about themselves.
pytestmark = [pytest.mark.week, pytest.mark.filterwarnings("ignore")]

ATTACK = "</pre><script>hostile_marker()</script>"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("course"))
    hand_in(course, "ann", f'TEXT = "{ATTACK}"\n' + RENEGES)
    assert grade(course, "hearts").exit_code == 0
    return course


def rows(course):
    with (course.root / "reports/hearts/grades.csv").open() as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def test_a_mark_is_played_again_and_the_page_says_that_all_is_as_stored(course, capsys):
    assert run("audit", course.root, "hearts", "ann") == 0
    assert "Same results as stored." in capsys.readouterr().out
    page = (course.root / "reports/hearts/audit/ann/mark.html").read_text()
    assert "every verdict, number and point is as stored.</strong> Same source" in page
    assert "Reneging" in page
    assert ATTACK not in page


def test_points_by_hand_survive_a_regrade_and_a_new_gradebook_and_are_told_everywhere(course):
    auto = course.standing("hearts", "ann")["beats-advanced"].computed
    change_points(course, "hearts", "ann", "beats-advanced", 7.5, "lee", f"A misprint. {ATTACK}")
    assert course.standing("hearts", "ann")["beats-advanced"].points == 7.5
    course.autograde("hearts", "ann")
    assert course.standing("hearts", "ann")["beats-advanced"].points == 7.5
    (course.root / "gradebook.db").unlink()
    course.release("hearts")
    assert grade(course, "hearts").exit_code == 0
    held = course.standing("hearts", "ann")["beats-advanced"]
    assert (held.computed, held.by_hand, held.waiting) == (auto, 7.5, False)
    row = rows(course)["ann"]
    assert float(row["after overrides"]) == float(row["computed of 30"]) - auto + 7.5
    assert "by lee on 20" in row["overrides"]
    course.feedback("hearts", "ann")
    for page, points in (
        ("reports/hearts/students/ann.html", "7.5 by hand"),
        ("feedback/ann/hearts/hearts.html", f"by hand: beats-advanced: 7.5 instead of {auto:g}, by lee"),
    ):
        text = (course.root / page).read_text()
        assert "A misprint." in text
        assert points in text
        assert ATTACK not in text


def test_a_withdrawal_brings_back_what_a_marker_gave_and_stays_on_file(course, capsys):
    course.give("hearts", "ann", {"comments": 20.0})
    assert (
        run("override", course.root, "hearts", "ann", "comments", 25, "--why", "More.", "--who", "kim") == 0
    )
    assert run("override", course.root, "hearts", "ann", "comments", 26, "--why", "Even more.") == 0
    assert course.standing("hearts", "ann")["comments"].points == 26
    assert run("override", course.root, "hearts", "ann", "comments", "--withdraw", "--why", "An error.") == 0
    assert course.standing("hearts", "ann")["comments"].points == 20
    told = capsys.readouterr().out
    assert "comments: 25 instead of 20, by kim on 20" in told
    decisions = read_overrides(course.root, "hearts")
    assert [d.points for d in decisions if d.cell == "comments"] == [25, 26, None]
    assert set(overrides_by_cell(decisions, "ann")) == {"beats-advanced"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("ann", "comments", 31, "--why", "x"), "comments is worth 30 points, and 31 were given"),
        (("ann", "beats-me", 1, "--why", "x"), "there is no graded cell 'beats-me'; there are"),
        (("bob", "comments", 1, "--why", "x"), "there is no submission of bob for hearts"),
        (("ann", "comments", 1), "give the reason with --why"),
        (("ann", "comments", "--why", "x"), "give the points that count"),
        (("ann", "quality", "--withdraw", "--why", "x"), "there is nothing to withdraw"),
    ],
)
def test_misuse_is_told_in_a_sentence(course, capsys, arguments, says):
    assert run("override", course.root, "hearts", *arguments) == 2
    assert says in capsys.readouterr().err


def test_points_for_an_earlier_submission_are_put_before_people_again(course):
    hand_in(course, "ann", RENEGES + "\n# a second thought\n")
    assert grade(course, "hearts").exit_code == 0
    assert course.standing("hearts", "ann")["beats-advanced"].waiting
    assert "for an earlier submission" in rows(course)["ann"]["overrides"]
    json.loads((course.root / "reports/hearts/grades.json").read_text())


def test_a_mark_of_another_version_is_told_from_none(course, capsys):
    path = mark_path(course.root, "hearts", "ann")
    text = path.read_text()
    path.write_text(text.replace('"stamp"', '"seal"', 1))
    assert run("audit", course.root, "hearts", "ann") == 2
    assert "cannot be read by this version of playfunc" in capsys.readouterr().err
    path.write_text(text)
    assert run("audit", course.root, "hearts", "bob") == 2
    assert "there is no submission of bob" in capsys.readouterr().err
