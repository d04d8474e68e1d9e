"""Where a player of Hearts loses, against the scores of the same hands."""

import pytest
from playfunc.games.hearts import Hearts
from playfunc.match import play_games
from playfunc.measure import deal_rng, rotations
from playfunc_opponents import opponent
from playfunc_opponents.reviews import describe_losses, losses_of, profile_of


@pytest.fixture(scope="module")
def records():
    rules = Hearts(2)
    basic = (opponent(rules, "basic", key=b"one"), opponent(rules, "basic", key=b"two"))
    tables = [t for n in range(6) for t in rotations(rules, rules.deal(deal_rng("x", "y", n)), basic)]
    return play_games(rules, tables, "forfeit")


def test_losses_by_trick_add_up_to_the_points_that_were_taken(records):
    profile = losses_of(records)
    taken = shot = 0
    for place, record in enumerate(records):
        mine, theirs = (record.scores[place % 2], record.scores[1 - place % 2])
        moon = 26 in (mine, theirs) and 0 in (mine, theirs)
        shot += moon
        taken += 26 - mine if moon else mine
    assert shot == profile["moons"] + profile["moons_against"]
    assert len(profile["by_trick"]) == 26
    assert sum(profile["by_trick"]) == pytest.approx(taken / len(records), abs=0.02)
    assert 13 * profile["queen"] + profile["hearts"] == pytest.approx(taken / len(records), abs=0.02)
    assert "points taken a hand" in describe_losses("hearts", profile)
    assert list(profile_of("hearts").parts(profile).values()) == profile["by_trick"]
