"""Every reviewer: one cost for each move, and prices of which the played one is that cost."""

import pytest
from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc_opponents import LADDERS, opponent
from playfunc_opponents.reviewer import NOT_TO_MOVE, Effort

REVIEWED = [name for name, ladder in LADDERS.usable().items() if ladder.reviewer]


def game_of(name: str):
    ladder = LADDERS[name]
    rules = ladder.rules(2)
    players = [opponent(rules, ladder.tiers[0], key=key) for key in (b"one", b"two")]
    return play_game(rules, rules.deal(deal_rng("reviewed")), players)


@pytest.mark.parametrize("name", REVIEWED)
def test_the_price_of_the_move_that_was_played_is_its_cost(name):
    record, reviewer = game_of(name), LADDERS[name].load_reviewer()
    review = reviewer.review(record, Effort(worlds=8))
    assert [cost.at for cost in review.costs] == list(range(len(record.moves)))
    for cost in review.costs[-3:]:
        prices = reviewer.prices(record, cost.at, cost.seat, Effort(worlds=8))
        [price] = [price for price in prices.moves if price.move == cost.move]
        assert price.lost == pytest.approx(cost.lost)
        assert (price.exact, prices.unit) == (cost.exact, cost.unit)


@pytest.mark.parametrize("name", REVIEWED)
def test_a_seat_that_is_not_to_move_has_no_prices(name):
    record, reviewer = game_of(name), LADDERS[name].load_reviewer()
    prices = reviewer.prices(record, len(record.moves), 0)
    assert (prices.moves, prices.unmeasured) == ((), NOT_TO_MOVE)
