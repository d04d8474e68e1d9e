"""What each move of a recorded run gave away, in expected chips, against the best of standing, hitting and doubling.

Expected by a player that has seen every card of the round: the moves that a counting player would find best on
average give nothing away, whatever their result. A raise costs something when the odds are against it. Not raising
costs nothing, because how much to raise is a matter of risk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from playfunc.costs import CostlyMove, MovePrice, Prices, Review
from playfunc.errors import RecordError
from playfunc.games.blackjack import Bet, BlackJack, BlackJackState, Double, Hit, Move, Stand, total
from playfunc.games.blackjack.rules import place
from playfunc.games.blackjack.state import VALUES
from playfunc.record import GameRecord, rules_of, states
from playfunc.rules import Seat

from playfunc_opponents.blackjack.advanced import since_opened
from playfunc_opponents.blackjack.expectation import Purse, Worth, pool, worth
from playfunc_opponents.reviewer import NOT_TO_MOVE, USUAL, Effort, Progress, Reviewer, unseen

SAME = 1e-6
"""Chips; what differs by less is rounding."""

MOST_PRICED = 400
"""Moves; the prices of raises lie on a line, and a rich player may choose among millions of them."""

LOW, STIFF = 11, 16
"""No card takes a hard hand of up to 11 over 21; with 12 to 16 it is too low to win and may go over."""


def worth_seen(hand: Sequence[str], visible: Sequence[str], stake: int, seen: str = "") -> Worth:
    """What standing, hitting and doubling are worth, without further raises.

    `visible` is what lies on the table, as a player is shown it; `seen` all cards of the round before this hand,
    for a player that counts.
    """
    return worth(hand, visible[0], pool(since_opened(seen, visible)), Purse(stake))


def expected_chips(move: Move, found: Worth, stake: int) -> float:
    """Chips won on average by this move and the best play after it; `found` is `worth_seen` with this stake."""
    if isinstance(move, Bet):
        return max(found.stand, found.hit) * (stake + move.chips) / stake
    return {Stand: found.stand, Hit: found.hit, Double: found.double}[move]


def review(record: GameRecord) -> Review:
    """The review of a run or a round. Raises `RecordError` for a record that does not replay, or is of another
    game."""
    rules = rules_of(record)
    if not isinstance(rules, BlackJack):
        raise RecordError(f"only runs of blackjack can be reviewed here, and this is {record.game!r}")
    *before, last = (state for state in states(record))
    hands = tuple(sum(bool(hand.hands[seat]) for hand in last.history) for seat in range(rules.seats))
    return Review(record, tuple(_costs(record, rules, before)), hands)


def _costs(record: GameRecord, rules: BlackJack, before: Sequence[BlackJackState]) -> Iterator[CostlyMove]:
    """Costs in the order played; a state that led on by a forfeit has no move, and forfeits count as hands only."""
    forfeits = [fault.at for fault in record.faults if fault.policy == "forfeit"]
    seen, number, at = "", 0, 0
    for state in before:
        if state.number != number:
            number = state.number
            seen = "" if number % rules.hands == 0 else seen + state.before
        if at in forfeits:
            forfeits.remove(at)
            continue
        yield _cost(record, rules, state, at, seen)
        at += 1


def _cost(record: GameRecord, rules: BlackJack, state: BlackJackState, at: int, seen: str) -> CostlyMove:
    move = rules.projection.parse_move(record.moves[at].move)
    seat = state.queue[0]
    view = rules.view(state, seat)
    found = worth_seen(view.hand, view.visible, view.stake, seen)
    plain = [choice for choice in rules.legal(view)[:3] if not isinstance(choice, Bet)]
    worths = {choice: expected_chips(choice, found, view.stake) for choice in plain}
    most = max(worths.values())
    lost = most - expected_chips(move, found, view.stake)
    best = tuple(rules.projection.move_text(choice) for choice in plain if most - worths[choice] <= SAME)
    where = f"{place(rules, state.number)}, {view.hand} ({total(view.hand)}) against the dealer's {view.visible[0]}"
    return CostlyMove(
        record,
        at,
        seat,
        lost if lost > SAME else 0.0,
        best,
        where=where,
        unit="chip",
        kind=_kind(move),
        phase=_phase(view.hand),
    )


def _kind(move: Move) -> str:
    return "raise" if isinstance(move, Bet) else {Stand: "stand", Hit: "hit", Double: "double"}[move]


def _phase(hand: Sequence[str]) -> str:
    """What the hand is like: hands differ in what is best, not in when they are played."""
    points = total(hand)
    if points > sum(VALUES[face] for face in hand):  # an ace counts 11
        return "soft hands"
    if points <= LOW:
        return f"hands of up to {LOW}"
    return f"hands of {LOW + 1} to {STIFF}" if points <= STIFF else f"hands of {STIFF + 1} or more"


def story(record: GameRecord, at: int) -> str:
    """The hand in which a move was made, from its first move to what the table paid."""
    rules = rules_of(record)
    listed = list(states(record))
    number = listed[at].number
    first = next(place for place, state in enumerate(listed) if state.number == number)
    end = next((place for place, state in enumerate(listed) if state.number > number), len(listed) - 1)
    lines = rules.storyteller.transcript(rules, record.players, listed[first : end + 1]).splitlines()
    return "\n".join(line for line in lines if not line.startswith(("(not", "Chips")))


def _review(record: GameRecord, effort: Effort = USUAL, on_progress: Progress = unseen) -> Review:
    found = review(record)
    on_progress(len(found.costs), len(found.costs))
    return found


def _prices(record: GameRecord, at: int, seat: Seat, effort: Effort = USUAL) -> Prices:
    """A raise against the odds costs something, exactly; not raising costs nothing, as in a review."""
    rules: BlackJack = rules_of(record)  # type: ignore[assignment]
    upto = replace(record, moves=record.moves[:at], faults=tuple(f for f in record.faults if f.at < at))
    *before, state = states(upto)
    seen, number = "", 0
    for each in (*before, state):
        if each.number != number:
            number = each.number
            seen = "" if number % rules.hands == 0 else seen + each.before
    if seat not in rules.to_act(state):
        return Prices((), "chip", NOT_TO_MOVE)
    view = rules.view(state, seat)
    found = worth_seen(view.hand, view.visible, view.stake, seen)
    worths = {
        choice: expected_chips(choice, found, view.stake) for choice in islice(rules.legal(view), MOST_PRICED)
    }
    most = max(value for choice, value in worths.items() if not isinstance(choice, Bet))
    lost = {rules.projection.move_text(choice): most - value for choice, value in worths.items()}
    return Prices(tuple(MovePrice(m, cost if cost > SAME else 0.0) for m, cost in lost.items()), "chip")


REVIEWER = Reviewer(
    unit="chip",
    played="hand",
    against="the moves that are best on average, to a player that has seen every card of the round",
    review=_review,
    prices=_prices,
    story=story,
)
