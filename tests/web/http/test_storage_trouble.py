"""A full disk and a lost database: refused in a sentence, told on each page, and nothing lost that was acknowledged."""

from pathlib import Path

import pytest
from playfunc_web.accounts.people import account_of
from playfunc_web.database.tables import Token
from playfunc_web.site import Site
from sqlalchemy import event, func, select, text
from web_site import Browser, browser

pytestmark = pytest.mark.sqlite  # tests/web/test_postgres.py stops and kills the other one

BANNER = "Uploads are not accepted at the moment"


def fill(site: Site) -> None:
    """From now on SQLite's file grows no more, as on a full disk."""
    with site.database.engine.connect() as connection:
        pages = connection.scalar(text("PRAGMA page_count"))
    site.database.engine.dispose()

    @event.listens_for(site.database.engine, "connect")
    def connect(connection: object, _record: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")  # type: ignore[attr-defined]


def empty(site: Site) -> None:
    site.database.engine.dispose()

    @event.listens_for(site.database.engine, "connect")
    def connect(connection: object, _record: object) -> None:
        connection.execute("PRAGMA max_page_count = 1000000")  # type: ignore[attr-defined]


def make_tokens(ada: Browser, most: int) -> int:
    """How many tokens were acknowledged until one was refused."""
    for number in range(most):
        if ada.post("/account/tokens", {"label": "x" * 60}).status_code != 200:
            return number
    return most


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    from playfunc_web.http import limits

    monkeypatch.setattr(limits._LIMITER, "hit", lambda *arguments: True)


def test_a_full_disk_refuses_says_so_and_loses_nothing(site: Site) -> None:
    ada = browser(site, "ada")
    assert BANNER not in ada.get("/account").text
    fill(site)
    acknowledged = make_tokens(ada, 2000)
    assert 0 < acknowledged < 2000
    refused = ada.post("/account/tokens", {"label": "x" * 60})
    assert refused.status_code == 503
    assert refused.headers["retry-after"] == "60"
    assert "Nothing that was acknowledged is lost" in refused.text
    page = ada.get("/account")
    assert (page.status_code, BANNER in page.text) == (200, True)
    with site.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Token)) == acknowledged
    empty(site)
    assert make_tokens(ada, 1) == 1
    with site.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Token)) == acknowledged + 1


def test_a_lost_database_is_told_by_each_page_and_the_health_check(site: Site, tmp_path: Path) -> None:
    ada = browser(site, "ada")
    site.database.engine.dispose()
    file = site.folder.path / "ladder.db"
    for end in ("", "-wal", "-shm"):
        old = file.with_name(file.name + end)
        if old.exists():
            old.rename(tmp_path / old.name)
    file.mkdir()  # nothing can be opened there, also by root
    assert ada.get("/healthz").status_code == 503
    page = ada.get("/account")
    assert page.status_code == 503
    assert BANNER in page.text
    file.rmdir()
    for end in ("", "-wal", "-shm"):
        if (tmp_path / f"ladder.db{end}").exists():
            (tmp_path / f"ladder.db{end}").rename(file.with_name(file.name + end))
    assert ada.get("/healthz").status_code == 200
    assert ada.get("/account").status_code == 200
    with site.database.reading() as session:
        assert account_of(session, "ada") is not None
