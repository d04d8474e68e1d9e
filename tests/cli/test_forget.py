"""`playfunc forget`: one student removed from a course."""

from __future__ import annotations

import pytest
from playfunc_cli.main import app
from typer.testing import CliRunner

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_nothing_is_left_and_copies_elsewhere_are_mentioned(course, playfunc):
    code, out, _ = playfunc("forget", course, "bob", "--yes")
    assert code == 0
    assert out.startswith("Deleted ")
    assert "Delete copies elsewhere yourself" in out
    assert not list(course.rglob("bob*"))


def test_without_a_yes_nothing_happens(course):
    asked = CliRunner().invoke(app, ["forget", str(course), "bob"], input="n\n")
    assert asked.exit_code == 1
    assert "Remove everything about bob" in asked.output
    assert (course / "submitted/bob").is_dir()
