"""basic: any legal action, each as likely."""

from __future__ import annotations

import random

from kuhn_poker import KuhnView, legal_actions

__all__ = ["play"]


def play(view: KuhnView, memory: None) -> tuple[str, None]:
    return random.choice(legal_actions(view.actions)), None
