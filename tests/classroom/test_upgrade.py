"""A course that an earlier version wrote opens with this one, with the same verdicts and all that people gave."""

from __future__ import annotations

import hashlib
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest
from playfunc_classroom import upgrade as upgrades
from playfunc_classroom.intake.choices import read_choices
from playfunc_classroom.marks.store import Mark, read_mark
from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.policy.attempts import attempt_of, attempts
from playfunc_classroom.policy.overrides import overrides_by_cell, read_overrides
from playfunc_classroom.runs.grade import grade
from playfunc_classroom.runs.summary import summary
from playfunc_classroom.upgrade import upgrade

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves

COURSES = Path(__file__).parent / "courses"
EXPECTED = json.loads((COURSES / "before_the_move.json").read_text(encoding="utf-8"))["assignments"]
KEPT = (
    "overrides/*.jsonl",
    "choices/*.jsonl",
    "extensions.csv",
    "downloaded/*/received.json",
    "submitted/**/*",
    "attempts/*/*/[0-9]*/*",
    ".playfunc-secret",
    "playfunc.toml",
)
"""Files that people or their systems made."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("courses")
    with tarfile.open(COURSES / "before_the_move.tar.xz") as packed:
        packed.extractall(folder, filter="data")
    return folder / "before_the_move"


def digests(root: Path, patterns: tuple[str, ...] = KEPT) -> dict[str, str]:
    files = [path for pattern in patterns for path in root.glob(pattern) if path.is_file()]
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def marked(mark: Mark) -> dict[str, Any]:
    return {
        "verdicts": {result.check: result.verdict.value for result in mark.results},
        "points": mark.points,
        "band": mark.band,
    }


def in_gradebook(course: Course, name: str, student: str) -> dict[str, Any]:
    with course._gradebook() as gradebook:
        submission = gradebook.find_submission(name, student)
        comments = {c.name: c.manual_comment for n in submission.notebooks for c in n.comments}
        cells = {}
        for notebook in submission.notebooks:
            for given in notebook.grades:
                cells[given.name] = {
                    "auto": given.auto_score,
                    "manual": given.manual_score,
                    "most": given.max_score,
                    "waiting": given.needs_manual_grade,
                } | ({"comment": comments[given.name]} if comments.get(given.name) else {})
        return {
            "handed_in": submission.timestamp.isoformat() + "+00:00",
            "score": submission.score,
            "late_penalty": submission.late_submission_penalty,
            "cells": dict(sorted(cells.items())),
        }


@pytest.mark.week
def test_marks_are_computed_again_to_the_same_verdicts_and_what_people_gave_is_kept(root: Path) -> None:
    before = digests(root)
    assert len(before) > 30
    course = Course.open(root)
    assert "assignment.toml was added to blackjack, footsteps, hearts, skullwhist" in course.upgraded
    for name, students in EXPECTED.items():
        batch = grade(course, name)
        assert (batch.exit_code, batch.trouble) == (0, {})
        [said] = [line for line in summary(batch) if "Another version" in line]
        assert said == (
            f"Another version of playfunc had made {len(students)} marks; this version computed them again, with the "
            "same verdicts. Points given by hand, comments, attempts and times are kept."
        )
        decisions = read_overrides(root, name)
        for student, expected in students.items():
            mark = read_mark(root, name, student)
            assert mark is not None
            assert marked(mark) == {key: expected[key] for key in ("verdicts", "points", "band")}
            figures = {result.check: dict(result.facts) for result in mark.results if result.facts}
            assert json.loads(json.dumps(figures)) == expected["figures"]
            assert in_gradebook(course, name, student) == expected["gradebook"]
            given = overrides_by_cell(decisions, student)
            assert {cell: one.points for cell, one in given.items()} == {
                cell: one["points"] for cell, one in expected.get("overrides", {}).items()
            }
            assert [str(n) for n in attempts(root, name, student)] == list(expected.get("attempts", {}))
            assert attempt_of(root, name, student) == expected.get("counts", 1)
            chosen = [each.file for each in read_choices(root, name) if each.student == student]
            assert chosen[-1:] == ([expected["choice"]["file"]] if "choice" in expected else [])
    assert digests(root) == before
    again = Course.open(root)
    assert again.upgraded == ""
    marks = digests(root, ("marks/*/*/mark.json", "reports/*/grades.json"))
    for name in EXPECTED:
        assert not grade(again, name).again
    assert digests(root, ("marks/*/*/mark.json", "reports/*/grades.json")) == marks


def test_a_course_of_now_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\n")
    assert upgrade(tmp_path) == ""
    assert [path.name for path in tmp_path.iterdir()] == ["nbgrader_config.py"]


def test_without_the_instructors_folder_settings_are_left_to_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> Path:
        raise FileNotFoundError

    monkeypatch.setattr(upgrades, "instructor_folder", missing)
    (tmp_path / "nbgrader_config.py").write_text(
        "from playfunc_autograder.nbgrader_bridge import configure\n"
    )
    (tmp_path / "source/hearts").mkdir(parents=True)
    (tmp_path / "source/hearts/hearts.ipynb").touch()
    assert upgrade(tmp_path) == (
        "An earlier version of playfunc wrote this course: nbgrader_config.py now imports from playfunc_classroom."
    )
    assert (tmp_path / "nbgrader_config.py").read_text() == (
        "from playfunc_classroom.nbgrader_bridge import configure\n"
    )
