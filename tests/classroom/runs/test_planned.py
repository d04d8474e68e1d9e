"""What an upgrade would mark again, by name: marks that cannot have moved stay, and nothing stays silently."""

import dataclasses
from pathlib import Path

import pytest
from course_fixture import CAUTIOUS, RENEGES, hand_in, make_course
from playfunc_autograder import versions
from playfunc_autograder.executors import HERE
from playfunc_checks.course_settings import read_secret
from playfunc_classroom.marks import CODE_CHANGED, read_mark
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.runs.jobs import Submission, marked
from playfunc_classroom.runs.unchanged import note_code, plan

STUDENTS = ("ann", "bob", "eve")
"""A legal player, one that reneges, one that cannot be loaded."""


OTHERS = '{ name = "minmax", points = 10 }, { name = "advanced", points = 10 }'


def mark_all(course: Course) -> dict[str, object]:
    note_code(course.root, course.assignment("hearts"))
    secret = read_secret(course.root)
    submissions = [
        Submission(
            course.submission("hearts", s), s, course.settings_for("hearts", s), course.root, secret, True
        )
        for s in STUDENTS
    ]
    return {outcome.submission.student: outcome.before for outcome in marked(submissions, HERE)}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    course = make_course(tmp_path_factory.mktemp("planned"))
    for student, source in zip(STUDENTS, (CAUTIOUS, RENEGES, "play = None"), strict=True):
        hand_in(course, student, source)
    assert plan(course, "hearts", STUDENTS).why == dict.fromkeys(STUDENTS, "not marked yet")
    mark_all(course)
    return course


@pytest.fixture
def upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Have a file of a part, the first where none is named, hold other text."""

    def clear() -> None:
        for cached in (versions._parts, versions._digests, versions.versions):
            cached.cache_clear()

    real = versions.sources

    def upgrade(part: str, more: str, file: str = "") -> str:
        name, path = next(each for each in real("hearts")[part] if each[0].endswith(file))
        new = tmp_path / "new.py"
        new.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")

        def changed(game: str, opponents: versions.Names | None = None):
            found = real(game, opponents)
            files = tuple((each, new if each == name else old) for each, old in found[part])
            return {**found, part: files}

        monkeypatch.setattr(versions, "sources", changed)
        monkeypatch.setattr(versions, "remembered", lambda name, key, compute: compute())
        clear()
        return name

    yield upgrade
    monkeypatch.undo()
    clear()


def test_what_is_marked_stays_and_a_new_comment_of_ours_changes_nothing(course: Course, upgraded) -> None:
    assert set(plan(course, "hearts", STUDENTS).why.values()) == {""}
    upgraded("checks", "\n# a comment in a new release\n")
    assert set(plan(course, "hearts", STUDENTS).why.values()) == {""}


def test_other_opponents_move_no_mark_of_a_player_that_met_none(course: Course, upgraded) -> None:
    before = read_mark(course.root, "hearts", "eve")
    name = upgraded("opponents", "\nNEW = 1\n")
    found = plan(course, "hearts", STUDENTS)
    assert found.why == {"ann": CODE_CHANGED, "bob": CODE_CHANGED, "eve": ""}
    assert (found.files, found.unknown) == ((name,), False)
    again = mark_all(course)
    assert [student for student, verdicts in again.items() if verdicts is not None] == ["ann", "bob"]
    assert read_mark(course.root, "hearts", "eve") == before
    assert set(plan(course, "hearts", STUDENTS).why.values()) == {""}


def test_another_opponent_than_those_of_the_assignment_moves_no_mark(course: Course, upgraded) -> None:
    mark_all(course)
    upgraded("opponents", "\nNEW = 1\n", "hearts/naive.py")
    assert plan(course, "hearts", STUDENTS).why == dict.fromkeys(STUDENTS, "")
    name = upgraded("opponents", "\nNEW = 1\n", "hearts/minmax.py")
    found = plan(course, "hearts", STUDENTS)
    assert found.why == {"ann": CODE_CHANGED, "bob": CODE_CHANGED, "eve": ""}
    assert (found.files, found.unknown) == ((name,), False)


def test_other_checks_can_move_every_mark(course: Course, upgraded) -> None:
    mark_all(course)
    name = upgraded("checks", "\nNEW = 1\n")
    found = plan(course, "hearts", STUDENTS)
    assert set(found.why.values()) == {CODE_CHANGED}
    assert name in found.files


def test_marks_from_before_the_list_of_files_are_marked_again_and_said_to_be(
    course: Course, upgraded
) -> None:
    mark_all(course)
    for noted in (course.root / "marks/.code").glob("*.json"):
        noted.unlink()
    upgraded("rules", "\nNEW = 1\n")
    found = plan(course, "hearts", STUDENTS)
    assert set(found.why.values()) == {CODE_CHANGED}
    assert (found.files, found.unknown) == ((), True)


def test_a_changed_submission_and_changed_settings_are_told_apart(course: Course, monkeypatch) -> None:
    mark_all(course)
    hand_in(course, "bob", f"{RENEGES}\nMORE = 1\n")
    assert plan(course, "hearts", ["bob", "eve"]).why == {"bob": "the submission has changed", "eve": ""}
    monkeypatch.setattr(
        Course,
        "settings_for",
        lambda self, name, student: dataclasses.replace(self.assignment(name), threshold=0.7),
    )
    assert plan(course, "hearts", ["eve"]).why == {
        "eve": "settings have changed: threshold was 0.6 and is 0.7"
    }


def test_other_points_mark_nobody_again_and_are_named(course: Course) -> None:
    mark_all(course)
    settings = course.root / "playfunc.toml"
    before = settings.read_text(encoding="utf-8")
    settings.write_text(
        f'{before}opponents = [{{ name = "basic", points = 7 }}, {OTHERS}]\n', encoding="utf-8"
    )
    found = plan(course, "hearts", ["eve"])
    settings.write_text(before, encoding="utf-8")
    assert found.why == {"eve": ""}
    assert found.worth == {"beats-basic": (10.0, 7.0)}
