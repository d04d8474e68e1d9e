from __future__ import annotations

import pytest
from playfunc_web.errors import SiteError
from playfunc_web.origins import host_at, is_address, origin_of, require_apart

SITE = "https://ladder.example.edu"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SITE, True),
        (f"{SITE}:8443/", True),
        ("http://[::1]:8000", True),
        ("ladder.example.edu", False),
        ("ftp://ladder.example.edu", False),
        (f"{SITE}/ladder", False),
        ("https://", False),
    ],
)
def test_an_address_has_a_scheme_a_host_and_no_path(text: str, expected: bool) -> None:
    assert is_address(text) == expected


@pytest.mark.parametrize(
    "address", [SITE, f"{SITE}/", f"{SITE}:443", "https://Ladder.Example.edu", "https://x@ladder.example.edu"]
)
def test_one_origin_has_one_spelling(address: str) -> None:
    assert origin_of(address) == SITE


def test_the_port_is_part_of_an_origin_where_the_scheme_does_not_imply_it() -> None:
    assert origin_of("https://example.edu:80") == "https://example.edu:80"
    assert origin_of("http://example.edu:80") == "http://example.edu"
    assert origin_of("") == ""
    assert host_at("https", "Example.edu.") == "example.edu"


@pytest.mark.parametrize(
    "content", ["", "https://content.example.edu", f"{SITE}:8443", "https://ladder.example.org"]
)
def test_another_host_or_port_is_apart(content: str) -> None:
    require_apart(SITE, content)


@pytest.mark.parametrize(
    ("base", "content", "expected"),
    [
        (SITE, SITE, "the site's own address"),
        (SITE, "https://LADDER.example.edu:443/", "the site's own address"),
        (SITE, "http://content.example.edu", "it must begin as base_url does"),
        ("", "https://content.example.edu", "set base_url too"),
    ],
)
def test_what_is_not_apart_or_could_not_be_framed_is_refused(base: str, content: str, expected: str) -> None:
    with pytest.raises(SiteError, match=expected):
        require_apart(base, content)
