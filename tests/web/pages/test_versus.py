from __future__ import annotations

from playfunc_web.site import Site
from web_results import Filled
from web_site import browser


def test_two_players_are_shown_side_by_side(filled: tuple[Site, Filled]) -> None:
    site, made = filled
    ada = browser(site, "ada")
    page = ada.get(f"/versus/{made.codes[0]}/{made.codes[1]}").text
    assert "Run 2</a>" in page
    assert "Run 1</a>" in page
    assert "<script>alert" not in page
    far = ada.get(f"/versus/{made.codes[0]}/{made.codes[50]}").text
    assert "They have not met in a complete run" in far


def test_nobody_meets_itself_or_somebody_unknown(filled: tuple[Site, Filled]) -> None:
    site, made = filled
    ada, code = browser(site, "ada"), made.codes[0]
    assert ada.get(f"/versus/{code}/{code}").status_code == 404
    assert ada.get(f"/versus/{code}/nobody").status_code == 404
