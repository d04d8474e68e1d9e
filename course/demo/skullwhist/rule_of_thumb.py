# student: finn
# about: stopped after step 3: a careful bid and a rule of thumb, no memory
# expects: loads=passed, rules=passed, purity=passed, memory=failed, beats-basic=passed
# enters: the contest

# %% imports
from playfunc.cards import Suit
from playfunc.games.skullwhist import score

# %% legal
def legal(hand, trick):
    """Follow suit if possible."""
    follows = [c for c in hand if trick and c.suit is trick[0][0].suit]
    return follows or list(hand)

# %% bidding
from collections.abc import Collection, Mapping
from math import exp

from playfunc.cards import WhistCard
from playfunc.games.skullwhist import HAND

SPREAD = 1.5
"""How far the tricks that a hand wins are from what it is worth, as a standard deviation."""



def card_worth(card: WhistCard) -> float:
    """The share of a trick that this card wins: every spade counts, others from value 6 on."""
    if card.suit is Suit.SPADES:
        return 0.5 + 0.075 * card.value
    return max(0, card.value - 5) / 8


def mean_score(bid: int, likely: Mapping[int, float]) -> float:
    """The mean score of a bid, where `likely` tells how likely each number of tricks is."""
    return sum(chance * score(bid, tricks) for tricks, chance in likely.items())




def expected_tricks(hand: Collection[WhistCard]) -> float:
    """About how many of the 13 tricks these cards win."""
    worth = 6.5
    worth = sum(map(card_worth, hand))
    return worth


def chances(worth: float) -> dict[int, float]:
    """How likely each number of tricks is for a hand worth so much: a bell curve around it."""
    weights = {n: exp(-(((n - worth) / SPREAD) ** 2) / 2) for n in range(HAND + 1)}
    return {n: weight / sum(weights.values()) for n, weight in weights.items()}


def best_bid(likely: Mapping[int, float]) -> int:
    """The bid, 1 to 13, with the best mean score; `likely` maps tricks to their chances."""
    best = 6
    best = max(range(1, HAND + 1), key=lambda bid: mean_score(bid, likely))
    return best

# %% choosing
from playfunc.cards import WhistCard
from playfunc.games.skullwhist import Trick



def beats(card: WhistCard, lead: WhistCard) -> bool:
    """Whether `card`, played second, wins against `lead`."""
    if card.suit is lead.suit:
        return card.value > lead.value
    return card.suit is Suit.SPADES


def cheap(card: WhistCard) -> tuple[bool, int]:
    """Sorts cards by what they are good for: side suits before spades, then by value."""
    return card.suit is Suit.SPADES, card.value


def lead_worth(card: WhistCard, options: list[WhistCard]) -> tuple[bool, int, int]:
    """How good a lead is: the highest of a suit first, then the longest suit from its top."""
    length = sum(other.suit is card.suit for other in options)
    return card.value == HAND, length, card.value




def target(my_bid: int, their_bid: int) -> int:
    """The fewest tricks with which you win the game, by having the higher score."""
    fewest = my_bid
    wins = (n for n in range(HAND + 1) if score(my_bid, n) > score(their_bid, HAND - n))
    fewest = next(wins)
    return fewest


def choose(options: list[WhistCard], trick: Trick) -> WhistCard:
    """A card by a rule of thumb. `options` are legal; `trick` is empty when you lead."""
    card = options[0]
    if trick:
        winning = [option for option in options if beats(option, trick[0][0])]
        card = min(winning or options, key=cheap)
    else:
        card = max(options, key=lambda option: lead_worth(option, options))
    return card
