"""Exercises of the Hearts notebook with answers to them."""

from dataclasses import dataclass, replace

from playfunc import Card, Suit, legal_cards, trick_points, trick_winner
from playfunc_workbook import checkpoint
from playfunc_workbook.players import current_assignment


def legal(hand, trick, first_trick, hearts_broken):
    return legal_cards(hand, trick, first_trick=first_trick, hearts_broken=hearts_broken)


def text(previous):
    return "" if previous is None else " ".join([*previous[1].split(), *(str(c) for c, _ in previous[0])])


def leads_hearts(broken):
    """A player that leads hearts whenever `broken(previous)` says that they are."""

    def player(player_id, hand, trick, previous) -> tuple[Card, str]:
        options = legal(hand, trick, previous is None, broken(previous))
        hearts = [c for c in options if c.suit is Suit.HEARTS]
        return (hearts or options)[0] if not trick else options[0], text(previous)

    return player


@dataclass(frozen=True)
class Seen:
    taken: tuple[int, ...]
    void: tuple[frozenset[Suit], ...]
    gone: frozenset[Card] = frozenset()


def remember(player_id: str, hand, previous) -> Seen:
    if previous is None:
        seats = 52 // len(hand)
        return Seen((0,) * seats, (frozenset(),) * seats)
    trick, old = previous
    players = [player for _, player in trick]
    order = {player: (n - players.index(player_id)) % len(players) for n, player in enumerate(players)}
    taken, void = list(old.taken), list(old.void)
    taken[order[trick_winner(trick)]] += trick_points(trick)
    for card, player in trick:
        if card.suit is not trick[0][0].suit:
            void[order[player]] |= {trick[0][0].suit}
    return Seen(tuple(taken), tuple(void), old.gone | {card for card, _ in trick})


def changed(**how):
    def wrong(player_id: str, hand, previous) -> Seen:
        seen = remember(player_id, hand, previous)
        return replace(seen, **{name: change(getattr(seen, name)) for name, change in how.items()})

    return wrong


def first(player_id, hand, trick, previous) -> tuple[Card, str]:
    return leads_hearts(lambda p: "H" in text(p))(player_id, hand, trick, previous)


def measured(play, tier, deals):
    """The player against an opponent on the workbook's public deals."""
    return checkpoint.measured(current_assignment("hearts"), {"play": play}, tier, deals)[0]
