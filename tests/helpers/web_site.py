"""A site in a test: opened in a folder of its own, and asked as a browser or a program asks."""

import atexit
import os
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import httpx2
from fastapi.testclient import TestClient
from playfunc_arena.formats import contest_names
from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.accounts.sessions import make_token, start_session
from playfunc_web.database.tables import Account, Audit, Party
from playfunc_web.folder import DATABASE_FILE, SiteFolder
from playfunc_web.http.viewer import COOKIE, name_of
from playfunc_web.ladder_server import ladder_app
from playfunc_web.ladders.ladders import ensure_ladders
from playfunc_web.site import Site
from postgres import VARIABLE, database_for
from sqlalchemy import select


def open_test_site(folder: Path, settings: str = "", *, ladders: bool = False) -> Site:
    """A new site with such a site.toml, if wanted with a ladder for every contest."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "site.toml").write_text(settings, encoding="utf-8")
    url = database_url(folder)
    if url is None and not (folder / DATABASE_FILE).exists():
        shutil.copyfile(_new_database(tuple(contest_names()) if ladders else ()), folder / DATABASE_FILE)
    site = Site.open(SiteFolder.open(folder), url)
    if ladders and url is not None:
        with site.database.writing() as session:
            ensure_ladders(session)
    return site


@cache
def _new_database(contests: tuple[str, ...]) -> Path:
    """The database of a site in which nothing has happened, with ladders for these contests, which are all or none.
    Making its tables takes as long as many a test."""
    folder = Path(mkdtemp(prefix="playfunc-site-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    site = Site.open(SiteFolder.open(folder))
    if contests:
        with site.database.writing() as session:
            ensure_ladders(session)
    site.database.close()
    return folder / DATABASE_FILE


def database_url(folder: Path) -> str | None:
    """Of a site's database: in its folder, or on the PostgreSQL that `make test-postgres` names."""
    server = os.environ.get(VARIABLE)
    return database_for(folder, server) if server else None


def account(site: Site, login: str, role: str = "student", party: Party | None = None) -> Account:
    """The account of this login, made where it is missing."""
    with site.database.writing() as session:
        return account_of(session, login) or make_account(session, login, role=role, party=party)


def actions(site: Site) -> list[tuple[str, str]]:
    """What the audit has: each action, and what it was done to."""
    with site.database.reading() as session:
        return [(row.action, row.target) for row in session.scalars(select(Audit).order_by(Audit.id))]


def token_of(site: Site, login: str) -> str:
    """A new token of an account."""
    with site.database.writing() as session:
        found = account_of(session, login)
        assert found is not None
        return make_token(session, found.id, "test")


@dataclass
class Browser:
    """A client with cookies, that sends forms as a page does."""

    site: Site
    client: TestClient

    def get(self, address: str, **named: Any) -> httpx2.Response:
        return self.client.get(address, **named)

    def post(self, address: str, data: dict[str, Any] | None = None, **named: Any) -> httpx2.Response:
        return self.client.post(address, data=data or {}, **named)


OWN_PAGE = {"sec-fetch-site": "same-origin"}
"""What browsers send with a form of the site's own page."""


def browser(site: Site, login: str | None = None, role: str = "student") -> Browser:
    """A browser, logged in as `login` if one is named; it follows no redirects by itself."""
    client = TestClient(
        ladder_app(site), headers=OWN_PAGE, follow_redirects=False, raise_server_exceptions=False
    )
    if login is not None:
        found = account(site, login, role)
        with site.database.writing() as session:
            client.cookies.set(name_of(site, COOKIE), start_session(session, session.merge(found), 1))
    return Browser(site, client)
