from __future__ import annotations

from pathlib import Path

import pytest
from playfunc_web.accounts.people import account_of
from playfunc_web.database import Database
from playfunc_web.errors import SiteError
from playfunc_web.folder import DATABASE_FILE
from playfunc_web.opening import link_for, open_site
from web_site import browser


def test_the_first_start_prints_a_link_for_the_administrator_and_later_ones_do_until_it_is_used(
    tmp_path: Path,
) -> None:
    first = open_site(tmp_path)
    second = open_site(tmp_path)
    assert first.admin_link
    assert second.admin_link
    admin = browser(first.site)
    assert admin.post(first.admin_link).headers["location"] == "/account"
    assert open_site(tmp_path).admin_link == ""


def test_the_class_list_is_read_at_each_start(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text('class_list = "class.csv"\n')
    (tmp_path / "class.csv").write_text("login\nada\n")
    assert open_site(tmp_path).enrolled.new == ("ada",)
    (tmp_path / "class.csv").write_text("login\nada\nbob\n")
    started = open_site(tmp_path)
    assert started.enrolled.new == ("bob",)
    with started.site.database.reading() as session:
        assert account_of(session, "ada") is not None
    (tmp_path / "class.csv").write_text("name\nada\n")
    with pytest.raises(SiteError, match="line 1"):
        open_site(tmp_path)


def test_a_start_that_fails_leaves_no_connection_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = []
    monkeypatch.setattr(Database, "close", lambda database: closed.append(database.engine.dispose()))
    (tmp_path / "site.toml").write_text('class_list = "class.csv"\n')
    (tmp_path / "class.csv").write_text("name\nada\n")
    with pytest.raises(SiteError, match="line 1"):
        open_site(tmp_path)
    assert len(closed) == 1
    (tmp_path / DATABASE_FILE).write_bytes(b"no database" * 100)
    with pytest.raises(SiteError):
        open_site(tmp_path)
    assert len(closed) == 2


def test_an_administrator_who_forgot_the_password_gets_a_link_by_command(tmp_path: Path) -> None:
    started = open_site(tmp_path)
    link = link_for(tmp_path, "admin")
    assert browser(started.site).post(link).headers["location"] == "/account"
    with pytest.raises(SiteError, match="no account 'nobody'"):
        link_for(tmp_path, "nobody")


def test_commands_beside_the_server_make_no_site(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match=r"no site's folder: expected site\.key"):
        link_for(tmp_path / "typo", "admin")
    assert not (tmp_path / "typo").exists()
    open_site(tmp_path / "site").site.database.close()
    (tmp_path / "site" / DATABASE_FILE).unlink()
    with pytest.raises(SiteError, match="PLAYFUNC_DATABASE"):
        link_for(tmp_path / "site", "admin")
    assert not (tmp_path / "site" / DATABASE_FILE).exists()
