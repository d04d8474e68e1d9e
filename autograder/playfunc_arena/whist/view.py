"""What may be known of a live game: by one of its bots while it is played, and by everybody once it is over."""

from __future__ import annotations

from dataclasses import dataclass

from playfunc.games.skullwhist import trick_winner
from playfunc.rules import Seat

from playfunc_arena.whist.live import LiveGame


@dataclass(frozen=True, slots=True)
class Status:
    """What a bot sees of its game; nothing outside a game. Cards are text such as C05.

    The opponent's bid is hidden until one's own is made, and `None` until it is made. In round 1 there is no previous
    round. Nobody is to move while a bid is missing.
    """

    game: int | None = None
    round: int | None = None
    your_turn: bool | None = None
    opponent: int | None = None
    opponent_bid: int | None = None
    opponent_previous_card: str | None = None
    opponent_current_card: str | None = None
    you_won_previous_round: bool | None = None


OUTSIDE = Status()


@dataclass(frozen=True, slots=True)
class Round:
    """A round: who led, who was second, both by bot id, and their cards; `None` for one that was not played."""

    leader: int
    second: int
    led: str
    followed: str | None


def status(game: LiveGame, seat: Seat) -> Status:
    """What the bot in a seat sees of a game that is not over."""
    state, other = game.state, 1 - seat
    previous = state.history[-1] if state.history else ()
    return Status(
        game=game.number,
        round=game.round,
        your_turn=None not in state.bids and state.turn == seat,
        opponent=game.bots[other],
        opponent_bid=None if state.bids[seat] is None else state.bids[other],
        opponent_previous_card=next((card.text for card, owner in previous if owner == other), None),
        opponent_current_card=next((card.text for card, owner in state.trick if owner == other), None),
        you_won_previous_round=trick_winner(previous) == seat if previous else None,
    )


def rounds(game: LiveGame) -> tuple[Round, ...]:
    """All rounds that were begun; the last may lack its second card. Not for a bot that still plays."""
    tricks = (*game.state.history, game.state.trick)
    return tuple(
        Round(
            leader=game.bots[trick[0][1]],
            second=game.bots[1 - trick[0][1]],
            led=trick[0][0].text,
            followed=trick[1][0].text if len(trick) == 2 else None,
        )
        for trick in tricks
        if trick
    )
