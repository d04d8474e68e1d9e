"""The pages and tools of people who mark, on a real course: rubric, second marks, policy, overview, gallery."""

import json
import re

import nbformat
import pytest
from command import exit_code as run
from course_fixture import CAUTIOUS, RENEGES, SETTINGS, hand_in, make_course
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from playfunc_classroom.marks import read_mark
from playfunc_classroom.runs.grade import grade
from playfunc_classroom.runs.marking_progress import points_of, shares_of

# Nbgrader, nbconvert and SQLAlchemy warn about themselves.
pytestmark = [pytest.mark.week, pytest.mark.filterwarnings("ignore")]


ATTACK = "</pre><script>hostile_marker()</script>"


POLICY = "### What counts as your own work\n\nYours is what you can explain.\n"


BANK = "# comments\n## All of it (30)\n- Reads well.\n# quality\n## All of it (40)\n- Tidy.\n"
TASKS = """
top_cells = []

[[hearts.steps]]
name = "Step 2: legal"
cells = ["player"]
checks = ["rules"]

[[hearts.tasks]]
cell = "comments"
points = 30

[[hearts.tasks]]
cell = "quality"
points = 40

"""
"""A step, and tasks without criteria, which the course's `comments.md` then gives."""


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    folder = tmp_path_factory.mktemp("course")
    course = make_course(folder)
    (folder / "playfunc.toml").write_text(SETTINGS + TASKS)
    (folder / "comments.md").write_text(BANK)
    (folder / "policy.md").write_text(POLICY)
    (folder / "markers.csv").write_text("marker\nkim\nlee\n")
    course.release("hearts")
    hand_in(course, "ann", f'TEXT = "{ATTACK}"\n' + CAUTIOUS)
    for student in ("bob", "zoe"):
        hand_in(course, student, RENEGES)
    assert grade(course, "hearts").exit_code == 0
    return course


def cells(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def test_the_policy_stands_in_what_students_get_and_a_second_release_has_it_once(course):
    released = course.root / "release/hearts/hearts.ipynb"
    course.release("hearts")
    sources = ["".join(cell["source"]) for cell in cells(released)]
    assert sources[1] == POLICY.strip()
    assert sources.count(POLICY.strip()) == 1
    nbformat.validate(nbformat.read(released, as_version=4))


def test_markers_see_the_rubric_and_students_do_not(course):
    autograded = (course.root / "autograded/ann/hearts/hearts.ipynb").read_text()
    assert autograded.count("For the marker:") == 2
    assert "Where it loses" not in autograded, "its deals are closed, and feedback is made of it"
    assert "Where it loses" in (course.root / "reports/hearts/students/ann.html").read_text()
    course.feedback("hearts", "ann")
    feedback = (course.root / "feedback/ann/hearts/hearts.html").read_text()
    assert "For the marker:" not in feedback
    assert "Facts for the marker" in feedback


def test_a_new_comment_in_the_bank_reaches_markers_and_leaves_their_work_alone(course):
    course.give("hearts", "bob", {"comments": 12.0})
    (course.root / "comments.md").write_text(BANK.replace("Tidy.", "Very tidy."))
    assert grade(course, "hearts", ["bob"]).exit_code == 0
    assert "Very tidy." in (course.root / "autograded/bob/hearts/hearts.ipynb").read_text()
    assert course.standing("hearts", "bob")["comments"].points == 12


def test_a_sample_is_marked_twice_in_an_assignment_of_its_own(course, capsys):
    for student, points in (("ann", 20.0), ("bob", 12.0), ("zoe", 10.0)):
        course.give("hearts", student, {"comments": points, "quality": points})
    before = course.class_standing("hearts")
    assert run("markers", course.root, "hearts", "--second", 2) == 0
    assert run("markers", course.root, "hearts", "--second", 2) == 0
    assert "nothing marked twice yet" in capsys.readouterr().out
    second = course.class_standing("hearts-second")
    assert len(second) == 2
    assert all(set(held) == {"comments", "quality"} for held in second.values())
    assert all(h.waiting and h.points is None for held in second.values() for h in held.values())
    assert course.class_standing("hearts") == before
    for student in second:
        course.give("hearts-second", student, {"comments": 20.0, "quality": 10.0})
        copied = course.root / "autograded" / student / "hearts-second/hearts.ipynb"
        ids = [c["metadata"]["nbgrader"]["grade_id"] for c in cells(copied) if "nbgrader" in c["metadata"]]
        assert ids == ["comments", "quality"]
    assert run("markers", course.root, "hearts") == 0
    told = capsys.readouterr().out
    assert "comments: 2 marked twice" in told
    page = (course.root / "reports/hearts/marking.html").read_text()
    assert page.count("/formgrader/submissions/") == 5
    given = points_of(shares_of(course, "hearts").given)
    assert given["zoe"] == {"comments": 10.0, "quality": 10.0}


def test_formgrader_lists_both_assignments_with_their_submissions(course):
    api = NbGraderAPI(CourseDirectory(config=course.config), config=course.config)
    assert {"hearts", "hearts-second"} <= api.get_source_assignments()
    assert len(api.get_notebook_submissions("hearts", "hearts")) == 3
    assert len(api.get_notebook_submissions("hearts-second", "hearts")) == 2


def test_feedback_begins_with_how_the_score_came_about(course, capsys):
    from playfunc_classroom.appeals import change_points
    from playfunc_classroom.runs.return_feedback import hand_back_feedback

    root = course.root
    for name, text in (
        ("groups.csv", "group,student\nred,zoe\nred,zed\n"),
        (
            "playfunc.toml",
            SETTINGS + TASKS + '[hearts.late]\ndue = 2026-11-16T12:00:00Z\nmethod = "linear"\n',
        ),
        ("submitted/zoe/hearts/timestamp.txt", "2026-11-17 13:00:00"),
    ):
        (root / name).write_text(text)
    assert grade(course, "hearts", ["zoe"]).exit_code == 0
    course.give("hearts", "zoe", {"comments": 20.0, "quality": 30.0})
    change_points(course, "hearts", "zoe", "beats-basic", 5.0, "lee", f"Ours. {ATTACK}")
    done = hand_back_feedback(course, "hearts", ["zoe"], exchange=False)
    page = (root / "feedback/zed/hearts/hearts.html").read_text()
    (root / "downloaded/hearts").mkdir(parents=True)
    (root / "downloaded/hearts/moodle.csv").write_text(
        "Identifier,Full name,ID number,Grade,Maximum Grade\nParticipant 1,Z,zed,,100\n"
    )
    assert run("export", root, "hearts") == 0
    told = capsys.readouterr().out
    assert "1 mark: " in told
    assert "Marked, but missing from every sheet: zoe" in told.replace("ann, bob, ", "")
    assert run("markers", root, "hearts") == 0
    assert "zed" not in (root / "reports/hearts/marking.html").read_text()
    for name in ("groups.csv", "playfunc.toml"):
        (root / name).unlink()
    (root / "playfunc.toml").write_text(SETTINGS + TASKS)
    assert not done.trouble
    rows = re.findall(r"<th scope=\"row\">(?:<a [^>]*>)?([\w-]+).*?pf-number\">(?:<strong>)?([^<]*)", page)
    assert rows[:7] == [
        ("beats-basic", "5 of 10"),
        ("beats-minmax", "0 of 10"),
        ("beats-advanced", "0 of 10"),
        ("comments", "20 of 30"),
        ("quality", "30 of 40"),
        ("late", "−20"),
        ("total", "35 of 100"),
    ]
    for words in (
        "by hand: beats-basic: 5 instead of 0, by lee",
        "Handed in 2026-11-17 13:00; due 2026-11-16 12:00 (UTC). That is 1 day 1 h late.",
        "Of the group zoe, zed the submission of <strong>zoe</strong> was marked",
    ):
        assert words in page
    assert ATTACK not in page
    assert not re.findall(r"<script[^>]*\bsrc=", page), "a page that is read tells no other server"


def test_the_overview_and_the_gallery_are_written_and_the_gallery_names_nobody(course, capsys):
    assert "Step 2: legal" in (course.root / "reports/hearts/overview.html").read_text()
    assert run("gallery", course.root, "hearts", "--without", "zoe") == 0
    page = (course.root / "reports/hearts/gallery.html").read_text()
    assert "Against the rules: RenegError" in page
    assert ATTACK not in page
    for student in ("ann", "bob", "zoe"):
        assert f">{student}" not in page
        assert f" {student}" not in page


def test_a_sheet_for_a_talk_is_written_for_each_who_is_named(course, capsys):
    assert run("oral-exam", course.root, "hearts", "bob") == 0
    page = (course.root / "reports/hearts/oral-exam/bob.html").read_text()
    assert "There are no positions to talk about" in page
    assert read_mark(course.root, "hearts", "bob").stamp.source[:12] in page
    assert run("oral-exam", course.root, "hearts", "nobody") == 2
    assert run("oral-exam", course.root, "hearts", "bob", "--opponent", "nobody") == 2


@pytest.mark.long
@pytest.mark.browser
def test_the_panel_writes_score_and_comment_into_formgrader_and_so_into_the_gradebook(course, chromium):
    from formgrader import formgrader

    place = course.submission_ids("hearts")["ann"]
    with formgrader(course) as address:
        page = chromium.new_page()
        page.goto(f"{address}/submissions/{place}/")
        page.wait_for_function("formgrader.grades?.loaded && formgrader.comments?.loaded")
        panel = page.locator(".pf-marker[data-task=comments]")
        panel.locator("fieldset input[type=number]").fill("23.5")
        panel.get_by_label("Reads well.").check()
        with (
            page.expect_response(lambda answer: "/api/comment/" in answer.url),
            page.expect_response(lambda answer: "/api/grade/" in answer.url),
        ):
            panel.get_by_role("button").click()
        page.close()
    held = course.standing("hearts", "ann")["comments"]
    assert (held.points, held.waiting) == (23.5, False)
    with course.gradebook() as gradebook:
        comment = gradebook.find_comment("comments", "hearts", "hearts", "ann").comment
    assert "**All of it: 23.5 of 30.** Reads well." in comment
