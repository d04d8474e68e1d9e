"""Backups of a whole site in one file: the database, the key, settings, the class list and the staff's pages.

    manifest.json    revision, rows of each table, and the SHA-256 of every other member
    database         an SQLite file, or a dump of PostgreSQL
    site.key, site.toml, languages.toml, class list, *.md

Restoring checks all of it before anything is changed, keeps what was there, and forgets again whoever was forgotten
after the backup was made."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from playfunc.files import write_whole
from sqlalchemy import Connection, func, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from playfunc_web.accounts.class_list import take_off_list
from playfunc_web.database import Database, known_revisions, now, revision_of
from playfunc_web.database.tables import Base, Forgotten
from playfunc_web.errors import SiteError, StorageError
from playfunc_web.forget import digest_of, forget_again, overwrite
from playfunc_web.monitoring import audit
from playfunc_web.privacy import forgotten_in, read_forgotten, write_forgotten
from playfunc_web.site import (
    DATABASE_FILE,
    KEY_FILE,
    LANGUAGES_FILE,
    SETTINGS_FILE,
    WHIST_LOCK_FILE,
    Site,
    SiteFolder,
    held,
    place_of,
    read_settings,
    refuse_courses,
)

# A copy of the database while it is in use, and its check. SQLite is copied by its own backup interface into one file.
# PostgreSQL is dumped by `pg_dump`, in the snapshot in which the rows are counted, and restored by `pg_restore`.

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
    differing = [name for name in expected if expected[name] != found.get(name)]
    wrong = [f"{name}: {expected[name]}, not {found.get(name)}" for name in differing]
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


FORMAT = 1
FOLDER = "backups"
DATABASE, MANIFEST, CLASS_LIST = "database", "manifest.json", "class-list.csv"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself. `kind` is sqlite or postgresql."""

    format: int
    made: float
    kind: str
    revision: str
    rows: dict[str, int]
    digests: dict[str, str]


@dataclass(frozen=True, slots=True)
class Restored:
    """`forgotten` is how many people were forgotten again; `kept` is where the database that was there went."""

    made: float
    rows: int
    forgotten: int
    kept: Path | None


def back_up(folder: Path, to: Path | None = None, url: str | None = None, keep: int | None = None) -> Path:
    """Write a backup while the site may be running, and check it; where it is. Raises `SiteError`.

    `to` is a new file or a folder, by default the site's own `backups/`. With `keep`, only so many of the newest
    backups stay in the folder, this one among them: an older one still holds who was forgotten since.
    """
    named = to is not None and not to.is_dir()
    if keep is not None and named:
        raise SiteError(
            f"{to} is no folder, and only in one are backups counted: leave out --keep, or make it"
        )
    opened = SiteFolder.existing(folder, url)
    database = Database(url or opened.database_url)
    stamp = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    name = f"{Path(opened.database).stem}-{stamp}.tar"
    target = (to if to and named else (to or opened.path / FOLDER) / name).resolve()
    if target.exists():
        raise SiteError(f"{target} exists already: name a new file")
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".backup-", dir=target.parent) as scratch:
        place = Path(scratch)
        try:
            made, kind = now(), database.engine.dialect.name
            rows = copy_database(database, place / DATABASE)
            revision = revision_of(database) or ""
        finally:
            database.close()
        if kind == "sqlite":
            checked_copy(place / DATABASE, revision, rows)
        for name, source in _beside(opened):
            write_whole(place / name, source.read_bytes(), mode=0o600)
        digests = {path.name: _digest(path) for path in sorted(place.iterdir())}
        manifest = Manifest(FORMAT, made, kind, revision, rows, digests)
        write_whole(place / MANIFEST, json.dumps(asdict(manifest), indent=1) + "\n")
        packed = place / "packed.tar"
        _pack(packed, [place / name for name in (MANIFEST, *digests)])
        packed.replace(target)
    if keep is not None:
        stem = re.escape(Path(opened.database).stem)
        ours = re.compile(stem + r"-\d{4}-\d\d-\d\d-\d{6}\.tar")
        found = sorted(path for path in target.parent.iterdir() if ours.fullmatch(path.name))
        for old in found[:-keep]:
            old.unlink()
    return target


def restore(folder: Path, file: Path, url: str | None = None) -> Restored:
    """Check the backup in `file` and put it in the place of the site in `folder`, which may be new. The site must not
    be running. Raises `SiteError`, and changes nothing then."""
    folder, name = place_of(folder)
    if name == DATABASE_FILE:
        refuse_courses(folder, "the site's folder")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    there = folder / name
    with (
        held(folder),
        held(folder, WHIST_LOCK_FILE),
        TemporaryDirectory(prefix=".restore-", dir=folder) as scratch,
    ):
        place = Path(scratch)
        manifest = _unpack(file, place)
        _check(manifest, place, folder, url)
        forgotten = _forgotten_now(there, url)
        kept = _put(manifest, place, there, url)
        return _forget_again(manifest, folder, url, forgotten, kept)


def _beside(opened: SiteFolder) -> Iterator[tuple[str, Path]]:
    yield KEY_FILE, opened.path / KEY_FILE
    for name in (SETTINGS_FILE, LANGUAGES_FILE):
        if (opened.path / name).is_file():
            yield name, opened.path / name
    if opened.class_list is not None and opened.class_list.is_file():
        yield CLASS_LIST, opened.class_list
    for page in sorted(opened.path.glob("*.md")):
        yield page.name, page


def _pack(path: Path, members: list[Path]) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "wb") as file:
        with tarfile.open(fileobj=file, mode="w") as archive:
            for member in members:
                archive.add(member, member.name)
        file.flush()
        os.fsync(file.fileno())


def _unpack(file: Path, place: Path) -> Manifest:
    """Members that the manifest names, each with its digest, into `place`."""
    try:
        with tarfile.open(file, "r:") as archive:
            for member in archive:
                _extract(archive, member, place)
        told = json.loads((place / MANIFEST).read_text(encoding="utf-8"))
        if told["format"] != FORMAT:
            raise SiteError(
                f"{file.name} was written by a newer playfunc (format {told['format']}): update playfunc"
            )
        manifest = Manifest(**told)
        wrong = [name for name, digest in manifest.digests.items() if _digest(place / name) != digest]
    except (OSError, tarfile.TarError, ValueError, KeyError, TypeError) as error:
        raise SiteError(f"{file} is no whole backup of a site: {error}") from error
    if wrong or {KEY_FILE, DATABASE} - set(manifest.digests):
        raise SiteError(f"{file} is damaged: {', '.join(wrong) or 'a part is missing'}; take another backup")
    return manifest


def _extract(archive: tarfile.TarFile, member: tarfile.TarInfo, place: Path) -> None:
    """A plain file by a plain name, which is all that a backup has. (Filters of tarfile came with Python 3.11.4.)"""
    source = archive.extractfile(member) if member.isfile() else None
    if source is None or member.name != Path(member.name).name:
        raise ValueError(f"{member.name!r} does not belong in it")
    (place / member.name).touch(mode=0o600, exist_ok=False)
    with source, (place / member.name).open("wb") as target:
        shutil.copyfileobj(source, target)


def _check(manifest: Manifest, place: Path, folder: Path, url: str | None) -> None:
    kind = "sqlite" if url is None else Database(url).engine.dialect.name
    if kind != manifest.kind:
        raise SiteError(
            f"the backup is of {manifest.kind}, and the database named is {kind}: name one of the same kind with "
            "--database"
        )
    key = folder / KEY_FILE
    if url is not None and not key.is_file() and _holds_a_site(url):
        raise SiteError(
            f"{folder} is a new folder, and the database named holds a site already: name an empty one, "
            "so that a rehearsal replaces nothing"
        )
    if key.is_file() and key.read_bytes() != (place / KEY_FILE).read_bytes():
        raise SiteError(f"{folder} is another site than the one that was backed up: name a new folder")
    if manifest.kind == "sqlite":
        checked_copy(place / DATABASE, manifest.revision, manifest.rows)
    elif manifest.revision not in known_revisions():
        raise SiteError(f"the backup is of revision {manifest.revision}, which is newer: update playfunc")


def _holds_a_site(url: str) -> bool:
    database = Database(url)
    try:
        return revision_of(database) is not None
    except SQLAlchemyError as error:
        raise StorageError(
            f"the database does not answer: {getattr(error, 'orig', None) or error}"
        ) from error
    finally:
        database.close()


def _forgotten_now(there: Path, url: str | None) -> dict[str, float]:
    """Who was forgotten so far, from the file and, where it can still be read, from the present database."""
    digests = read_forgotten(there.parent)
    if url is None and not there.is_file():
        return digests
    database = Database(url or f"sqlite:///{there}")
    try:
        with database.engine.connect() as connection:
            if inspect(connection).has_table(Forgotten.__tablename__):
                rows = connection.execute(select(Forgotten.id, Forgotten.time))
                digests |= {row.id: row.time for row in rows}
    except SQLAlchemyError:  # that is why one restores
        pass
    finally:
        database.close()
    return digests


def _put(manifest: Manifest, place: Path, there: Path, url: str | None) -> Path | None:
    """Put the files in their place, and SQLite's at `there`; what was there of it is kept."""
    kept, folder = None, there.parent
    if manifest.kind == "sqlite":
        if url is not None:
            there = Path(Database(url).engine.url.database or "")
        if there.is_file():
            kept = folder / FOLDER / f"replaced-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.db"
            kept.parent.mkdir(mode=0o700, exist_ok=True)
            for end in ("-wal", "-shm", ""):
                old = there.with_name(there.name + end)
                if old.is_file():
                    old.replace(kept.with_name(kept.name + end))
        (place / DATABASE).replace(there)
    else:
        assert url is not None
        with closing(Database(url)) as database:
            if revision_of(database) is not None:
                kept = folder / FOLDER / f"replaced-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.dump"
                kept.parent.mkdir(mode=0o700, exist_ok=True)
                copy_database(database, kept)
            take_dump(database, place / DATABASE, manifest.rows)
    for name in manifest.digests:
        if name not in (DATABASE, CLASS_LIST) and not (folder / name).exists():
            write_whole(folder / name, (place / name).read_bytes(), mode=0o600)
    source, listed = place / CLASS_LIST, read_settings(folder / SETTINGS_FILE).class_list
    if source.is_file() and listed and not (folder / listed).exists():
        write_whole(folder / listed, source.read_bytes(), mode=0o600)
    return kept


def _forget_again(
    manifest: Manifest, folder: Path, url: str | None, forgotten: Mapping[str, float], kept: Path | None
) -> Restored:
    site = Site.open(SiteFolder.at(folder), url)
    with closing(site.database):
        with site.database.writing() as session:
            count = forget_again(session, site.key, forgotten)
            audit(session, None, "restore")
        overwrite(site.database)
        digests = forgotten_in(site.database)
    write_forgotten(folder, digests)
    later = {digest for digest, time in forgotten.items() if time > manifest.made}
    take_off_list(site.folder.class_list, lambda login: digest_of(site.key, login) in later)
    return Restored(manifest.made, sum(manifest.rows.values()), count, kept)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
