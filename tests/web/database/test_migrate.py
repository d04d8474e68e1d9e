"""Every revision has a dump with data, and each of them goes up to the newest without a loss."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import killing
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from playfunc_web.database import Database
from playfunc_web.database.migrate import MIGRATIONS, known_revisions, newest_revision, revision_of, upgrade
from playfunc_web.database.tables import Account, Base, Entrant, Version
from playfunc_web.errors import SiteError, StorageError
from playfunc_web.privacy.forget import forget
from sqlalchemy import Integer, MetaData, func, inspect, select, text
from statements import at_statement, kill_me
from web_site import database_url

DUMPS = Path(__file__).parent / "dumps"


@pytest.fixture
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """The database of a dump, before the upgrade."""
    path = tmp_path / "ladder.db"
    with closing(sqlite3.connect(path)) as made:
        made.executescript((DUMPS / f"{request.param}.sql").read_text(encoding="utf-8"))
    database = Database(f"sqlite:///{path}")
    url = database_url(tmp_path)
    if url is not None:
        database = as_postgresql(database, url, request.param)
    yield database
    database.close()


def as_postgresql(source: Database, url: str, revision: str) -> Database:
    """A database at the same revision with the same rows."""
    database = Database(url)
    upgrade(database, revision)
    old, new = MetaData(), MetaData()
    old.reflect(source.engine)
    new.reflect(database.engine)
    with source.engine.connect() as reads, database.engine.begin() as writes:
        writes.execute(text("SET LOCAL session_replication_role = replica"))  # rows may refer to later ones
        for name in old.tables.keys() - {"alembic_version"}:
            rows = [dict(row._mapping) for row in reads.execute(select(old.tables[name]))]
            if rows:
                writes.execute(new.tables[name].insert(), rows)
            if "id" in new.tables[name].columns and isinstance(new.tables[name].c.id.type, Integer):
                key = f"pg_get_serial_sequence('{name}', 'id')"
                writes.execute(text(f"SELECT setval({key}, (SELECT MAX(id) FROM {name}))"))
    source.close()
    return database


def test_the_revisions_are_those_that_alembic_finds() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert known_revisions() == tuple(script.revision for script in scripts.walk_revisions())[::-1]
    assert newest_revision() == scripts.get_current_head()


def test_every_revision_has_a_dump() -> None:
    dumps = sorted(path.stem for path in DUMPS.glob("*.sql"))
    assert dumps == sorted(known_revisions()), "run: python tests/web/database/dumps/make.py"


@pytest.mark.parametrize("old", known_revisions(), indirect=True)
def test_an_old_database_goes_up_with_its_rows(old: Database) -> None:
    with old.engine.connect() as connection:
        before = {
            table: connection.scalar(text(f"SELECT COUNT(*) FROM {table}"))
            for table in set(inspect(connection).get_table_names()) - {"alembic_version"}
        }
    assert all(before[table] for table in ("account", "version", "run", "game", "private_log"))
    upgrade(old)
    assert revision_of(old) == newest_revision()
    with old.reading() as session:
        for table in Base.metadata.sorted_tables:
            count = session.scalar(select(func.count()).select_from(table))
            assert count == before.get(table.name, 0), table.name
        ada = session.scalars(select(Account).where(Account.login == "ada")).one()
        assert (ada.name, ada.party.kind) == ("Name of ada", "group")
        version = session.scalars(select(Version).order_by(Version.id)).first()
        assert version is not None
        assert (version.source, version.state) == (b"# by ada\n", "admitted")
        assert session.scalars(select(Entrant)).first() is not None


@pytest.mark.parametrize("old", known_revisions(), indirect=True)
def test_what_comes_out_is_what_the_code_expects(old: Database) -> None:
    """Where the newest revision is not released yet: run python tests/web/database/dumps/make.py"""
    upgrade(old)
    with old.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


@pytest.mark.parametrize("old", known_revisions(), indirect=True)
def test_an_upgraded_site_forgets(old: Database) -> None:
    upgrade(old)
    with old.writing() as session:
        assert forget(session, b"k" * 64, "cyd") == ()


def test_a_database_of_a_newer_playfunc_is_refused(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'ladder.db'}")
    upgrade(database)
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(SiteError, match=r"written by a newer playfunc \(revision 9999\)"):
        upgrade(database)
    database.close()


@pytest.mark.parametrize("place", random.Random(15).sample(range(60), 20))
def test_an_upgrade_that_is_killed_changes_nothing_and_can_be_made_again(tmp_path: Path, place: int) -> None:
    url = database_url(tmp_path) or f"sqlite:///{tmp_path / 'ladder.db'}"

    def upgrades() -> None:
        database = Database(url)
        with at_statement(database.engine, place, kill_me):
            upgrade(database)

    _, status = os.waitpid(killing.start(upgrades), 0)
    assert status == signal.SIGKILL
    database = Database(url)
    assert revision_of(database) is None
    with database.engine.connect() as connection:
        assert inspect(connection).get_table_names() == []
    upgrade(database)
    assert revision_of(database) == newest_revision()
    database.close()


def test_an_upgrade_twice_changes_nothing(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'ladder.db'}")
    upgrade(database)
    first = (tmp_path / "ladder.db").read_bytes()
    upgrade(database)
    assert (tmp_path / "ladder.db").read_bytes() == first
    database.close()


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello, this is no database at all" * 100)
    with pytest.raises(StorageError, match="cannot be opened: file is not a database"):
        upgrade(Database(f"sqlite:///{tmp_path / 'text'}"))
