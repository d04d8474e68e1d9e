import re

import pytest
from playfunc_web.database.tables import Entrant, Entry
from playfunc_web.site import Site
from sqlalchemy import select
from web_results import HOSTILE, Filled
from web_site import browser


@pytest.fixture
def ada(filled: tuple[Site, Filled]):
    return browser(filled[0], "ada")


def rows(page: str) -> int:
    return page.count('<th scope="row" class="name">')


def test_the_list_names_every_ladder_and_ones_own_rank(ada) -> None:
    page = ada.get("/ladders").text
    assert '<a href="/ladder/hearts-four">' in page
    assert '<a href="/ladder/footsteps">' in page
    assert re.search(r"You: <strong>\d+.*?</strong> of 120", page, re.S)
    assert "Ranks never affect marks" in page


def test_a_ladder_opens_at_ones_own_row_and_says_its_unit(ada) -> None:
    page = ada.get("/ladder/hearts-four").text
    assert page.count('class="own" id="own"') == 1
    assert "points a hand: lower is better" in page
    assert "Ranks never affect marks" in page
    assert "1033 <small>± 90</small></span> ?" in page


def test_everyone_elses_standings_mark_no_row(filled: tuple[Site, Filled]) -> None:
    page = browser(filled[0], "visitor").get("/ladder/hearts-four").text
    assert 'tr class="own"' not in page
    assert "Your rank" not in page


def test_names_stay_text(ada) -> None:
    page = ada.get("/ladder/hearts-four?kind=people&sort=name&q=%3Cscript").text
    assert "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>" in page
    for hostile in HOSTILE:
        shown = ada.get("/ladder/hearts-four", params={"q": hostile}).text
        assert rows(shown) == 2  # and the newcomer below
        assert "<script>alert" not in shown
        assert "<img" not in shown


def test_a_search_of_any_kind_is_shown_as_text(ada) -> None:
    answer = ada.get(
        "/ladder/hearts-four", params={"q": '"><script>alert(1)</script>', "sort": "'", "kind": "<"}
    )
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert "No player matches this filter" in answer.text


def test_sorting_and_pages_keep_the_filter(ada) -> None:
    page = ada.get("/ladder/hearts-four?kind=people&sort=faults&page=2").text
    assert 'href="/ladder/hearts-four?sort=faults&amp;kind=people&amp;page=1"' in page
    assert 'href="/ladder/hearts-four?sort=faults&amp;down=true&amp;kind=people"' in page
    assert rows(page) == 51


def test_an_earlier_run_has_its_own_address(ada) -> None:
    assert "Run 1</a>" in ada.get("/ladder/hearts-four/1").text
    assert ada.get("/ladder/hearts-four/7").status_code == 404
    assert ada.get("/ladder/nope").status_code == 404


def test_a_ladder_without_a_run_says_so(ada) -> None:
    assert "No run of this ladder is complete yet" in ada.get("/ladder/footsteps").text


def test_a_row_tells_the_change_of_rating_and_the_ranks_before(ada, filled: tuple[Site, Filled]) -> None:
    site, made = filled
    with site.database.reading() as session:
        one = select(Entry).join(Entrant, Entrant.id == Entry.entrant_id).where(Entrant.code == made.codes[0])
        before, after = (session.scalars(one.where(Entry.run_id == run)).one() for run in made.runs)
        rise = f"{after.rating - before.rating:+.0f}".replace("-", "−")
    page = ada.get("/ladder/hearts-four").text
    row = page[page.index('id="own"') :].split("</tr>")[0]
    assert f'<td class="n">{rise}</td>' in row
    assert f"<td>{before.rank}</td>" in row
    assert "Ranks before" not in ada.get("/ladder/hearts-four/1").text
