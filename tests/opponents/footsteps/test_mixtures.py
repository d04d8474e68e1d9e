"""The stored equilibrium."""

import pytest
from playfunc_opponents.footsteps import equilibrium
from playfunc_opponents.footsteps.mixtures import board_states, exploit, read_mixture


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
