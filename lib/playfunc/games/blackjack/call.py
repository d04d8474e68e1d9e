"""What a player of BlackJack is asked, how its replies are read, and positions and whole runs in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from playfunc.errors import NotationError, ProtocolError, shown
from playfunc.game import LIMIT, MoveArguments, number_of
from playfunc.games.blackjack.state import (
    PLAIN,
    Bet,
    BlackJackState,
    BlackJackView,
    Double,
    Finished,
    Move,
    Plain,
    hand_score,
    settled,
    total,
)
from playfunc.rules import Call


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


class BlackJackText:
    """The storyteller of BlackJack (see `playfunc.rules.Storyteller`)."""

    def describe(self, rules: Any, view: BlackJackView, names: Sequence[str] = ()) -> str:
        lines = [
            f"  hand:  {' '.join(view.hand) or '(sits out)'} ({total(view.hand)})",
            f"  table: dealer {' '.join(view.visible[:2])}, then {' '.join(view.visible[2:])}",
            f"  stake: {view.stake}, chips: {view.chips}",
        ]
        if view.turn:
            doubles = ", Double" if Double in rules.legal(view) else ""
            bets = f", Bet(1) … Bet({view.chips})" if view.chips else ""
            lines.append(f"  legal: Stand, Hit{doubles}{bets}")
        return "\n".join(lines)

    def transcript(
        self, rules: Any, names: Sequence[str], states: Sequence[BlackJackState], moves: Sequence[str] = ()
    ) -> str:
        lines: list[str] = []
        done: list[str] = []
        for before, after in pairwise(states):
            if before == after:
                continue
            done.append(f"{names[before.queue[0]]} {_move_between(before, after)}")
            for hand in after.history[len(before.history) :]:
                lines += [place(rules, before.number), "   " + ", ".join(done)]
                lines += _outcome(names, hand)
                done = []
        if done:
            lines += [place(rules, states[-1].number), "   " + ", ".join(done)]
        if rules.to_act(states[-1]):
            lines.append("(not finished)")
        chips = ", ".join(f"{name} {c}" for name, c in zip(names, states[-1].chips, strict=True))
        return "\n".join([*lines, f"Chips: {chips}"])

    def move(self, move: Move) -> str:
        return repr(move)


def place(rules: Any, number: int) -> str:
    """Where in the run the hand of this number is, for a reader."""
    return f"Round {number // rules.hands + 1}, hand {number % rules.hands + 1}"


def _move_between(before: BlackJackState, after: BlackJackState) -> str:
    """The move that led from one state to the next, with the card it drew."""
    seat = before.queue[0]
    hand, stakes = after.hands[seat], after.stakes
    if len(after.history) > len(before.history):
        hand, stakes = after.history[-1].hands[seat], after.history[-1].stakes
    drawn = hand[len(before.hands[seat]) :]
    raised = stakes[seat] - before.stakes[seat]
    if raised and drawn:
        return f"D ({drawn})"
    return f"B {raised}" if raised else f"H ({drawn})" if drawn else "S"


def _outcome(names: Sequence[str], hand: Finished) -> list[str]:
    lines = [f"   dealer {hand.dealer} {_total_text(hand.dealer)}"]
    for name, cards, stake, chips in zip(names, hand.hands, hand.stakes, hand.chips, strict=True):
        if cards:
            gain = settled(stake, cards, hand.dealer) - stake
            lines.append(f"   {name} {cards} {_total_text(cards)}: {gain:+d}, {chips} chips")
        else:
            lines.append(f"   {name} sits out with {chips} chips")
    return lines


def _total_text(cards: str) -> str:
    return str(hand_score(cards) or "bust")
