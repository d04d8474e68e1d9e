"""People of JupyterHub, of which the site is a service. Imported where site.toml says `hub = true`; needs
playfunc[hub].

A person of the hub is the account of the same login: one of the class list's, or one that is made at the first login.
Accounts with a password of this site's own, such as the administrator's, are never entered through the hub.
"""

from __future__ import annotations

import hmac
import os
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from itsdangerous import BadSignature, URLSafeTimedSerializer
from jupyterhub.services.auth import HubOAuth
from sqlalchemy.orm import Session
from tornado.web import HTTPError

from playfunc_web.accounts.people import account_of, make_account, set_role
from playfunc_web.database.tables import Account
from playfunc_web.errors import ProblemError, SiteError
from playfunc_web.site import Settings

CALLBACK = "/hub/callback"
STATE_SECONDS = 600
"""Within which a login that was begun has to end."""

VARIABLES = ("JUPYTERHUB_API_TOKEN", "JUPYTERHUB_API_URL", "JUPYTERHUB_CLIENT_ID", "JUPYTERHUB_SERVICE_NAME")
"""What JupyterHub gives a service that it starts, and an administrator one that it does not."""


@dataclass(frozen=True, slots=True)
class Hub:
    """The hub, asked by OAuth. `signer` binds a login to the browser that began it."""

    oauth: HubOAuth
    authorize: str
    """The hub's page where people say yes, as a browser reaches it."""
    signer: URLSafeTimedSerializer

    @classmethod
    def of(cls, settings: Settings, key: bytes) -> Hub:
        """Raises `SiteError` where the settings or the variables of the service are missing."""
        missing = [name for name in VARIABLES if not os.environ.get(name)]
        if missing:
            raise SiteError(
                f"site.toml says hub = true, but {', '.join(missing)} are not set: start the site with the variables "
                "of its service, as docs/ladder.md shows"
            )
        if not settings.base_url:
            raise SiteError("site.toml says hub = true: set base_url too, the address that people type")
        oauth = HubOAuth(oauth_redirect_uri=f"{settings.base_url.rstrip('/')}{CALLBACK}")
        if settings.hub_url:
            authorize = f"{settings.hub_url.rstrip('/')}/hub/api/oauth2/authorize"
        else:
            authorize = oauth.oauth_authorization_url
        return cls(oauth, authorize, URLSafeTimedSerializer(key, salt="hub login"))

    def begin(self, there: str) -> tuple[str, str]:
        """The hub's address for a new login that leads on to `there`, and what the browser's cookie keeps."""
        state = secrets.token_urlsafe(24)
        verifier, challenge, method = self.oauth.generate_pkce_code_challenge()
        asked = {
            "client_id": self.oauth.oauth_client_id,
            "redirect_uri": self.oauth.oauth_redirect_uri,
            "response_type": "code",
            "state": state,
            "code_challenge": challenge,
            "code_challenge_method": method,
        }
        kept = self.signer.dumps({"state": state, "verifier": verifier, "next": there})
        return f"{self.authorize}?{urlencode(asked)}", str(kept)

    def finish(self, kept: str, code: str, state: str) -> tuple[str, str]:
        """Who the hub says it is, and where the login leads. Raises `ProblemError`."""
        try:
            begun = self.signer.loads(kept, max_age=STATE_SECONDS)
        except BadSignature as error:  # or too old
            raise _again("This login was not begun here, or more than ten minutes ago.") from error
        if not state or not hmac.compare_digest(state.encode(), begun["state"].encode()):
            raise _again("This login was begun in another window or by another page.")
        if not code:
            raise _again("JupyterHub did not let you in.")
        return self._person(code, begun["verifier"]), begun["next"]

    def _person(self, code: str, verifier: str) -> str:
        try:
            token = self.oauth.token_for_code(code, code_verifier=verifier)
            model: dict[str, Any] | None = self.oauth.user_for_token(token, use_cache=False)
        except HTTPError as error:
            raise _again("JupyterHub does not know this login any more, or cannot be asked.") from error
        if not model or model.get("kind") != "user":
            raise _again("JupyterHub names no person for this login.")
        if not self.oauth.check_scopes(self.oauth.access_scopes, model):
            raise ProblemError(
                403,
                "Not for this account",
                "JupyterHub does not give you access to this service: ask the staff.",
            )
        return str(model["name"])


def account_of_hub(session: Session, name: str, settings: Settings, *, newcomers: bool = True) -> Account:
    """The account of a person of the hub, with the role that the settings give. Only where there may be `newcomers`,
    and for administrators, is it made. Raises `ProblemError`."""
    account = account_of(session, name)
    if account is None and not newcomers and name not in settings.hub_admins:
        raise ProblemError(
            403,
            "No account here",
            f"The list of this site does not have {name}: ask whoever runs it to add this JupyterHub login.",
        )
    account = account or make_account(session, name, source="hub")
    if account.source not in ("hub", "class"):
        raise ProblemError(
            403,
            "Not through JupyterHub",
            f"The account {name} has a password of this site: log in with it, or ask the staff.",
        )
    if account.disabled is not None:
        raise ProblemError(403, "This account is closed", "Ask the staff to open it again.")
    if name in settings.hub_admins:
        set_role(account, "admin")
    elif account.source == "hub" and account.role == "admin":
        set_role(account, "student")
    return account


def _again(why: str) -> ProblemError:
    return ProblemError(403, "The login did not work", f"{why} Go to the page Log in, and begin again.")
