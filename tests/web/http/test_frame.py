from __future__ import annotations

from playfunc_web.http.headers import POLICY
from playfunc_web.site import Site
from web_site import browser


def test_every_answer_carries_the_policy_and_is_not_kept(site: Site) -> None:
    for address in ("/login", "/healthz", "/none", "/static/style.css"):
        headers = browser(site).get(address).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
    assert browser(site).get("/login").headers["cache-control"] == "no-store"
    assert "max-age" in browser(site).get("/static/style.css").headers["cache-control"]


def test_the_policy_allows_no_inline_script_or_style() -> None:
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY
    assert "frame-ancestors 'none'" in POLICY


def test_health_is_told_without_a_login(site: Site) -> None:
    answer = browser(site).get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
