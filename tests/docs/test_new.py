"""docs/new.md and docs/change.md as a reader follows them: every file is written, and every command run."""

import re
import shutil
from pathlib import Path

import pytest
from environments import Environment

PAGE = Path(__file__).parents[2] / "docs" / "new.md"
CHANGE = PAGE.with_name("change.md")

BLOCK = re.compile(
    r"(?:^`(?P<path>[^`\n]+)`\n\n)?^(?P<fence>`{3,})(?P<kind>\w*)\n(?P<text>.*?)^(?P=fence)$", re.M | re.S
)
"""A block of the page; a file's path stands on a line of its own before it."""


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder after the walk."""
    folder = tmp_path_factory.mktemp("new")
    environment = Environment.make(folder / "environment")
    work = folder / "work"
    work.mkdir()
    follow(PAGE, environment, work)
    return work


def follow(page: Path, environment: Environment, work: Path) -> str:
    """Write the page's files and run its commands in `work`; what these print."""
    said = ""
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        if block["path"]:
            path = work / block["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["text"], encoding="utf-8")
        elif block["kind"] == "sh":
            said += environment.run("sh", "-eu", "-c", block["text"], cwd=work)
    return said


def test_the_page_holds_files_and_commands():
    blocks = list(BLOCK.finditer(PAGE.read_text(encoding="utf-8")))
    assert len([block for block in blocks if block["path"]]) >= 9
    assert len([block for block in blocks if block["kind"] == "sh"]) >= 5


@pytest.mark.week
def test_the_solution_of_its_assignment_gets_all_points(walked: Path):
    grades = (walked / "games" / "reports" / "nim" / "grades.csv").read_text(encoding="utf-8")
    assert "100" in grades


@pytest.mark.week
def test_the_game_passes_conformance(walked: Path):
    """With the golden game that the page has recorded."""
    environment = Environment(walked.parent / "environment")
    repository = PAGE.parents[1]
    said = environment.run(
        *("pytest", "-p", "no:cacheprovider", "-n", "0", "-k", "nim", "tests/conformance"),
        *("--games", walked / "facts"),
        cwd=repository,
    )
    assert "passed" in said
    assert "failed" not in said


@pytest.mark.week
def test_points_change_and_a_question_is_added_as_the_page_says(walked: Path, tmp_path: Path):
    work = tmp_path / "work"
    shutil.copytree(walked, work)
    said = follow(CHANGE, Environment(walked.parent / "environment"), work)
    assert "1 submission: 0 would be marked, 1 would not." in said
    assert "nobody is marked again for it: beats-basic 60 → 50." in said
    assert "computed of 90" in (work / "games/reports/nim/grades.csv").read_text(encoding="utf-8")
    released = (work / "next/release/nim/nim.ipynb").read_text(encoding="utf-8")
    for row in ("| Why a multiple of four wins | 12 | people |", "| **Total** | **112** | |"):
        assert row in released
