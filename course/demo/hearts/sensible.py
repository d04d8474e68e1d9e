# student: dina
# about: the usual advice for Hearts (duck, dump, get under the queen), without any memory
# expects: loads=passed, rules=passed, purity=passed, memory=failed
# expects: beats-minmax=failed, beats-advanced=failed
# enters: the contest

# %% legal
from playfunc import Card, Suit, Trick

QUEEN = Card("SQ")


def legal(
    hand: tuple[Card, ...], trick: Trick, first_trick: bool, hearts_broken: bool
) -> list[Card]:
    """The cards of `hand` that the rules allow now, in hand order; never empty."""
    if first_trick and not trick:
        return [Card("C2")]

    def without(bad, cards):
        # all cards but the bad ones, unless there is nothing else
        return [card for card in cards if not bad(card)] or list(cards)

    if not trick:
        return list(hand) if hearts_broken else without(lambda card: card.suit is Suit.HEARTS, hand)
    allowed = without(lambda card: card.suit is not trick[0][0].suit, hand)
    if first_trick:
        allowed = without(lambda card: card.suit is Suit.HEARTS or card is QUEEN, allowed)
    return allowed

# %% sensible
HIGH_SPADES = {Card("SQ"), Card("SK"), Card("SA")}


def duck(cards, trick):
    """Follow suit: the highest card that loses; if none does, win cheaply or with the highest at the end."""
    best = max(card for card, _ in trick if card.suit is trick[0][0].suit)
    if cards[-1].suit is Suit.HEARTS and cards[-1] > best and len(cards) > 2:
        # one heart is a cheap insurance against somebody shooting the moon
        return cards[-1]
    losing = [card for card in cards if card < best]
    if losing:
        # the queen of spades is a present for whoever played the king or the ace
        return QUEEN if QUEEN in losing else losing[-1]
    harmless = [card for card in cards if card is not QUEEN] or cards
    # with points on the table I hope that somebody after me goes higher
    pointy = any(card.suit is Suit.HEARTS or card is QUEEN for card, _ in trick)
    return harmless[0] if pointy else harmless[-1]


def dump(cards):
    """Void in the suit led: first the queen, then high spades, then hearts from the top, then high cards."""
    if QUEEN in cards:
        return QUEEN
    for card in cards:
        if card in HIGH_SPADES:
            return card
    hearts = [card for card in cards if card.suit is Suit.HEARTS]
    return hearts[-1] if hearts else max(cards, key=lambda card: card.rank)


def lead(cards):
    """Lead the lowest card, best from a short suit, and never fish for my own queen."""
    def price(card):
        length = sum(other.suit is card.suit for other in cards)
        return card.rank + length / 2 + (20 if card in HIGH_SPADES else 0)
    return min(cards, key=price)


def choose(options: list[Card], trick: Trick, taken: tuple[int, ...]) -> Card:
    """Choose by the kind of move: leading, following or discarding."""
    if not trick:
        return lead(options)
    if options[0].suit is trick[0][0].suit:
        return duck(options, trick)
    return dump(options)

# %% player
def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    """As I have no memory, hearts count as unbroken for ever, which is on the safe side."""
    options = legal(hand, trick, first_trick=previous is None, hearts_broken=False)
    return choose(options, trick, taken=()), ""

# %% report
# ## My player
#
# I wrote down the advice that my grandmother gives: *duck, dump, and don't lead spades when you have
# the queen.* There are three functions, one for each situation:
#
# - `lead`: low cards from short suits;
# - `duck`: the highest card that still loses;
# - `dump`: the queen, then high spades, then hearts.
#
# At first it lost to `basic` although it never took anything: basic took everything and shot the moon! So now
# it takes a trick of hearts as long as it has more than two of them.
#
# I did not need memory for this. If I had more time I would count the spades.
