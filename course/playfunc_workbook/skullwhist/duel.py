"""A game of SkullWhist to play by oneself: a field for the bid, a button for every card, the game as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playfunc.cards import WhistCard
from playfunc.duplicate import deal_rng
from playfunc.errors import PlayError
from playfunc.games.skullwhist import HAND, Move, SkullWhist, SkullWhistState
from playfunc.player import Player
from playfunc.show.markup import escape
from playfunc_opponents import opponent

__all__ = ["Duel", "duel_widget"]


class Duel:
    """A game of a person in seat 0 against an opponent, move by move."""

    def __init__(self, tier: str, seed: int) -> None:
        self.rules, self.tier, self.names = SkullWhist(), tier, ("you", tier)
        self.player: Player = opponent(self.rules, tier)
        self.states: list[SkullWhistState] = [self.rules.deal(deal_rng("public", "duel", seed))]
        self._memory: str | None = None

    @property
    def state(self) -> SkullWhistState:
        return self.states[-1]

    @property
    def over(self) -> bool:
        return not self.rules.to_act(self.state)

    def move(self, move: Move) -> None:
        """Bid or play, and let the other answer until it is your turn. Raises the rule's own error."""
        self.rules.check(self.rules.view(self.state, 0), move)
        self.states.append(self.rules.play(self.state, {0: move}))
        while self.rules.to_act(self.state) == (1,):
            self._answer()

    def _answer(self) -> None:
        call = self.rules.projection.call(self.rules.view(self.state, 1), self.names, self._memory)
        [answer] = self.player.answer([call])
        if isinstance(answer, PlayError):
            raise answer
        self._memory = answer.memory
        self.states.append(self.rules.play(self.state, {1: self.rules.projection.parse_move(answer.move)}))

    def __str__(self) -> str:
        """What you may know so far, trick by trick; all cards once it is over."""
        if self.over:
            return self.rules.storyteller.transcript(self.rules, self.names, self.states)
        return "\n".join([*self._bids(), *self._tricks(), *self._lead()])

    def _bids(self) -> list[str]:
        mine, theirs = self.state.bids
        if mine is None:
            return [f"How many of the {HAND} tricks will you win?"]
        won, lost = self.state.tricks()
        return [f"You bid {mine} and have won {won}. {self.tier} bid {theirs} and has won {lost}."]

    def _tricks(self) -> list[str]:
        return [
            f"{number:>2}. {self.names[first]} {lead}, {self.names[second]} {reply}"
            for number, ((lead, first), (reply, second)) in enumerate(self.state.history, 1)
        ]

    def _lead(self) -> list[str]:
        if None in self.state.bids:
            return []
        number = len(self.state.history) + 1
        led = "".join(f"{self.tier} leads {card}" for card, _ in self.state.trick)
        return [f"{number:>2}. {led or 'You lead'}. Your card?"]


def card_button(card: WhistCard) -> Any:
    """A button with the card's sign and value."""
    import ipywidgets

    made = ipywidgets.Button(description=f"{card.suit.symbol} {card.value}", tooltip=str(card))
    made.layout.width = "60px"
    return made


def duel_widget(duel: Duel) -> Any:
    """A field for your bid, a button for each card you hold, and the game so far. Tab and Enter are enough."""
    import ipywidgets

    field = ipywidgets.BoundedIntText(value=5, min=1, max=HAND, description="Your bid:")
    button = ipywidgets.Button(description="Bid", button_style="primary")
    asking, page = ipywidgets.HBox([field, button]), ipywidgets.HTML()
    cards = {card: card_button(card) for card in duel.state.hands[0]}

    def draw() -> None:
        looks = "font-size:13px;line-height:1.4"
        page.value = f"<pre role='status' style='{looks}'>{escape(str(duel))}</pre>"
        view = duel.rules.view(duel.state, 0)
        bidding = duel.state.bids[0] is None
        legal = [] if bidding or duel.over else duel.rules.legal(view)
        field.disabled = button.disabled = not bidding
        for card, shown in cards.items():
            shown.disabled = card not in legal
            shown.layout.display = None if card in view.hand else "none"
        for card in cards:
            if card in legal:
                cards[card].focus()  # the button that was pressed is gone, and the keyboard with it
                break

    def move(chosen: Move) -> None:
        duel.move(chosen)
        draw()

    def on_click(card: WhistCard) -> Callable[[object], None]:
        return lambda _: move(card)

    for card, shown in cards.items():
        shown.on_click(on_click(card))
    button.on_click(lambda _: move(int(field.value)))
    draw()
    hand = ipywidgets.HBox(list(cards.values()))
    hand.layout.flex_flow = "row wrap"
    return ipywidgets.VBox([asking, hand, page])
