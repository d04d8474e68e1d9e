"""`playfunc forget` and `disclose` at a site: its database, and the files beside it; and one bot taken out."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playfunc.files import write_whole
from playfunc_classroom.pseudonyms import names_it
from sqlalchemy import ColumnElement, Table, or_, select
from sqlalchemy.orm import Session

from playfunc_web.accounts.class_list import lines_of, take_off_list
from playfunc_web.database import Database
from playfunc_web.database.tables import Bot, Forgotten
from playfunc_web.forget import (
    INVENTORY,
    SECRETS,
    Fate,
    Person,
    Place,
    find_person,
    forget,
    forget_bot,
    overwrite,
    rows_of,
    table_of,
)
from playfunc_web.monitoring import audit
from playfunc_web.site import Site

# Everything that the site holds about one person, as a folder of JSON and original files.

README = """What the site holds about {login}, a file for each kind of record. Times are seconds since 1970, UTC.
Passwords, sessions and tokens are kept as digests, which are left out. Others appear under codes alone.

"""


def disclose(session: Session, login: str, folder: Path) -> tuple[Path, ...] | None:
    """Write all of it below `folder`; the files, or `None` for a login that nobody has. What a group shares is in it,
    without the other members' accounts."""
    person = find_person(session, login)
    if person is None:
        return None
    written: list[Path] = []
    lines: list[str] = []
    for entry in INVENTORY:
        table = table_of(entry.table)
        found = session.execute(select(table).where(_concerns(entry, table, person))).mappings().all()
        if not found:
            continue
        rows = [_shown(entry, dict(row), folder, written) for row in found]
        path = folder / f"{entry.table}.json"
        write_whole(path, json.dumps(rows, indent=1, ensure_ascii=False) + "\n", mode=0o600)
        written.append(path)
        lines.append(f"{path.name:20}{entry.what}; kept {entry.kept.value}\n")
    readme = folder / "README.txt"
    write_whole(readme, README.format(login=login) + "".join(lines), mode=0o600)
    return (*written, readme)


def _concerns(entry: Place, table: Table, person: Person) -> ColumnElement[bool]:
    """The rows that are the person's, and those whose free text names the person."""
    named = (
        table.c[name].icontains(word, autoescape=True)
        for name in entry.columns(Fate.MASKED)
        for word in person.words
    )
    return or_(rows_of(entry.table, person, groups=True), *named)


def _shown(entry: Place, row: Mapping[str, Any], folder: Path, written: list[Path]) -> dict[str, Any]:
    """The row as JSON: without secrets, and with a source as a file of its own."""
    shown: dict[str, Any] = {}
    for name, value in row.items():
        if (entry.table, name) in SECRETS:
            continue
        if not isinstance(value, bytes):
            shown[name] = value
        elif entry.table == "record":
            shown[name] = zlib.decompress(value).decode()
        else:
            name_of_file = re.sub(r"[^\w.-]+", "_", row["filename"])[-80:]
            path = folder / "sources" / f"{row['id']}-{name_of_file}"
            write_whole(path, value, mode=0o600)
            written.append(path)
            shown[name] = path.relative_to(folder).as_posix()
    return shown


FORGOTTEN_FILE = "forgotten.txt"


@dataclass(frozen=True, slots=True)
class ForgottenAtSite:
    """`left` are texts that still name the person, for staff to decide; `backups` were made before."""

    left: tuple[str, ...]
    backups: tuple[str, ...]


def forget_at_site(folder: Path, login: str, url: str | None = None) -> ForgottenAtSite | None:
    """Take the person of a login out of the site; `None` where the site knows no such login. Raises `SiteError`."""
    site = Site.existing(folder, url)
    with closing(site.database):
        with site.database.writing() as session:
            left = forget(session, site.key, login)
            if left is not None:
                audit(session, None, "forget", "")
        listed = take_off_list(site.folder.class_list, lambda each: each == login)
        if left is None and not listed:
            return None
        _finish(site)
    named = names_it(login)
    pages = [
        path for path in sorted(site.folder.path.glob("*.md")) if named(path.read_text(encoding="utf-8"))
    ]
    return ForgottenAtSite(
        (*(left or ()), *(f"{page.name} names the person" for page in pages)), _backups(site)
    )


def forget_bot_at_site(folder: Path, name: str, url: str | None = None) -> ForgottenAtSite | None:
    """Take one bot of SkullWhist's server out of the site; `None` where no bot of that name can log in. The server may
    be running. Raises `SiteError`."""
    site = Site.existing(folder, url)
    with closing(site.database):
        with site.database.writing() as session:
            bot = session.scalar(select(Bot).where(Bot.name == name, Bot.password.is_not(None)))
            if bot is None:
                return None
            forget_bot(session, site.key, bot)
            audit(session, None, "removed a bot", f"bot {bot.id}")
        _finish(site)
    return ForgottenAtSite((), _backups(site))


def _finish(site: Site) -> None:
    """Leave nothing in the database's file, and write down what restoring a backup has to forget again."""
    overwrite(site.database)
    write_forgotten(site.folder.path, read_forgotten(site.folder.path) | forgotten_in(site.database))


def forgotten_in(database: Database) -> dict[str, float]:
    """Digests of forgotten logins → when, as the database has them."""
    with database.reading() as session:
        return {row.id: row.time for row in session.scalars(select(Forgotten))}


def _backups(site: Site) -> tuple[str, ...]:
    paths = sorted((site.folder.path / "backups").glob("*"))
    return tuple(path.name for path in paths if path.is_file())


def disclose_at_site(folder: Path, login: str, there: Path, url: str | None = None) -> bool:
    """Write all that the site holds about the person of a login below `there`; whether there is anything."""
    site = Site.existing(folder, url)
    with closing(site.database), site.database.reading() as session:
        written = disclose(session, login, there)
    listed = site.folder.class_list
    rows = lines_of(listed, lambda each: each == login)[0] if listed and listed.is_file() else []
    if rows:
        write_whole(
            there / "class_list.json", json.dumps(rows, indent=1, ensure_ascii=False) + "\n", mode=0o600
        )
    return bool(written or rows)


def read_forgotten(folder: Path) -> dict[str, float]:
    """Digests of forgotten logins → when, from the file beside the database."""
    try:
        lines = (folder / FORGOTTEN_FILE).read_text(encoding="ascii").splitlines()
    except FileNotFoundError:
        return {}
    return {digest: float(time) for digest, _, time in (line.partition(" ") for line in lines) if time}


def write_forgotten(folder: Path, digests: Mapping[str, float]) -> None:
    text = "".join(f"{digest} {time!r}\n" for digest, time in sorted(digests.items()))
    write_whole(folder / FORGOTTEN_FILE, text, mode=0o600)
