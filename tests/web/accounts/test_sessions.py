from __future__ import annotations

import pytest
from playfunc_web.access import ANONYMOUS
from playfunc_web.accounts.people import make_account
from playfunc_web.accounts.sessions import (
    end_session,
    is_use_due,
    make_link,
    make_token,
    note_use,
    start_session,
    use_link,
    viewer_of_session,
    viewer_of_token,
)
from playfunc_web.database.tables import Link, Login, Token
from playfunc_web.errors import ProblemError
from playfunc_web.site import Site
from sqlalchemy import select


def test_a_session_knows_its_account_until_it_ends(site: Site) -> None:
    with site.database.writing() as session:
        account = make_account(session, "ada", role="staff")
        secret = start_session(session, account, 1)
        session.flush()
        viewer = viewer_of_session(session, secret)
        assert (viewer.login, viewer.staff, viewer.admin) == ("ada", True, False)
        end_session(session, secret)
        assert viewer_of_session(session, secret) is ANONYMOUS


def test_sessions_run_out_and_disabled_accounts_have_none(site: Site) -> None:
    with site.database.writing() as session:
        account = make_account(session, "ada")
        old, young = start_session(session, account, -1), start_session(session, account, 1)
        session.flush()
        assert not viewer_of_session(session, old).known
        account.disabled = 1.0
        assert not viewer_of_session(session, young).known


def test_the_database_holds_no_secret(site: Site) -> None:
    with site.database.writing() as session:
        account = make_account(session, "ada")
        secrets = [
            start_session(session, account, 1),
            make_link(session, account),
            make_token(session, account.id, "x"),
        ]
        session.flush()
        rows = [
            *session.scalars(select(Login.id)),
            *session.scalars(select(Link.id)),
            *session.scalars(select(Token.id)),
        ]
    assert len(rows) == 3
    assert not set(rows) & set(secrets)


def test_a_link_works_once_and_in_time(site: Site) -> None:
    with site.database.writing() as session:
        account = make_account(session, "ada")
        link, late = make_link(session, account), make_link(session, account, days=-1)
        session.flush()
        assert use_link(session, link) is account
        for used in (link, late, "unknown"):
            with pytest.raises(ProblemError, match="works once"):
                use_link(session, used)


def test_a_token_of_nobody_is_refused(site: Site) -> None:
    with site.database.writing() as session:
        account = make_account(session, "ada")
        token = make_token(session, account.id, "laptop")
        session.flush()
        assert viewer_of_token(session, token).login == "ada"
        account.disabled = 1.0
        session.flush()
        for unknown in (token, token + "x", ""):
            with pytest.raises(ProblemError, match="not known here"):
                viewer_of_token(session, unknown)


def test_a_token_tells_when_it_was_last_used_and_writes_it_once_a_day(site: Site) -> None:
    with site.database.writing() as session:
        token = make_token(session, make_account(session, "ada").id, "laptop")
        session.flush()
        assert is_use_due(session, token)
        note_use(session, token)
        session.flush()
        session.expire_all()
        assert not is_use_due(session, token)
        assert not is_use_due(session, "unknown")
