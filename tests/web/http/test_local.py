from __future__ import annotations

from urllib.parse import quote, unquote, urljoin, urlsplit

import pytest
from playfunc_web.http.local import local_path
from playfunc_web.site import Site
from web_site import browser

ELSEWHERE = [
    "//evil.example",
    "///evil.example",
    "https://evil.example/",
    "https:evil.example",
    "https:/evil.example",
    "http:\\\\evil.example",
    "/\\evil.example",
    "/\\/evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/\r\nLocation: https://evil.example",
    "evil.example",
    "?next=//evil.example",
    "@evil.example",
    "",
]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_what_a_browser_may_take_for_another_site_becomes_the_home_page(address: str) -> None:
    assert local_path(address) == "/"


@pytest.mark.parametrize(
    "address",
    ["/", "/runs?page=2", "/docs/rules-hearts", "/ladder/hearts?q=a%2F%2Fb", "/%2f%2fevil.example", "/é"],
)
def test_paths_of_the_site_stay_and_lead_nowhere_else(address: str) -> None:
    assert local_path(address) == address
    assert urlsplit(urljoin("https://ladder.example/login", address)).netloc == "ladder.example"


@pytest.mark.parametrize("address", ELSEWHERE[:-1])
def test_no_address_of_the_site_sends_a_browser_elsewhere(site: Site, address: str) -> None:
    ada, visitor = browser(site, "ada"), browser(site)
    asked = [
        ada.get("/login", params={"next": address}),
        ada.get(f"/login?next={quote(quote(address, safe=''), safe='')}"),
        visitor.get("/login", params={"next": address}),
        visitor.get("/runs", params={"next": address}),
        visitor.get(f"http://testserver/{quote(address, safe=':/@')}/"),
        visitor.get(f"http://testserver/{quote(address, safe='')}/"),
    ]
    for answer in asked:
        to = answer.headers.get("location", "/")
        for _ in range(3):  # however often it is decoded on the way
            there = urlsplit(urljoin("http://testserver/login", to.split("?")[0]))
            assert (there.scheme, there.netloc) == ("http", "testserver"), to
            to = unquote(to)
        assert 'action="//' not in answer.text
        assert 'value="//' not in answer.text
