# student: farah
# about: a frozen dataclass of what was played and who is void, and one expected cost for every card
# expects: loads=passed, rules=passed, purity=passed, memory=passed
# expects: beats-basic=passed, beats-advanced=failed
# enters: the contest

# %% imports
"""A player for Hearts that puts a price on every legal card and plays the cheapest.

Strategy. The price of a card is what I expect the current trick to cost me when I play it, plus what the
cards that I keep may cost me later. Both come from one question: which cards are still with the others, and
who of them can hold these? With two players that question has an exact answer; with four, a suit that
somebody did not follow rules that player out. The code is the same for both.

Why not search? A trick is cheap to judge by rules, and my first attempt at a search was slower and no better,
because at the end of its horizon it believed that every high card had become harmless.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from playfunc import DECK, Card, Suit, Trick, points, trick_points, trick_winner

__all__ = ["play"]

QUEEN_OF_SPADES = Card("SQ")
MOON = 26

# %% legal
def prefer(wanted: Callable[[Card], bool], cards: Iterable[Card]) -> list[Card]:
    """The wanted cards, or all of them where none is: the form that every rule of Hearts has."""
    cards = list(cards)
    return list(filter(wanted, cards)) or cards


def legal(
    hand: tuple[Card, ...], trick: Trick, first_trick: bool, hearts_broken: bool
) -> list[Card]:
    """The cards of `hand` that the rules allow now, in hand order; never empty."""
    if first_trick and not trick:
        return prefer(lambda card: card is Card("C2"), hand)
    if not trick:
        return prefer(lambda card: hearts_broken or card.suit is not Suit.HEARTS, hand)
    follow = prefer(lambda card: card.suit is trick[0][0].suit, hand)
    return prefer(lambda card: not (first_trick and points(card)), follow)

# %% sensible

# %% first-play

# %% memory
@dataclass(frozen=True)
class Knowledge:
    """What the complete tricks of this hand have told me.

    played: all cards of complete tricks.
    voids:  for every other player, the suits in which that player has not followed.
    taken:  the points that each player has won.
    """

    played: frozenset[Card] = frozenset()
    voids: dict[str, frozenset[Suit]] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)

    @property
    def hearts_broken(self) -> bool:
        return any(card.suit is Suit.HEARTS for card in self.played)

    def after(self, trick: Trick, me: str) -> Knowledge:
        """The knowledge with one more complete trick."""
        led = trick[0][0].suit
        voids = dict(self.voids)
        for card, player in trick:
            known = voids.get(player, frozenset())
            if player != me:
                voids[player] = known | {led} if card.suit is not led else known
        winner = trick_winner(trick)
        taken = {**self.taken, winner: self.taken.get(winner, 0) + trick_points(trick)}
        return Knowledge(self.played | {card for card, _ in trick}, voids, taken)

    def moon_threat(self, me: str) -> float:
        """How far somebody else is on the way to the moon, 0 … 1; 0 once two players have points."""
        scorers = {player: won for player, won in self.taken.items() if won}
        if len(scorers) != 1 or me in scorers:
            return 0.0
        return sum(scorers.values()) / MOON


@dataclass(frozen=True)
class Table:
    """One decision: my hand, the cards on the table, and where the unseen cards may be.

    to_come: how many players play to this trick after me.
    voids:   the known voids of those players.
    moon: how near somebody else is to taking all points, 0 … 1.
    """

    hand: tuple[Card, ...]
    on_table: tuple[Card, ...]
    unseen: frozenset[Card]
    to_come: int
    voids: tuple[frozenset[Suit], ...]
    moon: float

    def unseen_of(self, suit: Suit) -> list[Card]:
        return [card for card in self.unseen if card.suit is suit]

    def discarders(self, suit: Suit) -> int:
        """How many of the players after me certainly cannot follow this suit."""
        if not self.unseen_of(suit):
            return self.to_come
        return sum(suit in void for void in self.voids)


def look_round(me: str, hand: Sequence[Card], trick: Trick, knowledge: Knowledge) -> Table:
    """Put what I see and what I remember together."""
    on_table = tuple(card for card, _ in trick)
    unseen = frozenset(DECK) - knowledge.played - set(hand) - set(on_table)
    # everybody to my left holds as many cards as I do, everybody who has played one less
    others = round((len(unseen) + len(on_table)) / len(hand))
    played = {player for _, player in trick}
    voids = tuple(void for player, void in knowledge.voids.items() if player not in played)
    return Table(tuple(hand), on_table, unseen, others - len(on_table), voids, knowledge.moon_threat(me))

# %% look-ahead
def chance_to_win(card: Card, table: Table) -> float:
    """How likely the trick is mine if I play this card: 0 is certainly not, 1 certainly."""
    led = table.on_table[0].suit if table.on_table else card.suit
    if card.suit is not led or any(other.suit is led and other > card for other in table.on_table):
        return 0.0
    followers = table.to_come - table.discarders(led)
    if not followers:
        return 1.0
    unseen = table.unseen_of(led)
    lower = sum(other < card for other in unseen) / len(unseen)
    # a single opponent ducks whenever it can; of several, somebody is often forced to go over me
    return lower**followers if len(table.voids) > 1 else lower**0.5


def expected_points(card: Card, table: Table) -> float:
    """Points that will lie in the trick at its end, if I win it with this card."""
    led = table.on_table[0].suit if table.on_table else card.suit
    discarders = table.discarders(led)
    expected = float(sum(map(points, table.on_table)) + points(card))
    if led is Suit.HEARTS:
        expected += table.to_come - discarders
    if QUEEN_OF_SPADES in table.unseen:
        if led is Suit.SPADES and card > QUEEN_OF_SPADES:
            expected += 13 * (table.to_come - discarders) / 3
        return expected + (13 if discarders else 0)
    hearts = len(table.unseen_of(Suit.HEARTS))
    return expected + min(discarders, hearts)


def burden(card: Card, table: Table) -> float:
    """What keeping this card may cost later: it wins when the others still hold lower ones in its suit."""
    others = table.unseen_of(card.suit)
    lower = sum(other < card for other in others)
    share = lower / len(others) if others else 0.0
    weight = 2.0 if card.suit is Suit.HEARTS else 1.0
    if card is QUEEN_OF_SPADES:
        low_spades = sum(mine.suit is Suit.SPADES and mine < card for mine in table.hand)
        return 6.0 / (1 + low_spades)
    if card.suit is Suit.SPADES and card > QUEEN_OF_SPADES and QUEEN_OF_SPADES in table.unseen:
        return 3.0
    return share * weight


def price(card: Card, table: Table) -> float:
    """What I expect to lose by playing this card and keeping the rest."""
    danger = chance_to_win(card, table)
    # being on lead again is worth avoiding, even with an empty trick
    expected = expected_points(card, table)
    # twice what is at stake: a moon once under way is hard to stop
    insurance = 2 * MOON * table.moon * min(expected, 1.0)
    return danger * (expected + 0.4 - insurance) - burden(card, table)

# %% sampling

# %% player
def choose(cards: Iterable[Card], table: Table) -> Card:
    """The cheapest card; of equals, the higher one goes."""
    return min(cards, key=lambda card: (price(card, table), -card.rank))


def play(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, Knowledge] | None
) -> tuple[Card, Knowledge]:
    """The entry point that the game calls; see the top of the file for the idea."""
    knowledge = Knowledge() if previous is None else previous[1].after(previous[0], player_id)
    cards = legal(hand, trick, previous is None, knowledge.hearts_broken)
    return choose(cards, look_round(player_id, hand, trick, knowledge)), knowledge

# %% report
# ## Strategy
#
# Every legal card gets a *price*: the chance to win the trick with it, times the points I expect in the
# trick, minus the *burden* of still having the card afterwards. The cheapest card is played.
#
# ## Memory
#
# `Knowledge` holds the cards that are gone and the suits in which each player is void. It is a frozen
# dataclass: a new one is made after every trick, nothing is changed in place, so `play` stays a pure function.
#
# ## What I would do next
#
# The numbers in `burden` are guesses that I adjusted by hand over 200 deals. A search for the last
# five tricks, where everything is known with two players, should be worth about a point a hand.
