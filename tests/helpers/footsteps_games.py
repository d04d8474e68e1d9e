"""Games of FootSteps with given bids."""

import random

from playfunc.games.footsteps import FootSteps, FootStepsState
from playfunc.match import play_game
from playfunc.player import FunctionPlayer

STANDARD = FootSteps()


def start(rules: FootSteps = STANDARD) -> FootStepsState:
    return rules.deal(random.Random(1))


def game(first, second, rules: FootSteps = STANDARD, policy="forfeit"):
    players = [FunctionPlayer(first, rules, name="right"), FunctionPlayer(second, rules, name="left")]
    return play_game(rules, start(rules), players, policy)
