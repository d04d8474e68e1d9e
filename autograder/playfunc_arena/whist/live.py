"""A live game: a frozen value with its due times, and the steps that lead from one value to the next.

    begin → bid, bid → play × 26 → finished
              │           │
              └── expire, forfeit → finished

Every step takes the time as an argument, in seconds since 1970. Legality and scores are those of the rules.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TypeAlias

from playfunc.cards import WhistCard
from playfunc.errors import IllegalMoveError, PlayfuncError
from playfunc.games.skullwhist import Move, SkullWhist, SkullWhistState
from playfunc.rules import Seat

BID_SECONDS = 120.0
TURN_SECONDS = 120.0

RULES = SkullWhist()

Hands: TypeAlias = tuple[tuple[WhistCard, ...], ...]
Times: TypeAlias = tuple[float | None, float | None]
"""A time for each seat, or none."""

NEVER: Times = (None, None)


class RefusedError(PlayfuncError):
    """A step that cannot be taken. The message is a sentence for whoever asked."""


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game between two bots, known by their ids in seat order.

    `dealt` are the sorted hands of the deal; `leader` leads the first round; `due` is until when a seat has to bid or
    to play, and `None` for a seat that has nothing to do.
    """

    number: int
    bots: tuple[int, int]
    dealt: Hands
    leader: Seat
    state: SkullWhistState
    due: Times
    started: float
    finished: float | None = None

    def seat_of(self, bot: int) -> Seat:
        return self.bots.index(bot)

    @property
    def round(self) -> int:
        """The round that is being played, from 1; while bids are missing, and of a game without a card, 1."""
        return min(len(self.state.history) + 1, len(self.dealt[0]))

    @property
    def forfeited_by(self) -> int | None:
        """The bot that forfeited the game."""
        return self.bots[self.state.forfeited[0]] if self.state.forfeited else None

    @property
    def scores(self) -> tuple[int, ...] | None:
        """`None` until the last round is played; a forfeited game has no scores."""
        if self.finished is None or self.state.forfeited:
            return None
        return RULES.scores(self.state)


def begin(bots: tuple[int, int], source: random.Random, now: float, number: int = 0) -> LiveGame:
    """Deal a game from a source of random numbers. Both bots have `BID_SECONDS` to bid."""
    state = RULES.deal(source)
    due = (now + BID_SECONDS, now + BID_SECONDS)
    return LiveGame(number, bots, state.hands, state.turn, state, due, now)


def bid(game: LiveGame, seat: Seat, tricks: int, now: float) -> LiveGame:
    """The game after a bid; the same game after one that repeats the seat's own. Raises `RefusedError`."""
    own = game.state.bids[seat]
    if own == tricks:
        return game
    if own is not None:
        raise RefusedError(f"You bid {own} already, and a bid cannot be changed.")
    state = _moved(game, seat, tricks)
    if None in state.bids:
        return replace(game, state=state, due=_at(1 - seat, game.due[1 - seat]))
    return replace(game, state=state, due=_at(state.turn, now + TURN_SECONDS))


def play(game: LiveGame, seat: Seat, card: WhistCard, now: float) -> LiveGame:
    """The game after a card; the same game after one that repeats the seat's last. Raises `RefusedError`."""
    bids = game.state.bids
    if None in bids:
        whose = "you have not bid" if bids[seat] is None else "your opponent has not bid yet"
        raise RefusedError(f"Cards are played once both have bid, and {whose}.")
    if repeats(game, seat, card):
        return game
    if (number := _round_of(game, seat, card)) is not None:
        raise RefusedError(f"You played {card} in round {number} already.")
    if card in game.state.hands[seat] and game.state.turn != seat:
        raise RefusedError("It is your opponent's turn: wait until your-turn is true.")
    state = _moved(game, seat, card)
    if RULES.to_act(state):
        return replace(game, state=state, due=_at(state.turn, now + TURN_SECONDS))
    return replace(game, state=state, due=NEVER, finished=now)


def forfeit(game: LiveGame, seat: Seat, now: float) -> LiveGame:
    """The game is over: this seat gave it up."""
    return replace(game, state=RULES.forfeit(game.state, (seat,)), due=NEVER, finished=now)


def expire(game: LiveGame, now: float, gone: Times = NEVER) -> LiveGame:
    """The game as it stands at a time: forfeited by the seat whose time is past, the first of two. `gone` is when the
    bot of a seat leaves, or left. What is past became so at its own time, whenever this is asked."""
    times = (*enumerate(game.due), *enumerate(gone))
    past = [(time, seat) for seat, time in times if time is not None and now > time]
    if game.finished is not None or not past:
        return game
    time, seat = min(past)
    return forfeit(game, seat, time)


def repeats(game: LiveGame, seat: Seat, move: Move) -> bool:
    """Whether the seat's last move was this one: a client may send again what got no answer."""
    state = game.state
    cards = [card for trick in (*state.history, state.trick) for card, owner in trick if owner == seat]
    return move == (cards[-1] if cards else state.bids[seat])


def _round_of(game: LiveGame, seat: Seat, card: WhistCard) -> int | None:
    """The round in which the seat played the card."""
    tricks = (*game.state.history, game.state.trick)
    return next((number for number, trick in enumerate(tricks, 1) if (card, seat) in trick), None)


def _moved(game: LiveGame, seat: Seat, move: Move) -> SkullWhistState:
    try:
        return RULES.play(game.state, {seat: move})
    except IllegalMoveError as error:
        raise RefusedError(f"{error.reason}.") from error


def _at(seat: Seat, time: float | None) -> Times:
    """A time for one seat, and none for the other."""
    return (time, None) if seat == 0 else (None, time)
