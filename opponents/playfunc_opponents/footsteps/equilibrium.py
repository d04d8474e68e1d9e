"""The equilibrium of the standard board, stored in a file next to this one and read on first use.

The file is LZMA over, for every state in the order of `solver.place`, how many bids have a share, those bids,
and their shares in 65,535ths, two bytes each, lowest first. Written by `write`, from `solver.solve_board`.
"""

from __future__ import annotations

import lzma
import struct
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("equilibrium.xz")
GOAL, POINTS = 3, 50
WHOLE = 65535
"""Shares of a state add up to this."""

Shares = tuple[tuple[int, ...], tuple[int, ...]]
"""Bids, and the share of each."""


def rounded(chances: Mapping[int, float]) -> Shares:
    """Chances as whole shares of `WHOLE`, by largest remainder; what rounds to nothing is left out."""
    total = sum(chances.values())
    exact = {bid: WHOLE * chance / total for bid, chance in chances.items()}
    shares = {bid: int(share) for bid, share in exact.items()}
    short = WHOLE - sum(shares.values())
    for bid in sorted(exact, key=lambda bid: (shares[bid] - exact[bid], bid))[:short]:
        shares[bid] += 1
    kept = {bid: share for bid, share in sorted(shares.items()) if share}
    return tuple(kept), tuple(kept.values())


def pack(states: list[Shares]) -> bytes:
    """The file's contents."""
    parts = [struct.pack(f"<B{len(bids)}B{len(bids)}H", len(bids), *bids, *shares) for bids, shares in states]
    return lzma.compress(b"".join(parts), preset=9 | lzma.PRESET_EXTREME)


def read(data: bytes) -> tuple[Shares, ...]:
    """The inverse of `pack`."""
    raw, at, states = lzma.decompress(data), 0, []
    while at < len(raw):
        count = raw[at]
        numbers = struct.unpack_from(f"<{count}B{count}H", raw, at + 1)
        states.append((numbers[:count], numbers[count:]))
        at += 1 + 3 * count
    return tuple(states)


@lru_cache(maxsize=1)
def _stored() -> tuple[Shares, ...]:
    return read(FILE.read_bytes())


def mixture(position: int, mine: int, theirs: int) -> Shares:
    """The equilibrium's bids at a state of the standard board that is not over, and their shares."""
    return _stored()[((position + GOAL - 1) * (POINTS + 1) + mine) * (POINTS + 1) + theirs]


def write(path: Path = FILE) -> None:
    """Solve the board and write the file."""
    from playfunc_opponents.footsteps.solver import solve_board

    board = solve_board(GOAL, POINTS)
    numbers = range(POINTS + 1)
    path.write_bytes(
        pack(
            [
                rounded(board.mix(position, mine, theirs) or {0: 1.0})
                for position in range(1 - GOAL, GOAL)
                for mine in numbers
                for theirs in numbers
            ]
        )
    )


if __name__ == "__main__":
    write()


# Boards of any size scaled to the standard board, and bids scaled back.


class Scaled(NamedTuple):
    """A state of the standard board, and the number of real points that one of its points represents."""

    position: int
    mine: int
    theirs: int
    scale: float
    points: int

    def bid(self, bid: int) -> int:
        """A bid of the standard board as a legal one of the real board."""
        return min(max(round(bid * self.scale), min(1, self.points)), self.points)


def scaled(position: int, mine: int, theirs: int) -> Scaled:
    """The most similar state of the standard board; a state of the standard board stays the same.

    Above 50 points, both players' points are divided by the same number, so that only their ratio counts; on
    a longer strip, positions beyond two cells from the middle count as two.
    """
    scale = max(mine, theirs, POINTS) / POINTS
    near = min(max(position, 1 - GOAL), GOAL - 1)
    return Scaled(near, _shrunk(mine, scale), _shrunk(theirs, scale), scale, mine)


def _shrunk(points: int, scale: float) -> int:
    return max(round(points / scale), min(1, points))
