"""Step 4 of the assignment: a rule of thumb that remembers.

It remembers which cards are gone and who has won how many points. That tells it whether hearts are broken,
who may be shooting the moon (and that a heart or two is a fair price to stop it), and what its own leads are
worth: a card that nobody can lose to is no danger, and early on high cards are best spent on empty tricks.
"""

from dataclasses import dataclass

from playfunc import DECK, Card, Suit, Trick, legal_cards, points, trick_points, trick_winner

QUEEN = Card("SQ")


@dataclass(frozen=True)
class Memory:
    """`gone`: the cards of all complete tricks. `taken`: points by seat, 0 is me, 1 plays after me."""

    gone: frozenset[Card]
    taken: tuple[int, ...]

    @property
    def broken(self) -> bool:
        return any(card.suit is Suit.HEARTS for card in self.gone)

    @property
    def moon(self) -> bool:
        """Whether one other player has won every point so far."""
        return self.taken[0] == 0 and sum(won > 0 for won in self.taken) == 1


def remember(player_id: str, hand: tuple[Card, ...], previous: tuple[Trick, Memory] | None) -> Memory:
    if previous is None:
        return Memory(frozenset(), (0,) * (52 // len(hand)))
    trick, old = previous
    names = [name for _, name in trick]
    taken = list(old.taken)
    taken[(names.index(trick_winner(trick)) - names.index(player_id)) % len(names)] += trick_points(trick)
    return Memory(old.gone | {card for card, _ in trick}, tuple(taken))


def follow(options: list[Card], trick: Trick, memory: Memory) -> Card:
    """Stop a moon if that is cheap; else duck; else win, as high as possible when nobody plays after me."""
    top = max(card for card, _ in trick if card.suit is options[0].suit)
    under = [card for card in options if card < top]
    over = [card for card in options if card > top and card is not QUEEN]
    last = len(trick) == len(memory.taken) - 1
    cost = trick_points(trick)
    if over and last and memory.moon and (0 < cost < 13 or (not cost and over[0].suit is Suit.HEARTS)):
        return over[-1]
    if under:
        return QUEEN if QUEEN in under else under[-1]
    return over[-1 if last else 0] if over else options[0]


def lead(options: list[Card], hand: tuple[Card, ...], memory: Memory) -> Card:
    """Spend a high card while tricks are empty; later lead what is most likely to lose.

    With the queen still out, spades above her stay at home.
    """
    unseen = [card for card in DECK if card not in memory.gone and card not in hand]

    def danger(card: Card) -> tuple[bool, bool, float, int]:
        others = [other for other in unseen if other.suit is card.suit]
        above = sum(other > card for other in others)
        early = len(hand) > 3 * 52 // (4 * len(memory.taken))
        catches = card.suit is Suit.SPADES and card >= QUEEN and QUEEN not in memory.gone
        if early and not points(card) and len(others) > len(memory.taken):
            return catches, False, 0, -card.rank
        return catches, not others, -above, card.rank

    return min(options, key=danger)


def play(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, Memory] | None
) -> tuple[Card, Memory]:
    memory = remember(player_id, hand, previous)
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=memory.broken)
    if not trick:
        card = lead(options, hand, memory)
    elif options[0].suit is trick[0][0].suit:
        card = follow(options, trick, memory)
    else:
        card = max(options, key=lambda card: (points(card), card.rank))
    return card, memory
