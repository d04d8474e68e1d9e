"""Kuhn poker for playfunc."""

from __future__ import annotations

from playfunc.game import Game

from kuhn_poker.rules import Kuhn, KuhnState, KuhnView, legal_actions

__all__ = ["GAME", "Kuhn", "KuhnState", "KuhnView", "legal_actions"]

GAME = Game(name="kuhn", title="Kuhn poker", rules=Kuhn, played="hand", scored="chips")
