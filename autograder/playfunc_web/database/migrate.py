"""Migrations, by Alembic: every start of the site brings its database to the newest revision."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DBAPIError

from playfunc_web.database.connection import Database
from playfunc_web.errors import SiteError, StorageError

__all__ = ["known_revisions", "newest_revision", "revision_of", "upgrade"]


def upgrade(database: Database, revision: str = "head") -> None:
    """Bring the tables to a revision. Raises `SiteError` for a database of a newer site."""
    try:
        before = revision_of(database)
        if before is not None and before not in known_revisions():
            raise SiteError(
                f"the database was written by a newer playfunc (revision {before}): update playfunc, or restore an "
                "older backup"
            )
        if before == newest_revision():
            return
        with database.engine.begin() as connection:
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
    except DBAPIError as error:
        raise StorageError(f"the database cannot be opened: {error.orig}") from error


def revision_of(database: Database) -> str | None:
    """The revision that the tables are at; `None` for an empty database."""
    with database.engine.connect().execution_options(writes=False) as connection:
        return MigrationContext.configure(connection).get_current_revision()


def known_revisions() -> tuple[str, ...]:
    """From the first to the newest."""
    return tuple(script.revision for script in _scripts().walk_revisions())[::-1]


def newest_revision() -> str:
    return _scripts().get_current_head() or ""


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())
