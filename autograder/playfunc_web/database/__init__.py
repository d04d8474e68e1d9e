"""Connections, and the newest migration. Reading and writing are told apart: a writer takes SQLite's lock at once, so
that two writers queue instead of failing halfway."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session

from playfunc_web.database.tables import Base
from playfunc_web.errors import SiteError, StorageError

BUSY_SECONDS = 15
"""How long a writer waits for another."""

CONNECT_SECONDS = 10
"""How long PostgreSQL may take to answer a new connection; a URL may name another `connect_timeout`."""

OUT_OF_RANGE = "22003"
"""What PostgreSQL calls a number that is too large; SQLite's driver raises `OverflowError` by itself."""

EXAMPLE = "postgresql+psycopg://ladder@/ladder?host=/run/postgresql"


def now() -> float:
    """Seconds since 1970, UTC."""
    return time.time()


class Database:
    """Opened by URL. `reading` and `writing` give sessions; a writing one commits at its end, or changes nothing.

    Both raise `StorageError` where the database or its disk is away, and `OverflowError` for a number that no column
    holds.
    """

    def __init__(self, url: str) -> None:
        try:
            self.engine = _engine(_with_driver(make_url(url)))
        except (SQLAlchemyError, ImportError, ValueError) as error:
            raise SiteError(
                f"the database's URL cannot be used ({error}): expected one such as {EXAMPLE}"
            ) from error
        self.url = url
        if self.engine.dialect.name == "sqlite":
            _tune_sqlite(self.engine)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with self._session(writes=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        with self._session(writes=True) as session:
            yield session
            session.commit()

    @contextmanager
    def _session(self, *, writes: bool) -> Iterator[Session]:
        bound = self.engine.execution_options(writes=writes)
        with Session(bound, expire_on_commit=False) as session:
            try:
                yield session
            except OperationalError as error:
                raise _storage(error) from error
            except DBAPIError as error:
                if error.connection_invalidated:
                    raise _storage(error) from error
                if getattr(error.orig, "sqlstate", "") == OUT_OF_RANGE:
                    raise OverflowError(str(error.orig)) from error
                raise

    def healthy(self) -> bool:
        """Whether the database answers, and its file can be written. Looking takes no lock, so that it neither waits
        for a writer nor delays one."""
        try:
            with self.reading() as session:
                session.execute(text("SELECT version_num FROM alembic_version"))
        except StorageError:
            return False
        return self._writable()

    def _writable(self) -> bool:
        """Whether the system lets this process write SQLite's file, and its journal beside it."""
        name = self.engine.url.database
        if self.engine.dialect.name != "sqlite" or not name or name == ":memory:":
            return True
        return all(os.access(path, os.W_OK) for path in (name, Path(name).resolve().parent))

    def close(self) -> None:
        self.engine.dispose()


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        url = url.update_query_dict({"connect_timeout": str(CONNECT_SECONDS), **url.query})
    return create_engine(url, hide_parameters=True, pool_pre_ping=url.get_backend_name() != "sqlite")


def _with_driver(url: URL) -> URL:
    """PostgreSQL's own form of a URL names no driver. Raises `ValueError` for a database that is not supported."""
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise ValueError(f"sites use SQLite or PostgreSQL by psycopg, not {url.drivername}")
    return url


def _storage(error: Exception) -> StorageError:
    return StorageError(f"the database takes nothing at present: {getattr(error, 'orig', None) or error}")


def _tune_sqlite(engine: Engine) -> None:
    """WAL with NORMAL survives a kill; a loss of power may cost the last moments. The driver begins no transactions."""

    @event.listens_for(engine, "connect")
    def connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", True)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


# Tables of an empty database are made as `tables` has them; revisions, by Alembic, bring older ones to the newest.
#
# Nearly every start finds them there already, so Alembic is imported only where something is to be done.

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(database: Database) -> None:
    """Make the tables, or bring them to the newest revision. Raises `SiteError` for a database of a newer site."""
    try:
        before = revision_of(database)
        if before is not None and before not in known_revisions():
            raise SiteError(
                f"the database was written by a newer playfunc (revision {before}): update playfunc, or restore an "
                "older backup"
            )
        if before != newest_revision():
            _migrate(database, is_empty=before is None)
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


def _migrate(database: Database, *, is_empty: bool) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with database.engine.begin() as connection:
        config.attributes["connection"] = connection
        if is_empty:
            Base.metadata.create_all(connection, checkfirst=False)
            command.stamp(config, "head")
        else:
            command.upgrade(config, "head")
