from __future__ import annotations

import pytest
from playfunc_web.site import Site
from web_site import browser


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/login",
        "/healthz",
        "/none",
        "/runs",
        "/static/style.css",
        "/api/v1/openapi.json",
        "/api/v1/ladders",
    ],
)
def test_head_is_answered_as_get_without_the_body(site: Site, address: str) -> None:
    visitor = browser(site).client
    got, asked = visitor.get(address), visitor.head(address)
    assert asked.status_code == got.status_code
    assert asked.content == b""
    for name in ("content-type", "content-security-policy", "location", "cache-control"):
        assert asked.headers.get(name) == got.headers.get(name)


def test_head_is_counted_under_its_route(site: Site) -> None:
    root = browser(site, "root", "admin")
    root.client.head("/contact")
    assert (
        'playfunc_requests_total{method="HEAD",route="/contact",status="200"} 1.0'
        in root.get("/metrics").text
    )
