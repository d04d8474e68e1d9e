"""What the site believes of a platform's message."""

from __future__ import annotations

import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from lti_platform import CLAIM, CLIENT, ISSUER, SETTINGS, claims, jwks, new_key, signed
from playfunc_web.access import shown_name
from playfunc_web.accounts.lti import INSTRUCTOR, Platform, account_of_lti
from playfunc_web.accounts.people import make_account
from playfunc_web.errors import ProblemError, SiteError
from playfunc_web.folder import SiteFolder
from playfunc_web.site import Site

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
