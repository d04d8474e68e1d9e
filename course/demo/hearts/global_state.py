# student: jonas
# about: counts the cards in a global list instead of its memory
# expects: loads=passed, rules=passed, purity=failed, memory=failed
# expects: beats-basic=skipped, beats-minmax=skipped, beats-advanced=skipped

# %% player
from playfunc import Card, Rank, Suit, legal_cards

seen = []      # every card I have seen in this game
tricks = 0     # number of the trick


def see(card):
    global seen
    if card not in seen:
        seen.append(card)


def newGame():
    global seen, tricks
    seen = []
    tricks = 0


def is_boss(card):
    """is this the highest card left in its suit?"""
    for r in Rank:
        if r > card.rank and Card.of(card.suit, r) not in seen:
            return False
    return True


def play(player_id, hand, trick, previous):
    global tricks
    if previous is None:
        newGame()
    else:
        tricks += 1
        for c, p in previous[0]:
            see(c)
    for c, p in trick:
        see(c)

    cards = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    notboss = [c for c in cards if not is_boss(c)]
    if not trick:
        # lead something that somebody can beat; later in the game the highest of those
        if not notboss:
            return cards[0], "x"
        notboss.sort(key=lambda c: c.rank)
        return notboss[0 if tricks % 2 == 0 else -1], "x"
    if cards[0].suit == trick[0][0].suit:
        lower = [c for c in cards if c.rank < trick[0][0].rank]
        if lower:
            return lower[-1], "x"
        return (notboss + cards)[0], "x"
    # discard bosses first because they win tricks
    boss = [c for c in cards if is_boss(c)]
    return (boss + cards)[0], "x"

# %% report
# ### Explanation
# I used a list of seen cards. I did not understand why the memory has to be returned when you can
# just use a global variable, so I return "x".
