"""Whether a BlackJack player raises its stake more than once in a hand: legal, and seldom meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from playfunc.games.blackjack import Bet, BlackJack
from playfunc.record import GameRecord, steps

from playfunc_workbook.finding import Finding, State

__all__ = ["bets_again"]


def bets_again(records: Sequence[GameRecord]) -> Finding | None:
    """What to say where "you" bets again in one hand, at the hand with the most bets; else `None`."""
    most = max(map(_most_bets, records), default=0)
    if most < 2:
        return None
    return Finding(
        "Rules",
        State.DIFFERENT,
        f"No move against the rules. But your player bet {most} times in one hand. After a bet you are asked again, in "
        "the same hand: bet once, then stand.",
        hint="Bet only while the stake is still 10: `if move is Stand and stake == 10`.",
    )


def _most_bets(record: GameRecord) -> int:
    return max(Counter(_bets(record)).values(), default=0)


def _bets(record: GameRecord) -> Iterator[tuple[int, int]]:
    """Hand of the run and seat, for every bet that "you" makes."""
    parse = BlackJack(2).projection.parse_move
    for step in steps(record):
        for move in step.moves:
            if record.players[move.seat].startswith("you") and isinstance(parse(move.move), Bet):
                yield step.state.number, move.seat
