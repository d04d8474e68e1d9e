# student: carl
# about: always the lowest legal card; never leads a heart while it has anything else
# expects: loads=passed, rules=passed, purity=passed, memory=failed
# expects: beats-minmax=failed, beats-advanced=failed
# enters: the contest

# %% legal
from playfunc import Suit


def isPoint(c):
    return c.suit == Suit.HEARTS or str(c) == "SQ"


def legal(hand, trick, first_trick, hearts_broken):
    # 1. follow suit
    if len(trick) > 0:
        ledSuit = trick[0][0].suit
        ok = []
        for c in hand:
            if c.suit == ledSuit:
                ok.append(c)
        if ok == []:
            ok = list(hand)
    else:
        # 2. leading. C2 must start
        if first_trick:
            for c in hand:
                if str(c) == "C2":
                    return [c]
        # I don't know if hearts are broken so I just never lead them unless I have to
        ok = []
        for c in hand:
            if c.suit != Suit.HEARTS:
                ok.append(c)
        if ok == []:
            ok = list(hand)
    # 3. no bleeding
    if first_trick:
        noPoints = []
        for c in ok:
            if not isPoint(c):
                noPoints.append(c)
        if noPoints != []:
            return noPoints
    return ok

# %% player
def play(player_id, hand, trick, previous):
    cards = legal(hand, trick, previous is None, False)
    lowest = cards[0]
    for c in cards:
        if c.rank < lowest.rank:
            lowest = c
    return lowest, None

# %% report
# # Strategy
# The lowest card does not win tricks, so I always play the lowest card. If you don't win
# tricks you don't get points. It needs no memory.
