"""People of a learning platform, who come by LTI 1.3: an OpenID Connect launch that the platform begins. Imported where
site.toml has a table `lti`; needs playfunc[lti].

The platform's `id_token` is believed where its signature fits a key of the platform, it was made for this site, it is
not over, and it answers the very login that this browser began (`state` and `nonce`).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import jwt
from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy.orm import Session

from playfunc_web.accounts.people import account_of, make_account, set_role
from playfunc_web.database.tables import Account
from playfunc_web.errors import ProblemError, SiteError
from playfunc_web.site import Lti, SiteFolder

LAUNCH = "/lti/launch"
STATE_SECONDS = 600

CLAIM = "https://purl.imsglobal.org/spec/lti/claim"
INSTRUCTOR = "http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor"

ALGORITHMS = ["RS256"]
"""What the security framework of LTI asks of platforms; `none` and shared secrets are not among them."""

LEEWAY_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Platform:
    """The platform, its keys, and what binds a launch to the browser that began it."""

    settings: Lti
    redirect: str
    keys: jwt.PyJWKSet | jwt.PyJWKClient
    signer: URLSafeTimedSerializer

    @classmethod
    def of(cls, folder: SiteFolder) -> Platform:
        """Raises `SiteError` for settings that do not do."""
        told = folder.settings.lti
        missing = [name for name in ("client_id", "auth_url") if not getattr(told, name)]
        if not (told.jwks_url or told.jwks_file):
            missing.append("jwks_url or jwks_file")
        if missing:
            raise SiteError(f"site.toml, table lti: {', '.join(missing)} must be set too")
        if not folder.settings.base_url:
            raise SiteError("site.toml has a table lti: set base_url too, the address that people type")
        redirect = f"{folder.settings.base_url.rstrip('/')}{LAUNCH}"
        return cls(told, redirect, _keys(told, folder.path), URLSafeTimedSerializer(folder.key, salt="lti"))

    def begin(self, asked: Mapping[str, str]) -> tuple[str, str]:
        """The platform's address for the launch that it asks for, and what the cookie keeps. Raises `ProblemError`."""
        if asked.get("iss") != self.settings.issuer or not asked.get("login_hint"):
            raise _again("This launch comes from a platform that is not known here.")
        if asked.get("client_id", self.settings.client_id) != self.settings.client_id:
            raise _again("The platform launches another tool than this one.")
        state, nonce = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        sent = {
            "scope": "openid",
            "response_type": "id_token",
            "response_mode": "form_post",
            "prompt": "none",
            "client_id": self.settings.client_id,
            "redirect_uri": self.redirect,
            "login_hint": asked["login_hint"],
            "state": state,
            "nonce": nonce,
        }
        if hint := asked.get("lti_message_hint"):
            sent["lti_message_hint"] = hint
        return f"{self.settings.auth_url}?{urlencode(sent)}", str(self.signer.dumps([state, nonce]))

    def finish(self, kept: str, state: str, token: str) -> dict[str, Any]:
        """What the platform says of whoever launches. Raises `ProblemError`."""
        try:
            begun_state, nonce = self.signer.loads(kept, max_age=STATE_SECONDS)
        except BadSignature as error:  # or too old
            raise _again(
                "This launch was not begun by this browser, or more than ten minutes ago."
            ) from error
        if not hmac.compare_digest(state.encode(), begun_state.encode()):
            raise _again("This launch was begun in another window or by another page.")
        claims = self._claims(token)
        if not hmac.compare_digest(str(claims["nonce"]).encode(), nonce.encode()):
            raise _again("The platform answers another launch than this one.")
        return claims

    def _claims(self, token: str) -> dict[str, Any]:
        try:
            claims: dict[str, Any] = jwt.decode(
                token,
                self._key(token),
                algorithms=ALGORITHMS,
                audience=self.settings.client_id,
                issuer=self.settings.issuer,
                leeway=LEEWAY_SECONDS,
                options={"require": ["exp", "iat", "iss", "aud", "sub", "nonce"]},
            )
        except (jwt.PyJWTError, KeyError) as error:
            raise _again(f"The platform's message is not valid ({type(error).__name__}).") from error
        several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
        if (several or "azp" in claims) and claims.get("azp") != self.settings.client_id:
            raise _again("The platform's message is for another tool.")
        kind, version = claims.get(f"{CLAIM}/message_type"), claims.get(f"{CLAIM}/version")
        if (kind, version) != ("LtiResourceLinkRequest", "1.3.0") or not claims["sub"]:
            raise _again("The platform's message is no launch of a person by LTI 1.3.")
        return claims

    def _key(self, token: str) -> Any:
        if isinstance(self.keys, jwt.PyJWKClient):
            return self.keys.get_signing_key_from_jwt(token).key
        return self.keys[str(jwt.get_unverified_header(token).get("kid"))].key


def account_of_lti(session: Session, claims: Mapping[str, Any]) -> Account:
    """The account of whoever launches, made at the first launch; instructors are staff. Raises `ProblemError`."""
    told = f"{claims['iss']}\n{claims['sub']}"
    login = f"lti-{hashlib.sha256(told.encode()).hexdigest()[:20]}"
    roles = claims.get(f"{CLAIM}/roles", [])
    role = "staff" if isinstance(roles, list) and INSTRUCTOR in roles else "student"
    account = account_of(session, login)
    if account is None:
        account = make_account(session, login, name=str(claims.get("name", "")), source="lti", role=role)
    if account.source != "lti" or account.disabled is not None:
        raise ProblemError(403, "This account is closed", "Ask the staff to open it again.")
    if account.role != "admin":
        set_role(account, role)
    return account


def _keys(told: Lti, folder: Path) -> jwt.PyJWKSet | jwt.PyJWKClient:
    if not told.jwks_file:
        return jwt.PyJWKClient(told.jwks_url, timeout=10)
    path = folder / told.jwks_file
    try:
        return jwt.PyJWKSet.from_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, jwt.PyJWTError) as error:
        raise SiteError(f"the platform's keys in {path} cannot be read: {error}") from error


def _again(why: str) -> ProblemError:
    return ProblemError(403, "The launch did not work", f"{why} Go back to the platform, and begin again.")
