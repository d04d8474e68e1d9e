"""`playfunc forget` and `disclose` at a site: its database, and the files beside it; and one bot taken out."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from playfunc.files import write_whole
from playfunc_classroom.privacy.forgetting import names_it
from sqlalchemy import select

from playfunc_web.database.tables import Bot, Forgotten
from playfunc_web.operation.audit import audit
from playfunc_web.privacy.disclose import disclose
from playfunc_web.privacy.forget import forget, forget_bot, overwrite
from playfunc_web.site import Site

__all__ = ["ForgottenAtSite", "disclose_at_site", "forget_at_site", "forget_bot_at_site", "read_forgotten"]
__all__ += ["write_forgotten"]

FORGOTTEN_FILE = "forgotten.txt"


@dataclass(frozen=True, slots=True)
class ForgottenAtSite:
    """`left` are texts that still name the person, for staff to decide; `backups` were made before."""

    left: tuple[str, ...]
    backups: tuple[str, ...]


def forget_at_site(folder: Path, login: str, url: str | None = None) -> ForgottenAtSite | None:
    """Take the person of a login out of the site; `None` where the site knows no such login. Raises `SiteError`."""
    site = Site.existing(folder, url)
    try:
        with site.database.writing() as session:
            left = forget(session, site.key, login)
            if left is not None:
                audit(session, None, "forget", "")
        listed = _off_the_list(site.folder.class_list, login)
        if left is None and not listed:
            return None
        _finish(site)
    finally:
        site.database.close()
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
    try:
        with site.database.writing() as session:
            bot = session.scalar(select(Bot).where(Bot.name == name, Bot.password.is_not(None)))
            if bot is None:
                return None
            forget_bot(session, site.key, bot)
            audit(session, None, "removed a bot", f"bot {bot.id}")
        _finish(site)
    finally:
        site.database.close()
    return ForgottenAtSite((), _backups(site))


def _finish(site: Site) -> None:
    """Leave nothing in the database's file, and write down what restoring a backup has to forget again."""
    overwrite(site.database)
    with site.database.reading() as session:
        digests = {row.id: row.time for row in session.scalars(select(Forgotten))}
    write_forgotten(site.folder.path, read_forgotten(site.folder.path) | digests)


def _backups(site: Site) -> tuple[str, ...]:
    paths = sorted((site.folder.path / "backups").glob("*"))
    return tuple(path.name for path in paths if path.is_file())


def disclose_at_site(folder: Path, login: str, there: Path, url: str | None = None) -> bool:
    """Write all that the site holds about the person of a login below `there`; whether there is anything."""
    site = Site.existing(folder, url)
    try:
        with site.database.reading() as session:
            written = disclose(session, login, there)
    finally:
        site.database.close()
    rows = _lines(site.folder.class_list, login)
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


def _lines(path: Path | None, login: str) -> list[dict[str, str]]:
    if path is None or not path.is_file():
        return []
    rows = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig")))
    return [row for row in rows if (row.get("login") or "").strip() == login]


def _off_the_list(path: Path | None, login: str) -> bool:
    """Take the login's line out of the class list, or the next start would make the account again."""
    if path is None or not _lines(path, login):
        return False
    rows = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig")))
    kept = [row for row in rows if (row.get("login") or "").strip() != login]
    out = io.StringIO()
    writer = csv.DictWriter(out, rows.fieldnames or (), lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(kept)
    write_whole(path, out.getvalue(), mode=0o600)
    return True
