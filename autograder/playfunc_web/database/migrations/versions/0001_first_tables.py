"""The tables of 0.1.0. Nothing is older: an empty database gets its tables from `tables.py`."""

from __future__ import annotations

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """There is no database to bring here."""
