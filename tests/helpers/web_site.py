"""A site in a test: opened in a folder of its own, and asked as a browser or a program asks."""

import asyncio
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from fastapi import FastAPI
from made_once import made_once
from playfunc_arena.formats import contest_names
from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.accounts.sessions import make_token, start_session
from playfunc_web.database.tables import Account, Audit, Party
from playfunc_web.http.viewer import COOKIE, name_of
from playfunc_web.ladder_server import ladder_app
from playfunc_web.ladders.ladders import ensure_ladders
from playfunc_web.site import DATABASE_FILE, Site, SiteFolder
from postgres import VARIABLE, database_for
from sqlalchemy import select


def open_test_site(folder: Path, settings: str = "", *, ladders: bool = False) -> Site:
    """A new site with such a site.toml, if wanted with a ladder for every contest."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "site.toml").write_text(settings, encoding="utf-8")
    url = database_url(folder)
    if url is None and not (folder / DATABASE_FILE).exists():
        contests = contest_names() if ladders else ()
        new = made_once("-".join(("site", *contests)), _make_ladders if ladders else _make_site)
        shutil.copyfile(new / DATABASE_FILE, folder / DATABASE_FILE)
    site = Site.open(SiteFolder.open(folder), url)
    if ladders and url is not None:
        with site.database.writing() as session:
            ensure_ladders(session)
    return site


def _make_site(folder: Path) -> None:
    """One in which nothing has happened. Making its tables takes as long as many a test."""
    Site.open(SiteFolder.open(folder)).database.close()


def _make_ladders(folder: Path) -> None:
    """A site with a ladder for every contest."""
    site = Site.open(SiteFolder.open(folder))
    with site.database.writing() as session:
        ensure_ladders(session)
    site.database.close()


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


OWN_PAGE = {"sec-fetch-site": "same-origin"}
"""What browsers send with a form of the site's own page."""


class AppTransport(httpx2.BaseTransport):
    """Asks an application in this process. Takes half the CPU of Starlette's TestClient, which passes an answer from
    thread to thread in pieces."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.inner = httpx2.ASGITransport(app, raise_app_exceptions=False, client=("testclient", 50000))

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        request.read()
        # In a thread of its own, because Playwright's event loop may run in this one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, self._answer(request)).result()

    async def _answer(self, request: httpx2.Request) -> httpx2.Response:
        answer = await self.inner.handle_async_request(request)
        return httpx2.Response(answer.status_code, headers=answer.headers, content=await answer.aread())


def app_client(app: FastAPI) -> httpx2.Client:
    """A browser on a page of this application, which is in this process; it follows no redirects by itself."""
    return httpx2.Client(transport=AppTransport(app), base_url="http://testserver", headers=OWN_PAGE)


@dataclass
class Browser:
    """A client with cookies, that sends forms as a page does."""

    site: Site
    client: httpx2.Client

    def get(self, address: str, **named: Any) -> httpx2.Response:
        return self.client.get(address, **named)

    def post(self, address: str, data: dict[str, Any] | None = None, **named: Any) -> httpx2.Response:
        return self.client.post(address, data=data or {}, **named)


def browser(site: Site, login: str | None = None, role: str = "student") -> Browser:
    """A browser, logged in as `login` if one is named; it follows no redirects by itself."""
    client = app_client(ladder_app(site))
    if login is not None:
        found = account(site, login, role)
        with site.database.writing() as session:
            client.cookies.set(name_of(site, COOKIE), start_session(session, session.merge(found), 1))
    return Browser(site, client)
