"""BlackJack as a scene: the hand being played, the hand before it with its results, and the words for a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from playfunc.games.blackjack.cards import BUY_IN, HIDDEN, hand_score
from playfunc.games.blackjack.moves import Double
from playfunc.games.blackjack.rules import BlackJack
from playfunc.games.blackjack.show.position import HandPosition
from playfunc.games.blackjack.show.words import card_text, moved, reason, result, total_text
from playfunc.games.blackjack.state import BlackJackState, BlackJackView
from playfunc.games.blackjack.text import place
from playfunc.rules import Seat
from playfunc.show.face import Choice, Choices, Number, Scene
from playfunc.show.markup import asset
from playfunc.show.wording import sentences

__all__ = ["BlackJackFace"]

MOST_CHIPS = 50
"""Drawn chips that stand for what a player holds, at most."""


@dataclass(frozen=True, slots=True)
class BlackJackFace:
    """The face of BlackJack (see `playfunc.show.face.Face`).

    When a hand ends, the state already is that of the next one: a scene has both, the one that ended with the dealer's
    whole hand and what everybody won or lost.
    """

    @property
    def script(self) -> str:
        return asset("chips.js") + asset("face.js", __package__)

    @property
    def style(self) -> str:
        return asset("chips.css") + asset("face.css", __package__)

    def scene(
        self, rules: BlackJack, state: BlackJackState, viewer: Seat | None, seats: Sequence[str]
    ) -> Scene:
        return {
            "now": _hand_now(rules, state, viewer) if state.queue else None,
            "ended": _hand_ended(rules, state) if state.history else None,
            "fresh": not state.moved,
            "chips": list(state.chips),
            "unit": max(BUY_IN, -(-max(rules.chips, *state.chips) // MOST_CHIPS)),
        }

    def told(
        self,
        rules: BlackJack,
        before: BlackJackState | None,
        state: BlackJackState,
        viewer: Seat | None,
        seats: Sequence[str],
    ) -> str:
        past = moved(before, state, seats) if before and before.queue else ()
        new = before is None or before.number != state.number
        return sentences([*past, *_coming(rules, state, seats, new)])

    def part(self, rules: BlackJack, state: BlackJackState) -> str:
        return place(rules, state.number)

    def choices(self, rules: BlackJack, view: BlackJackView) -> Choices:
        buttons = [Choice("H", "Hit: take a card"), Choice("S", "Stand")]
        if Double in rules.legal(view):
            buttons.append(Choice("D", f"Double the stake to {2 * view.stake}, take one card, stand"))
        bet = Number("Raise the stake by", 1, view.chips, min(BUY_IN, view.chips), "B ")
        return Choices(_prompt(view), tuple(buttons), bet if view.chips else None)

    def position(
        self, rules: BlackJack, state: BlackJackState, seat: Seat, seats: Sequence[str]
    ) -> HandPosition:
        return HandPosition(rules.view(state, seat), seats[seat], self.part(rules, state))


def _hand_now(rules: BlackJack, state: BlackJackState, viewer: Seat | None) -> dict[str, Any]:
    """The hand being played. Only replays (no viewer) have the dealer's second card, and there it lies face down."""
    shown = state.dealer[0] + HIDDEN
    return {
        "title": place(rules, state.number),
        "dealer": {
            "cards": shown,
            "hole": state.dealer[1] if viewer is None else None,
            "total": total_text(shown),
        },
        "players": [
            {
                "cards": cards,
                "total": total_text(cards),
                "stake": stake,
                "doing": _doing(state, seat),
            }
            for seat, (cards, stake) in enumerate(zip(state.hands, state.stakes, strict=True))
        ],
    }


def _doing(state: BlackJackState, seat: Seat) -> str:
    if not state.hands[seat]:
        return "sits out"
    if seat in state.queue:
        return "to move" if seat == state.queue[0] else "waits"
    return "stands" if hand_score(state.hands[seat]) else "bust"


def _hand_ended(rules: BlackJack, state: BlackJackState) -> dict[str, Any]:
    hand = state.history[-1]
    return {
        "title": place(rules, len(state.history) - 1),
        "dealer": {"cards": hand.dealer, "hole": None, "total": total_text(hand.dealer)},
        "players": [
            {
                "cards": cards,
                "total": total_text(cards),
                "stake": hand.stakes[seat],
                "gain": result(hand, seat) if cards else None,
                "why": reason(cards, hand.dealer) if cards else "sat out",
            }
            for seat, cards in enumerate(hand.hands)
        ],
    }


def _coming(rules: BlackJack, state: BlackJackState, seats: Sequence[str], new: bool) -> Iterator[str]:
    if not state.queue:
        chips = ", ".join(f"{name} {count}" for name, count in zip(seats, state.chips, strict=True))
        yield f"The run is over. Chips: {chips}."
        return
    if new:
        yield f"{place(rules, state.number)}: the dealer shows {card_text(state.dealer[0])}."
    seat = state.queue[0]
    yield f"{seats[seat]} to move with {total_text(state.hands[seat])}."


def _prompt(view: BlackJackView) -> str:
    return (
        f"You have {total_text(view.hand)} and the dealer shows {card_text(view.visible[0])}. "
        f"Your score must beat the dealer's; over 21 is bust, and a tie loses."
    )
