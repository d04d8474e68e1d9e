"""Marks and feedback in a real nbgrader gradebook: nothing here is a stand-in but the assignment's length."""

import csv
import subprocess
import sys
from dataclasses import replace

import nbformat
import pytest
from accessibility import accessibility_findings, sideways
from course_fixture import CAUTIOUS, RENEGES, hand_in, make_course
from nbgrader.api import Gradebook
from playfunc_autograder.executors import Local
from playfunc_classroom.marks import to_json
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.runs.grade import grade

# Nbgrader, nbconvert and SQLAlchemy warn about themselves.
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.week]


def remove(grade_id):
    def change(nb):
        nb.cells = [c for c in nb.cells if c.metadata.get("nbgrader", {}).get("grade_id") != grade_id]

    return change


def duplicate(grade_id):
    def change(nb):
        twin = next(c for c in nb.cells if c.metadata.get("nbgrader", {}).get("grade_id") == grade_id)
        nb.cells.append(twin.copy())

    return change


def attack(nb):
    """What gave full marks in a stock run: the kernel patched, and graded cells that print their own marks."""
    nb.cells[2].source = (
        "import sys\nget_ipython().run_cell_async = None\nfrom IPython.core import interactiveshell\n"
        "print('<script>alert(1)</script>', 'at', '/somewhere' + '/below/here.py')"
    )
    for cell in nb.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id", "").startswith("beats"):
            cell.source = "10.0"
            cell.outputs = []


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("course"))
    hand_in(course, "ann")
    hand_in(course, "bob", RENEGES)
    hand_in(course, "cut", change=remove("beats-minmax"))
    hand_in(course, "dup", change=duplicate("beats-basic"))
    hand_in(course, "eve", RENEGES, change=attack)
    hand_in(course, "fay").write_text('{"cells": [')
    hand_in(course, "gil").rename(course.root / "submitted/gil/hearts/my hearts.ipynb")
    hand_in(course, "hal", "%timeit 1\n" + CAUTIOUS)
    (course.root / "submitted/ida/hearts").mkdir(parents=True)
    (course.root / "submitted/jan/hearts").mkdir(parents=True)
    (course.root / "submitted/jan/hearts/player.py").write_text(CAUTIOUS)
    return course


@pytest.fixture(scope="module")
def batch(course):
    return grade(course, "hearts", workers=Local(2))


def verdicts(batch, student):
    return {r.check: r.verdict.value for m in batch.marks if m.student == student for r in m.results}


def test_nothing_of_ours_breaks_whatever_is_handed_in(batch):
    assert batch.trouble == {}
    assert batch.exit_code == 0
    assert len(batch.marks) == 10


def test_a_good_player_passes_and_an_illegal_one_is_told_rule_and_position(batch):
    assert verdicts(batch, "ann")["rules"] == verdicts(batch, "ann")["purity"] == "passed"
    bob = next(m for m in batch.marks if m.student == "bob")
    rules = next(r for r in bob.results if r.check == "rules")
    assert rules.verdict.value == "failed"
    assert "hand:" in rules.reason
    assert "legal:" in rules.reason
    assert verdicts(batch, "bob")["beats-basic"] == "skipped"


def test_the_gradebook_equals_grades_csv(course, batch):
    with (course.root / "reports/hearts/grades.csv").open() as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert set(rows) == {m.student for m in batch.marks}
    for student, row in rows.items():
        held = course.scores("hearts", student)
        for name in ("beats-basic", "beats-minmax", "beats-advanced"):
            assert held[name] == float(row[f"points {name}"]), (student, name)


def test_equal_players_get_equal_marks_however_their_notebooks_look(batch):
    points = {m.student: m.points for m in batch.marks}
    for same in ("cut", "dup", "gil", "hal", "jan"):
        assert points[same] == points["ann"]


def test_a_kernel_cannot_give_itself_marks(course, batch):
    assert set(course.scores("hearts", "eve").values()) <= {0.0, None}


def test_unreadable_and_missing_submissions_have_a_verdict_of_their_own(course, batch):
    for student, word in (("fay", "not a readable notebook"), ("ida", "no notebook was handed in")):
        mark = next(m for m in batch.marks if m.student == student)
        assert word in mark.notes[0]
        assert mark.results[0].verdict.value == "failed"
        assert course.scores("hearts", student)["beats-basic"] == 0


def test_a_second_run_changes_nothing_and_marks_nothing_again(course, batch, monkeypatch):
    monkeypatch.setattr("playfunc_classroom.runs.jobs.new_mark", None)
    monkeypatch.setattr(Course, "autograde", None)
    monkeypatch.setattr(Course, "enter_missing", lambda *_: None)
    again = grade(course, "hearts")
    assert again.trouble == {}
    assert [to_json(m) for m in again.marks] == [to_json(m) for m in batch.marks]


def change_by_hand(course, student):
    with course.gradebook() as gradebook:
        task = gradebook.find_grade("comments", "hearts", "hearts", student)
        task.manual_score, task.needs_manual_grade = 21.0, False
        ours = gradebook.find_grade("beats-basic", "hearts", "hearts", student)
        ours.manual_score, ours.extra_credit, ours.needs_manual_grade = 7.0, 1.5, False
        gradebook.find_comment("comments", "hearts", "hearts", student).manual_comment = "Well told."
        gradebook.db.commit()


def by_hand(course, student):
    with course.gradebook() as gradebook:
        task = gradebook.find_grade("comments", "hearts", "hearts", student)
        ours = gradebook.find_grade("beats-basic", "hearts", "hearts", student)
        comment = gradebook.find_comment("comments", "hearts", "hearts", student)
        return (
            (task.manual_score, task.needs_manual_grade, comment.comment),
            (ours.auto_score, ours.manual_score, ours.extra_credit, ours.needs_manual_grade),
        )


def test_a_regrade_keeps_manual_work_and_asks_for_it_again_only_after_a_change(course, batch):
    change_by_hand(course, "ann")
    auto = course.scores("hearts", "ann")["beats-basic"]
    course.autograde("hearts", "ann")
    assert by_hand(course, "ann") == ((21.0, False, "Well told."), (auto, 7.0, 1.5, False))
    hand_in(course, "ann", CAUTIOUS + "\n# a second thought\n")
    assert grade(course, "hearts", ["ann"]).exit_code == 0
    assert by_hand(course, "ann") == ((21.0, True, "Well told."), (auto, 7.0, 1.5, True))


def test_stock_commands_work_and_feedback_holds_no_path_and_no_secret(course, batch):
    def run(*command):
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", *command],
            cwd=course.root,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]

    run("autograde", "hearts", "--student", "dup", "--force")
    run("generate_feedback", "hearts", "--student", "bob")
    run("generate_feedback", "hearts", "--student", "eve")
    run("export", "--to", "all.csv")
    told = (course.root / "feedback/eve/hearts/hearts.html").read_text()
    assert "at here.py" in told
    assert "/somewhere/below" not in told
    html = (course.root / "feedback/bob/hearts/hearts.html").read_text()
    for name, most in (("comments", 30), ("quality", 40)):
        assert f'<a name="{name}"></a>' in html, "the breakdown's link leads there"
        assert f"Not marked yet, of {most}.0 <a" in html
    assert "Score: 0.0 / 10.0 <a" in html, "a player that reneges beats nobody"
    assert "(Score:" not in html, "our table tells the sum"
    assert "Reneging" in html
    assert "hand:" in html
    assert str(course.root) not in html
    assert "for tests" not in html
    assert "site-packages" not in html
    assert "bob" in (course.root / "all.csv").read_text()


KEPT_WHOLE = """() => [...document.querySelectorAll("body *")]
    .filter((each) => getComputedStyle(each).breakInside !== "auto" && each.getBoundingClientRect().height > 400)
    .map((each) => each.outerHTML.slice(0, 80))"""
"""What is higher than 400 pixels and may not be divided between two sheets of paper."""


@pytest.mark.browser
def test_feedback_is_for_everybody(course, batch, chromium):
    """A page of a player that passes, with replays and costs, and one of a player that reneges."""
    page = chromium.new_page()
    page.context.set_offline(True)
    for student in ("ann", "bob"):
        course.feedback("hearts", student)
        folder = course.root / f"feedback/{student}/hearts"
        page.goto((folder / "hearts.html").as_uri(), wait_until="domcontentloaded")
        assert not accessibility_findings(page)
        assert sideways(page.locator("html")) == []
        page.emulate_media(media="print")
        assert page.evaluate(KEPT_WHOLE) == [], "pushed to the next sheet, which leaves this one empty"
        page.emulate_media(media="screen")
        notebook = nbformat.read(folder / "feedback.ipynb", 4)
        assert any("of 10 points**" in cell.source for cell in notebook.cells)
    page.close()


def test_a_broken_check_costs_no_mark(course, batch, monkeypatch):
    hand_in(course, "zoe")

    def breaks(context):
        raise RuntimeError("ours")

    from playfunc_checks import checks
    from playfunc_classroom import marks

    broken = replace(checks.CHECKS["purity"], run=breaks)
    monkeypatch.setitem(checks.CHECKS, "purity", broken)
    mark = marks.load_or_mark(
        course.submission("hearts", "zoe"), "zoe", course.assignment("hearts"), course.root, "for tests"
    )
    assert mark.broke
    assert set(mark.points.values()) == {None}
    monkeypatch.setattr(marks, "load_or_mark", lambda *args, **kw: mark)
    monkeypatch.setattr(
        "playfunc_classroom.nbgrader_bridge.preprocessors.load_or_mark", lambda *args, **kw: mark
    )
    course.autograde("hearts", "zoe")
    with Gradebook(course.directory.db_url) as gradebook:
        held = gradebook.find_grade("beats-basic", "hearts", "hearts", "zoe")
        assert held.auto_score is None
        assert held.needs_manual_grade
