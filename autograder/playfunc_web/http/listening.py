"""The port that a server listens at, taken before anything else is started."""

from __future__ import annotations

import socket

from playfunc_web.errors import SiteError

__all__ = ["address_at", "listening_at"]


def listening_at(host: str, port: int) -> socket.socket:
    """A socket that takes connections. Raises `SiteError` where the port is taken or the host is not this machine's."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise SiteError(
            f"cannot listen at {host}, port {port} ({_why(error)}): name another one with --port"
        ) from error


def address_at(host: str, port: int) -> str:
    """Where a browser on this machine finds what listens at `host`."""
    here = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{here}]' if ':' in here else here}:{port}"


def _why(error: OSError) -> str:
    """In the system's words, without those that `create_server` adds."""
    return (error.strerror or str(error)).partition(" (while")[0]
