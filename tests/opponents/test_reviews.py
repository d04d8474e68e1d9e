"""Loss profiles as found in records: what holds for the games that have one, and for those that have none."""

import pytest
from playfunc.duplicate import deal_rng, rotations
from playfunc.match import play_games
from playfunc_opponents import LADDERS, opponent
from playfunc_opponents.reviews import losses_of, losses_told, profile_of


@pytest.mark.parametrize("game", LADDERS)
def test_losses_are_counted_in_words_and_in_numbers_where_there_is_a_profile(game):
    ladder = LADDERS[game]
    rules = ladder.rules(2)
    players = [opponent(rules, ladder.tiers[0], key=key) for key in (b"one", b"two")]
    records = play_games(rules, rotations(rules, rules.deal(deal_rng("losses")), players), "forfeit")
    found, profile = losses_of(records), profile_of(game)
    if not ladder.losses:
        assert (found, profile, losses_told(game, found)) == ({}, None, "")
        return
    assert losses_told(game, found)
    assert all(value >= 0 for value in profile.parts(found).values())


def test_without_records_there_are_no_losses():
    assert losses_of([]) == {}
    assert losses_told("hearts", {}) == ""
