"""A rehearsal from release to export, by `make test-week`: of an own notebook, in one process, on two deals."""

import csv
from collections.abc import Mapping
from pathlib import Path

import pytest
from course_fixture import hand_in, make_course
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.rehearsal import Rehearsal, rehearse

pytestmark = [
    pytest.mark.week,
    pytest.mark.filterwarnings("ignore"),
]  # nbgrader and nbconvert warn about themselves

LATE = '[hearts.late]\ndue = 2099-11-30T23:59:00\nmethod = "linear"\npercent_per_day = 5\n'
"""A day and a half late costs two days begun."""


def files(folder: Path) -> Mapping[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    course = make_course(tmp_path_factory.mktemp("rehearsed"))
    hand_in(course, "ann")
    with (course.root / "playfunc.toml").open("a") as settings:
        settings.write(LATE)
    return course


@pytest.fixture(scope="module")
def kept(course: Course, tmp_path_factory: pytest.TempPathFactory) -> tuple[Rehearsal, Path]:
    folder = tmp_path_factory.mktemp("kept") / "rehearsal"
    before = files(course.root)
    steps: list[str] = []
    found = rehearse(
        course,
        "hearts",
        6,
        keep=folder,
        allow_unconfined=True,
        on_step=lambda step, done, total: steps.append(step),
    )
    assert files(course.root) == before
    assert steps[:3] == ["release", "collect", "grade"]
    assert steps[-1] == "done"
    return found, folder


def test_every_step_is_measured_and_nothing_went_wrong(kept: tuple[Rehearsal, Path]) -> None:
    found, _ = kept
    assert [step.name for step in found.steps] == [
        "release",
        "collect",
        "grade",
        "similarity",
        "feedback",
        "export",
    ]
    assert all(step.seconds > 0 and step.grown > 0 for step in found.steps)
    assert found.entering > 0
    assert found.problems == ()
    assert any("Only 2 deals are played" in note for note in found.notes)


def test_a_whole_made_up_class_is_marked_given_feedback_and_exported(kept: tuple[Rehearsal, Path]) -> None:
    _, folder = kept
    students = [f"rehearsal-00{number}" for number in range(1, 7)]
    assert sorted(path.stem for path in (folder / "feedback-zips/hearts").glob("*.zip")) == students
    with (folder / "exports/hearts-moodle.csv").open(encoding="utf-8-sig", newline="") as sheet:
        grades = {row["ID number"]: float(row["Grade"]) for row in csv.DictReader(sheet)}
    # 70 points by hand; a notebook that cannot be read is late, and costs ten of a hundred
    assert list(grades) == students
    assert grades["rehearsal-001"] == grades["rehearsal-003"] == grades["rehearsal-005"] >= 70.0
    assert grades["rehearsal-006"] == 60.0


def test_a_rehearsal_ends_at_what_would_stop_the_real_thing(course: Course, tmp_path: Path) -> None:
    broken = make_course(tmp_path / "broken", release=False)
    notebook = broken.root / "source/hearts/hearts.ipynb"
    notebook.write_text(notebook.read_text().replace('"rules"', '"regels"'))
    found = rehearse(broken, "hearts", 3, allow_unconfined=True)
    assert [step.name for step in found.steps] == ["release"]
    (problem,) = found.problems
    assert problem.startswith("Release stopped: hearts was not released: in source/hearts/hearts.ipynb, ")
    assert "The steps after that were not tried." in found.notes
