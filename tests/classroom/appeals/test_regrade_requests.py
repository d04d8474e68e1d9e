"""Regrade requests: until the date, once each, and kept with their answers."""

import subprocess
import sys
from datetime import UTC, datetime

import pytest
from course_fixture import RENEGES, hand_in, make_course
from marking_course import marking_course
from playfunc_checks.settings import SettingsError
from playfunc_classroom.appeals import Audit, audit_path, change_points, mark_of
from playfunc_classroom.marks import mark_path
from playfunc_classroom.policy.overrides import read_overrides
from playfunc_classroom.regrade_requests import add_request, answer_request, read_requests, requests_in
from playfunc_classroom.runs.grade import grade

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


@pytest.fixture
def course(tmp_path):
    made = marking_course(tmp_path / "course", students=("ann", "bob"))
    with (made.root / "playfunc.toml").open("a") as settings:
        settings.write("\n[regrade_requests]\nhearts = 2026-12-10T12:00:00\n")
    return made


def test_requests_come_from_a_file_once_and_until_the_date(course, tmp_path):
    path = tmp_path / "requests.csv"
    path.write_text(
        'student,time,words\nann,2026-12-10T12:00:00,"Why,\nplease?"\nbob,2026-12-10T12:00:01,Late\n'
    )
    (ann, bob) = requests_in(path)
    assert add_request(course, "hearts", ann[0], ann[2], ann[1]).words == "Why, please?"
    assert add_request(course, "hearts", ann[0], ann[2], ann[1]) is None
    with pytest.raises(ValueError, match="bob asked after 2026-12-10 12:00"):
        add_request(course, "hearts", bob[0], bob[2], bob[1])
    assert [each.student for each in read_requests(course.root, "hearts")] == ["ann"]
    assert read_requests(course.root, "footsteps") == []


def test_an_answer_is_kept_and_moves_points_on_record(course):
    when = datetime(2026, 12, 1, tzinfo=UTC)
    add_request(course, "hearts", "ann", "Look again.", when)
    request = answer_request(course, "hearts", "ann", "True.", "grace", {"comments": 21.0})
    assert request.asked == "2026-12-01T00:00:00+00:00"
    assert (request.who, request.points, request.evidence) == ("grace", {"comments": 21.0}, "")
    assert read_requests(course.root, "hearts") == [request]
    (decision,) = read_overrides(course.root, "hearts")
    assert (decision.student, decision.cell) == ("ann", "comments")
    assert (decision.points, decision.why) == (21.0, "True.")
    assert course.standing("hearts", "ann")["comments"].by_hand == 21.0
    with pytest.raises(ValueError, match="no open request"):
        answer_request(course, "hearts", "ann", "Again.", "grace")


def test_points_that_do_not_fit_leave_the_request_open(course):
    add_request(course, "hearts", "ann", "Look again.", datetime(2026, 12, 1, tzinfo=UTC))
    with pytest.raises(ValueError, match="worth 30 points"):
        answer_request(course, "hearts", "ann", "True.", "grace", {"comments": 99.0})
    assert not read_requests(course.root, "hearts")[0].answered


@pytest.mark.parametrize(
    ("text", "words"),
    [("student,words\n", "'time'"), ("student,time,words\nann,soon,x\n", "line 2: expected a time")],
)
def test_a_file_that_does_not_fit_is_refused_by_line(tmp_path, text, words):
    path = tmp_path / "requests.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=words):
        requests_in(path)


def test_nobody_without_a_submission_or_words_and_no_other_assignment(course):
    before = datetime(2026, 12, 1, tzinfo=UTC)
    with pytest.raises(ValueError, match="no submission of zoe"):
        add_request(course, "hearts", "zoe", "x", before)
    with pytest.raises(ValueError, match="gave no words"):
        add_request(course, "hearts", "ann", "  ", before)
    with (course.root / "playfunc.toml").open("a") as settings:
        settings.write("heart = 2026-12-10T12:00:00\n")
    with pytest.raises(SettingsError, match="there is no assignment 'heart'"):
        _ = course.settings


def test_points_of_a_group_are_changed_where_its_mark_is(course):
    """ann handed in last. bob's row in the gradebook is a copy, and points given there would be lost."""
    (course.root / "groups.csv").write_text("group,student\nred,ann\nred,bob\n", encoding="utf-8")
    for student, day in (("ann", 2), ("bob", 1)):
        folder = course.root / "submitted" / student / "hearts"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "timestamp.txt").write_text(f"2026-11-0{day} 12:00:00", encoding="utf-8")
    named = "the submission of ann is marked, and its points are everybody's: name ann instead"
    with pytest.raises(ValueError, match=named):
        change_points(course, "hearts", "bob", "comments", 21.0, "kim", "It was our fault.")
    mark_path(course.root, "hearts", "bob").unlink(missing_ok=True)
    with pytest.raises(ValueError, match="name ann instead"):
        mark_of(course, "hearts", "bob")
    add_request(course, "hearts", "bob", "Look again.", datetime(2026, 12, 1, tzinfo=UTC))
    answer_request(course, "hearts", "bob", "True.", "grace", {"comments": 21.0})
    (decision,) = read_overrides(course.root, "hearts")
    assert (decision.student, course.standing("hearts", "ann")["comments"].by_hand) == ("ann", 21.0)


# A mark played again in a process of its own.
def test_what_changed_is_told_after_the_verdict(tmp_path):
    assert Audit(tmp_path, True, ()).lines == ("Same results as stored.",)
    assert Audit(tmp_path, False, ("rules", "the secret")).lines == (
        "Results differ from the stored ones; see the page.",
        "Changed since it was marked: rules, the secret.",
    )


@pytest.mark.week
def test_a_process_writes_the_page_or_says_why_it_cannot(tmp_path):
    course = make_course(tmp_path)
    hand_in(course, "ann", RENEGES)
    assert grade(course, "hearts").exit_code == 0

    def run(student):
        words = [sys.executable, "-m", "playfunc_classroom.appeals", course.root, "hearts", student]
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)

    done = run("ann")
    assert (done.returncode, done.stdout) == (0, "Same results as stored.\n")
    assert "Reneging" in audit_path(course.root, "hearts", "ann").read_text()
    refused = run("zoe")
    assert refused.returncode == 2
    assert refused.stderr.startswith("there is no submission of zoe for hearts; ")
    assert not audit_path(course.root, "hearts", "zoe").exists()
