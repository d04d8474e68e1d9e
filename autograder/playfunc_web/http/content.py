"""Documents that hold what students wrote, such as replays, on a host of their own: `content_url` in site.toml.

The site's host checks access and redirects to the content host, at an address that is signed for a few minutes. The
content host takes the signature in place of a cookie, and answers nothing else but /healthz.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from fastapi import Request
from fastapi.responses import PlainTextResponse, RedirectResponse, Response
from itsdangerous import BadSignature, SignatureExpired, URLSafeTimedSerializer
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from playfunc_web.errors import ProblemError
from playfunc_web.http.middleware import DOCUMENT_POLICY
from playfunc_web.site import Site, host_at, origin_of

SIGNED_SECONDS = 300
"""For which a signed address is answered. Whoever has it until then reads the document."""

SIGNATURE = "s"
"""The last parameter of a signed address."""

READER = "content_reader"
"""Where a request's state says for which account its address was signed: on the content host always, `None` for a
visitor; on the site's host never."""

CREDENTIALS = (b"cookie", b"authorization")


@dataclass(frozen=True, slots=True)
class Content:
    """The two origins, and what signs addresses from one to the other."""

    origin: str
    site: str
    signer: URLSafeTimedSerializer

    @classmethod
    def of(cls, site: Site) -> Content | None:
        """Nothing where documents stay on the site's own host."""
        settings = site.settings
        if not settings.content_url:
            return None
        signer = URLSafeTimedSerializer(site.key, salt="playfunc content")
        return cls(origin_of(settings.content_url), origin_of(settings.base_url), signer)

    def is_host(self, host: str) -> bool:
        parts = urlsplit(self.origin)
        return host_at(parts.scheme, host) == parts.netloc

    def signed(self, path: str, query: str, account_id: int | None) -> str:
        """The address at which the account reads a document of the site's host."""
        parameters = _without_signature(query)
        signature = self.signer.dumps(account_id, salt=_salt(path, parameters))
        return f"{self.origin}{quote(path)}?{urlencode([*parameters, (SIGNATURE, signature)])}"

    def reader(self, path: str, query: str) -> int | None:
        """The account that an address was signed for. Raises `ProblemError`."""
        signature = dict(parse_qsl(query)).get(SIGNATURE)
        if signature is None:
            detail = f"This host shows single documents alone: the site is at {self.site}."
            raise ProblemError(404, "No page here", detail)
        try:
            salt = _salt(path, _without_signature(query))
            found: int | None = self.signer.loads(signature, max_age=SIGNED_SECONDS, salt=salt)
        except SignatureExpired as error:
            detail = (
                f"It is valid for {SIGNED_SECONDS // 60} minutes: open the document again from {self.site}."
            )
            raise ProblemError(403, "This address has expired", detail) from error
        except BadSignature as error:
            detail = f"Its signature does not fit: open the document from {self.site}."
            raise ProblemError(403, "This address was altered", detail) from error
        return found

    def framed(self, policy: str) -> str:
        """A document's policy, which on this host lets the site frame it."""
        return policy.replace("frame-ancestors 'self'", f"frame-ancestors {self.site}")


def _without_signature(query: str) -> list[tuple[str, str]]:
    return [pair for pair in parse_qsl(query, keep_blank_values=True) if pair[0] != SIGNATURE]


def _salt(path: str, parameters: list[tuple[str, str]]) -> str:
    """Binds a signature to one address."""
    return f"playfunc content {quote(path)}?{urlencode(parameters)}"


def from_content_host(request: Request, make: Callable[[], Response]) -> Response:
    """The document that `make` returns, from the content host if there is one. Call it once access is checked."""
    content: Content | None = request.app.state.content
    if content is None:
        return make()
    if not is_content_request(request):
        viewer = request.state.viewer
        address = content.signed(request.scope["path"], request.url.query, viewer.account_id)
        return RedirectResponse(address, 303)
    document = make()
    document.headers["content-security-policy"] = content.framed(document.headers["content-security-policy"])
    return document


def is_content_request(request: Request) -> bool:
    """Whether the request came to the content host."""
    return READER in request.scope.get("state", {})


def reader_of(request: Request) -> int | None:
    """The account for which the address of a request to the content host was signed."""
    reader: int | None = request.scope["state"][READER]
    return reader


def plain_answer(content: Content, problem: ProblemError) -> Response:
    """A problem on the content host, which has no pages: text that the site may frame."""
    headers = {**dict(problem.headers), "content-security-policy": content.framed(DOCUMENT_POLICY)}
    return PlainTextResponse(f"{problem.title}. {problem.detail}\n", problem.status, headers)


class ContentHost:
    """Lets through to the content host what is signed, without the browser's credentials."""

    def __init__(self, app: ASGIApp, content: Content) -> None:
        self._app, self._content = app, content

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if scope["type"] == "http" and self._content.is_host(Headers(scope=scope).get("host", "")):
            try:
                self._admit(scope)
            except ProblemError as problem:
                app = plain_answer(self._content, problem)
        await app(scope, receive, send)

    def _admit(self, scope: Scope) -> None:
        """Raises `ProblemError`."""
        scope["headers"] = [pair for pair in scope["headers"] if pair[0] not in CREDENTIALS]
        state: dict[str, Any] = scope.setdefault("state", {})
        state[READER] = None
        if scope["path"] != "/healthz":
            state[READER] = self._content.reader(scope["path"], scope["query_string"].decode("latin-1"))
