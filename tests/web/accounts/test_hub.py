"""What the site decides about people of a hub; tests/web/test_jupyterhub.py logs in through a real one."""

from __future__ import annotations

import pytest
from playfunc_web.accounts.hub import VARIABLES, Hub, account_of_hub
from playfunc_web.accounts.people import make_account
from playfunc_web.database import now
from playfunc_web.errors import ProblemError, SiteError
from playfunc_web.folder import Settings
from playfunc_web.site import Site

SETTINGS = Settings(hub=True, hub_admins=("grace",))


def test_a_person_of_the_hub_gets_an_account_once(site: Site) -> None:
    with site.database.writing() as session:
        first = account_of_hub(session, "ada", SETTINGS)
        assert (first.source, first.role, first.password) == ("hub", "student", None)
        assert account_of_hub(session, "ada", SETTINGS) is first


def test_somebody_of_the_class_list_keeps_group_and_role(site: Site) -> None:
    with site.database.writing() as session:
        listed = make_account(session, "bob", source="class", role="staff")
        assert account_of_hub(session, "bob", SETTINGS) is listed
        assert (listed.role, listed.source) == ("staff", "class")


@pytest.mark.parametrize("source", ["local", "lti"])
def test_an_account_of_another_kind_is_not_entered_through_the_hub(site: Site, source: str) -> None:
    with site.database.writing() as session:
        make_account(session, "admin", source=source, role="admin")
        with pytest.raises(ProblemError, match="has a password of this site") as refused:
            account_of_hub(session, "admin", SETTINGS)
    assert refused.value.status == 403


def test_administrators_are_those_of_the_settings_and_no_longer_when_they_are_not(site: Site) -> None:
    with site.database.writing() as session:
        assert account_of_hub(session, "grace", SETTINGS).role == "admin"
        assert account_of_hub(session, "grace", Settings(hub=True)).role == "student"


def test_a_closed_account_stays_closed(site: Site) -> None:
    with site.database.writing() as session:
        account_of_hub(session, "ada", SETTINGS).disabled = now()
        with pytest.raises(ProblemError, match="open it again"):
            account_of_hub(session, "ada", SETTINGS)


def test_a_name_that_is_no_login_is_refused(site: Site) -> None:
    with site.database.writing() as session, pytest.raises(ProblemError, match="A login has up to"):
        account_of_hub(session, "<script>", SETTINGS)


def test_a_site_that_is_not_told_of_its_hub_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SiteError, match=r"JUPYTERHUB_API_TOKEN, JUPYTERHUB_API_URL, .* are not set"):
        Hub.of(SETTINGS, b"key")
    for name in VARIABLES:
        monkeypatch.setenv(name, "http://127.0.0.1:9/hub/api")
    with pytest.raises(SiteError, match="set base_url too"):
        Hub.of(SETTINGS, b"key")
