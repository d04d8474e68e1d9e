"""`rate`: a player's place by deals against the baselines near it."""

import re
from collections.abc import Iterator

import pytest
from playfunc.statistics import Interval
from playfunc_checks.find_assignment import default_assignment
from playfunc_opponents.hearts import basic, hasty, heuristic, naive
from playfunc_opponents.measured.elo import measured_levels
from playfunc_workbook import hearts as notebook
from playfunc_workbook import rating
from playfunc_workbook.finding import Finding, State
from playfunc_workbook.history import read_history
from shown_pages import reneges

HEARTS = default_assignment("hearts")
LEVELS = {level.name: level for level in measured_levels("hearts")}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hearts.ipynb").write_text('{"cells": []}')
    return tmp_path


@pytest.fixture
def coarse(monkeypatch):
    """Ratings that take fewer deals."""
    monkeypatch.setattr(rating, "CLOSE", 200.0)


def of(player, **options) -> rating.Rating:
    return rating.rated(HEARTS, {"play": player.play}, **options)


@pytest.fixture(scope="module")
def fresh():
    """A rating of basic, and how its progress was told."""
    told: list[float] = []
    return of(basic, close=130, on_progress=told.append), told


def test_a_baseline_finds_its_own_place():
    found = of(heuristic, close=130).found
    assert found.half_width <= 130
    assert found.low <= LEVELS["heuristic"].elo <= found.high


def test_it_meets_the_baselines_near_it(fresh):
    met = {level.name: won.deals for level, won in fresh[0].met}
    assert sum(met.values()) >= rating.LEAST * rating.PORTION
    assert met["basic"] + met["naive"] >= 0.8 * sum(met.values())


def test_a_guess_saves_deals_and_changes_the_rating_little(fresh):
    found, guessed = fresh[0].found, of(basic, close=130, start=0.0).found
    assert guessed.count <= found.count
    assert abs(guessed.mean - found.mean) < 260


@pytest.mark.broad
def test_the_same_player_gets_the_same_rating():
    assert of(heuristic, close=250) == of(heuristic, close=250)


def test_progress_rises_to_the_end(fresh):
    told = fresh[1]
    assert told[-1] == 1
    assert all(0 < share <= 1 for share in told)


def test_a_fault_ends_it_at_once():
    found = rating.rated(HEARTS, {"play": reneges})
    assert found.found is None
    assert found.faulty.faults
    assert "your player made a fault" in repr(notebook.rate(reneges))


def test_a_fault_that_the_usual_games_do_not_show_is_told():
    usual = Finding(State.RIGHT, "No fault.", exercise="Keeping to the rules")
    told = repr(rating.rate(HEARTS, {"play": reneges}, lambda: usual))
    assert "Your player made a fault in a hand, so it gets no rating. Bleeding: " in told


def clock(step: float) -> Iterator[float]:
    now = 0.0
    while True:
        yield now
        now += step


def test_time_ends_it_with_the_interval_so_far(monkeypatch, folder):
    """A second for each look at the clock: some portions are over, but not enough of them."""
    ticks = clock(1)
    monkeypatch.setattr(rating, "process_time", lambda: next(ticks))
    found = of(basic, seconds=1500).found
    assert found.half_width > rating.CLOSE
    shown = repr(notebook.rate(basic.play, seconds=1500))
    assert re.search(r"For ± 60 it needs about \d+ min of CPU time: `rate\(play, seconds=\d+\)`\.", shown)


def test_a_player_too_slow_for_any_portion_is_told_what_to_do(monkeypatch, folder):
    monkeypatch.delenv(rating.SHORTER)
    ticks = clock(1000)
    monkeypatch.setattr(rating, "process_time", lambda: next(ticks))
    shown = repr(notebook.rate(basic.play))
    assert "too slow to be rated in 60 s of CPU" in shown
    assert "rate(play, seconds=600)" in shown
    assert read_history(folder) == ()


@pytest.mark.broad
@pytest.mark.usefixtures("coarse")
def test_what_it_says(folder):
    shown = repr(notebook.rate(basic.play))
    assert "Elo points (95% interval" in shown
    assert "The next baseline is `" in shown
    assert "games to 100 won" in shown
    assert [entry.what for entry in read_history(folder)] == ["rating"]
    again = repr(notebook.rate(basic.play))
    assert "The code is the same as the last time." in again
    assert "To compare with: basic 0" in again
    better = repr(notebook.rate(naive.play))
    assert "✓ Better than the best version before it. On the same " in better
    assert " larger than that of `play` of " in better


def test_validate_does_not_run_it(monkeypatch):
    monkeypatch.setenv("NBGRADER_VALIDATING", "1")
    assert "Not run by Validate" in repr(notebook.rate(basic.play))


@pytest.mark.long
@pytest.mark.parametrize("player", [basic, heuristic, hasty])
def test_intervals_hold_the_rating_of_a_long_run(player):
    """Twenty ratings on other deals, beside one of some thousand deals: 95% should hold it, and 17 of 20 must."""
    long = of(player, close=12.0, seconds=1e6, series="long").found
    ratings: list[Interval] = [
        of(player, seconds=1e6, series=f"short {number}").found for number in range(20)
    ]
    assert sum(each.low <= long.mean <= each.high for each in ratings) >= 17


def test_a_game_whose_opponents_have_no_ratings_says_so(monkeypatch):
    monkeypatch.setattr(rating, "ladder_of", lambda game: ())
    assert "Use `checkpoint`" in repr(notebook.rate(basic.play))
