"""What can go wrong on the site, as values that the page, the API and the command line word alike."""

from __future__ import annotations

from playfunc.errors import PlayfuncError


class SiteError(PlayfuncError):
    """The site cannot start or an administrator's command cannot run; the message says what to change."""


class StorageError(SiteError):
    """The database or its disk takes nothing at present. Nothing acknowledged before is lost."""


class ProblemError(PlayfuncError):
    """The answer to a request that cannot be served: an HTTP `status`, a `title` and a sentence of `detail`
    (RFC 9457). Whoever asks reads both, so neither holds anything private."""

    def __init__(
        self, status: int, title: str, detail: str, *, headers: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(detail)
        self.status, self.title, self.detail, self.headers = status, title, detail, headers
