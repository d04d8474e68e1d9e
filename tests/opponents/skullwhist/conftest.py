"""Fixtures for all tests of this folder."""

import pytest
from playfunc_opponents.skullwhist.solver import (
    new_table,
)


@pytest.fixture(scope="module")
def table():
    return new_table()
