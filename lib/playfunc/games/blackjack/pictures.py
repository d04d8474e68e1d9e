"""BlackJack as a scene: the hand being played, the hand before it with its results, and the words for a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from playfunc.games.blackjack.rules import BlackJack, place
from playfunc.games.blackjack.state import (
    BEST,
    BUY_IN,
    HIDDEN,
    VALUES,
    BlackJackState,
    BlackJackView,
    Double,
    Finished,
    hand_score,
    settled,
    total,
)
from playfunc.rules import Seat
from playfunc.show.face import Choice, Choices, DrawnFace, Number, Scene
from playfunc.show.markup import asset, cards_html, escape
from playfunc.show.tricks import sentences


def card_text(face: str) -> str:
    """A card as it is printed: "10" for T, which is one letter only so that a hand can be a string."""
    return "10" if face == "T" else face


def total_text(cards: str) -> str:
    """What the cards show: "17", "soft 17" where an ace counts 11, "bust with 25"."""
    seen = cards.replace(HIDDEN, "")
    points = total(seen)
    if points > BEST:
        return f"bust with {points}"
    soft = points != sum(VALUES[face] for face in seen)
    return f"soft {points}" if soft else str(points)


def result(hand: Finished, seat: int) -> int:
    """The chips that the hand brought a player, its stake taken off."""
    return settled(hand.stakes[seat], hand.hands[seat], hand.dealer) - hand.stakes[seat]


def reason(cards: str, dealer: str) -> str:
    """Why a hand won or lost against the dealer's."""
    own, other = hand_score(cards), hand_score(dealer)
    if not own:
        return f"bust with {total(cards)}"
    if not other:
        return f"{own}, the dealer is bust"
    if own == other:
        return f"{own} each, and a tie loses"
    return f"{own} {'beats' if own > other else 'loses to'} the dealer's {other}"


def moved(before: BlackJackState, after: BlackJackState, names: Sequence[str]) -> Iterator[str]:
    """The move that led from one state to the next, and the end of the hand if it was the last."""
    seat = before.queue[0]
    ended = after.history[len(before.history) :]
    hands, stakes = (ended[0].hands, ended[0].stakes) if ended else (after.hands, after.stakes)
    drawn, raised = hands[seat][len(before.hands[seat]) :], stakes[seat] - before.stakes[seat]
    name, now = names[seat], total_text(hands[seat])
    if drawn:
        verb = f"doubled the stake to {stakes[seat]} and" if raised else "hit and"
        yield f"{name} {verb} drew {card_text(drawn)}: {now}."
    elif raised:
        yield f"{name} bet {raised} more: stake {stakes[seat]}."
    else:
        yield f"{name} stood on {now}."
    for hand in ended:
        yield f"The hand is over. The dealer has {' '.join(map(card_text, hand.dealer))}: {total_text(hand.dealer)}."
        for number, cards in enumerate(hand.hands):
            if cards:
                gain = result(hand, number)
                verb = "won" if gain > 0 else "lost"
                yield f"{names[number]} {verb} {abs(gain)}: {reason(cards, hand.dealer)}."


NAMES = {"A": "ace", "T": "ten", "J": "jack", "Q": "queen", "K": "king", HIDDEN: "a card face down"}


@dataclass(frozen=True, slots=True)
class HandPosition:
    """What one player sees: the dealer's cards, its own, the others' on the table, its stake and chips."""

    view: BlackJackView
    name: str
    title: str

    def _repr_html_(self) -> str:
        view = self.view
        return (
            f"<style>{asset('cards.css')}{asset('position.css')}{asset('face.css', __package__)}</style>"
            f'<div class="pf pf-position pf-felt"><div class="pf-title">{escape(self.title)}</div>'
            f'<div class="pf-label">Dealer: {self._dealer()}</div>{_row(view.visible[:2])}'
            f'<div class="pf-label"><span class="pf-name">{escape(self.name)}</span>: {self._own()}</div>'
            f"{_row(view.hand)}"
            f'<div class="pf-label">All players\' cards, in the order dealt</div>{_row(view.visible[2:])}'
            f'<div class="pf-key"><span class="pf-tag">stake {view.stake:,}</span>'
            f'<span class="pf-tag">{view.chips:,} chips left</span></div></div>'
        )

    def _dealer(self) -> str:
        return f"{total_text(self.view.visible[:2])}, second card face down"

    def _own(self) -> str:
        return total_text(self.view.hand) if self.view.hand else "sits out"

    def __str__(self) -> str:
        view = self.view
        return (
            f"{self.title}\n  dealer: {' '.join(view.visible[:2])} ({self._dealer()})\n"
            f"  {self.name}: {' '.join(view.hand)} ({self._own()})\n"
            f"  all players' cards: {' '.join(view.visible[2:])}\n"
            f"  stake {view.stake}, {view.chips} chips left"
        )


def _row(cards: str) -> str:
    return cards_html(map(_card, cards))


def _card(face: str) -> str:
    """One drawn card, the same element that `assets/face.js` makes."""
    told = f'role="img" aria-label="{NAMES.get(face, face)}"'
    if face == HIDDEN:
        return f'<span class="pf-card pf-face pf-hole" {told}></span>'
    return (
        f'<span class="pf-card pf-face" {told}><span class="pf-rank">{face}</span>'
        f'<span class="pf-big">{face}</span><span class="pf-worth">{_worth(face)}</span></span>'
    )


def _worth(face: str) -> str:
    """What is worth saying about a face: how it counts, where that is not what stands on it."""
    return "11 or 1" if face == "A" else "10" if VALUES[face] == 10 else ""


MOST_CHIPS = 50
"""Drawn chips that stand for what a player holds, at most."""


@dataclass(frozen=True, slots=True)
class BlackJackFace(DrawnFace):
    """The face of BlackJack (see `playfunc.show.face.Face`).

    When a hand ends, the state already is that of the next one: a scene has both, the one that ended with the dealer's
    whole hand and what everybody won or lost.
    """

    common = "chips"

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

    def describe_change(
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


FACE = BlackJackFace()
"""The pictures of the game (see `playfunc.show.face`)."""
