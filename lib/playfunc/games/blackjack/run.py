"""A run of BlackJack at one table: its rounds, each with shoes of its own, and chips that are carried on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from playfunc.games.blackjack.rules import BlackJack
from playfunc.games.blackjack.state import RUN, BlackJackState
from playfunc.match import Series, highest_total, play_game
from playfunc.measure import deal_rng
from playfunc.player import Player
from playfunc.record import FaultPolicy


def play_run(
    rules: BlackJack, players: Sequence[Player], seed: int | str, policy: FaultPolicy = "stop"
) -> Series:
    """A whole run. Totals are the final chips."""
    run = replace(rules, rounds=RUN)
    record = play_game(run, run.deal(deal_rng(str(seed), "series", 0)), players, policy)
    return highest_total((record,), record.scores or (0,) * rules.seats)


def start_round(rules: BlackJack, rng: random.Random, chips: Sequence[int]) -> BlackJackState:
    """A round of a contest's run: fresh shoes, and the chips that each player brings along."""
    return rules.from_shoes(rules.deal(rng).shoes, chips)
