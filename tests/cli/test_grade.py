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


def test_points_by_hand_are_told_beside_the_computed_ones(course, playfunc):
    assert "Points by hand" not in playfunc("grade", course, "hearts", "bob")[1]
    playfunc(
        "override", course, "hearts", "bob", "beats-basic", 10, "--why", "A fault of ours.", "--who", "kim"
    )
    _, out, _ = playfunc("grade", course, "hearts", "bob")
    told = out.partition("Points by hand, which count instead of the computed ones:\n")[2]
    assert told.startswith("  bob: beats-basic: 10 instead of 0, by kim on 20")


def test_misuse_is_one_sentence(course, refuses):
    refuses("is not a course", "grade", "nowhere", "hearts")
    refuses("chess", "grade", course, "chess")
    refuses("there is no submission of bo for hearts; did you mean 'bob'?", "grade", course, "hearts", "bo")


def test_of_a_group_only_the_member_whose_submission_counts_is_marked(course, refuses):
    (course / "groups.csv").write_text("group,student\nred,ann\nred,bob\n")
    (course / "submitted/bob/hearts/timestamp.txt").write_text("2026-11-30 23:58:00")
    (course / "submitted/ann/hearts/timestamp.txt").write_text("2026-11-30 23:57:00")
    refuses("of the group of ann the submission of", "grade", course, "hearts", "ann", "--dry-run")


def test_a_dry_run_says_what_would_be_marked_and_why_and_marks_nothing(course, playfunc, refuses):
    (course / "marks/hearts/bob/mark.json").unlink()
    code, out, _ = playfunc("grade", course, "hearts", "--dry-run")
    assert code == 0
    assert out.splitlines() == [
        "2 submissions: 1 would be marked, 1 would not.",
        "  not marked yet: bob",
    ]
    assert not (course / "marks/hearts/bob/mark.json").exists()
    refuses("no submission of eve", "grade", course, "hearts", "eve", "--dry-run")
