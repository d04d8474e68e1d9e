"""The picture of costs: what is exact, estimated and not measured can be told apart, and the table says the same."""

import random
import re
from dataclasses import replace

import pytest
from playfunc import FunctionPlayer, Hearts, play_game
from playfunc.costs import CostlyMove, Review
from playfunc.show import cost_bars
from playfunc_opponents.hearts import basic

WHY = "The search would take too long."


@pytest.fixture(scope="module")
def record():
    rules = Hearts(2)
    players = [FunctionPlayer(basic.play, rules, name=name) for name in ("ann", "bob")]
    return play_game(rules, rules.deal(random.Random(4)), players)


def reviewed(record, **changed):
    costs = tuple(
        CostlyMove(record, at, move.seat, float(at == 10), ()) for at, move in enumerate(record.moves)
    )
    changes = {int(name[1:]): change for name, change in changed.items()}
    return Review(record, tuple(replace(cost, **changes.get(cost.at, {})) for cost in costs), (1, 1))


def both(review):
    return cost_bars({"you": [(review, 0)], "basic": [(review, 1)]})


def test_an_exact_review_is_solid_throughout(record):
    plot = both(reviewed(record))
    assert "hatched" not in str(plot)
    assert "pale" not in str(plot)
    seat = record.moves[10].seat
    assert f"{('you', 'basic')[seat]}: 1 point a hand given away, most in" in str(plot)
    assert f"{('basic', 'you')[seat]}: 0 points a hand given away." in str(plot)


def test_what_is_not_measured_is_hatched_and_never_drawn_as_zero(record):
    seat = record.moves[0].seat
    plot = both(reviewed(record, _0={"unmeasured": WHY}))
    name = ("you", "basic")[seat]
    assert f"{name}: at least" in str(plot)
    assert f"hatched: not measured. {WHY}" in str(plot)
    assert plot.svg().count('<g role="img"><title>') == 1
    assert WHY in plot.svg()
    assert "not measured" in plot.table()
    assert both(reviewed(record)).svg().count("<g role='img'>") == 0


def test_an_estimate_is_pale_and_has_its_interval(record):
    plot = both(reviewed(record, _2={"lost": 2.0, "exact": False, "margin": 1.5}))
    assert "fill-opacity" in plot.svg()
    assert re.search(r"about [23]\.0 ± 1\.5 points a hand", str(plot))
    assert "± 1.5" in plot.table()


def test_each_bar_is_the_mean_of_the_games(record):
    review = reviewed(record)
    seat = record.moves[10].seat
    plot = cost_bars({"you": [(review, seat), (reviewed(record, _10={"lost": 0.0}), seat)]})
    assert sum(bar.total.lost for bar in plot.rows[0][1]) == 0.5
    assert "0.50" in plot.table()


def test_a_plot_of_nothing_is_refused():
    with pytest.raises(ValueError, match="nothing to plot"):
        cost_bars({"you": []})
