"""Migrations, by Alembic: every start of the site brings its database to the newest revision.

Nearly every start finds it there already, so Alembic is imported only where something is to be done.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

from playfunc_web.database.connection import Database
from playfunc_web.errors import SiteError, StorageError

__all__ = ["known_revisions", "newest_revision", "revision_of", "upgrade"]

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(database: Database, revision: str = "head") -> None:
    """Bring the tables to a revision. Raises `SiteError` for a database of a newer site."""
    try:
        before = revision_of(database)
        if before is not None and before not in known_revisions():
            raise SiteError(
                f"the database was written by a newer playfunc (revision {before}): update playfunc, or restore an "
                "older backup"
            )
        if before != newest_revision():
            _migrate(database, revision)
    except DBAPIError as error:
        raise StorageError(f"the database cannot be opened: {error.orig}") from error


def revision_of(database: Database) -> str | None:
    """The revision that the tables are at; `None` for an empty database."""
    with database.engine.connect().execution_options(writes=False) as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.scalar(text("SELECT version_num FROM alembic_version"))


def known_revisions() -> tuple[str, ...]:
    """From the first to the newest. A revision's file begins with its name, as in `0001_first_tables.py`."""
    return tuple(sorted(path.name.partition("_")[0] for path in MIGRATIONS.glob("versions/*.py")))


def newest_revision() -> str:
    return known_revisions()[-1]


def _migrate(database: Database, revision: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with database.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
