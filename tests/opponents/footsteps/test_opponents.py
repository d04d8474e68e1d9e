"""FootSteps' opponents: the solved board against published values and independent arithmetic."""

import itertools
import random
from statistics import fmean

import pytest
from playfunc.games.footsteps import FootSteps, legal_bids
from playfunc.match import Table, play_game, play_games
from playfunc.player import FunctionPlayer
from playfunc_opponents import LADDERS, opponent
from playfunc_opponents.footsteps import minmax


@pytest.mark.parametrize("tier", LADDERS["footsteps"].tiers)
@pytest.mark.parametrize("rules", [FootSteps(), FootSteps(21, 3000)], ids=str)
def test_opponents_play_legal_games(tier, rules):
    player = opponent(rules, tier)
    other = opponent(rules, "basic", key=b"other")
    tables = [
        Table(rules.deal(random.Random(1)), (player, other)),
        Table(rules.deal(random.Random(1)), (other, player)),
    ]
    for record in play_games(rules, tables):
        assert not record.faults
    assert play_games(rules, tables) == play_games(rules, tables)


@pytest.mark.parametrize(
    ("bids", "wins"),
    [
        ({}, False),
        ({0: 12, 1: 12, 2: 12}, False),
        ({0: 2, 1: 17, 2: 21}, True),
    ],
    ids=["always eight", "twelve while ahead", "one more than minmax bids"],
)
def test_minmax_loses_only_to_bids_that_were_looked_up(bids, wins):
    def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
        return min(my_points, bids.get(position, 8)), None

    rules = FootSteps()
    pair = (FunctionPlayer(play, rules, name="fixed"), FunctionPlayer(minmax.play, rules, name="minmax"))
    assert play_game(rules, rules.deal(random.Random(1)), pair).scores == ((1, 0) if wins else (0, 1))


def test_minmax_expects_every_bid_up_to_its_limit_alike():
    """Against two points, bids of 1 and 2 are expected: its bid of 1 ties or loses the turn, and 3 wins."""
    after = [minmax.value(2, 2, 1), minmax.value(1, 2, 0)]
    assert minmax.worth(2, 3, 2, 1) == pytest.approx(sum(after) / 2)
    assert minmax.worth(2, 3, 2, 3) == 1


@pytest.mark.parametrize("position", [-2, -1, 0, 1, 2])
def test_minmax_adds_up_what_each_expected_bid_leads_to(position):
    for mine, theirs in itertools.product((0, 1, 7, 50), (0, 1, 9, 30, 50)):
        expected = legal_bids(theirs)[: minmax.MOST[position]]
        for bid in legal_bids(mine):
            after = [
                minmax.value(position + (bid > other) - (bid < other), mine - bid, theirs - other)
                for other in expected
            ]
            assert minmax.worth(position, mine, theirs, bid) == pytest.approx(fmean(after), abs=1e-12)


@pytest.mark.parametrize("position", [-2, -1, 0, 1, 2])
def test_no_bid_is_worth_more_than_the_one_of_minmax(position):
    for mine, theirs in itertools.product((1, 7, 30, 50), (0, 1, 9, 30, 50)):
        worths = {bid: minmax.worth(position, mine, theirs, bid) for bid in legal_bids(mine)}
        [chosen] = minmax.mix(position, mine, theirs)
        assert worths[chosen] == pytest.approx(max(worths.values()), abs=1e-9)
        assert minmax.value(position, mine, theirs) == pytest.approx(worths[chosen])
