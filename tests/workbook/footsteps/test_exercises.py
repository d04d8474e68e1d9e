"""Bids against the mixture that an opponent hands over: whoever knows it gives nothing away."""

import random
from collections import Counter

import pytest
from playfunc.games.footsteps import legal_bids
from playfunc_opponents.footsteps import advanced, basic, minmax
from playfunc_opponents.footsteps.worth import against
from playfunc_workbook.footsteps import MIXTURES, against_mixture
from playfunc_workbook.workbook import Workbook

pytestmark = pytest.mark.broad


def knows_minmax(player_id, position, my_points, their_points, previous):
    """The best answer to minmax."""
    worths = against(3, 50, minmax.mix)
    bids = legal_bids(my_points)[: their_points + 1]
    return max(bids, key=lambda bid: worths.bid((position, my_points, their_points), bid)), None


def found_against_minmax(play):
    return Workbook("footsteps")._reviewed({"play": play}, "minmax", 2)


NOTHING = "yours gave away 0% of a win a game"


def test_the_best_answer_to_minmax_gives_nothing_away_against_it():
    assert NOTHING in against_mixture(found_against_minmax(knows_minmax), MIXTURES["minmax"])


def test_random_bids_give_something_away():
    assert NOTHING not in against_mixture(found_against_minmax(basic.play), MIXTURES["minmax"])


@pytest.mark.parametrize("opponent", [minmax, advanced])
def test_a_mixture_is_what_the_opponent_plays(opponent):
    random.seed(1)
    for state in ((0, 50, 50), (2, 7, 31), (-1, 20, 4)):
        chances = opponent.mix(*state)
        assert sum(chances.values()) == pytest.approx(1)
        drawn = Counter(opponent.play("x", *state, None)[0] for _ in range(400))
        assert set(drawn) <= set(chances)
        for bid, chance in chances.items():
            assert drawn[bid] / 400 == pytest.approx(chance, abs=0.12)
