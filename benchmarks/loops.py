"""Our side of the playout benchmark, in a process of its own: `python -m benchmarks.loops`.

Reads lines `SEED DEALS COUNT` and answers as `cpp/playouts.cpp` does, with the same numbers.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Any

from playfunc.compiled.luck import seed_luck
from playfunc.compiled.native import compiled, zeros
from playfunc.games.hearts.fast.bits import SIZE, TAKEN
from playfunc.games.hearts.fast.playouts import deal, playout


@compiled
def many_playouts(dealt: Any, position: Any, deals: int, count: int, luck: int) -> tuple[int, int]:
    """`(points of seat 0 in all, luck)` of `count` playouts of each of `deals` four-player deals.

    `dealt` and `position` are scratch.
    """
    total = 0
    for _ in range(deals):
        luck = deal(dealt, 4, luck)
        for _ in range(count):
            for place in range(SIZE):
                position[place] = dealt[place]
            luck = playout(position, luck)
            total += position[TAKEN]
    return total, luck


def main() -> None:
    dealt, position = zeros(SIZE), zeros(SIZE)
    many_playouts(dealt, position, 1, 1, seed_luck(0))  # compiled, or loaded, before any clock runs
    for line in sys.stdin:
        seed, deals, count = map(int, line.split())
        start = process_time()
        total, _ = many_playouts(dealt, position, deals, count, seed_luck(seed))
        print(total, f"{process_time() - start:.6f}", flush=True)


if __name__ == "__main__":
    main()
