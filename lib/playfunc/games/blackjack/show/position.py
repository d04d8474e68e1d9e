"""A picture of a position of BlackJack without a script, for reports and sheets."""

from __future__ import annotations

from dataclasses import dataclass

from playfunc.games.blackjack.cards import HIDDEN, VALUES
from playfunc.games.blackjack.show.words import total_text
from playfunc.games.blackjack.state import BlackJackView
from playfunc.show.markup import asset, cards_html, escape

__all__ = ["HandPosition"]

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
