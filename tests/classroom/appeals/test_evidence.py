"""A mark played again from its stamp, on an assignment short enough to do it often."""

import pytest
from playfunc.record import replay
from playfunc_classroom.appeals.evidence import hands


def test_the_same_source_settings_and_deals_give_the_same_mark(stored, again):
    assert again.same
    assert (again.versions, again.settings, again.other_deals, again.unstamped) == ({}, {}, False, False)
    assert again.points == stored.points
    assert [pair[2] for pair in again.pairs()] == [True] * len(stored.results)


def test_the_deals_of_the_page_add_up_to_the_stored_number(stored, again):
    deals = hands(again.games["beats-basic"])
    result = next(result for result in stored.results if result.check == "beats-basic")
    assert len(deals) == result.facts["deals"]
    mean = sum(deal.difference for deal in deals) / len(deals)
    assert round(mean, 2) == result.facts["points_per_hand"][0]
    taken = sum(deal.first[0] + deal.second[0] for deal in deals) / (2 * len(deals))
    moons = result.facts["losses"]["moons"] + result.facts["losses"]["moons_against"]
    if not moons:
        assert sum(result.facts["losses"]["by_trick"]) == pytest.approx(taken, abs=0.05)
    for game in again.games["beats-basic"]:
        replay(game)
