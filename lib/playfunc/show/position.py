"""A picture of one position: the player's hand, the trick so far, the legal cards, and the card played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from playfunc.cards import Card, WhistCard
from playfunc.show.markup import asset, card_html, cards_html, escape

AnyCard: TypeAlias = Card | WhistCard


@dataclass(frozen=True, slots=True)
class Position:
    """A position to look at: `hand`, the `trick` so far as pairs `(card, player_id)`, the `legal` cards.

    Without `legal` cards and a trick it shows only a hand, before anybody plays.
    `played` is the card that was chosen, marked right or wrong by whether it is legal (it need not be in
    the hand); `title` is above it, `message` below.
    """

    hand: Sequence[AnyCard]
    trick: Sequence[tuple[AnyCard, str]]
    legal: Sequence[AnyCard]
    played: AnyCard | None = field(default=None, kw_only=True)
    title: str = field(default="", kw_only=True)
    message: str = field(default="", kw_only=True)

    @property
    def wrong(self) -> bool:
        """Whether the card that was played is not a legal one."""
        return self.played is not None and self.played not in self.legal

    @property
    def _bare(self) -> bool:
        return not (self.legal or self.trick or self.played)

    def _repr_html_(self) -> str:
        parts = (
            f"<style>{asset('cards.css')}{asset('position.css')}</style>",
            '<div class="pf pf-position pf-felt">',
            f'<div class="pf-title">{escape(self.title)}</div>' if self.title else "",
            f'<div class="pf-label">{self._trick_label()}</div>{self._trick_html()}'
            if not self._bare
            else "",
            f'<div class="pf-label">Hand</div>{cards_html(map(self._held, sorted(self.hand, key=_index)))}',
            f'<div class="pf-key">{self._key_html()}</div>' if not self._bare else "",
            self._message_html(),
            "</div>",
        )
        return "".join(parts)

    def _trick_label(self) -> str:
        return "Trick, in the order played" if self.trick else "Trick: none yet, this player leads"

    def _trick_html(self) -> str:
        plays = (
            f'<div class="pf-play">{card_html(card, note=f" by {who}")}'
            f'<div class="pf-name">{escape(who)}</div></div>'
            for card, who in self.trick
        )
        return f'<div class="pf-plays">{"".join(plays)}</div>' if self.trick else ""

    def _held(self, card: AnyCard) -> str:
        if card is self.played:
            mark, note = self._verdict()
            return card_html(card, [mark], note)
        if self._bare:
            return card_html(card)
        return card_html(card, ["pf-legal"], ", legal") if card in self.legal else card_html(card, ["pf-dim"])

    def _verdict(self) -> tuple[str, str]:
        return ("pf-wrong", ", played, not legal") if self.wrong else ("pf-right", ", played, legal")

    def _key_html(self) -> str:
        key = '<span class="pf-tag"><b class="pf-gold">▲</b> legal</span>'
        if self.played is None:
            return key
        mark, note = self._verdict()
        sign = "✗" if self.wrong else "✓"
        stray = "" if self.played in self.hand else " (not in the hand)"
        said = f'<b class="{mark}-key">{sign}</b> {self.played}{self.played.suit.symbol}{note}{stray}'
        return f'{key} <span class="pf-tag">{said}</span>'

    def _message_html(self) -> str:
        if not self.message:
            return ""
        kind = "pf-fault" if self.wrong else "pf-note"
        return f'<div class="{kind} pf-message">{escape(self.message)}</div>'

    def __str__(self) -> str:
        plays = ", ".join(f"{card} by {who}" for card, who in self.trick)
        lines = [
            self.title,
            f"  trick:  {plays or '(to lead)'}" if not self._bare else "",
            f"  hand:   {' '.join(map(str, sorted(self.hand, key=_index)))}",
            f"  legal:  {' '.join(map(str, sorted(self.legal, key=_index)))}" if not self._bare else "",
            f"  played: {self.played}, {'not legal' if self.wrong else 'legal'}" if self.played else "",
            self.message,
        ]
        return "\n".join(line for line in lines if line)


def _index(card: AnyCard) -> int:
    return card.index
