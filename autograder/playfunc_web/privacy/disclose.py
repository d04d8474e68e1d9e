"""Everything that the site holds about one person, as a folder of JSON and original files."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playfunc.files import write_whole
from sqlalchemy import ColumnElement, Table, or_, select
from sqlalchemy.orm import Session

from playfunc_web.privacy.inventory import INVENTORY, SECRETS, Fate, Place
from playfunc_web.privacy.people import Person, find_person, rows_of, table_of

__all__ = ["disclose"]

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
            path = folder / "sources" / _file_name(row)
            write_whole(path, value, mode=0o600)
            written.append(path)
            shown[name] = path.relative_to(folder).as_posix()
    return shown


def _file_name(version: Mapping[str, Any]) -> str:
    return f"{version['id']}-" + re.sub(r"[^\w.-]+", "_", version["filename"])[-80:]
