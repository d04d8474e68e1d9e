"""Pictures of BlackJack: its face (see `playfunc.show.face`)."""

from __future__ import annotations

from playfunc.games.blackjack.show.scene import BlackJackFace

__all__ = ["FACE"]

FACE = BlackJackFace()
