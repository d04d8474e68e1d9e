"""basic: any legal action, each as likely."""

from __future__ import annotations

import random

from kuhn_poker import legal_actions

__all__ = ["play"]


def play(player_id: str, card: str, actions: tuple[str, ...], previous: object) -> tuple[str, None]:
    return random.choice(legal_actions(actions)), None
