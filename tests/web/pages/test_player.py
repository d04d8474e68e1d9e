import pytest
from playfunc_web.pages.player import entrant_of_code, history, rating_points
from playfunc_web.site import Site
from web_results import HOSTILE, Filled, fill_ladder
from web_site import browser, open_test_site


def test_points_of_a_picture_are_the_runs_with_a_rating(filled: tuple[Site, Filled]) -> None:
    with filled[0].database.reading() as session:
        entrant = entrant_of_code(session, filled[1].codes[0])
        played = history(session, entrant.id)
    assert [point.label for point in rating_points(played)] == ["Run 1", "Run 2"]
    played[0].Entry.rating = None
    assert [point.label for point in rating_points(played)] == ["Run 2"]


def test_a_player_has_ratings_opponents_costs_and_games(filled: tuple[Site, Filled]) -> None:
    page = browser(filled[0], "ada").get(f"/player/{filled[1].codes[0]}").text
    for title in (
        "Rating over runs",
        "Costs by phase",
        "Results by opponent",
        "Recent games",
        "Your versions",
    ):
        assert title in page
    assert page.count("<svg") == 2
    assert page.count("As a table") == 2
    assert f"/game/{filled[1].runs[-1]}/9" in page
    assert f"/compare/{filled[1].codes[0]}/1/2" in page


def test_a_fixed_rating_is_no_chart(filled: tuple[Site, Filled]) -> None:
    page = browser(filled[0], "ada").get(f"/player/{filled[1].codes[-1]}").text
    assert "Rating over runs" not in page
    assert "Ratings by run" in page


@pytest.mark.parametrize("role", ["student", "staff"])
def test_times_and_versions_are_the_owners_alone(filled: tuple[Site, Filled], role: str) -> None:
    page = browser(filled[0], f"other-{role}", role).get(f"/player/{filled[1].codes[0]}").text
    assert "Time a move" not in page
    assert "Your versions" not in page
    assert "/compare/" not in page


@pytest.mark.parametrize("place", range(len(HOSTILE)))
def test_a_hostile_name_stays_text(filled: tuple[Site, Filled], place: int) -> None:
    page = browser(filled[0], "ada").get(f"/player/{filled[1].codes[place + 1]}").text
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "Head to head with you" in page


def test_a_code_that_nobody_has_is_not_found(filled: tuple[Site, Filled]) -> None:
    assert browser(filled[0], "ada").get("/player/nobody").status_code == 404


@pytest.mark.parametrize(
    ("login", "role", "settings", "says"),
    [
        ("bob", "student", "", "Until the ladder freezes"),
        ("bob", "student", "open_games = true\n", "no games in a complete run"),
        ("tutor", "staff", "", "no games in a complete run"),
    ],
)
def test_a_player_without_a_game_to_open_says_why(
    tmp_path, login: str, role: str, settings: str, says: str
) -> None:
    site = open_test_site(tmp_path / "site", settings)
    made = fill_ladder(site, entrants=8, games=0)
    assert says in browser(site, login, role).get(f"/player/{made.codes[0]}").text
    site.database.close()
