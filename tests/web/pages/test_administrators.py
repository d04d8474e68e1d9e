import re
from pathlib import Path

from playfunc_web.accounts.people import account_of
from playfunc_web.site import Site
from web_runs import admit
from web_site import actions, browser, open_test_site, token_of


def test_the_class_list_is_read_and_links_are_made_by_administrators(tmp_path: Path) -> None:
    site = open_test_site(tmp_path / "site", 'class_list = "class.csv"')
    listed = site.folder.path / "class.csv"
    listed.write_text("login,name\nada,Ada\nbob,Bob\n")
    admin = browser(site, "root", "admin")
    assert "2 new accounts" in admin.post("/staff/class-list").text
    links = admin.post("/staff/links")
    assert links.headers["content-disposition"] == 'attachment; filename="links.csv"'
    assert [line.split(",")[0] for line in links.text.splitlines()] == ["login", "ada", "bob"]
    with site.database.reading() as session:
        assert account_of(session, "bob") is not None
    listed.write_text("name\nAda\n")
    refused = admin.post("/staff/class-list")
    assert refused.status_code == 422
    assert "expected the columns login" in refused.text
    assert actions(site) == [
        ("read the class list", "2 new accounts, 0 changes, 0 not made"),
        ("made one-time links", "2 accounts"),
    ]
    site.database.close()


def test_an_administrator_makes_a_link_for_one_who_forgot_the_password(site: Site) -> None:
    admin = browser(site, "root", "admin")
    browser(site, "ada")
    row = admin.get("/staff?q=ada").text.partition("<bdi>ada</bdi>")[2].partition("</tr>")[0]
    assert [f'action="/staff/{action}"' in row for action in ("link", "group", "account")] == [True] * 3
    assert "Close the account of <bdi>ada</bdi>?" in row
    page = admin.post("/staff/link", {"login": " ada "}).text
    (path,) = re.findall(r"<pre[^>]*>http://[^/]+(/link/[^<]+)</pre>", page)
    someone = browser(site)
    assert someone.post(path).headers["location"] == "/account"
    assert "logged in as <strong>ada</strong>" in someone.get("/account").text
    assert someone.post(path).status_code == 410
    unknown = admin.post("/staff/link", {"login": "nobody"})
    assert unknown.status_code == 404
    assert "No account of the class list has the login" in unknown.text
    with site.database.reading() as session:
        ada = account_of(session, "ada")
        assert actions(site) == [("made a one-time link", f"account {ada.id}")]


def test_administrators_close_and_open_accounts(site: Site) -> None:
    admin, ada = browser(site, "root", "admin"), browser(site, "ada")
    token = token_of(site, "ada")
    bearer = {"authorization": f"Bearer {token}"}
    assert browser(site).get("/api/v1/ladders", headers=bearer).status_code == 200
    closed = admin.post("/staff/account", {"login": "ada", "to": "close"})
    assert closed.headers["location"] == "/staff?done=closed"
    assert ada.get("/account").status_code == 303
    assert browser(site).get("/api/v1/ladders", headers=bearer).status_code == 401
    assert "closed since" in admin.get("/staff").text
    admin.post("/staff/account", {"login": "ada", "to": "open"})
    assert "closed since" not in admin.get("/staff?done=opened").text
    assert ada.get("/account").status_code == 303, "a session that ended stays so"
    with site.database.reading() as session:
        found = account_of(session, "ada")
        assert found.disabled is None
        target = f"account {found.id}"
    assert actions(site) == [("closed an account", target), ("opened an account", target)]


def test_no_administrator_closes_the_own_account_and_no_staff_any(site: Site) -> None:
    admin, staff = browser(site, "root", "admin"), browser(site, "tina", "staff")
    assert admin.post("/staff/account", {"login": "root", "to": "close"}).status_code == 409
    assert admin.post("/staff/account", {"login": "nobody", "to": "close"}).status_code == 404
    assert staff.post("/staff/account", {"login": "root", "to": "close"}).status_code == 403
    assert "Close the account" not in staff.get("/staff").text
    assert actions(site) == []


def test_administrators_move_somebody_who_played_alone_into_a_group(ladders: Site) -> None:
    admin, staff = browser(ladders, "root", "admin"), browser(ladders, "tina", "staff")
    with ladders.database.writing() as session:
        former = admit(session, "ada", "footsteps", "# ada").party_id
    move = {"login": " ada ", "group": " blue "}
    assert staff.post("/staff/group", move).status_code == 403
    moved = admin.post("/staff/group", move)
    assert moved.status_code == 200
    assert "ada belongs to the group blue now. What they uploaded alone no longer plays" in moved.text
    with ladders.database.reading() as session:
        ada = account_of(session, "ada")
        assert (ada.party.kind, ada.party.name) == ("group", "blue")
        account, group = ada.id, ada.party_id
    assert actions(ladders) == [("moved into a group", f"account {account}, party {former} to {group}")]
    again = admin.post("/staff/group", move)
    assert (again.status_code, "belongs to the group blue already" in again.text) == (409, True)
    with ladders.database.writing() as session:
        admit(session, "ada", "footsteps", "# blue")
    other = admin.post("/staff/group", {"login": "ada", "group": "red"})
    assert (other.status_code, "group blue, which has uploaded a player" in other.text) == (409, True)
    unknown = admin.post("/staff/group", {"login": "nobody", "group": "blue"})
    assert (unknown.status_code, "No account has the login" in unknown.text) == (404, True)
    for name in ("   ", "bl\u202eue", "x" * 61):
        refused = admin.post("/staff/group", {"login": "ada", "group": name})
        assert (refused.status_code, "Write the group" in refused.text) == (422, True), name
    assert len(actions(ladders)) == 1
