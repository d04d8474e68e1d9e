"""Opponents of known ratings hold the scale: a player is rated alike whoever else takes part."""

import random

import pytest
from playfunc_arena.calibration import ANCHOR, measure
from playfunc_arena.entrants import names_of
from playfunc_arena.formats import Field, Outcome, contest_format, contest_names, ladder_format
from playfunc_arena.ratings import marks_of, measured_contests
from playfunc_arena.run import play_out
from playfunc_arena.standings import standings
from playfunc_arena.store import Store
from playfunc_autograder.executors import HERE
from playfunc_autograder.players import NamedPlayer
from playfunc_opponents import ladder

# Built-in players hold the scale: a player is rated alike whoever else takes part.
BASELINES = ("basic", "minmax", "advanced")


def of_company(company, seed, *, fixed):
    """The rating of a student of strength 1200 beside the three baselines and other students, by the model of
    ratings."""
    strengths = [1000.0, 1200.0, 1400.0, 1200.0, *company]
    form, rng = ladder_format("skullwhist"), random.Random(seed)
    outcomes = []
    for fixture in next(form.rounds(len(strengths), 300, seed)):
        one, other = (strengths[player] for player in fixture.players)
        won = rng.random() < 1 / (1 + 10 ** ((other - one) / 400))
        outcomes.append(Outcome(fixture, (float(won), float(not won))))
    names = [f"player {place}" for place in range(len(strengths))]
    rows = standings(form, names, outcomes, dict(enumerate(strengths[:3])) if fixed else {})
    return next(row.rating for row in rows if row.name == "player 3")


def test_two_runs_with_other_students_and_the_same_baselines_give_ratings_on_one_scale():
    weak, strong = [900.0, 950.0, 1000.0, 1050.0] * 3, [1350.0, 1400.0, 1450.0, 1500.0] * 3
    for number, company in enumerate((weak, strong)):
        rating = of_company(company, number, fixed=True)
        assert rating.low < 1200 < rating.high
        assert rating.high - rating.low < 120
    loose = [of_company(company, number, fixed=False) for number, company in enumerate((weak, strong))]
    assert loose[0].low > loose[1].high + 200, "without marks, the same player is rated by its company"


def of_footsteps(others, *, fixed):
    """The rating of a student that plays as minmax does, beside the baselines and other students."""
    seated = (*BASELINES, "minmax", *others)
    form, names = ladder_format("footsteps"), names_of(seated)
    field = Field("footsteps", 3, names, tuple(map(NamedPlayer, seated)))
    outcomes = play_out(form, field, 20, Store(), HERE, lambda done, total: None)
    known = measured_contests()["footsteps"].ratings
    rows = standings(
        form, names, outcomes, {place: known[name] for place, name in enumerate(BASELINES) if fixed}
    )
    return next(row.rating.rating for row in rows if row.name == names[3])


def test_marks_do_so_as_far_as_a_games_players_follow_the_model():
    """Minmax loses to advanced more often than its wins against basic let expect: a part of 360 points remains."""
    weak, strong = ("basic",) * 4, ("advanced",) * 4
    apart = [
        abs(of_footsteps(weak, fixed=fixed) - of_footsteps(strong, fixed=fixed)) for fixed in (True, False)
    ]
    assert apart[1] > 300
    assert apart[0] < apart[1] / 2


def test_every_contest_knows_its_opponents_from_the_weakest_on():
    for name in contest_names():
        form, measured = contest_format(name), measured_contests()[name]
        baselines = ladder(form.game).landmarks(form.least)
        assert measured.ratings.keys() == measured.half_widths.keys() == set(baselines)
        assert measured.ratings[baselines[0]] == ANCHOR == min(measured.ratings.values())
        assert all(0 < half_width < 100 for half_width in measured.half_widths.values())


def test_marks_are_opponents_beside_somebody_else():
    basic, minmax, own = NamedPlayer("basic"), NamedPlayer("minmax"), NamedPlayer("basic.py", "def play")
    known = measured_contests()["hearts"].ratings
    assert marks_of("hearts", [own, minmax, basic]) == {1: known["minmax"], 2: known["basic"]}
    assert marks_of("hearts", [minmax, basic]) == {}
    assert marks_of("kuhn", [own, minmax]) == {}


@pytest.mark.broad
def test_too_few_opponents_for_a_table_sit_down_in_copies():
    found = measure("hearts-four", 10)
    assert (found.deals, list(found.ratings)) == (12, list(BASELINES))


@pytest.mark.parametrize(
    ("contest", "deals"), [("footsteps", 40), pytest.param("hearts-four", 10, marks=pytest.mark.long)]
)
def test_the_weakest_is_the_anchor_and_a_second_measurement_says_the_same(contest: str, deals: int) -> None:
    """Also where opponents are too few for a table, and sit down in several copies."""
    first, second = measure(contest, deals), measure(contest, deals)
    assert first == second
    assert first.ratings["basic"] == ANCHOR
    assert first.ratings["advanced"] > first.ratings["basic"]
