# student: ida
# about: samples worlds that fit the bid, and plays for the tricks that win the game
# expects: loads=passed, rules=passed, purity=passed, memory=passed, beats-basic=passed
# enters: the contest

# %% imports
"""A SkullWhist player that bids what it can keep, and samples worlds.

It remembers what was played and in which suits the other is void. From that, and from the
other's bid, it imagines hands that the other may hold. Every card is tried in every world,
both sides finish by the rule of thumb, and the card that most often wins the game is played.

What surprised me: what counts is not my bid but the number of tricks with which I win the
game. Where both bids can be kept, the lower bidder has to break the higher bid.
"""

import random
from dataclasses import replace
from statistics import fmean

from playfunc.cards import Suit
from playfunc.games.skullwhist import score, trick_winner


__all__ = ["bid", "play"]

# %% legal
from playfunc.cards import WhistCard
from playfunc.games.skullwhist import Trick


def legal(hand: tuple[WhistCard, ...], trick: Trick) -> list[WhistCard]:
    """The cards of `hand` that the rules allow now, in hand order; never empty.

    `trick` is empty when you lead. Else it holds one pair (card, player_id): the lead.
    """
    allowed = list(hand)
    if trick:
        lead = trick[0][0]
        allowed = [card for card in hand if card.suit is lead.suit] or allowed
    return allowed

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

# %% memory
from collections.abc import Sequence
from dataclasses import dataclass

from playfunc.cards import Suit, WhistCard
from playfunc.games.skullwhist import DECK, Trick


@dataclass(frozen=True)
class Memory:
    """What you keep: the cards each has played, suits the other is void in, tricks you won."""

    mine: frozenset[WhistCard] = frozenset()
    theirs: frozenset[WhistCard] = frozenset()
    void: frozenset[Suit] = frozenset()
    won: int = 0


def remember(player_id: str, previous: tuple[Trick, Memory]) -> Memory:
    """The memory with the previous trick in it. Before the first trick that trick is empty."""
    trick, memory = previous
    if not trick:
        return memory
    (lead, leader), (reply, _) = trick
    lost_lead = leader != player_id
    mine, theirs = (reply, lead) if lost_lead else (lead, reply)
    shown_void = {lead.suit} if not lost_lead and reply.suit is not lead.suit else set()
    memory = replace(
        memory,
        mine=memory.mine | {mine},
        theirs=memory.theirs | {theirs},
        void=memory.void | shown_void,
        won=memory.won + (trick_winner(trick) == player_id),
    )
    return memory


def possible(hand: Sequence[WhistCard], memory: Memory) -> list[WhistCard]:
    """The cards that the other may hold, in the order of DECK."""
    cards = list(DECK)
    seen = memory.mine.union(memory.theirs, hand)
    cards = [card for card in DECK if card not in seen and card.suit not in memory.void]
    return cards


def sure_winners(hand: Sequence[WhistCard], pool: Sequence[WhistCard]) -> list[WhistCard]:
    """The cards of `hand` that win when led, whichever card of `pool` answers."""
    sure: list[WhistCard] = []
    sure = [card for card in hand if not any(beats(answer, card) for answer in pool)]
    return sure

# %% worlds
from collections.abc import Sequence

from playfunc.cards import WhistCard
from playfunc.games.skullwhist import Trick

CANDIDATES = 3
"""So many hands are drawn for each that is used; the one that fits the bid best is taken."""




def imagine(
    hand: Sequence[WhistCard], trick: Trick, memory: Memory, their_bid: int
) -> list[WhistCard]:
    """Cards that the other may still hold, drawn at random, without the lead on the table."""
    size = len(hand) - len(trick)
    other = list(DECK[:size])
    table = [card for card, _ in trick]
    pool = [card for card in possible(hand, memory) if card not in table]
    drawn = [random.sample(pool, size) for _ in range(CANDIDATES)]
    shown = [*memory.theirs, *table]
    other = min(drawn, key=lambda cards: abs(expected_tricks([*cards, *shown]) - their_bid))
    return other


def finish(mine: Sequence[WhistCard], other: Sequence[WhistCard], leading: bool) -> int:
    """How many of the tricks left you win if both play by `choose`; `leading`: you lead now."""
    tricks = 0
    hands = {True: list(mine), False: list(other)}
    while hands[True]:
        lead = choose(hands[leading], ())
        trick = ((lead, leading),)
        reply = choose(legal(hands[not leading], trick), trick)
        hands[leading].remove(lead)
        hands[not leading].remove(reply)
        leading = trick_winner((*trick, (reply, not leading)))
        tricks += leading
    return tricks

# %% player
from playfunc.cards import WhistCard
from playfunc.games.skullwhist import Bids, Trick

BOLDNESS = 0.7
"""So many tricks more than the cards are worth alone: good play wins some, and a higher bid wins games."""

WORLDS = 16
"""How many worlds every card is tried in."""

TRICK = 0.05
"""What one more trick is worth beside winning the game, which is worth 1."""


def tricks_after(
    card: WhistCard, hand: Sequence[WhistCard], trick: Trick, other: Sequence[WhistCard]
) -> int:
    """The tricks you win from here on in this world if you play `card` now."""
    rest = [held for held in hand if held is not card]
    if trick:
        won = beats(card, trick[0][0])
        return won + finish(rest, other, won)
    reply = choose(legal(other, ((card, "me"),)), ((card, "me"),))
    won = not beats(reply, card)
    return won + finish(rest, [held for held in other if held is not reply], won)


def best_card(
    hand: tuple[WhistCard, ...], trick: Trick, memory: Memory, my_bid: int, their_bid: int
) -> WhistCard:
    """The card that wins the game in most worlds; of equals the cheapest."""
    worlds = [imagine(hand, trick, memory, their_bid) for _ in range(WORLDS)]
    needed = target(my_bid, their_bid) - memory.won

    def worth(card: WhistCard) -> float:
        """How often the card reaches what is needed, and a little for every trick."""
        won = [tricks_after(card, hand, trick, other) for other in worlds]
        return fmean((tricks >= needed) + TRICK * tricks for tricks in won)

    return max(sorted(legal(hand, trick), key=cheap), key=worth)




def bid(
    player_id: str, opponent_id: str, hand: tuple[WhistCard, ...]
) -> tuple[int, Memory]:
    """Your bid, 1 to 13, and the memory that `play` finds in `previous` on the first trick."""
    worth = expected_tricks(hand)
    worth += BOLDNESS
    return best_bid(chances(worth)), Memory()


def play(
    player_id: str,
    hand: tuple[WhistCard, ...],
    trick: Trick,
    bids: Bids,
    previous: tuple[Trick, Memory],
) -> tuple[WhistCard, Memory]:
    """The card to play, and the new memory."""
    memory = remember(player_id, previous)
    options = legal(hand, trick)
    card = choose(options, trick)
    if len(options) > 1:
        theirs = next(made for who, made in bids.items() if who != player_id)
        card = best_card(hand, trick, memory, bids[player_id], theirs)
    return card, memory
