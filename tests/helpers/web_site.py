"""A site in a test: opened in a folder of its own, and asked as a browser or a program asks."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from fastapi.testclient import TestClient
from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.accounts.sessions import make_token, start_session
from playfunc_web.database.tables import Account, Party
from playfunc_web.folder import SiteFolder
from playfunc_web.http.viewer import COOKIE, FIELD, form_token, name_of
from playfunc_web.serve import ladder_app
from playfunc_web.site import Site
from postgres import VARIABLE, database_for

__all__ = ["Browser", "account", "browser", "database_url", "open_test_site", "token_of"]


def open_test_site(folder: Path, settings: str = "") -> Site:
    """A new site with such a site.toml."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "site.toml").write_text(settings, encoding="utf-8")
    return Site.open(SiteFolder.open(folder), database_url(folder))


def database_url(folder: Path) -> str | None:
    """Of a site's database: in its folder, or on the PostgreSQL that `make test-postgres` names."""
    server = os.environ.get(VARIABLE)
    return database_for(folder, server) if server else None


def account(site: Site, login: str, role: str = "student", party: Party | None = None) -> Account:
    """The account of this login, made where it is missing."""
    with site.database.writing() as session:
        return account_of(session, login) or make_account(session, login, role=role, party=party)


def token_of(site: Site, login: str) -> str:
    """A new token of an account."""
    with site.database.writing() as session:
        found = account_of(session, login)
        assert found is not None
        return make_token(session, found.id, "test")


@dataclass
class Browser:
    """A client with cookies, that fills in forms as a page does."""

    site: Site
    client: TestClient

    def get(self, address: str, **named: Any) -> httpx2.Response:
        return self.client.get(address, **named)

    def post(self, address: str, data: dict[str, Any] | None = None, **named: Any) -> httpx2.Response:
        """Send a form with the token that belongs to the session."""
        secret = self.client.cookies.get(name_of(self.site, COOKIE))
        if secret is None:
            page = self.client.get("/login").text
            found = re.search(rf'name="{FIELD}" value="([0-9a-f]+)"', page)
            token = found[1] if found is not None else ""  # a program with a token is shown no form
        else:
            token = form_token(self.site.key, secret)
        return self.client.post(address, data={FIELD: token, **(data or {})}, **named)


def browser(site: Site, login: str | None = None, role: str = "student") -> Browser:
    """A browser, logged in as `login` if one is named; it follows no redirects by itself."""
    client = TestClient(ladder_app(site), follow_redirects=False, raise_server_exceptions=False)
    if login is not None:
        found = account(site, login, role)
        with site.database.writing() as session:
            client.cookies.set(name_of(site, COOKIE), start_session(session, session.merge(found), 1))
    return Browser(site, client)
