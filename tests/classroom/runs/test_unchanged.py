"""A run of an unchanged class has nothing to do, and notices whatever could change what it writes."""

import dataclasses
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from course_assignments import HEARTS
from course_fixture import CAUTIOUS, RENEGES, hand_in, make_course
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.runs import grade as grading
from playfunc_classroom.runs import return_feedback, unchanged
from playfunc_classroom.runs.grade import grade
from playfunc_classroom.runs.return_feedback import hand_back_feedback

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course in which ann and bob are marked and have their feedback."""
    course = make_course(tmp_path_factory.mktemp("done"), execute=False)
    hand_in(course, "ann", CAUTIOUS)
    hand_in(course, "bob", RENEGES)
    assert grade(course, "hearts").exit_code == 0
    assert not hand_back_feedback(course, "hearts", (), False).trouble
    return course.root


@pytest.fixture
def course(done: Path, tmp_path: Path) -> Course:
    """A copy of it. No run has finished where it lies."""
    return Course.open(shutil.copytree(done, tmp_path / "course"))


@pytest.fixture
def noted(course: Course) -> Course:
    """The copy, with both runs noted."""
    grade(course, "hearts")
    hand_back_feedback(course, "hearts", (), False)
    return course


def _state(course: Course) -> str:
    """What `grade` compares before it does anything."""
    return grading._state(course, course.assignment("hearts"), ((), False))


def _runs(course: Course, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether `grade` looks at the submissions again."""
    looked = []
    whole = grading._submissions
    with monkeypatch.context() as patch:
        patch.setattr(grading, "_submissions", lambda *given: looked.append(1) or whole(*given))
        grade(course, "hearts")
    return bool(looked)


def _alter(relative: str) -> Callable[[Course], object]:
    return lambda course: (course.root / relative).write_text(
        (course.root / relative).read_text(encoding="utf-8") + "\n", encoding="utf-8"
    )


def test_nothing_is_done_for_an_unchanged_class_and_the_same_is_told(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _runs(course, monkeypatch)
    before = grade(course, "hearts", students=["ann", "bob"])
    grade(course, "hearts")
    assert not _runs(course, monkeypatch)
    again = grade(course, "hearts")
    assert again.marks == before.marks
    assert again.exit_code == 0
    _alter("submitted/ann/hearts/hearts.ipynb")(course)
    assert _runs(course, monkeypatch)


@pytest.mark.parametrize(
    "change",
    [
        _alter("submitted/ann/hearts/hearts.ipynb"),
        _alter("playfunc.toml"),
        _alter("source/hearts/assignment.toml"),
        _alter("marks/hearts/bob/mark.json"),
        lambda course: (course.root / "reports/hearts/index.html").unlink(),
        lambda course: course.give("hearts", "ann", {"comments": 20.0}),
        lambda course: hand_in(course, "cyd", CAUTIOUS),
        lambda course: shutil.rmtree(course.root / "autograded/ann"),
    ],
    ids=["submission", "course", "settings", "mark", "report", "gradebook", "another student", "autograded"],
)
def test_whatever_changes_is_noticed(course: Course, change: Callable[[Course], object]) -> None:
    before = _state(course)
    assert before
    assert _state(course) == before
    change(course)
    assert _state(Course.open(course.root)) != before


def test_other_students_or_options_are_another_run(noted: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    grade(noted, "hearts", students=["ann"])
    assert _runs(noted, monkeypatch)


def test_a_run_with_trouble_is_not_noted(noted: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    _alter("submitted/ann/hearts/hearts.ipynb")(noted)
    monkeypatch.setattr(grading, "enter", lambda *given: "the gradebook could not be reached")
    assert grade(noted, "hearts").exit_code == 1
    monkeypatch.undo()
    assert _runs(noted, monkeypatch)


def test_deals_that_are_opened_change_what_is_shown(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    opening = datetime.now(UTC) + timedelta(days=1)
    soon = dataclasses.replace(HEARTS, show_deals_after=(opening,))

    class Later(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return opening + timedelta(seconds=1)

    closed = unchanged.state(course, soon)
    assert unchanged.state(course, soon) == closed
    monkeypatch.setattr(unchanged, "datetime", Later)
    assert unchanged.state(course, soon) != closed


def test_nobody_can_tell_where_a_folder_lies_elsewhere(course: Course) -> None:
    course.config.CourseDirectory.submitted_directory = "/srv/submitted"
    assert unchanged.state(course, HEARTS) == ""
    unchanged.note_finished(course, "grade", "hearts", "")
    assert unchanged.what_it_found(course, "grade", "hearts", "") is None


def test_feedback_is_not_written_again(noted: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    wrote = []
    monkeypatch.setattr(return_feedback, "copy_to_groups", lambda *given: wrote.append(1) or {})
    told = hand_back_feedback(noted, "hearts", (), False)
    assert (told.trouble, wrote) == ({}, [])
    (noted.root / "feedback/ann/hearts/hearts.html").unlink()
    hand_back_feedback(noted, "hearts", (), False)
    assert wrote == [1]
    assert (noted.root / "feedback/ann/hearts/hearts.html").is_file()
