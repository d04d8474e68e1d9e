from playfunc_web.database.tables import Entrant, Run
from playfunc_web.pages.home import setting_words
from playfunc_web.pages.player import crosstable, met_in
from playfunc_web.site import Site
from sqlalchemy import select
from web_results import Filled, fill_ladder
from web_site import browser


def test_all_runs_are_listed_the_newest_first(filled: tuple[Site, Filled]) -> None:
    page = browser(filled[0], "ada").get("/runs").text
    assert page.index("/runs/hearts-four/2") < page.index("/runs/hearts-four/1")
    assert "30 min" in page


def test_a_run_tells_what_it_was_played_with_and_offers_downloads(filled: tuple[Site, Filled]) -> None:
    ada = browser(filled[0], "ada")
    page = ada.get("/runs/hearts-four/2").text
    for words in ("CPU budget", "60 min", "Deals, each player", "Seed", "120</span>", "28 min"):
        assert words in page
    for name in ("standings.csv", "games.csv", "run.jsonl"):
        address = f"/api/v1/ladders/hearts-four/runs/2/{name}"
        assert address in page
        assert ada.get(address).status_code == 200
    assert ada.get("/runs/hearts-four/9").status_code == 404
    assert ada.get("/runs/nope/1").status_code == 404


def test_the_seed_of_a_run_that_is_not_complete_stays_secret(site: Site) -> None:
    made = fill_ladder(site, entrants=6, games=0)
    with site.database.writing() as session:
        run = session.get_one(Run, made.runs[0])
        run.state, run.seed, run.finished = "playing", "314159265358979", None
    page = browser(site, "prof", "staff").get("/runs/hearts-four/1").text
    assert "314159265358979" not in page
    assert "published when the run is complete" in page
    assert "standings.csv" not in page


def test_a_crosstable_has_what_each_pair_s_own_page_tells(filled: tuple[Site, Filled]) -> None:
    site, made = filled
    with site.database.reading() as session:
        rows = crosstable(session, made.runs[-1])
        assert [each.rank for each in rows] == sorted(each.rank for each in rows if each.rank)
        entrants = [session.scalars(select(Entrant).where(Entrant.code == each.code)).one() for each in rows]
        for row, one in zip(rows, entrants, strict=True):
            for mean, other in zip(row.means, entrants, strict=True):
                told = (
                    [met.mean for met in met_in(session, one, other) if met.run == 2] if one != other else []
                )
                assert [mean] == (told or [None])
        assert any(mean is not None for row in rows for mean in row.means)
    page = browser(site, "ada").get("/runs/hearts-four/2").text
    assert "Crosstable" in page


def test_settings_are_words_with_units() -> None:
    said = setting_words({"zeal": 3, "deals": 1000, "allowance_cpu_seconds_a_deal": 0.25})
    assert said == [
        ("Deals, each player", "1,000"),
        ("CPU allowance, a player and deal", "250 ms"),
        ("zeal", "3"),
    ]


def test_two_players_are_shown_side_by_side(filled: tuple[Site, Filled]) -> None:
    site, made = filled
    ada = browser(site, "ada")
    page = ada.get(f"/versus/{made.codes[0]}/{made.codes[1]}").text
    assert "Run 2</a>" in page
    assert "Run 1</a>" in page
    assert "<script>alert" not in page
    far = ada.get(f"/versus/{made.codes[0]}/{made.codes[50]}").text
    assert "They have not met in a complete run" in far
    assert "Until the ladder freezes you can open your own games" in far


def test_nobody_meets_itself_or_somebody_unknown(filled: tuple[Site, Filled]) -> None:
    site, made = filled
    ada, code = browser(site, "ada"), made.codes[0]
    assert ada.get(f"/versus/{code}/{code}").status_code == 404
    assert ada.get(f"/versus/{code}/nobody").status_code == 404
