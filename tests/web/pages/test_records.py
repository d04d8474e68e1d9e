import re

from playfunc_web.site import Site
from web_results import Filled, fill_ladder
from web_site import browser


def test_records_of_each_ladder_are_told_in_words(filled: tuple[Site, Filled]) -> None:
    page = browser(filled[0], "ada").get("/records").text
    assert '<a href="/ladder/hearts-four">' in page
    assert "/ladder/footsteps" not in page
    for title in ("Best score", "Largest upset"):
        assert title in page
    assert re.search(r"[\d.]+ points a hand", page)
    assert "<script>alert" not in page


def test_one_run_is_no_streak(site: Site) -> None:
    fill_ladder(site, entrants=8, games=0)
    page = browser(site, "ada").get("/records").text
    assert "Best score" in page
    assert "Longest streak" not in page


def test_no_page_tells_others_who_is_fast(site: Site) -> None:
    """How long moves take is their owner's alone."""
    fill_ladder(site, entrants=8, games=0)
    assert "astest" not in browser(site, "prof", "staff").get("/records").text


def test_names_in_records_are_those_of_today(site: Site) -> None:
    fill_ladder(site, entrants=4, games=0)
    ada = browser(site, "ada")
    assert "Renamed" not in ada.get("/records").text
    ada.post("/account/name", {"name": "Renamed", "open_name": "true"})
    assert "Renamed" in ada.get("/records").text
