"""What a card or a bid is worth when both hands are known and played perfectly: its share of a win.

1 is a won game, 0.5 a tie, 0 a lost one. Scores never fall with the tricks won, so a share is found by asking the
solver whether a card wins as many tricks as it takes: yes or no, and often no question is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

from playfunc.games.skullwhist import HAND, score

from playfunc_opponents.skullwhist.solver import (
    Table,
    after,
    beats,
    bit_of,
    can_win,
    lead_wins,
    leader_tricks,
    leads,
    new_table,
    position_of,
    replies,
    swapped,
)

__all__ = ["card_shares", "open_tricks", "share"]


@lru_cache(maxsize=1)
def _table() -> Table:
    """The positions solved so far: facts, so that what was asked before changes no answer."""
    return new_table()


@cache
def share(my_bid: int, their_bid: int, tricks: int, total: int = HAND) -> float:
    """My share of a win with this number of `total` tricks."""
    margin = score(my_bid, tricks) - score(their_bid, total - tricks)
    return 0.5 if margin == 0 else float(margin > 0)


def open_tricks(leader: Sequence[int], other: Sequence[int]) -> int:
    """How many tricks the leader wins if both play perfectly."""
    return int(leader_tricks(position_of(leader, other), len(leader), _table()))


def card_shares(
    mine: Sequence[int],
    theirs: Sequence[int],
    lead: int | None,
    choices: Sequence[int],
    shares: Sequence[float],
) -> list[float]:
    """The share of each choice. `theirs` includes the card `lead` that the other has led, if it has; `shares` are
    those of winning 0, 1, 2 … of the tricks that are left, and never fall."""
    steps = [(need, high - low) for need, (low, high) in enumerate(pairwise(shares), 1) if high > low]
    if not steps:
        return [shares[0]] * len(choices)
    held = {*mine, *theirs}
    position = position_of(mine, theirs) if lead is None else position_of(theirs, mine)
    led = None if lead is None else bit_of(lead, held)
    options = leads(position) if led is None else replies(position, led // 14)
    found: dict[int, float] = {}
    for card in choices:
        bit = _alike(options, bit_of(card, held))
        if bit not in found:
            won = [gain for need, gain in steps if _wins(position, len(mine), need, led, bit)]
            found[bit] = shares[0] + sum(won)
    return [found[_alike(options, bit_of(card, held))] for card in choices]


def _alike(options: int, bit: int) -> int:
    """The card of the same run that is among the options: the next one upwards."""
    above = options >> bit
    return bit + (above & -above).bit_length() - 1


def _wins(position: int, cards: int, need: int, led: int | None, bit: int) -> bool:
    """Whether this card wins at least `need` tricks, the current one included."""
    if led is None:
        return bool(lead_wins(position, cards, need, bit, _table()))
    rest = after(position, led, bit)
    if beats(led, bit):
        return bool(can_win(swapped(rest), cards - 1, need - 1, _table()))
    return not can_win(rest, cards - 1, cards - need, _table())
