"""advanced: an equilibrium of Kuhn poker, which nobody beats in the long run.

Kuhn (1950) found all of them. The second player has one; the first player has one for each chance of `BLUFF`, up
to 1/3, of betting with the jack. This is the one with most bluffs.
"""

from __future__ import annotations

import random
from fractions import Fraction

from kuhn_poker import KuhnView, legal_actions

__all__ = ["BLUFF", "CHANCES", "play"]

BLUFF = Fraction(1, 3)

CHANCES: dict[tuple[str, ...], dict[str, Fraction]] = {
    (): {"J": BLUFF, "Q": Fraction(0), "K": 3 * BLUFF},
    ("check",): {"J": Fraction(1, 3), "Q": Fraction(0), "K": Fraction(1)},
    ("bet",): {"J": Fraction(0), "Q": Fraction(1, 3), "K": Fraction(1)},
    ("check", "bet"): {"J": Fraction(0), "Q": BLUFF + Fraction(1, 3), "K": Fraction(1)},
}
"""The chance of a bet or a call, by the actions so far and the card."""


def play(view: KuhnView, memory: None) -> tuple[str, None]:
    safe, bold = legal_actions(view.actions)
    return (bold if random.random() < CHANCES[view.actions][view.card] else safe), None
