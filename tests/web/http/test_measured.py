from __future__ import annotations

from playfunc_web.http.measured import route_of


def test_what_matched_no_route_has_no_name_of_its_own() -> None:
    assert route_of({"path": "/link/secret"}) == "-"
    assert route_of({"path": "/static/style.css"}) == "/static"
