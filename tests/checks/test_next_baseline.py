"""The next baseline: named from shares of wins that are shown anyway, in the same words everywhere."""

import dataclasses
import math
import random
import re

import pytest
from course_assignments import HEARTS
from playfunc.game import WinRate
from playfunc_checks import next_baseline as home
from playfunc_checks.assignment import Opponent
from playfunc_checks.checks.hidden import whole_percent
from playfunc_checks.find_assignment import default_assignment
from playfunc_checks.next_baseline import (
    RATED,
    ladder_of,
    next_baseline,
    next_baseline_after,
    next_baseline_measured,
    next_baseline_name,
    next_baseline_of,
)
from playfunc_checks.report import next_baseline_html
from playfunc_checks.results import Told, broken, failed, passed, skipped
from playfunc_checks.student_view import closed
from playfunc_opponents.measured.elo import chance, measured_levels

LEVELS = {level.name: level for level in measured_levels("hearts")}


def result(tier, percent, outcome="played", **parts):
    made = passed if percent >= 60 else failed
    return made(f"beats-{tier}", told=Told(outcome, "quick", percent), **parts)


def test_the_next_baseline_is_the_weakest_that_is_stronger():
    levels = tuple(LEVELS.values())
    naive, heuristic = LEVELS["naive"].elo, LEVELS["heuristic"].elo
    assert f"The next baseline is `heuristic` with {heuristic:.0f}" in next_baseline("hearts", naive, levels)
    assert "expect to win 50% of games to 100" in next_baseline("hearts", naive - 1, levels)
    assert "No baseline is above: `perfect`" in next_baseline("hearts", 9999, levels)


def test_without_numba_nobody_waits_for_perfect(monkeypatch):
    monkeypatch.setattr(home, "NATIVE", True)
    assert ladder_of("hearts")[-1].name == "perfect"
    monkeypatch.setattr(home, "NATIVE", False)
    assert ladder_of("hearts")[-1].name == "advanced"


def test_without_numba_the_baseline_that_needs_it_is_named(monkeypatch):
    monkeypatch.setattr(home, "NATIVE", False)
    baselines = ladder_of("hearts")
    told = next_baseline("hearts", baselines[-1].elo + 1, baselines)
    assert f"`perfect` with {LEVELS['perfect'].elo:.0f} needs numba: pip install 'playfunc[fast]'." in told
    assert "numba" not in next_baseline("hearts", 9999, baselines)
    monkeypatch.setattr(home, "NATIVE", True)
    assert "numba" not in next_baseline("hearts", baselines[-1].elo + 1, baselines)


def test_one_checkpoint_names_the_baseline_above_the_rating_it_gives():
    assert "about 0 Elo points. The next baseline is `naive`" in next_baseline_after(HEARTS, {"basic": 0.5})
    assert "The next baseline is `advanced`" in next_baseline_after(HEARTS, {"advanced": 0.4})
    assert "at most -300 Elo points. The next baseline is `basic`" in next_baseline_after(
        HEARTS, {"basic": 0.0}
    )


def test_open_deals_tell_the_interval_too_and_few_of_them_nothing():
    assert next_baseline_measured(HEARTS, "basic", WinRate(0.5, 0.1, RATED - 1)) == ""
    told = next_baseline_measured(HEARTS, "basic", WinRate(0.5, 0.05, RATED))
    reach = 1.96 * 400 / math.log(10) * 0.05 / 0.25
    assert (
        f"about 0 Elo points (95% interval {-reach:.0f} to {reach:.0f}). The next baseline is `naive`" in told
    )
    assert "interval" not in next_baseline_measured(HEARTS, "basic", WinRate(1.0, 0.0, RATED))


def test_all_wins_tell_a_lower_bound_and_none_the_baselines_up_to_a_higher_one():
    assert "at least 300 Elo points. The next baseline is `heuristic`" in next_baseline_after(
        HEARTS, {"basic": 1.0}
    )
    assert re.search(r"expect to win at least \d+% of", next_baseline_after(HEARTS, {"basic": 1.0}))
    assert "expect to win at most 15% of" in next_baseline_after(HEARTS, {"basic": 0.0})
    assert not re.search("at (least|most)", next_baseline_after(HEARTS, {"basic": 0.5}))
    told = next_baseline_after(HEARTS, {"minmax": 0.0})
    assert "at most" in told
    assert "`naive`" in told
    assert "`heuristic`" in told
    assert "`hasty`" not in told


def test_all_win_checks_count_together():
    won = {"basic": 0.96, "minmax": 0.01, "advanced": 0.01}
    told = next_baseline_of(HEARTS, [result(tier, round(100 * share)) for tier, share in won.items()])
    assert told == next_baseline_after(HEARTS, won)
    assert "The next baseline is `heuristic`" in told


def test_only_checks_that_were_played_to_the_end_count():
    none = [
        result("basic", 10, "impure"),
        skipped("beats-minmax", "rules"),
        broken("beats-advanced", "ours"),
        passed("rules"),
    ]
    assert next_baseline_of(HEARTS, none) == next_baseline_html(none, HEARTS) == ""
    assert next_baseline_of(HEARTS, [*none, result("minmax", 40)]) == next_baseline_after(
        HEARTS, {"minmax": 0.4}
    )


def test_feedback_says_the_same_whatever_else_the_results_hold():
    """It depends on the published whole per cents alone: the exact rates, points and faults change nothing."""
    rng = random.Random(3)
    for _ in range(50):
        percents = {tier: rng.randrange(101) for tier in HEARTS.tiers}
        pages = set()
        for _ in range(3):
            results = [
                result(tier, percent, facts={"win_rate": percent / 100 + rng.random() / 100}, reason="LEAK")
                for tier, percent in percents.items()
            ]
            pages.add(next_baseline_html(results, HEARTS))
            shown = [each.got for each in closed(results, HEARTS, "")]
            assert shown == [f"{percent}% of games to 100 won" for percent in percents.values()]
        assert len(pages) == 1
        assert pages == {
            next_baseline_html(
                [result(tier, whole_percent(p / 100, 0.6)) for tier, p in percents.items()], HEARTS
            )
        }


def test_names_stand_as_code_and_nothing_is_said_where_nothing_is_known():
    page = next_baseline_html([result("basic", 60)], HEARTS)
    assert "<code>naive</code>" in page
    assert "(A baseline is an opponent on the ladder; " in page
    assert chance(400.0) == pytest.approx(10 / 11, abs=0.01)
    own = dataclasses.replace(HEARTS, opponents=(Opponent(name="basic", source="def play(): ..."),))
    assert next_baseline_after(own, {"basic": 0.5}) == ""
    assert next_baseline_after(HEARTS, {"highest": 0.5}) == ""


@pytest.mark.parametrize("game", ["footsteps", "blackjack", "skullwhist"])
def test_every_game_with_measured_opponents_has_a_next_baseline(game):
    assert "The next baseline is `minmax`" in next_baseline_after(default_assignment(game), {"basic": 0.51})


def test_other_parameters_than_the_measured_ones_have_no_scale():
    usual = default_assignment("blackjack")
    assert next_baseline_after(dataclasses.replace(usual, parameters={"rounds": 3}), {"basic": 0.5}) == ""


def test_the_baseline_s_name_alone_is_the_one_of_the_sentence():
    results = [result("basic", 96), result("minmax", 1), result("advanced", 1)]
    assert next_baseline_name(HEARTS, results) == "heuristic"
    assert f"`{next_baseline_name(HEARTS, results)}`" in next_baseline_of(HEARTS, results)
    assert next_baseline_name(HEARTS, [passed("rules")]) == ""
