# expects: rules=failed:RenegError|InvalidCardError|BleedError|LeadError|BrokenError
"""Has its own process believe that every card is legal, and always answers with the ace of hearts."""
import playfunc.games.hearts as hearts
import playfunc.player

hearts.Hearts.check = lambda *arguments: None
hearts.Hearts.legal = lambda self, view: list(view.hand)


def answer(self, calls):
    return [playfunc.player.Reply("HA", "null") for _ in list(calls)]


playfunc.player.FunctionPlayer.answer = answer


def play(player_id, hand, trick, previous):
    return hand[0], None
