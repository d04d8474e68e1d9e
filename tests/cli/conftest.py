"""Players for the tests of the command."""

from __future__ import annotations

from pathlib import Path

import pytest
from course_fixture import CAUTIOUS, RENEGES


@pytest.fixture
def player(tmp_path: Path) -> Path:
    """A player that keeps the rules."""
    path = tmp_path / "ann.py"
    path.write_text(CAUTIOUS)
    return path


@pytest.fixture
def reneging(tmp_path: Path) -> Path:
    """A player that does not follow suit."""
    path = tmp_path / "bob.py"
    path.write_text(RENEGES)
    return path
