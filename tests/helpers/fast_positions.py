"""Positions of Hearts for the compiled search."""

import random

from playfunc.duplicate import deal_rng
from playfunc.games.hearts import Hearts
from playfunc.player import FunctionPlayer
from playfunc_opponents.hearts.beliefs import Beliefs, look


def situations(seats, games=2):
    """What `basic` knew at every move of some games."""
    rules, seen = Hearts(seats), []

    def watching(player_id, hand, trick, previous) -> tuple[object, Beliefs]:
        situation = look(player_id, hand, trick, previous)
        seen.append(situation)
        from playfunc.games.hearts import legal_cards

        legal = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=situation.beliefs.broken)
        return random.choice(legal), situation.beliefs

    watching.__annotations__["return"] = tuple[object, Beliefs]
    from playfunc.match import play_game

    for number in range(games):
        player = FunctionPlayer(watching, rules, name="watching")
        record = play_game(rules, rules.deal(deal_rng("fast", number)), (player,) * seats)
        assert record.scores
    return seen
