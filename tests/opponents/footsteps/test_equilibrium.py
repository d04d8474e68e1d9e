"""The stored equilibrium."""

from __future__ import annotations

from playfunc_opponents.footsteps import equilibrium
from playfunc_opponents.footsteps.mixtures import board_states


def test_the_stored_equilibrium_is_the_solved_one(board):
    for state in board_states():
        bids, shares = equilibrium.mixture(*state)
        assert sum(shares) == equilibrium.WHOLE
        assert (bids, shares) == equilibrium.rounded(board.mix(*state))


def test_packing_is_reversible():
    states = [((1, 2), (5, 65530)), ((0,), (65535,))]
    assert equilibrium.read(equilibrium.pack(states)) == tuple(states)
