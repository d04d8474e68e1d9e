"""Migrations give the tables that the code expects, whole or not at all."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import killing
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from playfunc_web.database import Database
from playfunc_web.database.migrate import MIGRATIONS, known_revisions, newest_revision, revision_of, upgrade
from playfunc_web.database.tables import Base
from playfunc_web.errors import SiteError, StorageError
from sqlalchemy import inspect, text
from statements import at_statement, kill_me
from web_site import database_url


def test_the_revisions_are_those_that_alembic_finds() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert known_revisions() == tuple(script.revision for script in scripts.walk_revisions())[::-1]
    assert newest_revision() == scripts.get_current_head()


def test_what_comes_out_is_what_the_code_expects(tmp_path: Path) -> None:
    database = Database(database_url(tmp_path) or f"sqlite:///{tmp_path / 'ladder.db'}")
    upgrade(database)
    assert revision_of(database) == newest_revision()
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    database.close()


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
