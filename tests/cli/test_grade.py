"""Marking: `playfunc grade`, `markers` and `demo`."""

from pathlib import Path

import pytest
from command import one_sentence, run_here
from course_fixture import make_course

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_the_class_is_shown_with_where_the_reports_are(course, playfunc):
    code, out, err = playfunc("grade", course, "hearts")
    assert (code, err) == (0, "")
    assert "Reports, grades.csv and grades.json: reports/hearts" in out
    assert "Only 2 deals were played. Below 50 luck decides much; 200 are usual." in out
    assert "2 submissions of the class wait for people" in out
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
    told = out.partition("Points by hand (overrides):\n")[2]
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
    assert out.splitlines() == ["2 submissions: 1 would be marked, 1 would not.", "  not marked yet: bob"]
    assert not (course / "marks/hearts/bob/mark.json").exists()
    refuses("no submission of eve", "grade", course, "hearts", "eve", "--dry-run")


# `playfunc markers`: who marks what.
def test_each_marker_gets_a_share_and_a_page(course, playfunc):
    (course / "markers.csv").write_text("marker\nkim\nlee\n")
    code, out, _ = playfunc("markers", course, "hearts", "--url", "https://lab.example/")
    assert code == 0
    assert "kim" in out
    assert "lee" in out
    page = course / out.partition("Each marker's list, with links into formgrader: ")[2].strip()
    assert "https://lab.example/formgrader/submissions/" in page.read_text()


def test_lines_that_match_nothing_are_named(course, playfunc):
    (course / "markers.csv").write_text("marker,tutorial,student\nkim,A,\nlee,,ann\nlee,,cyd\n")
    out = playfunc("markers", course, "hearts")[1]
    assert "markers.csv, line 2: nobody is in tutorial group 'A' in tutorials.csv." in out
    assert "markers.csv, line 4: there is no submission of 'cyd' to mark." in out
    assert "line 3" not in out


def test_before_grade_it_says_that_nothing_is_marked(tmp_path, playfunc):
    course = make_course(tmp_path / "course").root
    (course / "markers.csv").write_text("marker\nkim\n")
    code, out, _ = playfunc("markers", course, "hearts")
    assert code == 0
    assert out == f"Nothing of hearts is marked yet. First run: playfunc grade {course} hearts\n"


def test_a_number_of_second_marks_is_not_negative(course, playfunc):
    assert playfunc("markers", course, "hearts", "--second", "-1")[0] == 2


# `playfunc demo`: what it refuses; tests/assignments runs it on every assignment.
@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("--assignment", "chess"), "chess"), (("--deals", "1"), "at least 2 deals, and --deals 1 was given")],
)
def test_misuse_is_one_sentence_and_writes_nothing(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    assert words in one_sentence(run_here("demo", "there", *arguments, cwd=tmp_path))
    assert list(tmp_path.iterdir()) == []
