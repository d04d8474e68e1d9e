import socket

import pytest
from playfunc_web.errors import SiteError
from playfunc_web.http.server import address_at, listening_at


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_connections_are_taken_at_once(host: str) -> None:
    with listening_at(host, 0) as listening:
        socket.create_connection((host, listening.getsockname()[1]), timeout=30).close()


def test_why_not_is_told_in_words() -> None:
    with listening_at("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            SiteError,
            match=rf"^cannot listen at 127\.0\.0\.1, port {port} \(Address already in use\): name another one with",
        ):
            listening_at("127.0.0.1", port)
    with pytest.raises(SiteError, match=r"cannot listen at no-such-host\.invalid, port 80 \([A-Z][a-z ]+\)"):
        listening_at("no-such-host.invalid", 80)


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "127.0.0.1"), ("::1", "[::1]")],
)
def test_the_address_is_one_that_a_browser_on_this_machine_finds(host: str, address: str) -> None:
    assert address_at(host, 8000) == f"http://{address}:8000"
