"""What each move gave away, and what came of it."""

import json

import pytest
from playfunc.codec import encode
from playfunc.errors import RecordError
from playfunc.games.blackjack import BlackJack
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng
from playfunc.record import GameRecord, RecordedMove, rules_parameters
from playfunc_opponents import opponent
from playfunc_opponents.blackjack.expectation import Purse, pool, worth
from playfunc_opponents.blackjack.reviewer import REVIEWER, review


def run_of(*moves: str) -> GameRecord:
    """A round of two hands for one: T6 against T with 7 below, then TT against 5 with 6 below."""
    rules = BlackJack(seats=1, hands=2)
    start = state = rules.from_shoes(["TT67" + "2" + "T5T6" + "A" + "T" * 20], (200,))
    for text in moves:
        state = rules.play(state, {0: rules.projection.parse_move(text)})
    played = tuple(RecordedMove(0, text) for text in moves)
    at_start = json.loads(encode(start, rules.state_type()))
    return GameRecord("blackjack", rules_parameters(rules), ("you",), at_start, played)


def test_a_review_says_what_each_move_gave_away_on_average():
    found = review(run_of("H", "S", "B 50", "H", "S"))
    sixteen, eighteen = worth("T6", "T", pool("T#T6"), Purse(10)), worth("T62", "T", pool("T#T62"), Purse(10))
    twenty = worth("TT", "5", pool("T7T62" + "5#TT"), Purse(60))
    one_more = worth("TTA", "5", pool("T7T62" + "5#TTA"), Purse(60))
    assert [cost.lost for cost in found.costs] == pytest.approx(
        [
            max(0, sixteen.stand - sixteen.hit),
            max(0, eighteen.hit - eighteen.stand),
            0,
            twenty.stand - twenty.hit,
            max(0, one_more.hit - one_more.stand),
        ]
    )
    assert found.played == (2,)
    [costliest, *_] = found.worst(0)
    assert (costliest.at, costliest.move, costliest.best) == (3, "H", ("S",))
    assert str(costliest) == f"Hit gave away {twenty.stand - twenty.hit:.1f} chips; Stand gave none."
    assert costliest.where == "Round 1, hand 2, TT (20) against the dealer's 5"


def test_a_raise_and_a_double_against_the_odds_are_costly_in_a_review():
    sixteen = worth("T6", "T", pool("T#T6"), Purse(10))
    best = max(sixteen.stand, sixteen.hit)
    assert review(run_of("B 20")).costs[0].lost == pytest.approx(-2 * best)
    assert review(run_of("D")).costs[0].lost == pytest.approx(best - sixteen.double)
    assert str(review(run_of("B 20")).costs[0]).startswith("Bet(20) gave away ")


@pytest.mark.parametrize("before", [(), ("H", "S")])
def test_every_raise_has_the_price_that_a_review_charges(before):
    """Of 16 against T it costs something, of 20 against 5 nothing."""
    found = REVIEWER.prices(run_of(*before), len(before), 0)
    lost = {price.move: price.lost for price in found.moves}
    chips = 190 if not before else 200  # the first hand was won
    assert [move for move in lost if move.startswith("B")] == [
        f"B {raised}" for raised in range(1, chips + 1)
    ]
    for raised in (1, 20, chips):
        cost = review(run_of(*before, f"B {raised}")).costs[-1].lost
        assert lost[f"B {raised}"] == pytest.approx(cost)
        assert (cost > 0) == (before == ())
    assert min(lost.values()) == 0


def test_what_came_of_a_move_is_its_hand_alone():
    record = run_of("H", "S", "S")
    assert REVIEWER.story(record, 1).startswith("Round 1, hand 1\n   you H (2), you S\n   dealer T7 17\n")
    assert REVIEWER.story(record, 2).splitlines()[0] == "Round 1, hand 2"


def test_the_best_plain_moves_give_nothing_away():
    rules = BlackJack(seats=2, rounds=5)
    players = (opponent(rules, "minmax"), opponent(rules, "basic"))
    [record] = play_games(rules, [Table(rules.deal(deal_rng("review")), players)])
    found = review(record)
    in_first = [cost for cost in found.of_seat(0) if cost.where.startswith("Round 1, hand 1,")]
    assert in_first
    assert not any(cost.sure for cost in in_first), (
        "nothing had been seen before, so minmax knew all there is"
    )
    assert found.given_away(1) > found.given_away(0)


def test_a_review_of_another_game_is_refused():
    with pytest.raises(RecordError, match="only runs of blackjack"):
        review(GameRecord("footsteps", {}, ("a", "b"), None, ()))
