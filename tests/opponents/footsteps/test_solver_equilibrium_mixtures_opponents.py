"""Whole boards solved: published values, and boards by hand."""

import random

import pytest
from playfunc.games.footsteps import FootSteps
from playfunc.match import Table, play_game, play_games
from playfunc.player import FunctionPlayer
from playfunc_opponents import LADDERS, opponent
from playfunc_opponents.footsteps import equilibrium, minmax
from playfunc_opponents.footsteps.mixtures import board_states, exploit, read_mixture
from playfunc_opponents.footsteps.solver import guarantees, place, size, solve_board


def test_the_published_values(board):
    assert board.value(0, 50, 50) == pytest.approx(0, abs=1e-9)
    assert round(board.value(1, 50, 50), 3) == 0.690
    assert round(board.value(2, 50, 50), 3) == 0.987


def test_the_strategy_is_sure_of_the_value_at_every_state(board):
    """Against every legal bid of the other, also those that the solver left out as wasted."""
    sure = guarantees(3, 50, board.mixes)
    assert max(abs(a - b) for a, b in zip(sure, board.values, strict=True)) < 1e-9


def test_a_small_board_by_hand():
    """Three cells, two points: win with one more. (2, 2): bids 1 and 2 each; the one who bids 2 against 1 wins."""
    small = solve_board(1, 2)
    assert small.value(0, 2, 2) == pytest.approx(0)
    assert small.mix(0, 2, 2) == {2: 1.0}
    # 3 points against 2: bidding 3, or bidding above the other, wins; 2 against 2 leaves 1 to 0, which wins too.
    three = solve_board(1, 3)
    assert three.value(0, 3, 2) == pytest.approx(1)


def plain_value(goal: int, points: int) -> float:
    """The start's value by fictitious play on every state: slow and rough, but shares nothing with the solver."""
    known: dict[tuple[int, int, int], float] = {}

    def value(position: int, mine: int, theirs: int) -> float:
        if abs(position) == goal:
            return 1.0 if position > 0 else -1.0
        if not mine and not theirs:
            return 0.0
        state = position, mine, theirs
        if state not in known:
            rows = [
                [
                    value(position + (i > j) - (i < j), mine - i, theirs - j)
                    for j in (range(1, theirs + 1) if theirs else [0])
                ]
                for i in (range(1, mine + 1) if mine else [0])
            ]
            known[state] = fictitious(rows)
        return known[state]

    return value(0, points, points - 1)


def fictitious(matrix: list[list[float]], turns: int = 3000) -> float:
    gains, losses = [0.0] * len(matrix), [0.0] * len(matrix[0])
    for _ in range(turns):
        i, j = gains.index(max(gains)), losses.index(min(losses))
        gains = [g + row[j] for g, row in zip(gains, matrix, strict=True)]
        losses = [loss + payoff for loss, payoff in zip(losses, matrix[i], strict=True)]
    return (max(gains) + min(losses)) / (2 * turns)


def test_a_small_board_by_fictitious_play():
    assert solve_board(2, 5).value(0, 5, 4) == pytest.approx(plain_value(2, 5), abs=0.05)


def test_states_are_numbered_without_gaps():
    assert size(3, 50) == 5 * 51 * 51 == place(3, 50, 2, 50, 50) + 1


# The stored equilibrium.
def test_the_stored_equilibrium_is_the_solved_one(board):
    for state in board_states():
        bids, shares = equilibrium.mixture(*state)
        assert sum(shares) == equilibrium.WHOLE
        assert (bids, shares) == equilibrium.rounded(board.mix(*state))


def test_packing_is_reversible():
    states = [((1, 2), (5, 65530)), ((0,), (65535,))]
    assert equilibrium.read(equilibrium.pack(states)) == tuple(states)


# Mixtures are read, and exploited where that is possible.
def test_the_stored_equilibrium_cannot_be_exploited():
    found = exploit({state: stored_mixture(state) for state in board_states()})
    assert found.exploitability < 1e-4


def stored_mixture(state):
    bids, shares = equilibrium.mixture(*state)
    return {bid: share / equilibrium.WHOLE for bid, share in zip(bids, shares, strict=True)}


def test_a_predictable_bid_loses_everything_and_the_report_says_how():
    found = exploit({state: {min(1, state[1]): 1.0} for state in board_states()})
    assert found.exploitability == pytest.approx(1)
    assert [(p.state, p.bid) for p in found.punishments] == [
        ((0, 50, 50), 2),
        ((-1, 49, 48), 2),
        ((-2, 48, 46), 2),
    ]
    assert all(p.reached == 1 for p in found.punishments)


def test_uniform_bids_are_exploitable_but_not_wholly():
    found = exploit(
        {(p, a, b): (dict.fromkeys(range(1, a + 1), 1 / a) if a else {0: 1.0}) for p, a, b in board_states()}
    )
    assert 0.5 < found.exploitability < 1
    assert found.punishments[0].left == pytest.approx(-found.exploitability)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({}, "dict"),
        ([0.5, 0.5], "dict"),
        ({0: 1.0}, "legal"),
        ({4: 1.0}, "legal"),
        ({1: 0.5, 2: 0.4}, "add up"),
        ({1: -1.0, 2: 2.0}, "chance"),
        ({1: float("nan")}, "chance"),
        ({1: float("inf")}, "chance"),
        ({1: 10**400}, "chance"),
        ({1: "1"}, "chance"),
        ({"x": 1.0}, "legal"),
    ],
)
def test_what_is_no_mixture_is_said(answer, why):
    with pytest.raises(ValueError, match=why):
        read_mixture(answer, 3)


def test_a_mixture_is_read_and_scaled():
    assert read_mixture({"1": 0.501, "2": 0.501}, 3) == {1: 0.5, 2: 0.5}


# FootSteps' opponents: the solved board against published values and independent arithmetic.
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
