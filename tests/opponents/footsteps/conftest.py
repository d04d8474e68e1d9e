"""Fixtures for all tests of this folder."""

import pytest
from playfunc_opponents.footsteps.solver import solve_board


@pytest.fixture(scope="module")
def board():
    return solve_board()
