"""A copy of the database while it is in use, and its check.

SQLite is copied by its own backup interface into one file. PostgreSQL is dumped by `pg_dump`, in the snapshot in which
the rows are counted, and restored by `pg_restore`; both come with PostgreSQL.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, func, select, text

from playfunc_web.database import Database, known_revisions
from playfunc_web.database.tables import Base
from playfunc_web.errors import SiteError, StorageError

SLOW_SECONDS = 3600


def copy_database(database: Database, there: Path) -> dict[str, int]:
    """Write a consistent copy to a new file while others read and write; how many rows each table in it has."""
    if database.engine.dialect.name == "sqlite":
        return _copy_sqlite(Path(database.engine.url.database or ""), there)
    return _dump_postgresql(database, there)


def checked_copy(path: Path, revision: str, counts: Mapping[str, int]) -> None:
    """Check a copy of SQLite before it is used. Raises `SiteError` that says what does not hold."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as copy:
            damage = [str(row[0]) for row in copy.execute("PRAGMA integrity_check") if row[0] != "ok"]
            damage += [
                f"a row of {row[0]} refers to none" for row in copy.execute("PRAGMA foreign_key_check")
            ]
            if damage:
                raise SiteError(f"the backup is damaged: {'; '.join(damage[:3])}")
            found = str(copy.execute("SELECT version_num FROM alembic_version").fetchone()[0])
            rows = {table: _count(copy, table) for table in _tables(copy)}
    except sqlite3.Error as error:
        raise SiteError(f"the backup is damaged: {error}") from error
    if found != revision or found not in known_revisions():
        raise SiteError(
            f"the backup says that it is of revision {revision}, holds {found}, and this playfunc knows "
            f"{', '.join(known_revisions())}: update playfunc, or take another backup"
        )
    _same(counts, rows)


def take_dump(database: Database, path: Path, counts: Mapping[str, int]) -> None:
    """Put a dump of PostgreSQL in the place of all tables, or change nothing. Raises `SiteError`."""
    _run(
        [
            *(_program("pg_restore"), "--clean", "--if-exists", "--no-owner", "--no-privileges"),
            *("--single-transaction", f"--dbname={_plain_url(database)}", str(path)),
        ]
    )
    database.engine.dispose()
    with database.engine.connect() as connection:
        _same(counts, row_counts(connection))


def row_counts(connection: Connection) -> dict[str, int]:
    """How many rows each table has."""
    tables = Base.metadata.sorted_tables
    return {table.name: connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables}


def _same(expected: Mapping[str, int], found: Mapping[str, int]) -> None:
    wrong = [
        f"{name}: {expected[name]}, not {found.get(name)}"
        for name in expected
        if expected[name] != found.get(name)
    ]
    if wrong:
        raise SiteError(f"the backup does not hold the rows that it was made with ({'; '.join(wrong)})")


def _copy_sqlite(source: Path, there: Path) -> dict[str, int]:
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as present,
            closing(sqlite3.connect(there)) as copy,
        ):
            present.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            return {table: _count(copy, table) for table in _tables(copy)}
    except sqlite3.Error as error:
        raise StorageError(f"the backup cannot be written to {there}: {error}") from error


def _tables(connection: sqlite3.Connection) -> Sequence[str]:
    rows = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    return [name for (name,) in rows if name != "alembic_version"]


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f'SELECT COUNT(*) FROM "{table}"').fetchone()[0])


def _dump_postgresql(database: Database, there: Path) -> dict[str, int]:
    program = _program("pg_dump")
    with database.engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        snapshot = connection.scalar(text("SELECT pg_export_snapshot()"))
        _run(
            [
                *(program, "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"),
                *(f"--file={there}", f"--dbname={_plain_url(database)}"),
            ]
        )
        return row_counts(connection)


def _plain_url(database: Database) -> str:
    """As PostgreSQL's own programs read it."""
    url = database.engine.url.set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise SiteError(
            f"{name} is not installed: install PostgreSQL's client programs, as new as the server"
        )
    return found


def _run(command: Sequence[str]) -> None:
    """The URL may hold a password, so errors name the program alone."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=SLOW_SECONDS, check=False)
    if done.returncode:
        raise SiteError(f"{Path(command[0]).name} failed: {done.stderr.strip()[-500:]}")
