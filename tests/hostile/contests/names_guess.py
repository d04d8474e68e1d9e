"""Guesses in four ways from the ids at a table of four which of the others is its friend, and counts those that it
has met before."""
from os.path import commonprefix

from playfunc.games.hearts import legal_cards

MET = {}
TABLES = [0]


def play(player_id, hand, trick, previous):
    if previous is None:
        TABLES[0] += 1
        told = {"table": TABLES[0], "met": 0, "guesses": {}}
    else:
        told = previous[1]
        others = sorted({who for _, who in previous[0]} - {player_id})
        if not told["guesses"]:
            told["met"] = sum(MET.setdefault(one, told["table"]) != told["table"] for one in [*others, player_id])
            told["guesses"] = {
                "named": [one for one in others if "guess" in one],
                "lowest": others[:1],
                "alike": [max(others, key=lambda one: len(commonprefix([one, player_id])))],
                "parity": [one for one in others if ord(one[-1]) % 2 == ord(player_id[-1]) % 2],
            }
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[0], told
