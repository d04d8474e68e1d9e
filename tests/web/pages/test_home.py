import re

from playfunc_web.database import now
from playfunc_web.database.tables import Entrant
from playfunc_web.site import Site
from sqlalchemy import select, update
from web_results import Filled, fill_ladder
from web_runs import admit
from web_site import browser, open_test_site


def test_a_visitor_reads_what_this_is_and_nothing_of_anybody(filled: tuple[Site, Filled]) -> None:
    page = browser(filled[0]).get("/").text
    assert "Write a program that plays" in page
    assert 'href="/docs/handout"' in page
    assert "uploads in the last" not in page
    assert "/ladder/hearts-four" not in page


def test_a_public_site_shows_its_ladders_to_visitors(tmp_path) -> None:
    site = open_test_site(tmp_path / "site", "public = true\n")
    made = fill_ladder(site, entrants=6, games=0)
    with site.database.writing() as session:
        entrant = session.scalar(select(Entrant).where(Entrant.code == made.codes[0]))
        entrant.versions[0].uploaded = now() - 3600
    page = browser(site).get("/").text
    assert '<a href="/ladder/hearts-four">Hearts, four players</a>' in page
    assert "News" in page
    assert re.findall(r'<li value="(\d)">', page) == ["1", "2", "3"]
    assert re.search(r"\d+ entrants, \d+ games in run 1", page)
    assert re.search(r"Next runs: \d+ \w+ \d+, 02:00 \(UTC\)", page)
    assert "The first is due" in page, "of a ladder without a run"
    assert page.count("1 upload in the last 24 hours") == 2, "in all, and on this ladder"
    site.database.close()


def test_a_visitor_opens_the_newest_game_from_the_first_page(tmp_path) -> None:
    site = open_test_site(tmp_path / "site", "public = true\nopen_games = true\n")
    made = fill_ladder(site, entrants=8, games=3)
    visitor = browser(site)
    page = visitor.get("/").text
    assert f'href="/game/{made.runs[-1]}/3"' in page
    assert f'<iframe class="replay" src="/game/{made.runs[-1]}/3/replay"' in page
    assert visitor.get(f"/game/{made.runs[-1]}/3").status_code == 200
    assert f'href="/game/{made.runs[-1]}/3"' in browser(site, "newcomer").get("/").text
    site.database.close()


def test_home_shows_ones_own_place_upload_games_and_errors(filled: tuple[Site, Filled]) -> None:
    site, made = filled
    page = browser(site, "ada").get("/").text
    assert "of 120 in" in page
    assert f"/status/{made.codes[0]}/2" in page
    assert "1 × TimeError" in page
    assert page.count(f"/game/{made.runs[-1]}/") == 6
    assert page.index("TimeError") < page.index("Recent games")
    assert f'<a class="button" href="/game/{made.runs[-1]}/1">Watch the next game</a>' in page
    assert "Provisional rating" not in page


def test_a_new_version_has_a_provisional_rating_until_the_next_run(site: Site) -> None:
    made = fill_ladder(site, entrants=6, games=0)
    with site.database.writing() as session:
        entrant = session.scalar(select(Entrant).where(Entrant.code == made.codes[0]))
        entrant.active = entrant.versions[0]
    page = browser(site, "ada").get("/").text
    assert "Provisional rating" in page
    assert re.search(r"980 <small>± \d+</small></span> \?", page)


def test_a_player_that_crashes_run_after_run_is_alerted_at_home(site: Site) -> None:
    made = fill_ladder(site, entrants=6, games=0)
    ada = browser(site, "ada")
    assert "committed a fault in most games" not in ada.get("/").text
    with site.database.writing() as session:
        session.execute(update(Entrant).where(Entrant.code == made.codes[0]).values(crashes=2))
    alert = (
        'In the last 2 runs your player committed a fault in most games. See <a href="/status">its errors</a>'
    )
    assert (
        f'<p class="bad" role="alert"><strong>Hearts, four players.</strong> {alert}, fix your player'
        in ada.get("/").text
    )


def test_no_errors_are_counted_before_a_version_plays(ladders: Site) -> None:
    with ladders.database.writing() as session:
        entrant = admit(session, "ada", "footsteps", "")
        entrant.active, entrant.versions[0].state = None, "refused"
    page = browser(ladders, "ada").get("/").text
    assert "</a> refused, " in page
    assert "Errors of the active version" not in page


def test_somebody_without_a_player_reads_how_to_enter(filled: tuple[Site, Filled]) -> None:
    page = browser(filled[0], "newcomer").get("/").text
    assert 'href="/upload">Upload</a>' in page
    assert "/ladder/hearts-four" in page
