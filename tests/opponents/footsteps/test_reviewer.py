"""What bids cost: against brute force on small boards, and against what the games of known players come to."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from playfunc import FunctionPlayer
from playfunc.codec import decode, encode
from playfunc.errors import RecordError
from playfunc.games.footsteps import FootSteps, FootStepsState, legal_bids
from playfunc.games.skullwhist import SkullWhist
from playfunc.match import Table, play_game, play_games
from playfunc.record import GameRecord, RecordedMove
from playfunc.statistics import mean_interval
from playfunc_opponents import opponent
from playfunc_opponents.footsteps import basic, minmax
from playfunc_opponents.footsteps.equilibrium import mixture
from playfunc_opponents.footsteps.mixtures import board_states
from playfunc_opponents.footsteps.reviewer import REVIEWER, SAME, reviewer_against
from playfunc_opponents.footsteps.worth import equilibrium, most_points
from playfunc_opponents.reviewer import Effort

SMALL = FootSteps(5, 4)


def record_of(rules: FootSteps, token: int, points: tuple[int, int], *bids: tuple[int, int]) -> GameRecord:
    moves = tuple(RecordedMove(seat, str(pair[seat])) for pair in bids for seat in (0, 1))
    start = decode(encode(FootStepsState(token, points), FootStepsState), Any)
    parameters = {"cells": rules.cells, "points": rules.points}
    return GameRecord("footsteps", parameters, ("you", "other"), start, moves)


def costs(prices) -> dict[int, float]:
    return {int(price.move): price.lost for price in prices.moves}


def share(rules: FootSteps, state: FootStepsState, mixes) -> float:
    """Seat 0's share of a win with best bids against `mixes`, through the rules and by all lines of play."""
    if not rules.to_act(state):
        return rules.scores(state)[0]
    return max(bid_share(rules, state, bid, mixes) for bid in legal_bids(state.points[0]))


def bid_share(rules: FootSteps, state: FootStepsState, bid: int, mixes) -> float:
    chances = mixes(-state.token, state.points[1], state.points[0])
    return sum(
        chance * share(rules, rules.play(state, {0: bid, 1: other}), mixes)
        for other, chance in chances.items()
        if chance
    )


def worst_share(rules: FootSteps, state: FootStepsState, bid: int, mixes) -> float:
    """As `bid_share`, against the reply that leaves the least."""
    return min(
        share(rules, rules.play(state, {0: bid, 1: other}), mixes) for other in legal_bids(state.points[1])
    )


def uniform(position: int, mine: int, theirs: int) -> dict[int, float]:
    bids = legal_bids(mine)
    return dict.fromkeys(bids, 1 / len(bids))


SMALL_STATES = [
    (token, points) for token in (-1, 0, 1) for points in product(range(5), repeat=2) if points != (0, 0)
]


@pytest.mark.broad
@pytest.mark.parametrize("known", [True, False], ids=["mixture", "equilibrium"])
def test_costs_are_those_of_all_lines_of_play(known):
    mixes = uniform if known else equilibrium(SMALL.goal, SMALL.points).other
    reviewer = reviewer_against({1: uniform}) if known else REVIEWER
    for token, points in SMALL_STATES:
        state = FootStepsState(token, points)
        most = share(SMALL, state, mixes)
        found = costs(reviewer.prices(record_of(SMALL, token, points), 0, 0))
        if most == pytest.approx(1, abs=SAME) and not known:  # won for certain: the worst reply counts
            worth = {bid: worst_share(SMALL, state, bid, mixes) for bid in legal_bids(points[0])}
        else:
            worth = {bid: bid_share(SMALL, state, bid, mixes) for bid in legal_bids(points[0])}
        expected = {bid: most - share for bid, share in worth.items()}
        assert found == pytest.approx(expected, abs=SAME)


def test_by_hand():
    """On three cells, 2 against 2 points, only a bid of 2 holds the draw: a bid of 1 loses to it half a win."""
    rules = FootSteps(3, 2)
    prices = REVIEWER.prices(record_of(rules, 0, (2, 2)), 0, 0)
    assert (costs(prices), prices.unit, prices.best) == ({1: 0.5, 2: 0.0}, "win", ("2",))
    review = REVIEWER.review(record_of(rules, 0, (2, 2), (1, 2)))
    assert [(cost.seat, cost.lost, cost.kind, cost.phase) for cost in review.costs] == [
        (0, 0.5, "bid", "turns 1 to 3"),
        (1, 0.0, "bid", "turns 1 to 3"),
    ]
    assert REVIEWER.story(review.record, 0) == (
        "Turn 1: you bid 1, other bid 2. The token moved one cell towards the goal of other. "
        "Points left: you 1, other 0."
    )


def test_a_bid_that_can_lose_a_certain_win_is_not_free():
    """38 points against 7, the other one step from its goal: 7 holds every bid of the other, 6 does not."""
    found = costs(REVIEWER.prices(record_of(FootSteps(), -2, (38, 7)), 0, 0))
    assert [found[bid] for bid in (5, 6, 7, 8, 20)] == [1, 1, 0, 0, 0]


@pytest.mark.broad
def test_no_bid_of_the_equilibrium_costs_anything_in_any_state():
    """Though the file rounds its chances."""
    for state in list(board_states())[::23]:
        bids, _ = mixture(*state)
        found = costs(REVIEWER.prices(record_of(FootSteps(), state[0], state[1:]), 0, 0))
        assert all(found[bid] == 0 for bid in bids)


def games_of(first, second, count: int) -> list[GameRecord]:
    rules = FootSteps()
    tables = [Table(rules.deal(random.Random(n)), (first, second)) for n in range(count)]
    return play_games(rules, tables)


@pytest.mark.broad
def test_equilibrium_players_give_nothing_away_and_random_ones_what_they_lose():
    """Against the equilibrium a player's costs are, on average, exactly what it falls short of half a win."""
    rules = FootSteps()
    perfect, drawn = opponent(rules, "advanced"), FunctionPlayer(basic.play, rules)
    reviews = [REVIEWER.review(record) for record in games_of(perfect, drawn, 150)]
    assert all(cost.lost == 0 for review in reviews for cost in review.of_seat(0))
    given = mean_interval([review.given_away(1) for review in reviews])
    assert given.low > 0.05
    balance = mean_interval([review.given_away(1) - 0.5 + review.record.scores[1] for review in reviews])
    assert balance.low < 0 < balance.high


@pytest.mark.broad
def test_a_known_mixture_is_taken_at_its_word():
    """minmax never mixes: the best answers to it win every game, where the equilibrium's bids do not."""

    def pure(position: int, mine: int, theirs: int) -> dict[int, float]:
        return {minmax.play("", position, mine, theirs, None)[0]: 1.0}

    reviewer = reviewer_against({1: pure})

    def best(player_id, position, my_points, their_points, previous):
        state = record_of(FootSteps(), position, (my_points, their_points))
        return int(reviewer.prices(state, 0, 0).best[0]), None

    rules = FootSteps()
    record = play_game(
        rules,
        rules.deal(random.Random(1)),
        (FunctionPlayer(best, rules, name="best"), FunctionPlayer(minmax.play, rules, name="minmax")),
    )
    assert record.scores == (1, 0)
    review = reviewer.review(record)
    assert review.given_away(0) == 0
    against_equilibrium = REVIEWER.review(record)
    assert review.of_seat(1) == against_equilibrium.of_seat(1)
    assert reviewer.against != REVIEWER.against


def test_what_is_no_mixture_is_said():
    with pytest.raises(ValueError, match="no legal bid"):
        reviewer_against({1: lambda *state: {99: 1.0}}).prices(record_of(SMALL, 0, (4, 4)), 0, 0)


@pytest.mark.broad
def test_a_large_board_is_measured_once_few_points_are_left():
    rules = FootSteps(21, 5000)
    points = most_points(rules.goal)
    record = record_of(rules, 0, (points + 1, points + 1), (1, 1))
    first, _, *later = REVIEWER.review(replace(record, moves=(*record.moves, *record.moves))).costs
    assert (first.lost, first.best, first.sure) == (0, (), False)
    assert first.unmeasured == (
        f"A strip of 21 cells is solved up to {points} points each, so bids with more points are not measured."
    )
    assert [cost.unmeasured for cost in later] == ["", ""]


def test_a_review_does_not_know_what_it_has_seen_before():
    record = games_of(*[FunctionPlayer(basic.play, FootSteps())] * 2, 1)[0]
    assert reviewer_against({}).review(record) == REVIEWER.review(record, Effort(worlds=7))


def test_another_game_is_refused():
    rules = SkullWhist()
    player = opponent(rules, "basic")
    with pytest.raises(RecordError, match="skullwhist"):
        REVIEWER.review(play_game(rules, rules.deal(random.Random(1)), (player, player)))
