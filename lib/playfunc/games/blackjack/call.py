"""The questions to a player of BlackJack, and the reading of its replies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playfunc.errors import NotationError, ProtocolError, shown
from playfunc.game import MoveArguments
from playfunc.games.blackjack.state import PLAIN, Bet, BlackJackView, Move, Plain, total
from playfunc.games.numbers import LIMIT, number_of
from playfunc.rules import Call

__all__ = ["BlackJackCall", "PROGRAM"]


class BlackJackCall:
    """The projection of BlackJack (see `playfunc.rules.Projection`)."""

    @property
    def move_names(self) -> Mapping[str, str]:
        return {"play": "Move"}

    def call(self, view: BlackJackView, names: Sequence[str], memory: str | None) -> Call:
        """`play(player_id, hand, visible, stake, chips, previous)`.

        `previous` is `None` at the first move of a round. It stays `None` while every earlier move of the round was
        a fault, because then there is no memory. Otherwise it holds every card of the previous hand, and the memory.
        """
        start = (view.opening and view.first) or memory is None
        previous = None if start else [list(view.before), None]
        return Call(
            "play",
            (names[view.seat], list(view.hand), list(view.visible), view.stake, view.chips, previous),
            None if start else memory,
        )

    def arguments(self, call: Call, memory: object) -> tuple[Any, ...]:
        player_id, hand, visible, stake, chips, previous = call.arguments
        kept = None if previous is None else (tuple(previous[0]), memory)
        return player_id, tuple(hand), tuple(visible), stake, chips, kept

    def move_text(self, move: Move) -> str:
        return str(move)

    def parse_move(self, text: str) -> Move:
        """`H`, `S`, `D`, or `B` and a number; case is ignored."""
        letter, space, number = text.partition(" ")
        if letter.upper() == "B" and space:
            return Bet(number_of(number))
        if letter.upper() not in PLAIN or space:
            raise NotationError(f'not a move: {shown(text)}; expected H, S, D, or a bet such as "B 15"')
        return PLAIN[letter.upper()]

    def read_reply(self, value: object) -> Move:
        if type(value) is Plain and value in PLAIN.values():
            return value
        if type(value) is Bet and type(value.chips) is int and value.chips < LIMIT:
            return value
        hint = " (a bet needs a whole number of chips)" if type(value) in (Bet, type) else ""
        hint = ": write the move without quotation marks" if isinstance(value, str) else hint
        raise ProtocolError(
            "the first part of the reply must be Hit, Stand, Double or Bet(n), "
            f"got {type(value).__name__} {shown(value)}{hint}"
        )


# BlackJack's own text protocol: a process for every move, with the position in five arguments.
#
# They are the hand's score, the hand as letters, all cards on the table as letters (the dealer's two first, the hidden
# one as `#`), the stake, and the chips. The program prints `H`, `S`, `D`, or `B 15`.


def words(call: Call) -> tuple[str, ...]:
    _, hand, visible, stake, chips, _ = call.arguments
    return str(total(hand)), "".join(hand), "".join(visible), str(stake), str(chips)


PROGRAM = MoveArguments(words)
