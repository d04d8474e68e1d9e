"""Do the opponents beat simple players? Each has a rule that fits in a line, such as "always bids 8".

    python -m benchmarks simple

`minmax` and `advanced` play each of `SIMPLE` on `DEALS` deals, from both seats, and what they win is counted as marks
count it. A reference player of a course's later steps is no simple player; docs/strength.md has those.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from playfunc.cards import Card, Suit, WhistCard
from playfunc.game import WinRate
from playfunc.games import GAMES, blackjack, hearts, skullwhist
from playfunc.games.footsteps import legal_bids
from playfunc.measure import always, deal_rng, measure
from playfunc.player import FunctionPlayer
from playfunc_opponents import ladder, opponent

from benchmarks.section import Section

DEALS = 100
TIERS = ("minmax", "advanced")

NOT_BEATEN = {
    "hearts": (),
    "footsteps": (
        "mirror, 1 at first",
        "the same where it can pay for all cells, else 1",
    ),
    "blackjack": (
        "stands on 14",
        "stands on 12 to 17, by the dealer's card",
        "doubles 9 to 11, stands on 17",
        "stakes half of its chips on 20",
        "stakes half of its chips on 18",
    ),
    "skullwhist": (
        "bids 5, its highest card",
        "bids 6, its highest card",
        "bids 6, any card",
    ),
}
"""Simple players by game that `minmax` does not beat; the notes below say why."""

BEATEN = 0.6
"""A tier that wins this share of the games beats a player, as a student's player beats the tier."""

Functions: TypeAlias = Mapping[str, Callable[..., tuple[Any, Any]]]
"""A player: its functions by the names that the game asks for."""

State: TypeAlias = tuple[int, int, int]
"""Position, own points, the other's points."""


def bids(rule: Callable[[State, tuple[int, int] | None], float]) -> Functions:
    """A FootSteps player whose rule sees the state and both bids of the last turn, its own first; what the rule
    gives is made legal."""

    def play(
        player_id: str,
        position: int,
        my_points: int,
        their_points: int,
        previous: tuple[tuple[int, int], None] | None,
    ) -> tuple[int, None]:
        wanted = rule((position, my_points, their_points), previous and previous[0])
        legal = legal_bids(my_points)
        return min(max(int(wanted), legal[0]), legal[-1]), None

    return {"play": play}


def always_bids(number: int) -> Functions:
    return bids(lambda state, last: number)


def bids_part(number: int) -> Functions:
    return bids(lambda state, last: state[1] / number)


def draws(low: int, high: int) -> Functions:
    """Any bid from `low` to `high`, each as likely."""
    return bids(lambda state, last: random.randint(low, high))


def mirrors(first: int, more: int = 0) -> Functions:
    """The other's last bid and so many more."""
    return bids(lambda state, last: last[1] + more if last else first)


def late(position: int) -> Functions:
    """1 until the token is that far back, then everything."""
    return bids(lambda state, last: state[1] if state[0] <= position else 1)


def outbids(state: State, last: tuple[int, int] | None) -> int:
    """One more than the other's last bid if that can be paid for every cell that is missing, else 1."""
    position, mine, _ = state
    wanted = last[1] + 1 if last else 8
    return wanted if position == -2 or wanted * (3 - position) <= mine else 1


FOOTSTEPS = {
    **{f"always {number}": always_bids(number) for number in (1, 4, 8, 12, 16, 20, 25)},
    "everything at once": always_bids(50),
    "equal shares for the cells that are missing": bids(lambda state, last: state[1] / (3 - state[0])),
    "the other's equal share, and one more": bids(lambda state, last: state[2] / (3 + state[0]) + 1),
    **{f"its points over {number}": bids_part(number) for number in (2, 3, 4, 6, 8)},
    "mirror: the last bid against it, 8 at first": mirrors(8),
    "mirror, 16 at first": mirrors(16),
    "mirror, 1 at first": mirrors(1),
    "one more than the last bid against it, 8 at first": mirrors(8, 1),
    "the same where it can pay for all cells, else 1": bids(outbids),
    "everything one cell from losing, else 1": late(-2),
    "everything when behind, else 1": late(-1),
    "12 when behind, 20 one cell from losing, else 8": bids(
        lambda state, last: {-2: 20, -1: 12}.get(state[0], 8)
    ),
    "1 to 8 at random": draws(1, 8),
    "1 to 12 at random": draws(1, 12),
    "1 to 16 at random": draws(1, 16),
    "8 to 16 at random": draws(8, 16),
    "8 or 16 at random": bids(lambda state, last: random.choice((8, 16))),
    "1 or 17 at random": bids(lambda state, last: random.choice((1, 17))),
    "up to a third of its points at random": bids(
        lambda state, last: random.randint(1, max(1, state[1] // 3))
    ),
}


def plays_hearts(rule: Callable[[list[Card], hearts.Trick], Card]) -> Functions:
    """A Hearts player without memory, so it leads no heart while it has another card."""

    def play(
        player_id: str,
        hand: tuple[Card, ...],
        trick: hearts.Trick,
        previous: tuple[hearts.Trick, None] | None,
    ) -> tuple[Card, None]:
        legal = hearts.legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
        return rule(legal, trick), None

    return {"play": play}


def ducks(legal: list[Card], trick: hearts.Trick) -> Card:
    """The highest card that loses the trick, else the lowest; a discard that costs most points."""
    if not trick:
        return min(legal, key=lambda card: card.rank)
    if legal[0].suit is not trick[0][0].suit:
        return max(legal, key=lambda card: (hearts.points(card), card.rank))
    under = [card for card in legal if card < trick[0][0]]
    return max(under) if under else min(legal)


HEARTS = {
    "any legal card": plays_hearts(lambda legal, trick: random.choice(legal)),
    "its lowest card": plays_hearts(lambda legal, trick: min(legal, key=lambda card: card.rank)),
    "its highest card": plays_hearts(lambda legal, trick: max(legal, key=lambda card: card.rank)),
    "its first card": plays_hearts(lambda legal, trick: legal[0]),
    "the card with most points": plays_hearts(
        lambda legal, trick: max(legal, key=lambda card: (hearts.points(card), card.rank))
    ),
    "ducks, discards points, leads low": plays_hearts(ducks),
    "high on an empty table, else ducks": plays_hearts(
        lambda legal, trick: ducks(legal, trick) if trick else max(legal, key=lambda card: card.rank)
    ),
}


def plays_blackjack(rule: Callable[[int, str, int, int], blackjack.Move]) -> Functions:
    """A BlackJack player whose rule sees its total, the dealer's card, its stake and its chips."""

    def play(
        player_id: str,
        hand: tuple[str, ...],
        visible: tuple[str, ...],
        stake: int,
        chips: int,
        previous: tuple[tuple[str, ...], None] | None,
    ) -> tuple[blackjack.Move, None]:
        move = rule(blackjack.total(hand), visible[0], stake, chips)
        allowed = move != blackjack.Double or (len(hand) == 2 and chips >= stake)
        return (move if allowed else blackjack.Hit), None

    return {"play": play}


def stands_on(least: int) -> Functions:
    return plays_blackjack(lambda total, shown, *_: blackjack.Stand if total >= least else blackjack.Hit)


def by_dealer(total: int, shown: str, stake: int, chips: int) -> blackjack.Move:
    """Stands on 12 against a weak card of the dealer's, else on 17."""
    return blackjack.Stand if total >= (12 if shown in "23456" else 17) else blackjack.Hit


def raising(least: int) -> Functions:
    """Stands on 17, and raises its stake by half of its chips before it stands on so many points."""

    def rule(total: int, shown: str, stake: int, chips: int) -> blackjack.Move:
        if total >= least and stake == blackjack.BUY_IN and chips >= 2:
            return blackjack.Bet(chips // 2)
        return blackjack.Stand if total >= 17 else blackjack.Hit

    return plays_blackjack(rule)


BLACKJACK = {
    "always stands": stands_on(0),
    **{f"stands on {least}": stands_on(least) for least in (12, 14, 16, 17, 18)},
    "hits or stands at random": plays_blackjack(
        lambda total, *_: random.choice((blackjack.Hit, blackjack.Stand)) if total < 21 else blackjack.Stand
    ),
    "stands on 12 to 17, by the dealer's card": plays_blackjack(by_dealer),
    "doubles 9 to 11, stands on 17": plays_blackjack(
        lambda total, *_: (
            blackjack.Double if 9 <= total <= 11 else blackjack.Stand if total >= 17 else blackjack.Hit
        )
    ),
    "stakes half of its chips on 20": raising(20),
    "stakes half of its chips on 18": raising(18),
}


def plays_whist(
    bid: Callable[[tuple[WhistCard, ...]], int],
    rule: Callable[[list[WhistCard], skullwhist.Trick], WhistCard],
) -> Functions:
    """A SkullWhist player without memory."""

    def first(player_id: str, opponent_id: str, hand: tuple[WhistCard, ...]) -> tuple[int, None]:
        return min(max(bid(hand), 1), skullwhist.HAND), None

    def play(
        player_id: str,
        hand: tuple[WhistCard, ...],
        trick: skullwhist.Trick,
        bids: skullwhist.Bids,
        previous: tuple[skullwhist.Trick, None],
    ) -> tuple[WhistCard, None]:
        return rule(skullwhist.legal_cards(hand, trick), trick), None

    return {"bid": first, "play": play}


def bids_always(number: int, rule: Callable[[list[WhistCard], skullwhist.Trick], WhistCard]) -> Functions:
    return plays_whist(lambda hand: number, rule)


def highest(legal: list[WhistCard], trick: skullwhist.Trick) -> WhistCard:
    return max(legal, key=lambda card: card.value)


def lowest(legal: list[WhistCard], trick: skullwhist.Trick) -> WhistCard:
    return min(legal, key=lambda card: card.value)


def anything(legal: list[WhistCard], trick: skullwhist.Trick) -> WhistCard:
    return random.choice(legal)


def spades(hand: tuple[WhistCard, ...]) -> int:
    return sum(card.suit is Suit.SPADES for card in hand)


def high(hand: tuple[WhistCard, ...]) -> int:
    return sum(card.value >= skullwhist.HAND - 2 for card in hand)


SKULLWHIST = {
    **{f"bids {number}, its highest card": bids_always(number, highest) for number in (1, 3, 4, 5, 6)},
    "bids 6, any card": bids_always(6, anything),
    "bids 3, any card": bids_always(3, anything),
    "bids 1, its lowest card": bids_always(1, lowest),
    "bids its spades, its highest card": plays_whist(spades, highest),
    "bids its three highest values, its highest card": plays_whist(high, highest),
    "bids at random, its highest card": plays_whist(lambda hand: random.randint(1, 13), highest),
}

SIMPLE: Mapping[str, Mapping[str, Functions]] = MappingProxyType(
    {"hearts": HEARTS, "footsteps": FOOTSTEPS, "blackjack": BLACKJACK, "skullwhist": SKULLWHIST}
)
"""Simple players by game."""


def share(game: str, tier: str, name: str, deals: int) -> WinRate:
    """How often the tier wins against the simple player of this name, on so many deals from both seats."""
    rules = ladder(game).rules(2)
    simple = FunctionPlayer(SIMPLE[game][name], rules, name=name, key=b"simple")
    players = [always(opponent(rules, tier, key=b"tier")), always(simple)]
    states = [rules.deal(deal_rng("simple", game, number)) for number in range(deals)]
    scores: list[Sequence[tuple[float, float]]] = []
    for turned in measure(rules, states, players, policy="stop"):
        if faults := [fault for record in turned for fault in record.faults]:
            raise faults[0].as_error()
        ((a, b), (c, d)) = (record.scores or () for record in turned)
        scores.append([(a, b), (d, c)])
    return GAMES[game].win_rate(scores)


def run_simple() -> Section:
    """A row for each simple player, with what each tier wins against it."""
    rows, figures = [], {}
    for game, players in SIMPLE.items():
        rates = {name: [share(game, tier, name, DEALS) for tier in TIERS] for name in players}
        rows += [[GAMES[game].title, name, *map(_percentage, each)] for name, each in rates.items()]
        beaten = [name for name, (first, *_) in rates.items() if first.rate >= BEATEN]
        figures[f"{game}_minmax_beats_simple"] = len(beaten) / len(rates)
    columns = ["game", "simple player", *(f"`{tier}` wins" for tier in TIERS)]
    return Section("Simple players", columns, rows, figures, NOTES)


NOTES = (
    f"Games won, with half of the 95% interval: {DEALS} deals, each from both seats. In bold: at least "
    f"{BEATEN:.0%}, from which on a student's player beats an opponent.",
    "FootSteps: `minmax` remembers nothing and never mixes. So a mirror with a low first bid draws with it, and bids "
    "that answer its last one beat it. `advanced` is the equilibrium: it loses to nobody in the long run, and does not "
    "try to win more from a weak player.",
    "BlackJack: the best moves at a fixed stake win only a few chips a run more than a sensible rule does, and luck "
    "decides most runs of 25 hands. `minmax` never raises its stake but to double, so a player that raises it on "
    "strong hands is ahead of it.",
    "SkullWhist: `minmax` plays for tricks, whatever was bid; it does not try to break the other's bid.",
)


def _percentage(rate: WinRate) -> str:
    text = f"{rate.rate:.0%} ± {1.96 * rate.standard_error:.0%}"
    return f"**{text}**" if rate.rate >= BEATEN else text
