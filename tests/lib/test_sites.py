"""Whose machine an address names; tests/lib/test_submit.py follows redirects, or does not."""

import pytest
from playfunc.errors import PlayfuncError
from playfunc.sites import is_loopback, opener_of, plain


@pytest.mark.parametrize("host", ["localhost", "hub.localhost", "127.0.0.1", "127.8.9.1", "::1"])
def test_these_are_this_machine(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["", "localhost.example.edu", "10.0.0.1", "127.0.0.1.example.edu", "example.edu"]
)
def test_these_are_not(host: str) -> None:
    assert not is_loopback(host)


@pytest.mark.parametrize(
    ("address", "proxied"), [("http://127.0.0.1:8001/", False), ("https://example.edu/", True)]
)
def test_no_proxy_sees_what_stays_on_this_machine(
    address: str, proxied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://proxy.example.edu:3128")
    handlers = {type(handler).__name__ for handler in opener_of(address, PlayfuncError).handlers}  # type: ignore[attr-defined]
    assert ("ProxyHandler" in handlers) == proxied


def test_what_a_site_sends_steers_no_terminal() -> None:
    assert plain("no\x1b[2J such\nbot ü") == "no\ufffd[2J such\nbot ü"
