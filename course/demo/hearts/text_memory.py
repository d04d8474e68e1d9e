# student: emil
# about: remembers the cards that are gone as text, and uses it to judge what is safe
# expects: loads=passed, rules=passed, purity=passed, memory=passed
# expects: beats-basic=passed, beats-minmax=failed, beats-advanced=failed
# enters: the contest

# %% imports
from playfunc import *

__all__ = ["play"]

# %% legal
def legal(hand, trick, first_trick, hearts_broken):
    """The cards of `hand` that the rules allow now, in hand order; never empty.

    `trick` holds the pairs (card, player_id) on the table, the lead first. It is empty when
    you lead.
    """
    allowed = list(hand)
    if len(trick) > 0:
        same_suit = [c for c in hand if c.suit == trick[0][0].suit]
        if len(same_suit) > 0:
            allowed = same_suit
        if first_trick:
            no_points = [c for c in allowed if points(c) == 0]
            if len(no_points) > 0:
                allowed = no_points
    elif first_trick:
        allowed = [Card("C2")]
    elif not hearts_broken:
        no_hearts = [c for c in hand if c.suit != Suit.HEARTS]
        if len(no_hearts) > 0:
            allowed = no_hearts
    return allowed

# %% sensible
def count_above(card, out):
    n = 0
    for c in out:
        if c.suit == card.suit and c.rank > card.rank:
            n += 1
    return n

def count_below(card, out):
    n = 0
    for c in out:
        if c.suit == card.suit and c.rank < card.rank:
            n += 1
    return n

def choose_lead(cards, out, moon):
    if moon and cards[-1].suit == Suit.HEARTS and count_above(cards[-1], out) < 2:
        return cards[-1]
    # a lead is good if many higher cards are out. if NO card of the suit is out
    # then they will throw their points on me so this is very bad!!
    best = None
    best_score = -1000
    for card in cards:
        above = count_above(card, out)
        below = count_below(card, out)
        score = above - below
        if above == 0:
            score = score - 10
        if above + below == 0:
            score = score - 30
        if str(card) in ("SQ", "SK", "SA") and Card("SQ") not in cards and Card("SQ") in out:
            score = score - 25
        if str(card) == "SQ":
            score = score - 50
        if moon:
            score = -above   # now I WANT to win something
        if score > best_score:
            best = card
            best_score = score
    return best

def choose_follow(cards, trick, moon):
    led = [c for c, w in trick if c.suit == trick[0][0].suit]
    highest = max(led)
    if moon and trick_points(trick) > 0 and cards[-1] > highest:
        return cards[-1]
    under = [c for c in cards if c < highest]
    if Card("SQ") in under:
        return Card("SQ")
    if under != []:
        return max(under)
    # i have to go over
    over = [c for c in cards if str(c) != "SQ"]
    if over == []:
        return cards[0]
    if trick_points(trick) > 0:
        return min(over)
    return max(over)

def choose_throw(cards, out):
    # throw away the card which is most dangerous = most cards below are out
    def danger(card):
        d = count_below(card, out)
        if card.suit == Suit.HEARTS:
            d += 3
        if str(card) == "SQ":
            d += 100
        if str(card) in ("SK", "SA") and Card("SQ") in out:
            d += 20
        return d
    return max(cards, key=danger)

# %% first-play
# The memory is a text with all the cards that were played, like "C2 C9 DA HK".
# I can find out everything from it: are hearts broken (there is an H in it),
# which cards are still out there, ...

# When I won points the word MINE is added too, because if I have nothing then maybe somebody
# shoots the moon.

def cards_gone(me, previous):
    if previous is None:
        return ""
    trick, memory = previous
    for card, who in trick:
        memory = memory + " " + str(card)
    if trick_winner(trick) == me and trick_points(trick) > 0:
        memory = memory + " MINE"
    return memory.strip()

def moon_danger(memory):
    # points are gone and none of them are mine
    points_gone = "SQ" in memory or "H" in memory
    return points_gone and "MINE" not in memory

def still_out(hand, trick, memory):
    # all cards which are not in my hand and not played yet. the other players have these
    gone = memory.split()
    out = []
    for card in DECK:
        if card not in hand and str(card) not in gone and card not in [c for c, w in trick]:
            out.append(card)
    return out

# %% player
def play(player_id, hand, trick, previous):
    memory = cards_gone(player_id, previous)
    cards = legal(hand, trick, previous is None, "H" in memory)
    out = still_out(hand, trick, memory)
    if len(trick) == 0:
        card = choose_lead(cards, out, moon_danger(memory))
    elif cards[0].suit == trick[0][0].suit:
        card = choose_follow(cards, trick, moon_danger(memory))
    else:
        card = choose_throw(cards, out)
    return card, memory

# %% report
# **How it works**
#
# My memory is a string of the played cards. Each time I add the last trick.
# For leading I count how many higher and lower cards of the suit the others have. For discards I throw the
# card with the most lower cards out. Following is ducking.
#
# **Problems:** with 4 players I don't know who has what. A dataclass would have been nicer but the
# string worked and I didn't want to break it.
