"""A PlayFunc player in a game on SkullWhist's server: what the server tells becomes what the player is asked."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from playfunc.cards import WhistCard
from playfunc.errors import PlayError, PlayfuncError
from playfunc.games.skullwhist.cards import Move
from playfunc.games.skullwhist.client import Deal, Result, Status, WhistClient
from playfunc.games.skullwhist.rules import SkullWhist
from playfunc.games.skullwhist.state import SkullWhistView
from playfunc.match import accepted
from playfunc.player import Listener, Player
from playfunc.rules import Call

__all__ = ["STATUS_SECONDS", "MoveError", "dealt", "played", "play_remotely", "seen"]

STATUS_SECONDS = 1.0
"""How often a bot asks whether it is its turn."""

RULES = SkullWhist()
ME, OTHER = 0, 1
"""Seats. The server knows none, so the player sits in the first."""


class MoveError(PlayfuncError):
    """The player broke a rule: `fault` says which, `call` what it was asked. Nothing was sent."""

    def __init__(self, fault: PlayError, call: Call) -> None:
        super().__init__(str(fault))
        self.fault, self.call = fault, call


def play_remotely(
    client: WhistClient, player: Player, deal: Deal, pause: Callable[[float], object] = time.sleep
) -> Result:
    """Play one game to its end. Players know both bots by their numbers, as text.

    Raises `MoveError` for the player's fault, which leaves the game as it is, and `ServerError`.
    """
    seated = _Seated(player, (str(client.bot), str(deal.opponent)))
    try:
        _play(client, seated, deal, pause)
    finally:
        if isinstance(player, Listener):
            player.game_over(seated.memory)
    return client.result(deal.game)


@dataclass(slots=True)
class _Seated:
    """The player with its memory; the only thing here that changes."""

    player: Player
    names: tuple[str, str]
    memory: str | None = None

    def move(self, view: SkullWhistView) -> Move:
        """Its move, which the rules have passed. Raises `MoveError`."""
        call = RULES.projection.call(view, self.names, self.memory)
        (answer,) = self.player.answer([call])
        move = accepted(RULES, view, self.names, ME, answer)
        if isinstance(answer, PlayError) or isinstance(move, PlayError):
            raise MoveError(move, call)
        self.memory = answer.memory
        return move


def _play(client: WhistClient, seated: _Seated, deal: Deal, pause: Callable[[float], object]) -> None:
    """The bid and the cards, until the server says that the game is over."""
    view = dealt(deal)
    bid = seated.move(view)
    assert isinstance(bid, int)
    client.bid(bid)
    while (status := client.status()).game == deal.game:
        if not status.your_turn:
            pause(STATUS_SECONDS)
            continue
        view = seen(view, bid, status)
        card = seated.move(view)
        assert isinstance(card, WhistCard)
        client.play(card)
        view = played(view, card)


def dealt(deal: Deal) -> SkullWhistView:
    """The view before the bid."""
    return SkullWhistView(ME, deal.hand, (None, None), (), ())


def seen(view: SkullWhistView, bid: int, status: Status) -> SkullWhistView:
    """The view when it is the player's turn: what the opponent has done since the last card."""
    history = view.history
    if view.trick and status.previous is not None:
        history = (*history, (*view.trick, (status.previous, OTHER)))
    trick = () if status.current is None else ((status.current, OTHER),)
    return replace(view, bids=(bid, status.opponent_bid), trick=trick, history=history)


def played(view: SkullWhistView, card: WhistCard) -> SkullWhistView:
    """The view after the player's own card. If it led, the opponent's is not known yet."""
    hand = tuple(each for each in view.hand if each is not card)
    if view.trick:
        return replace(view, hand=hand, trick=(), history=(*view.history, (*view.trick, (card, ME))))
    return replace(view, hand=hand, trick=((card, ME),))
