"""How the server speaks HTTP: as the ladder's, and it answers a verb that HTTP does not know as one that nobody
implements."""

from __future__ import annotations

import sys

from httptools import HttpParserInvalidMethodError
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from playfunc_web.http.connections import TimedProtocol

__all__ = ["WhistProtocol"]


class WhistProtocol(TimedProtocol):
    """A connection of a bot. Requests are short, so a body has as long as a head."""

    body_seconds = TimedProtocol.head_seconds

    def send_400_response(self, msg: str) -> None:
        """Called while the parser's error is being handled."""
        if isinstance(sys.exc_info()[1], HttpParserInvalidMethodError):
            line = STATUS_LINE[501]
            self.transport.write(line + b"content-length: 0\r\nconnection: close\r\n\r\n")
            self.transport.close()
        else:
            super().send_400_response(msg)
