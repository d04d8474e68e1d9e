"""What the site believes of a platform's message."""

import csv
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from lti_platform import CLAIM, CLIENT, ISSUER, SETTINGS, claims, jwks, new_key, signed
from playfunc_web.access import ANONYMOUS, shown_name
from playfunc_web.accounts import sessions
from playfunc_web.accounts.class_list import Person, enrol, invitations
from playfunc_web.accounts.lti import INSTRUCTOR, Platform, account_of_lti
from playfunc_web.accounts.people import account_of, close_account, make_account, open_account
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
from playfunc_web.database.tables import Account, BotSession, Link, Login, Token
from playfunc_web.errors import ProblemError, SiteError
from playfunc_web.ladders.ladders import ladder_named
from playfunc_web.ladders.schedule import field_of
from playfunc_web.site import Site, SiteFolder
from playfunc_web.skullwhist.bots import make_bot, may_play
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from web_runs import admit
from web_site import account

KEY = new_key()
ASKED = {"iss": ISSUER, "login_hint": "hint", "lti_message_hint": "message", "client_id": CLIENT}


def folder_with(path: Path, settings: str) -> SiteFolder:
    path.mkdir()
    (path / "site.toml").write_text(settings)
    (path / "platform.json").write_text(jwks(KEY))
    return SiteFolder.open(path)


@pytest.fixture
def platform(tmp_path: Path) -> Platform:
    return Platform.of(folder_with(tmp_path / "lti", SETTINGS))


def begun(platform: Platform) -> tuple[str, str, str]:
    """What the cookie keeps, state, nonce."""
    address, kept = platform.begin(ASKED)
    sent = parse_qs(urlsplit(address).query)
    return kept, sent["state"][0], sent["nonce"][0]


def test_a_launch_asks_the_platform_by_its_rules(platform: Platform) -> None:
    address, _ = platform.begin(ASKED)
    sent = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    assert address.startswith(f"{ISSUER}/auth?")
    assert (
        sent.items()
        >= {
            "scope": "openid",
            "response_type": "id_token",
            "response_mode": "form_post",
            "prompt": "none",
            "client_id": CLIENT,
            "redirect_uri": "https://ladder.example/lti/launch",
            "login_hint": "hint",
            "lti_message_hint": "message",
        }.items()
    )


@pytest.mark.parametrize(
    "wrong", [{"iss": "https://evil.example"}, {"login_hint": ""}, {"client_id": "other"}]
)
def test_a_launch_of_another_platform_or_tool_is_not_begun(platform: Platform, wrong: dict[str, str]) -> None:
    with pytest.raises(ProblemError, match="platform"):
        platform.begin({**ASKED, **wrong})


def test_a_message_of_the_platform_is_believed(platform: Platform) -> None:
    kept, state, nonce = begun(platform)
    assert platform.finish(kept, state, signed(KEY, claims(nonce)))["sub"] == "person-1"


def past() -> int:
    return int(time.time()) - 1000


@pytest.mark.parametrize(
    "wrong",
    [
        {"iss": "https://evil.example"},
        {"aud": "another-tool"},
        {"aud": [CLIENT, "another-tool"]},
        {"azp": "another-tool"},
        {"exp": past()},
        {"nonce": "another"},
        {"sub": ""},
        {f"{CLAIM}/message_type": "LtiDeepLinkingRequest"},
        {f"{CLAIM}/version": "1.1"},
    ],
)
def test_a_message_that_is_not_for_this_launch_is_refused(
    platform: Platform, wrong: dict[str, object]
) -> None:
    kept, state, nonce = begun(platform)
    with pytest.raises(ProblemError) as refused:
        platform.finish(kept, state, signed(KEY, claims(nonce, **wrong)))
    assert refused.value.status == 403


def test_a_message_under_another_key_or_none_is_refused(platform: Platform) -> None:
    kept, state, nonce = begun(platform)
    told = claims(nonce)
    forged = (
        signed(new_key(), told),
        signed(None, told, "none"),
        signed(b"0" * 64, told, "HS256"),
        jwt.encode(told, KEY, "RS256", {"kid": "2"}),
        "no token",
    )
    for token in forged:
        with pytest.raises(ProblemError, match="message is not valid"):
            platform.finish(kept, state, token)


def test_a_launch_that_this_browser_did_not_begin_is_refused(platform: Platform) -> None:
    kept, state, nonce = begun(platform)
    other, other_state, _ = begun(platform)
    token = signed(KEY, claims(nonce))
    for cookie, sent in (
        (other, state),
        (kept, other_state),
        ("", state),
        (f"x{kept}", state),
        (other, other_state),
    ):
        with pytest.raises(ProblemError, match=r"begun|another launch"):
            platform.finish(cookie, sent, token)


def test_one_person_is_one_account_and_an_instructor_is_staff(site: Site) -> None:
    with site.database.writing() as session:
        ada = account_of_lti(session, claims("n"))
        assert (ada.source, ada.role, ada.name, ada.password) == ("lti", "student", "Ada Lovelace", None)
        assert account_of_lti(session, claims("m")) is ada
        assert account_of_lti(session, claims("n", iss="https://other.example")) is not ada
        assert ada.party.kind == "person"
        assert account_of_lti(session, {**claims("n"), f"{CLAIM}/roles": [INSTRUCTOR]}).role == "staff"
        assert (ada.party.kind, shown_name(ada.party)) == ("staff", "Ada Lovelace")
        assert account_of_lti(session, claims("n")).role == "student"
        assert (ada.party.kind, shown_name(ada.party)) == ("person", ada.party.pseudonym)


def test_an_account_of_another_kind_or_a_closed_one_is_not_entered(site: Site) -> None:
    with site.database.writing() as session:
        login = account_of_lti(session, claims("n")).login
        account_of_lti(session, claims("n")).disabled = 1.0
        with pytest.raises(ProblemError, match="open it again"):
            account_of_lti(session, claims("n"))
        assert make_account(session, "local").login != login


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('[lti]\nissuer = "https://a"\n', "client_id, auth_url, jwks_url or jwks_file must be set"),
        (SETTINGS.replace("base_url", "title"), "set base_url too"),
        (SETTINGS.replace("platform.json", "gone.json"), "cannot be read"),
    ],
)
def test_settings_that_do_not_do_are_named(tmp_path: Path, settings: str, said: str) -> None:
    with pytest.raises(SiteError, match=said):
        Platform.of(folder_with(tmp_path / "lti", settings))


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
        young = start_session(session, account, 1)  # removes those that are over
        old = start_session(session, account, -1)
        session.flush()
        assert not viewer_of_session(session, old).known
        account.disabled = 1.0
        assert not viewer_of_session(session, young).known


def test_a_session_lasts_to_its_last_moment(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "now", lambda: 1e9)
    with site.database.writing() as session:
        account = make_account(session, "ada")
        ending = start_session(session, account, 0)
        session.flush()
        start_session(session, account, 1)
        assert viewer_of_session(session, ending).known


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


PLAYER = "def play(player_id, position, mine, theirs, previous):\n    return min(5, mine), None\n"


def people(session: Session) -> set[str]:
    """Who would play in the next run, built-in players apart."""
    field = field_of(session, ladder_named(session, "footsteps"))
    return {entrant.party.accounts[0].login for entrant in field if not entrant.house}


def named(session: Session, login: str) -> Account:
    found = account_of(session, login)
    assert found is not None
    return found


def test_a_closed_account_has_no_way_in_and_plays_in_no_run(ladders: Site) -> None:
    with ladders.database.writing() as session:
        for login in ("ada", "bob"):
            admit(session, login, "footsteps", PLAYER)
        ada = named(session, "ada")
        start_session(session, ada, 1)
        make_link(session, ada)
        make_token(session, ada.id, "laptop")
        bot = make_bot(session, "anns", None, 0.0, party_id=ada.party_id)
        session.add(BotSession(id="x", bot_id=bot.id, created=0.0))
        assert people(session) == {"ada", "bob"}
        close_account(session, ada)
        for table in (Login, Link, Token, BotSession):
            assert session.scalar(select(func.count()).select_from(table)) == 0
        assert people(session) == {"bob"}
        assert not may_play(session, bot)
        open_account(session, ada)
        session.flush()
        assert people(session) == {"ada", "bob"}
        assert may_play(session, bot)


def test_a_group_plays_on_while_one_of_it_is_open(ladders: Site) -> None:
    with ladders.database.writing() as session:
        admit(session, "ada", "footsteps", PLAYER)
        ada = named(session, "ada")
        bob = make_account(session, "bob", party=ada.party)
        close_account(session, ada)
        assert len(people(session)) == 1
        close_account(session, bob)
        assert people(session) == set()


def test_everybody_of_the_class_who_never_logged_in_gets_a_link_that_works_once(site: Site) -> None:
    account(site, "passer-by")
    with site.database.writing() as session:
        enrol(session, [Person("ada", "Ada"), Person("bob", "=cmd|' /C calc'!A0"), Person("eve")])
        seen = account_of(session, "eve")
        seen.seen = 1.0
        session.flush()
        rows = list(csv.DictReader(invitations(session, "https://ladder.example.edu/").splitlines()))
    assert [(row["login"], row["name"]) for row in rows] == [("ada", "Ada"), ("bob", "'=cmd|' /C calc'!A0")]
    start, _, secret = rows[0]["link"].rpartition("/")
    assert start == "https://ladder.example.edu/link"
    with site.database.writing() as session:
        assert use_link(session, secret).login == "ada"
