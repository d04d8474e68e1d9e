# student: hana
# about: takes the best of an empty list when it has to win a trick with points in it
# expects: loads=passed, rules=failed, purity=skipped, memory=skipped
# expects: beats-basic=skipped, beats-minmax=skipped, beats-advanced=skipped

# %% legal
from playfunc import *

def legal_moves(hand, trick, memory):
    """Returns the list of the cards that I am allowed to play.

    memory is None in the first trick, otherwise a dictionary.
    """
    broken = memory is not None and memory["broken"]
    return legal_cards(hand, trick, first_trick=(memory is None), hearts_broken=broken)

# %% first-play
def update_memory(previous):
    """Returns the new memory: {"broken": bool, "queen": bool, "tricks": int}."""
    if previous is None:
        return None
    trick, memory = previous
    if memory is None:
        memory = {"broken": False, "queen": False, "tricks": 0}
    for card, _ in trick:
        if card.suit == Suit.HEARTS:
            memory["broken"] = True
        if card == Card("SQ"):
            memory["queen"] = True
    memory["tricks"] += 1
    return memory

# %% player
def play(player_id, hand, trick, previous):
    """My player. It tries not to win tricks with points."""
    memory = update_memory(previous)
    moves = sorted(legal_moves(hand, trick, memory), key=lambda c: c.rank)
    if not trick:
        return moves[0], memory
    led = trick[0][0].suit
    if moves[0].suit != led:
        # discard: queen first, then hearts, then the highest
        bad = [c for c in moves if points(c) > 0]
        bad.sort(key=points)
        return (bad[-1] if bad else moves[-1]), memory
    winning = max(c for c, _ in trick if c.suit == led)
    below = [c for c in moves if c < winning]
    if trick_points(trick) == 0 and memory is not None and memory["queen"]:
        # nothing in it and the queen is gone, so winning is cheap: get rid of a high card
        return moves[-1], memory
    if trick_points(trick) > 0:
        # must not win this one!
        return below[-1], memory
    return (below[-1] if below else moves[-1]), memory

# %% report
# My player has functions for the legal moves and the memory, and avoids winning tricks with points.
# I tested it against basic and it worked, but sometimes there is an error that I could not find
# because it does not happen every time.
