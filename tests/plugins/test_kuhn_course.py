"""An assignment of Kuhn poker, released, marked, self-checked, fed back and shown; the course holds all of it."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import pytest
from environments import Environment

pytestmark = pytest.mark.week

COURSE = Path(__file__).parent / "course"


@dataclass(frozen=True)
class Taught:
    """The course in `root`, with a solution from ann and an empty notebook from bob, marked and fed back."""

    environment: Environment
    root: Path

    def playfunc(self, *arguments: object, code: int = 0) -> str:
        return self.environment.run("playfunc", *arguments, code=code, cwd=self.root)

    def notebook(self, folder: str, student: str) -> Path:
        return self.root / folder / student / "kuhn" / "kuhn.ipynb"

    def results(self, student: str) -> dict[str, str]:
        rows = json.loads((self.root / "reports" / "kuhn" / "grades.json").read_text(encoding="utf-8"))
        (row,) = [row for row in rows if row["student"] == student]
        return {each["check"]: each["verdict"] for each in row["results"]}


@pytest.fixture(scope="module")
def taught(kuhn_environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> Taught:
    made = Taught(kuhn_environment, tmp_path_factory.mktemp("kuhn") / "course")
    shutil.copytree(COURSE, made.root)
    packages = (COURSE.parent / "kuhn-game", COURSE.parent / "kuhn-opponents")
    made.environment.run("pip", "wheel", "--quiet", "--wheel-dir", made.root / "wheels", *packages)
    made.playfunc("release", ".", "kuhn")
    released = made.root / "release" / "kuhn" / "kuhn.ipynb"
    for student, notebook in (("ann", _solved(released)), ("bob", nbformat.read(released, as_version=4))):
        made.notebook("submitted", student).parent.mkdir(parents=True)
        nbformat.write(notebook, made.notebook("submitted", student))
    made.playfunc("grade", ".", "kuhn")
    made.playfunc("feedback", ".", "kuhn")
    return made


def _solved(released: Path) -> Any:
    """The released notebook with the cells of the course's own solution."""
    source = nbformat.read(COURSE / "source" / "kuhn" / "kuhn.ipynb", as_version=4)
    solutions = {
        cell.metadata.nbgrader.grade_id: cell.source
        for cell in source.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }
    notebook = nbformat.read(released, as_version=4)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = solutions[cell.metadata.nbgrader.grade_id]
    return notebook


@pytest.fixture
def home(taught: Taught, tmp_path: Path) -> Path:
    """The released folder on ann's computer, with her notebook in it."""
    shutil.copytree(taught.root / "release" / "kuhn", tmp_path / "kuhn")
    shutil.copy(taught.notebook("submitted", "ann"), tmp_path / "kuhn")
    return tmp_path / "kuhn"


def test_students_get_no_solution(taught: Taught):
    released = (taught.root / "release" / "kuhn" / "kuhn.ipynb").read_text(encoding="utf-8")
    assert "BEGIN SOLUTION" not in released
    assert (taught.root / "release" / "kuhn.zip").is_file()


def test_the_solution_passes_and_the_empty_notebook_breaks_the_rules(taught: Taught):
    assert set(taught.results("ann").values()) == {"passed"}
    assert taught.results("bob")["rules"] == "failed"
    assert taught.results("bob")["beats-basic"] == "skipped"


def test_check_at_home_agrees_with_the_marker(taught: Taught, home: Path):
    said = taught.environment.run(
        "playfunc", "check", "kuhn.ipynb", "--wins", "--deals", 100, "--json", cwd=home
    )
    assert {r["check"]: r["verdict"] for r in json.loads(said)["results"]} == taught.results("ann")


def test_every_cell_of_the_solved_notebook_runs_at_home(taught: Taught, home: Path):
    """The last of them is the students' own check of what they hand in."""
    execute = ("-m", "nbconvert", "--to", "notebook", "--execute", "--inplace", "kuhn.ipynb")
    taught.environment.run(taught.environment.python, *execute, cwd=home)
    cells = nbformat.read(home / "kuhn.ipynb", as_version=4).cells
    shown = {cell.source: str(cell.outputs) for cell in cells if cell.cell_type == "code"}
    assert "wins " in shown['kuhn.watch("basic", "minmax")']
    assert "none against the rules" in shown["kuhn.check_rules(play)"]
    assert "So far it wins " in shown['kuhn.checkpoint(play, "minmax")']
    checked = shown["kuhn.self_check()"]
    assert "rules: passed" in checked
    for check in ("beats-basic", "beats-minmax"):
        assert f"{check}: passed" in checked or f"{check}: not decided" in checked, "its deals are few"


def test_the_class_table_tells_the_steps(taught: Taught):
    page = (taught.root / "reports" / "kuhn" / "overview.html").read_text(encoding="utf-8")
    for step in ("Step 1: keep the rules", "Step 2: play by your card", "Step 3: bluff"):
        assert step in page


def test_feedback_tells_points_and_faults(taught: Taught):
    passed, failed = (
        (taught.root / "feedback" / student / "kuhn" / "kuhn.html").read_text(encoding="utf-8")
        for student in ("ann", "bob")
    )
    assert "<strong>100 of 100</strong>" in passed
    assert "<strong>0 of 100</strong>" in failed
    assert "60 × Crash" in failed
