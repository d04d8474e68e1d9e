import os
import random
import signal
import tempfile
import threading
from pathlib import Path

import killing
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from playfunc_web.accounts.people import make_account
from playfunc_web.database import MIGRATIONS, Database, known_revisions, newest_revision, revision_of, upgrade
from playfunc_web.database.tables import Account, Base
from playfunc_web.errors import SiteError, StorageError
from playfunc_web.site import Site
from sqlalchemy import func, inspect, select, text
from statements import at_statement, kill_me
from web_site import database_url


def count(site: Site) -> int:
    with site.database.reading() as session:
        return session.scalar(select(func.count(Account.id))) or 0


def test_a_writer_that_fails_changes_nothing(site: Site) -> None:
    def write() -> None:
        with site.database.writing() as session:
            make_account(session, "ada")
            raise KeyError("halfway")

    with pytest.raises(KeyError):
        write()
    assert count(site) == 0


def test_readers_go_on_beside_a_writer(site: Site) -> None:
    with site.database.writing() as session:
        make_account(session, "ada")
        session.flush()
        assert count(site) == 0
    assert count(site) == 1


@pytest.mark.sqlite
def test_two_writers_queue(site: Site) -> None:
    def write(number: int) -> None:
        for place in range(10):
            with site.database.writing() as session:
                before = session.scalar(select(func.count(Account.id)))
                make_account(session, f"a{number}-{place}", name=str(before))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert count(site) == 40
    with site.database.reading() as session:
        assert sorted(map(int, session.scalars(select(Account.name)))) == list(range(40))


@pytest.mark.sqlite
def test_sqlite_is_in_wal_mode_and_keeps_references(site: Site) -> None:
    with site.database.reading() as session:
        assert session.scalar(text("PRAGMA journal_mode")) == "wal"
        assert session.scalar(text("PRAGMA foreign_keys")) == 1


def test_a_url_of_nothing_is_refused_in_a_sentence() -> None:
    with pytest.raises(SiteError, match="the database's URL cannot be used"):
        Database("nothing://")


def test_a_database_that_cannot_be_opened_is_told_as_storage(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be opened"):
        upgrade(Database(f"sqlite:///{tmp_path}/none/ladder.db"))


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_url_of_postgresql_needs_no_driver(scheme: str) -> None:
    database = Database(f"{scheme}://ladder@/ladder?host=/run/postgresql")
    assert database.engine.url.drivername == "postgresql+psycopg"


@pytest.mark.parametrize("url", ["mysql://ladder:word@host/ladder", "nonsense word", "oracle://word@host/x"])
def test_any_other_url_is_refused_with_an_example_and_without_its_password(url: str) -> None:
    with pytest.raises(SiteError, match=r"such as postgresql\+psycopg://") as refused:
        Database(url)
    assert "word" not in str(refused.value)


@pytest.mark.sqlite
def test_a_file_that_cannot_be_written_is_not_healthy() -> None:
    """Asked by an ordinary user, since root may write everything."""
    with tempfile.TemporaryDirectory(prefix="playfunc-database-") as name:
        os.chmod(name, 0o777)
        file = Path(name) / "some.db"
        database = Database(f"sqlite:///{file}")
        upgrade(database)
        database.close()
        assert [_healthy(file, mode) for mode in (0o666, 0o444, 0o666)] == [True, False, True]


def _healthy(file: Path, mode: int) -> bool:
    file.chmod(mode)
    child = os.fork()
    if not child:
        try:
            if os.getuid() == 0:
                os.setuid(65534)
            os._exit(0 if Database(f"sqlite:///{file}").healthy() else 1)
        finally:
            os._exit(2)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, 1)
    return code == 0


# Migrations give the tables that the code expects, whole or not at all.
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
