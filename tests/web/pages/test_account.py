import re

import pytest
from playfunc_web.accounts.people import account_of, make_account, party_of_group
from playfunc_web.accounts.sessions import make_link
from playfunc_web.database.tables import Token
from playfunc_web.http.viewer import COOKIE
from playfunc_web.site import Site
from sqlalchemy import select
from web_site import browser, token_of


def shown(site: Site, login: str) -> tuple[str, bool]:
    """A party's name, and whether others see it."""
    with site.database.reading() as session:
        party = account_of(session, login).party
        return party.name, party.open_name


def test_a_name_is_shown_to_others_only_after_its_owner_asked_for_it(site: Site) -> None:
    ada = browser(site, "ada")
    ada.post("/account/name", {"name": "Ada  L.\u202e"})
    assert "Others see you as <strong>Ada L.</strong>" not in ada.get("/account").text
    ada.post("/account/name", {"name": "Ada  L.\u202e", "open_name": "true"})
    assert "Others see you as <strong>Ada L.</strong>" in ada.get("/account").text


def test_a_password_manager_learns_whose_password_it_is(site: Site) -> None:
    page = browser(site, "ada").get("/account").text
    assert '<input name="username" value="ada" autocomplete="username" hidden>' in page


def test_an_empty_name_is_not_shown(site: Site) -> None:
    ada = browser(site, "ada")
    ada.post("/account/name", {"name": " ", "open_name": "true"})
    assert shown(site, "ada") == ("", False)


def test_a_member_cannot_rename_the_group(site: Site) -> None:
    with site.database.writing() as session:
        make_account(session, "ada", party=party_of_group(session, "blue"))
    browser(site, "ada").post("/account/name", {"name": "red", "open_name": "true"})
    assert shown(site, "ada") == ("blue", True)


def test_a_new_password_ends_every_session(site: Site) -> None:
    ada, elsewhere = browser(site, "ada"), browser(site, "ada")
    assert "at least 10 characters" in ada.get("/account").text
    assert ada.post("/account/password", {"password": "short"}).status_code == 422
    assert elsewhere.get("/account").status_code == 200
    changed = ada.post("/account/password", {"password": "long enough for us"})
    assert changed.headers["location"] == "/login?next=/&changed=true"
    assert "Your password is changed" in ada.get(changed.headers["location"]).text
    assert elsewhere.get("/account").status_code == 303
    again = browser(site)
    again.post("/login", {"login": "ada", "password": "long enough for us"})
    assert COOKIE in again.client.cookies


def test_a_password_is_changed_by_whoever_knows_the_present_one(site: Site) -> None:
    ada = browser(site, "ada")
    assert "Present password" not in ada.get("/account").text
    ada.post("/account/password", {"password": "the first password"})
    ada = browser(site, "ada")
    assert "Present password" in ada.get("/account").text
    for present in ("", "the wrong password"):
        refused = ada.post("/account/password", {"password": "the second password", "present": present})
        assert refused.status_code == 403
        assert '<a href="/account">Back</a>' in refused.text
    assert ada.get("/account").status_code == 200
    changed = {"password": "the second password", "present": "the first password"}
    answer = ada.post("/account/password", changed)
    assert answer.headers["location"] == "/login?next=/account&changed=true"


def test_a_link_stands_for_the_password_that_was_forgotten(site: Site) -> None:
    browser(site, "ada").post("/account/password", {"password": "forgotten password"})
    with site.database.writing() as session:
        account = account_of(session, "ada")
        assert account is not None
        link, other = make_link(session, account), make_link(session, account)
    ada = browser(site)
    assert ada.post(f"/link/{link}").status_code == 303
    old = browser(site).post("/login", {"login": "ada", "password": "forgotten password"})
    assert old.status_code == 403
    assert ada.post("/account/password", {"password": "another password"}).status_code == 303
    assert browser(site).post(f"/link/{other}").status_code == 410  # ended with the change


@pytest.mark.parametrize("deleted", [True, False])
def test_a_new_password_ends_tokens_unless_their_owner_keeps_them(site: Site, deleted: bool) -> None:
    ada = browser(site, "ada")
    headers = {"authorization": f"Bearer {token_of(site, 'ada')}"}
    assert 'name="tokens" value="true" checked' in ada.get("/account").text
    ada.post("/account/password", {"password": "another password", **({"tokens": "true"} if deleted else {})})
    answer = browser(site).client.get("/api/v1/versions", headers=headers)
    assert answer.status_code == (401 if deleted else 200)


@pytest.mark.parametrize("name", ["Basic", "ｂａｓｉｃ", "bаsic", "ADA L", "staff"])
def test_nobody_shows_a_name_that_is_another_s(ladders: Site, name: str) -> None:
    ada, eve = browser(ladders, "ada"), browser(ladders, "eve")
    assert ada.post("/account/name", {"name": "Ada L.", "open_name": "true"}).status_code == 303
    refused = eve.post("/account/name", {"name": name, "open_name": "true"})
    assert (refused.status_code, "nearly so" in refused.text) == (409, True)
    assert shown(ladders, "eve") == ("", False)
    assert eve.post("/account/name", {"name": name}).status_code == 303  # nobody sees it
    assert ada.post("/account/name", {"name": "Ada L.", "open_name": "true"}).status_code == 303


def test_a_token_is_shown_once_and_can_be_deleted_by_its_owner_alone(site: Site) -> None:
    ada, eve = browser(site, "ada"), browser(site, "eve")
    page = ada.post("/account/tokens", {"label": "<laptop>"}).text
    token = re.search(r"playfunc_[\w-]{20,}", page)
    assert token[0] not in ada.get("/account").text
    assert "&lt;laptop&gt;" in page
    with site.database.reading() as session:
        (kept,) = session.scalars(select(Token.id))
    eve.post(f"/account/tokens/{kept}/delete")
    assert "laptop" in ada.get("/account").text
    ada.post(f"/account/tokens/{kept}/delete")
    assert "laptop" not in ada.get("/account").text
