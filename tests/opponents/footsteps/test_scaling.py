"""Other boards are scaled to the solved one."""

from __future__ import annotations

from playfunc_opponents.footsteps.scaling import scaled


def test_other_boards_are_scaled():
    assert scaled(1, 30, 20) == (1, 30, 20, 1.0, 30)
    million = scaled(-400, 1_000_000, 500_000)
    assert million[:3] == (-2, 50, 25)
    assert million.bid(3) == 60_000
    assert scaled(0, 1, 1_000_000).bid(1) == 1
    assert scaled(0, 0, 70).bid(0) == 0
