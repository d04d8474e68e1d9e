"""Programs of games with protocols of their own, and the same players as functions."""

from __future__ import annotations


def threes(player_id, position, my_points, their_points, previous):
    return min(3, my_points), None
