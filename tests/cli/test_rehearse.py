"""`playfunc rehearse`: its table, its sentences and its exit code; tests/classroom/rehearsal has what it does."""

import pytest
from playfunc_classroom import rehearsal
from playfunc_classroom.rehearsal import Rehearsal, Step

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves

STEPS = (Step("release", 5.0, 300_000, once=True), Step("grade", 40.0, 2_000_000), Step("export", 0.1, 100))


def found(*problems: str) -> Rehearsal:
    return Rehearsal(STEPS, 4, 2, problems, ("3.0 GB are free where the course lies.",), entering=4.0)


def test_steps_are_shown_for_what_was_tried_and_for_the_class(course, playfunc, monkeypatch):
    monkeypatch.setattr(rehearsal, "rehearse", lambda *arguments, **named: found())
    code, out, _ = playfunc("rehearse", course, "hearts", "--students", "400", "--jobs", "2")
    rows = [line.split() for line in out.splitlines()]
    assert ["release", "5.0", "s", "300", "KB", "5.0", "s", "300", "KB"] in rows
    assert ["grade", "40", "s", "2", "MB", "67", "min", "200", "MB"] in rows
    assert "For 400 students the course needs about 200 MB of disk." in out
    # 36 s of two jobs for 4 students are 7200 s of one job for 400, and 400 s to enter their marks
    assert (
        "Grading 400 students takes at most 2.1 h with 1 job, 67 min with 2 jobs, 22 min with 8 jobs" in out
    )
    few = playfunc("rehearse", course, "hearts", "--students", "400", "--jobs", "2", "--deals", "4")[1]
    assert "Grading 400 students at 4 deals takes" in few
    assert out.splitlines()[-1] == "Nothing went wrong."
    assert code == 0


def test_what_would_go_wrong_is_listed_and_fails(course, playfunc, monkeypatch):
    monkeypatch.setattr(rehearsal, "rehearse", lambda *arguments, **named: found("The due date has passed."))
    code, out, _ = playfunc("rehearse", course, "hearts")
    assert out.splitlines()[-2:] == ["What would go wrong:", "  The due date has passed."]
    assert code == 1


def test_a_copy_that_is_kept_is_named_with_what_to_open(course, playfunc, monkeypatch):
    def made(*arguments: object, **named: object) -> Rehearsal:
        (course / "kept/release/hearts").mkdir(parents=True)
        return found("The due date has passed.")

    monkeypatch.setattr(rehearsal, "rehearse", made)
    code, out, _ = playfunc("rehearse", course, "hearts", "--keep", "kept")
    assert out.splitlines()[-4:] == [
        "The rehearsed course is in kept. Look at:",
        "  kept/release/hearts: what students get",
        "To mark in it as people will, run: playfunc serve marking kept",
        "Delete kept afterwards.",
    ]
    assert code == 1


def test_an_assignment_that_is_not_there_is_refused(course, refuses):
    refuses("there is no assignment 'heart'", "rehearse", course, "heart")
