"""Marks that are looked at again: `playfunc regrade-request`, `override` and `audit`."""

import pytest
from playfunc_checks.course_settings import read_secret
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.pseudonyms import marking_names
from playfunc_classroom.runs.marking_progress import shares_of

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


# `playfunc regrade-request`: requests and answers.
def test_a_request_is_recorded_listed_and_answered_with_points(course, playfunc):
    request = ("regrade-request", course, "hearts")
    assert playfunc(*request)[1] == "Nobody has asked for a regrade.\n"
    assert playfunc(*request, "bob", "--words", "Please look again.")[1] == "bob: recorded.\n"
    code, listed, _ = playfunc(*request)
    assert code == 0
    assert "Please look again." in listed
    assert f"open; about computed points, first run: playfunc audit {course} hearts bob" in listed
    opened = Course.open(course)
    code_of_bob = marking_names(shares_of(opened, "hearts").first, read_secret(course))["bob"]
    assert f"bob ({code_of_bob} on the marking site), " in listed
    answered = playfunc(
        *request, "bob", "--answer", "You are right.", "--cell", "comments", "--points", 24, "--who", "grace"
    )
    assert answered[0] == 0
    assert "with 24 points for comments" in answered[1]
    assert "Nobody had marked comments of bob yet: these points stand alone." in answered[1]
    assert "answered by grace" in playfunc(*request)[1]
    assert '"cell":"comments"' in (course / "overrides" / "hearts.jsonl").read_text().replace(" ", "")


def test_a_refused_row_of_a_file_keeps_nobody_elses_request_back(course, playfunc, tmp_path):
    file = tmp_path / "requests.csv"
    when = "2026-12-01T12:00:00"
    file.write_text(f"student,time,words\nnobody,{when},Please\nbob,{when},\nbob,{when},Look again\n")
    code, out, _ = playfunc("regrade-request", course, "hearts", "--file", file)
    assert code == 1
    assert "nobody: not recorded, because " in out
    assert "bob: not recorded, because bob gave no words" in out
    assert out.endswith("bob: recorded.\n")


def test_points_that_somebody_gave_are_changed_without_a_warning(course, playfunc):
    Course.open(course).give("hearts", "bob", {"comments": 20.0})
    playfunc("regrade-request", course, "hearts", "bob", "--words", "Please look again.")
    answered = playfunc(
        *(
            "regrade-request",
            course,
            "hearts",
            "bob",
            "--answer",
            "Yes.",
            "--cell",
            "comments",
            "--points",
            24,
        )
    )
    assert "with 24 points for comments" in answered[1]
    assert "Nobody had marked" not in answered[1]


def test_misuse_is_one_sentence(course, refuses):
    request = ("regrade-request", course, "hearts")
    refuses("--cell and --points together", *request, "bob", "--answer", "x", "--cell", "comments")
    refuses("name the student", *request, "--words", "x")
    refuses("no open request", *request, "bob", "--answer", "x")


# `playfunc override`: points by hand, with who and why.
def test_points_are_recorded_and_withdrawn(course, playfunc):
    arguments = ("override", course, "hearts", "bob", "beats-basic")
    code, out, _ = playfunc(*arguments, 10, "--why", "It was our mistake.", "--who", "kim")
    assert code == 0
    assert out.startswith("Recorded and in the gradebook: bob, ")
    assert "kim" in out
    assert f"To update reports and feedback, run: playfunc grade {course} hearts bob" in out
    assert playfunc(*arguments, "--withdraw", "--why", "It was not.")[0] == 0


def test_misuse_is_one_sentence_override(course, refuses):
    arguments = ("override", course, "hearts", "bob", "beats-basic")
    refuses("the points that count from now on, or --withdraw", *arguments, "--why", "x")
    refuses("the points that count from now on, or --withdraw", *arguments, 1, "--withdraw", "--why", "x")
    refuses("give the reason with --why", *arguments, 1)


# `playfunc audit`: a mark played again.
def test_the_same_results_come_out_and_a_page_shows_them(course, playfunc):
    code, out, _ = playfunc("audit", course, "hearts", "bob")
    assert code == 0
    assert out.startswith("Same results as stored.\n")
    page = out.partition("The evidence with every deal (keep it to yourself): ")[2].strip()
    assert (course / page).is_file()


def test_a_student_without_a_mark_is_refused(course, refuses):
    refuses("zoe", "audit", course, "hearts", "zoe")
