"""Players of the golden games of Hearts."""

from dataclasses import dataclass, field

from playfunc.cards import Card, Suit
from playfunc.games.hearts import Hearts, legal_cards, points


@dataclass(frozen=True)
class Seen:
    """What the players here remember: whether hearts are broken, what each has shown not to hold, and the
    cards that fell."""

    broken: bool = False
    voids: dict[str, set[Suit]] = field(default_factory=dict)
    fallen: frozenset[Card] = frozenset()


def seen_after(previous) -> Seen:
    if previous is None:
        return Seen()
    trick, before = previous
    lead = trick[0][0].suit
    voids = {who: set(suits) for who, suits in before.voids.items()}
    for card, who in trick[1:]:
        if card.suit is not lead:
            voids.setdefault(who, set()).add(lead)
    fell = frozenset(card for card, _ in trick)
    return Seen(before.broken or any(c.suit is Suit.HEARTS for c in fell), voids, before.fallen | fell)


def choosing(choose):
    """A player that remembers and takes what `choose(legal, trick)` likes."""

    def play(player_id, hand, trick, previous) -> tuple[Card, Seen]:
        seen = seen_after(previous)
        legal = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=seen.broken)
        return choose(legal, trick), seen

    return play


def lowest(legal, trick):
    return min(legal, key=lambda card: (card.rank, card.suit))


def highest(legal, trick):
    return max(legal, key=lambda card: (card.rank, card.suit))


def costliest(legal, trick):
    return max(legal, key=lambda card: (points(card), card.rank, card.suit))


def just_under(legal, trick):
    """The highest card that does not win so far, else the lowest."""
    best = max((card.rank for card, _ in trick if card.suit is trick[0][0].suit), default=0)
    under = [card for card in legal if trick and (card.suit is not trick[0][0].suit or card.rank < best)]
    return highest(under, trick) if under else lowest(legal, trick)


def players(**styles):
    return {name: choosing(style) for name, style in styles.items()}


GAMES = {
    "two_players": ("hearts_two_players", Hearts(2), players(Low=lowest, Under=just_under)),
    "four_players": (
        "hearts_four_players",
        Hearts(4),
        players(Low=lowest, High=highest, Costly=costliest, Under=just_under),
    ),
}
