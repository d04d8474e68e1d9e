"""Fixtures for all tests of this folder."""

from __future__ import annotations

import pytest
from playfunc_opponents.footsteps.solver import solve_board


@pytest.fixture(scope="module")
def board():
    return solve_board()
