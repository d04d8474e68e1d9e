from __future__ import annotations

import pytest
from playfunc_web.accounts.people import account_of, make_account, make_party, party_of_group
from playfunc_web.errors import ProblemError
from playfunc_web.site import Site


def test_a_pseudonym_says_nothing_about_who_it_is(site: Site) -> None:
    with site.database.writing() as session:
        first, second = make_account(session, "ada"), make_account(session, "ada2")
        names = {first.party.pseudonym, second.party.pseudonym}
    assert len(names) == 2
    assert not any("ada" in name for name in names)


def test_members_of_a_group_share_its_party(site: Site) -> None:
    with site.database.writing() as session:
        party = party_of_group(session, "blue")
        assert party_of_group(session, "blue") is party
        make_account(session, "ada", party=party)
        make_account(session, "bob", party=party)
        assert {account.login for account in party.accounts} == {"ada", "bob"}


def test_a_login_is_taken_once(site: Site) -> None:
    with site.database.writing() as session:
        make_account(session, "ada")
        with pytest.raises(ProblemError, match="an account ada already"):
            make_account(session, "ada")


@pytest.mark.parametrize("login", ["", "a b", "<b>", "a" * 65, ".a", "a\n", "ä", "a\ud800", "a\0"])
def test_what_is_no_login_is_refused(site: Site, login: str) -> None:
    with site.database.writing() as session:
        with pytest.raises(ProblemError, match="A login has up to 64"):
            make_account(session, login)
        assert account_of(session, login) is None


def test_staff_have_parties_of_their_own_kind(site: Site) -> None:
    with site.database.writing() as session:
        assert make_account(session, "tutor", role="staff").party.kind == "staff"
        assert make_party(session, "house", "basic").name == "basic"
