"""Fixtures for all tests of this folder."""

from __future__ import annotations

import pytest
from playfunc_opponents.skullwhist.solver import (
    new_table,
)


@pytest.fixture(scope="module")
def table():
    return new_table()
