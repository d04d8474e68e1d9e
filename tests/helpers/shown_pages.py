"""What a cell shows."""

from playfunc import Card, Hearts
from playfunc_opponents.hearts import basic


def reneges(player_id, hand, trick, previous) -> tuple[Card, str]:
    return hand[-1], ""


def _records(games, tier="minmax", name="worst"):
    from playfunc import FunctionPlayer
    from playfunc.match import play_games
    from playfunc.measure import deal_rng, rotations
    from playfunc_opponents import opponent

    rules = Hearts(2)
    players = (FunctionPlayer(basic.play, rules, name="you"), opponent(rules, tier))
    tables = [
        table
        for number in range(games // 2)
        for table in rotations(rules, rules.deal(deal_rng("public", name, number)), players)
    ]
    return play_games(rules, tables)
