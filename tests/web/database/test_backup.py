"""Copies of a database that is in use, and what their check finds."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from playfunc_web.backups import checked_copy, copy_database
from playfunc_web.database import Database, newest_revision, revision_of
from playfunc_web.database.tables import Account
from playfunc_web.errors import SiteError
from playfunc_web.site import Site
from site_people import play
from sqlalchemy import func, select
from web_site import account

pytestmark = pytest.mark.sqlite  # of PostgreSQL, tests/web/test_backups.py restores what pg_dump wrote


@pytest.fixture
def copy(site: Site, tmp_path: Path) -> tuple[Path, dict[str, int]]:
    play(site, "ada", "bob")
    path = tmp_path / "copy.db"
    return path, copy_database(site.database, path)


def test_a_copy_holds_the_rows_and_passes_its_check(copy: tuple[Path, dict[str, int]]) -> None:
    path, rows = copy
    assert (rows["account"], rows["version"], rows["run"]) == (2, 2, 1)
    checked_copy(path, newest_revision(), rows)
    database = Database(f"sqlite:///{path}")
    assert revision_of(database) == newest_revision()
    database.close()


def test_a_copy_is_of_one_moment_while_others_write(site: Site, tmp_path: Path) -> None:
    stop = threading.Event()

    def writes() -> None:
        number = 0
        while not stop.is_set():
            account(site, f"student{number}")
            number += 1

    writer = threading.Thread(target=writes)
    writer.start()
    try:
        for number in range(5):
            rows = copy_database(site.database, tmp_path / f"{number}.db")
            checked_copy(tmp_path / f"{number}.db", newest_revision(), rows)
            assert rows["account"] == rows["party"], "each account comes with its party"
    finally:
        stop.set()
        writer.join()
    with site.database.reading() as session:
        assert (session.scalar(select(func.count()).select_from(Account)) or 0) >= rows["account"]


def test_damage_is_found(copy: tuple[Path, dict[str, int]]) -> None:
    path, rows = copy
    data = bytearray(path.read_bytes())
    page = len(data) // 4096 // 2 * 4096
    data[page : page + 2048] = b"\xaa" * 2048
    path.write_bytes(data)
    with pytest.raises(SiteError, match="the backup is damaged"):
        checked_copy(path, newest_revision(), rows)


@pytest.mark.parametrize(
    ("damage", "revision", "words"),
    [
        ("DELETE FROM watched", newest_revision(), "watched: 2, not 0"),
        ("DELETE FROM party", newest_revision(), "a row of bot refers to none"),
        ("UPDATE alembic_version SET version_num = '9999'", "9999", "holds 9999"),
    ],
)
def test_rows_that_are_missing_or_refer_to_none_and_a_newer_site_are_refused(
    copy: tuple[Path, dict[str, int]], damage: str, revision: str, words: str
) -> None:
    path, rows = copy
    with closing(sqlite3.connect(path)) as database:
        database.execute(damage)
        database.commit()
    with pytest.raises(SiteError, match=words):
        checked_copy(path, revision, rows)
