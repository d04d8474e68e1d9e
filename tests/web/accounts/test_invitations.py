from __future__ import annotations

import csv

from playfunc_web.accounts.class_list import Person, enrol
from playfunc_web.accounts.invitations import invitations
from playfunc_web.accounts.people import account_of
from playfunc_web.accounts.sessions import use_link
from playfunc_web.site import Site
from web_site import account


def test_everybody_of_the_class_who_never_logged_in_gets_a_link_that_works_once(site: Site) -> None:
    account(site, "passer-by")
    with site.database.writing() as session:
        enrol(session, [Person("ada", "Ada"), Person("bob", "=cmd|' /C calc'!A0"), Person("eve")])
        seen = account_of(session, "eve")
        assert seen is not None
        seen.seen = 1.0
        session.flush()
        rows = list(csv.DictReader(invitations(session, "https://ladder.example.edu/").splitlines()))
    assert [(row["login"], row["name"]) for row in rows] == [("ada", "Ada"), ("bob", "'=cmd|' /C calc'!A0")]
    start, _, secret = rows[0]["link"].rpartition("/")
    assert start == "https://ladder.example.edu/link"
    with site.database.writing() as session:
        assert use_link(session, secret).login == "ada"
