"""hasty: looks ahead as `minmax` does for about four cards of five; the others it plays as `heuristic` does."""

from __future__ import annotations

import random

from playfunc_opponents.hearts.beliefs import attentive
from playfunc_opponents.hearts.heuristic import by_thumb
from playfunc_opponents.hearts.minmax import safest

LOOKS_AHEAD = 0.82
"""The chance that it looks ahead for a card, drawn anew for each."""

play = attentive(lambda situation: (safest if random.random() < LOOKS_AHEAD else by_thumb)(situation))
"""The card of the search or of the rule."""
