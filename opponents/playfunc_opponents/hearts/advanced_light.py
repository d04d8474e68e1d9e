"""advanced-light: advanced at a table of four, with a tenth of its thinking.

It takes advanced's place in a browser, where Python without numba would take more than a second for each of its cards.
"""

from __future__ import annotations

from playfunc_opponents.hearts.advanced import ITERATIONS, imagined
from playfunc_opponents.hearts.beliefs import attentive

play = attentive(lambda situation: imagined(situation, ITERATIONS // 10))
"""As `advanced.play`, with a smaller tree."""
