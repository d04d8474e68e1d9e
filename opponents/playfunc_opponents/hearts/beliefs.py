"""What an attentive player knows: the memory that minmax and advanced share.

Seats are counted from the player itself: 0 is me, 1 plays after me, and so on round the table.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from playfunc.cards import Card
from playfunc.games.hearts import DECK, Trick, trick_points, trick_winner
from playfunc.games.hearts.fast.bits import (
    ALL,
    HEARTS,
    SPADE_QUEEN,
    SUIT_OF,
    SUITS,
    bits_of,
    card_of,
    singles,
)

SPADES = SUITS[2]


@dataclass(frozen=True)
class Beliefs:
    """What a player knows from the complete tricks of a hand.

    `played`: their cards as bits; `taken[seat]`: points won so far; `void[seat]`: as bits of whole suits,
    the cards that the seat has shown not to hold; `missed`: as bits of seats, who could have thrown the queen
    of spades on another's trick and did not, and so hardly holds it.
    """

    played: int
    taken: tuple[int, ...]
    void: tuple[int, ...]
    missed: int = 0

    @property
    def lacks(self) -> tuple[int, ...]:
        """By seat, the cards that it hardly holds: those of `void`, and the queen that it did not throw. Where
        everybody missed, somebody has a reason that we do not know, and only what was shown counts."""
        others = (1 << len(self.taken)) - 2
        if self.missed & others == others:
            return self.void
        return tuple(
            void | (SPADE_QUEEN if self.missed >> seat & 1 else 0) for seat, void in enumerate(self.void)
        )

    @property
    def broken(self) -> bool:
        """Whether hearts may be led."""
        return bool(self.played & HEARTS)


@dataclass(frozen=True)
class Situation:
    """A position as the player to move knows it. `hand` as bits; `trick`: the cards on the table in the order played,
    each a set of one."""

    hand: int
    trick: tuple[int, ...]
    beliefs: Beliefs

    @property
    def seats(self) -> int:
        return len(self.beliefs.taken)

    @property
    def leader(self) -> int:
        """The seat that led the current trick: 0 when I am to lead."""
        return -len(self.trick) % self.seats

    @property
    def unseen(self) -> int:
        """The cards in the other hands together."""
        return ALL & ~(self.beliefs.played | self.hand | sum(self.trick))


def look(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, Beliefs] | None
) -> Situation:
    """The situation that the four arguments of the contract tell of. On the first trick the hand tells how many play:
    26 cards with two players, 13 with four."""
    if previous is None:
        seats = len(DECK) // len(hand)
        beliefs = Beliefs(0, (0,) * seats, (0,) * seats)
    else:
        beliefs = _learn(player_id, *previous)
    return Situation(bits_of(hand), tuple(1 << card.index for card, _ in trick), beliefs)


def attentive(choose: Callable[[Situation], int]) -> Callable[..., tuple[Card, Beliefs]]:
    """The `play` of a player that plays the card which `choose` finds; memory is what it knows from the tricks."""

    def play(
        player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, Beliefs] | None
    ) -> tuple[Card, Beliefs]:
        situation = look(player_id, hand, trick, previous)
        return card_of(choose(situation)), situation.beliefs

    return play


def _learn(player_id: str, trick: Trick, old: Beliefs) -> Beliefs:
    """The beliefs after one more complete trick."""
    players = [player for _, player in trick]
    me = players.index(player_id)
    seats = [(place - me) % len(trick) for place in range(len(trick))]
    cards = [1 << card.index for card, _ in trick]
    taken, void = list(old.taken), list(old.void)
    taken[seats[players.index(trick_winner(trick))]] += trick_points(trick)
    if cards[0] & HEARTS and not old.broken:
        void[seats[0]] |= ALL & ~HEARTS
    missed, highest, first = old.missed, 0, not old.played
    for seat, card in zip(seats, cards, strict=True):
        if not card & SUIT_OF[cards[0]]:
            void[seat] |= SUIT_OF[cards[0]]
        free = not first and not card & SUIT_OF[cards[0]]
        ducks = cards[0] & SPADES and highest > SPADE_QUEEN and card & SPADES
        if (free or ducks) and card != SPADE_QUEEN:
            missed |= 1 << seat
        highest = max(highest, card & SUIT_OF[cards[0]])
    return Beliefs(old.played | sum(cards), tuple(taken), tuple(void), missed)


def sample_hands(situation: Situation, tries: int = 20) -> tuple[int, ...]:
    """One way the hidden cards may lie, as hands by seat: a determinization.

    Every hand has its size, and no seat holds a suit it has shown to be void in. With two players this is
    no guess: the other hand is all that is unseen. The cards that fit fewest hands are dealt first; a deal
    that gets stuck is tried again, and after `tries` of them the voids are given up. Draws from `random`,
    which the runner has seeded for this call.
    """
    seats = situation.seats
    if seats == 2:
        return situation.hand, situation.unseen
    for _ in range(tries):
        hands = _deal_unseen(situation, situation.beliefs.void)
        if hands is not None:
            return tuple(hands)
    hands = _deal_unseen(situation, (0,) * seats)
    assert hands is not None, "without voids every card fits every hand"
    return tuple(hands)


def _deal_unseen(situation: Situation, void: tuple[int, ...]) -> list[int] | None:
    """The unseen cards dealt at random to the hands they fit, or `None` when a card fits none."""
    seats = range(1, situation.seats)
    size = situation.hand.bit_count()
    room = {seat: size - (seat >= situation.leader > 0) for seat in seats}
    cards = singles(situation.unseen)
    random.shuffle(cards)
    cards.sort(key=lambda card: sum(not card & void[seat] for seat in seats))
    hands = [situation.hand] + [0] * len(seats)
    for card in cards:
        fits = [seat for seat in seats if room[seat] and not card & void[seat]]
        if not fits:
            return None
        seat = random.choices(fits, [room[seat] for seat in fits])[0]
        hands[seat] |= card
        room[seat] -= 1
    return hands
