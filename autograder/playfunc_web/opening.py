"""Open a site to serve it: its database, its class list, and an administrator."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from playfunc_web.accounts.class_list import Enrolled, administrator_link, enrol, read_class_list
from playfunc_web.accounts.people import account_of
from playfunc_web.accounts.sessions import make_link
from playfunc_web.errors import SiteError
from playfunc_web.folder import SiteFolder
from playfunc_web.ladders.ladders import ensure_ladders
from playfunc_web.site import Site


@dataclass(frozen=True, slots=True)
class Started:
    """A site that is ready to be served. `admin_link` is the path of the administrator's one-time link, empty once one
    has logged in; `enrolled` is what the class list brought."""

    site: Site
    admin_link: str
    enrolled: Enrolled = field(default_factory=Enrolled)


def open_site(folder: Path, url: str | None = None) -> Started:
    """Open the site, and bring its accounts up to the class list. Raises `SiteError` and `SettingsError`."""
    opened = SiteFolder.open(folder)
    site = Site.open(opened, url)
    try:
        return _ready(site)
    except BaseException:
        site.database.close()
        raise


def _ready(site: Site) -> Started:
    enrolled, class_list = Enrolled(), site.folder.class_list
    with site.database.writing() as session:
        ensure_ladders(session)
        if class_list is not None:
            enrolled = enrol(session, read_class_list(class_list))
        link = administrator_link(session)
    return Started(site, link, enrolled)


def link_for(folder: Path, login: str, url: str | None = None) -> str:
    """A new one-time link of an account, as an address where the site knows its own. Raises `SiteError`."""
    site = Site.existing(folder, url)
    try:
        with site.database.writing() as session:
            account = account_of(session, login)
            if account is None:
                raise SiteError(f"there is no account {login!r} on this site: the staff page lists all")
            secret = make_link(session, account)
    finally:
        site.database.close()
    return f"{site.settings.base_url.rstrip('/')}/link/{secret}"
