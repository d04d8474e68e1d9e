"""docs/new.md as a reader follows it: each file that it shows is written, and each command run, in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from environments import Environment

PAGE = Path(__file__).parents[2] / "docs" / "new.md"

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
    for block in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        if block["path"]:
            path = work / block["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["text"], encoding="utf-8")
        elif block["kind"] == "sh":
            environment.run("sh", "-eu", "-c", block["text"], cwd=work)
    return work


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
