"""`playfunc grade`: the class in a table, and what to look at."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_the_class_is_shown_with_where_the_reports_are(course, playfunc):
    code, out, err = playfunc("grade", course, "hearts")
    assert (code, err) == (0, "")
    assert "Reports, grades.csv and grades.json: reports/hearts" in out
    assert "Only 2 deals were played. Below 50 luck decides much; 200 are usual." in out
    assert "2 submissions wait for people" in out
    assert [name for name in ("ann", "bob", "zoe") if f"{name} " in out] == ["ann", "bob"]


def test_only_those_who_are_named_are_marked(course, playfunc):
    _, out, _ = playfunc("grade", course, "hearts", "bob")
    assert "ann " not in out.partition("Reports")[0]


def test_misuse_is_one_sentence(course, refuses):
    refuses("is not a course", "grade", "nowhere", "hearts")
    refuses("chess", "grade", course, "chess")
    refuses("no submission of zoe", "grade", course, "hearts", "zoe")


def test_a_dry_run_says_what_would_be_marked_and_why_and_marks_nothing(course, playfunc, refuses):
    (course / "marks/hearts/bob/mark.json").unlink()
    code, out, _ = playfunc("grade", course, "hearts", "--dry-run")
    assert code == 0
    assert out.splitlines() == [
        "2 submissions: 1 would be marked, 1 keep their marks.",
        "  not marked yet: bob",
    ]
    assert not (course / "marks/hearts/bob/mark.json").exists()
    refuses("no submission of eve", "grade", course, "hearts", "eve", "--dry-run")
