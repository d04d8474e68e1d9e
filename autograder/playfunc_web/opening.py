"""Open a site to serve it: its database, its class list, and an administrator; and hold it while it is served."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playfunc_web.accounts.class_list import Enrolled, administrator_link, enrol, log_changes, read_class_list
from playfunc_web.accounts.people import account_of
from playfunc_web.accounts.sessions import link_address
from playfunc_web.errors import SiteError
from playfunc_web.http.server import listening_at
from playfunc_web.ladders.ladders import ensure_ladders
from playfunc_web.monitoring import configure_logs
from playfunc_web.site import LOCK_FILE, Site, SiteFolder, held


@dataclass(frozen=True, slots=True)
class Started:
    """A site that is ready to be served. `admin_link` is the path of the administrator's one-time link, empty once one
    has logged in; `enrolled` is what the class list brought."""

    site: Site
    admin_link: str
    enrolled: Enrolled = field(default_factory=Enrolled)


def open_site(folder: Path, url: str | None = None) -> Started:
    """Open the site, and bring its accounts up to the class list. Raises `SiteError` and `SettingsError`."""
    site = Site.open(SiteFolder.open(folder), url)
    class_list = site.folder.class_list
    try:
        with site.database.writing() as session:
            ensure_ladders(session)
            enrolled = enrol(session, read_class_list(class_list)) if class_list is not None else Enrolled()
            link = administrator_link(session)
    except BaseException:
        site.database.close()
        raise
    return Started(site, link, enrolled)


@contextmanager
def serving(started: Started, port: int, host: str, lock: str = LOCK_FILE) -> Iterator[socket.socket]:
    """A socket that takes connections, of the one process that serves the folder; at the end the database is closed.
    Raises `SiteError` where another process serves the folder or has the port."""
    with held(started.site.folder.path, lock), listening_at(host, port) as listening:
        configure_logs()
        log_changes(started.enrolled)
        try:
            yield listening
        finally:
            started.site.database.close()


def link_for(folder: Path, login: str, url: str | None = None) -> str:
    """A new one-time link of an account, as an address where the site knows its own. Raises `SiteError`."""
    site = Site.existing(folder, url)
    with closing(site.database), site.database.writing() as session:
        account = account_of(session, login)
        if account is None:
            raise SiteError(f"there is no account {login!r} on this site: the staff page lists all")
        return link_address(session, account, site.settings.base_url)
