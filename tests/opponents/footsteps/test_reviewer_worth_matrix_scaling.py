"""What bids cost: against brute force on small boards, and against what the games of known players come to."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from playfunc import FunctionPlayer
from playfunc.codec import decode, encode
from playfunc.compiled.native import zeros
from playfunc.errors import RecordError
from playfunc.games.footsteps import FootSteps, FootStepsState, legal_bids
from playfunc.games.skullwhist import SkullWhist
from playfunc.match import Table, play_game, play_games
from playfunc.record import GameRecord, RecordedMove
from playfunc.statistics import mean_interval
from playfunc_opponents import opponent
from playfunc_opponents.footsteps import basic, minmax, worth
from playfunc_opponents.footsteps.equilibrium import mixture, scaled
from playfunc_opponents.footsteps.mixtures import board_states
from playfunc_opponents.footsteps.reviewer import REVIEWER, SAME, reviewer_against
from playfunc_opponents.footsteps.solver import WIDTH, floats, saddle, solve
from playfunc_opponents.footsteps.worth import against, equilibrium, most_points
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


# Values of states against the equilibrium and against known mixtures.
def test_the_stored_equilibrium_has_the_values_of_the_solved_board(board):
    """The first three are published; the file rounds chances."""
    stored = equilibrium(3, 50)
    assert [round(stored.value((cells, 50, 50)), 3) for cells in (0, 1, 2)] == [0, 0.69, 0.987]
    assert max(abs(stored.value(state) - board.value(*state)) for state in board_states()) < 1e-4


def test_a_board_of_more_points_is_solved_as_far_as_it_can_be(monkeypatch):
    monkeypatch.setattr(worth, "WORK", 100_000)
    most_points.cache_clear()
    try:
        assert equilibrium(3, 50).points == equilibrium(3, 99).points == 50
        assert equilibrium.__wrapped__(2, 99).points == most_points(2) == 12
        assert against(2, 99, lambda *state: {1: 1.0}).points == 12
        assert most_points(10**6) == 1
    finally:
        most_points.cache_clear()


def fictitious(matrix: list[list[float]], turns: int = 3000) -> float:
    gains, losses = [0.0] * len(matrix), [0.0] * len(matrix[0])
    for _ in range(turns):
        i, j = gains.index(max(gains)), losses.index(min(losses))
        gains = [gain + row[j] for gain, row in zip(gains, matrix, strict=True)]
        losses = [loss + payoff for loss, payoff in zip(losses, matrix[i], strict=True)]
    return (max(gains) + min(losses)) / (2 * turns)


@pytest.mark.parametrize(("token", "points"), [(0, (4, 3)), (1, (3, 4)), (0, (2, 4)), (-1, (4, 4))])
def test_values_are_those_of_fictitious_play(token, points):
    """Learnt on every state below: slow and rough, but it shares nothing with the solver."""
    known: dict[FootStepsState, float] = {}

    def value(state: FootStepsState) -> float:
        state = replace(state, last=None, turns=0)
        if not SMALL.to_act(state):
            return 2 * SMALL.scores(state)[0] - 1
        if state not in known:
            rows = [
                [value(SMALL.play(state, {0: i, 1: j})) for j in legal_bids(state.points[1])]
                for i in legal_bids(state.points[0])
            ]
            known[state] = fictitious(rows)
        return known[state]

    found = equilibrium(SMALL.goal, SMALL.points).value((token, *points))
    assert found == pytest.approx(value(FootStepsState(token, points)), abs=0.05)


# Matrix games: value, strategies and saddles.
def solved(rows: list[list[float]]) -> tuple[float, list[float], list[float]]:
    table, row_mix, column_mix = floats(WIDTH * WIDTH), floats(WIDTH), floats(WIDTH)
    for i, row in enumerate(rows):
        for j, payoff in enumerate(row):
            table[i * WIDTH + j] = payoff
    value = solve(table, len(rows), len(rows[0]), row_mix, column_mix, zeros(2 * WIDTH))
    return float(value), list(row_mix[: len(rows)]), list(column_mix[: len(rows[0])])


def test_matching_pennies_and_rock_paper_scissors():
    value, rows, columns = solved([[1, -1], [-1, 1]])
    assert value == pytest.approx(0, abs=1e-12)
    assert rows + columns == pytest.approx([0.5] * 4)
    value, rows, columns = solved([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert value == pytest.approx(0, abs=1e-12)
    assert rows == pytest.approx([1 / 3] * 3)
    assert columns == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("seed", range(30))
def test_the_two_strategies_prove_the_value(seed):
    """Weak duality: what the rows are sure of meets what the columns allow, so both are the value."""
    rng = random.Random(seed)
    height, width = rng.randint(1, 12), rng.randint(1, 12)
    matrix = [[rng.choice([-1, -0.5, 0, 0.25, 1]) for _ in range(width)] for _ in range(height)]
    value, rows, columns = solved(matrix)
    assert sum(rows) == pytest.approx(1)
    assert sum(columns) == pytest.approx(1)
    sure = min(sum(x * row[j] for x, row in zip(rows, matrix, strict=True)) for j in range(width))
    allowed = max(sum(y * p for y, p in zip(columns, row, strict=True)) for row in matrix)
    assert sure == pytest.approx(value, abs=1e-9)
    assert allowed == pytest.approx(value, abs=1e-9)


def test_a_saddle_is_found_where_there_is_one():
    table = floats(WIDTH * WIDTH)
    for (i, j), payoff in zip(product(range(2), range(3)), [0.5, 0.25, 1, 0, -1, 1], strict=True):
        table[i * WIDTH + j] = payoff
    assert saddle(table, 2, 3) == (0, 1)
    table[0], table[1], table[WIDTH], table[WIDTH + 1] = 1, -1, -1, 1
    assert saddle(table, 2, 2) == (-1, -1)


# Other boards are scaled to the solved one.
def test_other_boards_are_scaled():
    assert scaled(1, 30, 20) == (1, 30, 20, 1.0, 30)
    million = scaled(-400, 1_000_000, 500_000)
    assert million[:3] == (-2, 50, 25)
    assert million.bid(3) == 60_000
    assert scaled(0, 1, 1_000_000).bid(1) == 1
    assert scaled(0, 0, 70).bid(0) == 0
