"""What each bid and card of a recorded game cost, in shares of a win, by what the player could know.

A move is worth the share of a win that it leads to if both hands were open from then on, averaged over the hands that
the other may hold: those that fit the suits it has run out of, likelier where its bid fits them. Near the end all of
them are counted, and costs are exact; before, they are sampled. In every part of a sample the moves are compared with
the one that is best in all other parts, so that no move is taken for better than it is by the luck of the sample that
chose it. In hindsight is the cost in the one deal that was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise
from operator import mul

from playfunc.cards import Suit
from playfunc.compiled.native import NATIVE
from playfunc.costs import CostlyMove, MovePrice, Prices, Review
from playfunc.errors import RecordError
from playfunc.games.skullwhist import (
    HAND,
    Move,
    SkullWhist,
    SkullWhistState,
    SkullWhistView,
    legal_cards,
    score,
    trick_winner,
)
from playfunc.record import GameRecord, rules_of, states
from playfunc.rules import Seat
from playfunc.statistics import mean_interval

from playfunc_opponents.reviewer import NOT_TO_MOVE, USUAL, Effort, Progress, Reviewer, phase_of, unseen
from playfunc_opponents.skullwhist.solver import (
    Table,
    after,
    beats,
    bit_of,
    can_win,
    lead_wins,
    leader_tricks,
    leads,
    new_table,
    position_of,
    replies,
    swapped,
)
from playfunc_opponents.skullwhist.worlds import EVERY, Worlds, bid_chances, worlds_of

# What a card or a bid is worth when both hands are known and played perfectly: its share of a win.
#
# 1 is a won game, 0.5 a tie, 0 a lost one. Scores never fall with the tricks won, so a share is found by asking the
# solver whether a card wins as many tricks as it takes: yes or no, and often no question is left.


@lru_cache(maxsize=1)
def _table() -> Table:
    """The positions solved so far: facts, so that what was asked before changes no answer."""
    return new_table()


@cache
def share(my_bid: int, their_bid: int, tricks: int, total: int = HAND) -> float:
    """My share of a win with this number of `total` tricks."""
    margin = score(my_bid, tricks) - score(their_bid, total - tricks)
    return 0.5 if margin == 0 else float(margin > 0)


def open_tricks(leader: Sequence[int], other: Sequence[int]) -> int:
    """How many tricks the leader wins if both play perfectly."""
    return int(leader_tricks(position_of(leader, other), len(leader), _table()))


def card_shares(
    mine: Sequence[int],
    theirs: Sequence[int],
    lead: int | None,
    choices: Sequence[int],
    shares: Sequence[float],
) -> list[float]:
    """The share of each choice. `theirs` includes the card `lead` that the other has led, if it has; `shares` are
    those of winning 0, 1, 2 … of the tricks that are left, and never fall."""
    steps = [(need, high - low) for need, (low, high) in enumerate(pairwise(shares), 1) if high > low]
    if not steps:
        return [shares[0]] * len(choices)
    held = {*mine, *theirs}
    position = position_of(mine, theirs) if lead is None else position_of(theirs, mine)
    led = None if lead is None else bit_of(lead, held)
    options = leads(position) if led is None else replies(position, led // 14)
    found: dict[int, float] = {}
    for card in choices:
        bit = _alike(options, bit_of(card, held))
        if bit not in found:
            won = [gain for need, gain in steps if _wins(position, len(mine), need, led, bit)]
            found[bit] = shares[0] + sum(won)
    return [found[_alike(options, bit_of(card, held))] for card in choices]


def _alike(options: int, bit: int) -> int:
    """The card of the same run that is among the options: the next one upwards."""
    above = options >> bit
    return bit + (above & -above).bit_length() - 1


def _wins(position: int, cards: int, need: int, led: int | None, bit: int) -> bool:
    """Whether this card wins at least `need` tricks, the current one included."""
    if led is None:
        return bool(lead_wins(position, cards, need, bit, _table()))
    rest = after(position, led, bit)
    if beats(led, bit):
        return bool(can_win(swapped(rest), cards - 1, need - 1, _table()))
    return not can_win(rest, cards - 1, cards - need, _table())


UNIT = "win"
LEAST = 8
"""Hands that a sample needs at least."""

PARTS = 8
"""Parts of a sample: the more, the better the choice of the move that the others are compared with."""

SAME = 1e-9
"""Shares of a win; what differs by less is rounding."""

RULES = SkullWhist()
BIDS = range(1, HAND + 1)

Shares = Mapping[Move, Sequence[float]]
"""What every move is worth, in every world."""


def usual_worlds(cards: int) -> int:
    """Hands sampled for a move with so many cards in hand. Without numba, long hands take long to solve."""
    return 200 if NATIVE or cards <= 9 else 40


def prices_of(view: SkullWhistView, worlds: int, every: int = EVERY, luck: str = "") -> Prices:
    """What each legal move costs, as far as this player can know. At most `every` hands of the other are all counted,
    more are sampled: `worlds` of them, others for other `luck`."""
    legal = RULES.legal(view)
    if not legal:
        return Prices((), UNIT, NOT_TO_MOVE)
    if len(legal) == 1 or _is_settled(view):
        return Prices(tuple(MovePrice(str(move), 0.0) for move in legal), UNIT)
    found = worlds_of(view, worlds, every, luck)
    if not found.every and worlds < LEAST:
        return Prices((), UNIT, f"Sampling fewer than {LEAST} hands cannot tell what a move costs.")
    values = _bid_values(view, found) if view.bidding else _card_values(view, found)
    return Prices(_exact(values, found) if found.every else _estimated(values), UNIT)


def _exact(values: Shares, worlds: Worlds) -> tuple[MovePrice, ...]:
    total = sum(worlds.weights)
    means = {move: sum(map(mul, worlds.weights, each)) / total for move, each in values.items()}
    most = max(means.values())
    lost = {move: most - mean for move, mean in means.items()}
    return tuple(MovePrice(str(move), cost if cost > SAME else 0.0) for move, cost in lost.items())


def _estimated(values: Shares) -> tuple[MovePrice, ...]:
    """In each of `PARTS` of the sample, what a move falls short of the one that is best in all other parts.

    A move chosen like this may be worth less than the best one, and the best of the whole sample seems worth more than
    it is. The best move is taken to lie halfway between, and half of the difference widens every margin.
    """
    sums = {move: sum(each) for move, each in values.items()}
    bests = [
        values[max(values, key=lambda move: sums[move] - sum(values[move][part::PARTS]))]
        for part in range(PARTS)
    ]
    count = len(next(iter(values.values())))
    standard = [bests[place % PARTS][place] for place in range(count)]
    doubt = (max(sums.values()) - sum(standard)) / count / 2
    prices = []
    for move, each in values.items():
        lost = mean_interval([best - mine for best, mine in zip(standard, each, strict=True)])
        prices.append(MovePrice(str(move), lost.mean + doubt, False, lost.half_width + doubt))
    return tuple(prices)


def _card_values(view: SkullWhistView, worlds: Worlds) -> Shares:
    legal = RULES.legal(view)
    columns = [_shares_in(view, hand) for hand in worlds.hands]
    return dict(zip(legal, zip(*columns, strict=True), strict=True))


def _shares_in(view: SkullWhistView, hidden: Sequence[int]) -> list[float]:
    """The share of every legal card if the other holds these cards, beside the one it may have led."""
    led = view.trick[0][0].index if view.trick else None
    theirs = hidden if led is None else (led, *hidden)
    mine = [card.index for card in view.hand]
    choices = [card.index for card in legal_cards(view.hand, view.trick)]
    return card_shares(mine, theirs, led, choices, _shares_left(view))


def _shares_left(view: SkullWhistView) -> list[float]:
    """My shares by the number of tricks still won."""
    mine, theirs = view.bids[view.seat], view.bids[1 - view.seat]
    won = sum(trick_winner(trick) == view.seat for trick in view.history)
    total = len(view.history) + len(view.hand)
    return [share(mine, theirs, won + more, total) for more in range(len(view.hand) + 1)]


def _is_settled(view: SkullWhistView) -> bool:
    """Whether the tricks still to come can no longer change who wins."""
    if view.bidding:
        return False
    shares = _shares_left(view)
    return shares[0] == shares[-1]


def _bid_values(view: SkullWhistView, worlds: Worlds) -> Shares:
    """Who leads and what the other bids is hidden too: either lead counts half, and bids as likely as they are."""
    mine = [card.index for card in view.hand]
    columns = []
    for theirs in worlds.hands:
        chances = bid_chances(theirs)
        tricks = (open_tricks(mine, theirs), len(mine) - open_tricks(theirs, mine))
        columns.append(
            [sum(_against_bids(bid, chances, won, len(mine)) for won in tricks) / 2 for bid in BIDS]
        )
    return dict(zip(BIDS, zip(*columns, strict=True), strict=True))


def _against_bids(bid: int, chances: Sequence[float], won: int, total: int) -> float:
    return sum(chance * share(bid, other, won, total) for other, chance in enumerate(chances, 1))


def _hindsight(state: SkullWhistState, seat: Seat, bids: Sequence[int | None]) -> dict[Move, float]:
    """What every legal move costs with both hands open, and the other's bid known; nothing before both have bid."""
    view = RULES.view(state, seat)
    hidden = [card.index for card in state.hands[1 - seat]]
    other = bids[1 - seat]
    if other is None:
        return {}
    if view.bidding:
        mine = [card.index for card in view.hand]
        won = open_tricks(mine, hidden) if state.turn == seat else len(mine) - open_tricks(hidden, mine)
        values: dict[Move, float] = {bid: share(bid, other, won, len(mine)) for bid in BIDS}
    else:
        values = dict(zip(RULES.legal(view), _shares_in(view, hidden), strict=True))
    most = max(values.values(), default=0.0)
    return {move: most - value for move, value in values.items()}


def _positions(record: GameRecord) -> Sequence[SkullWhistState]:
    """The state before every move, and the last one."""
    if not isinstance(rules_of(record), SkullWhist):
        raise RecordError(f"only games of skullwhist can be reviewed here, and this is of {record.game!r}")
    return [state for state in states(record) if not state.forfeited]


def _priced(positions: Sequence[SkullWhistState], at: int, seat: Seat, effort: Effort) -> Prices:
    state = positions[at]
    worlds = usual_worlds(len(state.hands[seat])) if effort.worlds is None else effort.worlds
    prices = prices_of(RULES.view(state, seat), worlds)
    if prices.unmeasured:
        return prices
    cost = {str(move): lost for move, lost in _hindsight(state, seat, positions[-1].bids).items()}
    return replace(
        prices, moves=tuple(replace(price, hindsight=cost.get(price.move)) for price in prices.moves)
    )


def _cost(record: GameRecord, positions: Sequence[SkullWhistState], at: int, effort: Effort) -> CostlyMove:
    made, state = record.moves[at], positions[at]
    prices = _priced(positions, at, made.seat, effort)
    text = str(RULES.projection.parse_move(made.move))
    price = next((each for each in prices.moves if each.move == text), MovePrice(text, 0.0))
    trick = len(state.history) + 1
    return CostlyMove(
        record,
        at,
        made.seat,
        price.lost,
        prices.best,
        price.exact,
        price.margin,
        where="Bid" if None in state.bids else f"Trick {trick}",
        unit=UNIT,
        unmeasured=prices.unmeasured,
        hindsight=price.hindsight,
        kind=_kind(state, RULES.projection.parse_move(made.move)),
        phase="" if None in state.bids else phase_of(trick, HAND),
    )


def _kind(state: SkullWhistState, move: Move) -> str:
    if isinstance(move, int):
        return "bid"
    if not state.trick:
        return "lead"
    if move.suit is state.trick[0][0].suit:
        return "follow-suit play"
    return "ruff" if move.suit is Suit.SPADES else "discard"


def _story(record: GameRecord, at: int) -> str:
    """The bids, or the trick in which a card was played, and what the game came to."""
    positions, names = _positions(record), record.players
    before, last = positions[at], positions[-1]
    if None in before.bids:
        bids = [f"{name} bid {bid}" for name, bid in zip(names, last.bids, strict=True) if bid is not None]
        told = f"{', '.join(bids)}."
    elif len(last.history) == len(before.history):
        return "The game broke off in this trick."
    else:
        trick = last.history[len(before.history)]
        cards = ", ".join(f"{card} by {names[who]}" for card, who in trick)
        told = f"Trick {len(before.history) + 1}: {cards}; {names[trick_winner(trick)]} won it."
    won = last.tricks()
    ends = ", ".join(f"{name} {won[seat]} tricks (bid {last.bids[seat]})" for seat, name in enumerate(names))
    return told if RULES.to_act(last) else f"{told} The end: {ends}."


def _review(record: GameRecord, effort: Effort = USUAL, on_progress: Progress = unseen) -> Review:
    positions, costs = _positions(record), list[CostlyMove]()
    for at in range(len(record.moves)):
        costs.append(_cost(record, positions, at, effort))
        on_progress(len(costs), len(record.moves))
    return Review(record, tuple(costs), (1, 1))


def _prices(record: GameRecord, at: int, seat: Seat, effort: Effort = USUAL) -> Prices:
    return _priced(_positions(record), at, seat, effort)


REVIEWER = Reviewer(
    unit=UNIT,
    played="game",
    against="the moves that win most often, over all hands that the other may hold",
    review=_review,
    prices=_prices,
    story=_story,
)
