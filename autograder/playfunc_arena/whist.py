"""SkullWhist between two bots that move when they like, within a time: no HTTP, no database, and no clock of its own.

A live game is a frozen value with its due times, and steps lead from one value to the next."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TypeAlias

from playfunc.cards import WhistCard
from playfunc.codec import encode
from playfunc.errors import IllegalMoveError, PlayError, PlayfuncError
from playfunc.games.skullwhist import Move, SkullWhist, SkullWhistState, trick_winner
from playfunc.record import GameRecord, RecordedFault, RecordedMove, rules_parameters
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


# Waiting bots → pairs.


def pairs(waiting: Collection[int], source: random.Random) -> list[tuple[int, int]]:
    """As many pairs as there can be, all equally likely, also in their order; one of an odd number waits on."""
    mixed = list(waiting)
    source.shuffle(mixed)
    return list(zip(mixed[::2], mixed[1::2], strict=False))


# A live game that is over → a record, which replays and can be reviewed.


def record_of(game: LiveGame, names: tuple[str, str]) -> GameRecord:
    """The record of a game that is over; `names` are those of its bots, in seat order. One that was forfeited breaks
    off without scores, as on the server."""
    start = RULES.from_hands(game.dealt, game.leader)
    moves = _moves(game)
    faults = [
        RecordedFault.of(seat, len(moves), "stop", PlayError("forfeited the game", player=names[seat]))
        for seat in game.state.forfeited
    ]
    return GameRecord(
        game=RULES.name,
        parameters=rules_parameters(RULES),
        players=names,
        start=json.loads(encode(start, RULES.state_type())),
        moves=moves,
        faults=tuple(faults),
        scores=game.scores,
    )


def _moves(game: LiveGame) -> tuple[RecordedMove, ...]:
    """Bids and cards, in the order in which the rules ask for them; a bid of seat 1 alone is left out."""
    made = itertools.takewhile(lambda bid: bid is not None, game.state.bids)
    bids = [RecordedMove(seat, str(bid)) for seat, bid in enumerate(made)]
    tricks = (*game.state.history, game.state.trick)
    cards = [RecordedMove(seat, card.text) for trick in tricks for card, seat in trick]
    return (*bids, *cards)


# What may be known of a live game: by one of its bots while it is played, and by everybody once it is over.


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
    leader_card: str
    second_card: str | None


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
            leader_card=trick[0][0].text,
            second_card=trick[1][0].text if len(trick) == 2 else None,
        )
        for trick in tricks
        if trick
    )
