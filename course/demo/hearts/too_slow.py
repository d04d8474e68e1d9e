# student: ivo
# about: with very many hearts it tries every order of its cards to plan a moon, which takes for ever
# expects: loads=passed, rules=failed, purity=skipped, memory=skipped
# expects: beats-basic=skipped, beats-minmax=skipped, beats-advanced=skipped

# %% look-ahead
from itertools import permutations

from playfunc import Card, Suit


def hearts_of(hand):
    return [card for card in hand if card.suit is Suit.HEARTS]


def can_plan_moon(hand):
    """Shooting the moon is only worth a thought with a whole hand and most of the hearts."""
    return len(hand) == 26 and len(hearts_of(hand)) >= 10


def moon_plan(hand):
    """The order of my cards that would win the most tricks in a row. Tries ALL the orders, to be sure."""
    best, longest = hand, -1
    for order in permutations(hand):
        run = 0
        while run < len(order) and order[run].rank >= 10:
            run += 1
        if run > longest:
            best, longest = order, run
    return best

# %% sampling

# %% player
from playfunc import legal_cards


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    # the memory says whether I am going for the moon in this hand
    if previous is None:
        broken = False
        mode = "duck"
        if can_plan_moon(hand):
            plan = moon_plan(hand)
            if all(card.rank >= 10 for card in plan[:8]):
                mode = "moon"
    else:
        mode = previous[1].split("+")[0]
        broken = "+broken" in previous[1] or any(card.suit is Suit.HEARTS for card, _ in previous[0])
    memory = mode + ("+broken" if broken else "")
    cards = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=broken)
    by_rank = sorted(cards, key=lambda card: card.rank)
    if mode == "moon":
        return by_rank[-1], memory
    if trick and cards[0].suit is trick[0][0].suit:
        losers = [card for card in by_rank if card < trick[0][0]]
        return (losers or by_rank)[-1 if losers else 0], memory
    return by_rank[-1 if trick else 0], memory

# %% report
# # Shooting the moon
# Nobody talks about shooting the moon, but with ten hearts you should go for it! At the beginning of
# the hand my player looks for the best order to play its cards in. The memory says if we are shooting.
