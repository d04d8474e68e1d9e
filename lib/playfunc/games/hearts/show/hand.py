"""A hand that a person plays against players: a frozen value, and the person's view of it.

The whole hand follows from the deal and the person's own cards, because players are pure functions; so it
is played by the match runner again after every card, the players' earlier answers kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from playfunc.cards import Card
from playfunc.errors import PlayError
from playfunc.games.hearts import Hearts, HeartsState, SeatPlay, trick_points, trick_winner
from playfunc.games.hearts.show.frames import Frame, caption, frames
from playfunc.match import play_game
from playfunc.player import Answer, Player, Reply, canonical_call
from playfunc.record import GameRecord
from playfunc.rules import Call, Seat

__all__ = ["HandGame", "begin", "sight"]

HUMAN = "You"


class _Waiting(PlayError):  # noqa: N818, not a fault
    """The person has not played this card yet."""


@dataclass(frozen=True, slots=True)
class _Person:
    """Plays the cards given so far, then makes everybody wait."""

    cards: tuple[Card, ...]
    size: int
    name: str = HUMAN

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        return [self._card(self.size - len(call.arguments[1])) for call in calls]

    def _card(self, place: int) -> Answer:
        return Reply(self.cards[place].text, "null") if place < len(self.cards) else _Waiting("not yet")


class _Kept:
    """A player that is asked each question only once."""

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self._player = player
        self._answers: dict[str, Answer] = {}

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        return [self._one(call) for call in calls]

    def _one(self, call: Call) -> Answer:
        question = canonical_call(call)
        if question not in self._answers:
            self._answers[question] = self._player.answer([call])[0]
        return self._answers[question]


@dataclass(frozen=True, slots=True)
class HandGame:
    """A hand in progress: `opponents` in seat order without the person's own `seat`, whose `cards` so far
    and the players' answers to them make `record`; `frame` is where it stands."""

    rules: Hearts
    start: HeartsState
    opponents: tuple[Player, ...]
    seat: Seat
    cards: tuple[Card, ...]
    record: GameRecord
    frame: Frame

    @property
    def over(self) -> bool:
        """Whether nothing is left to play: the hand is finished, or an opponent's fault stopped it."""
        return self.frame.fault is not None or self.frame.turn is None

    def play(self, card: Card) -> HandGame:
        """The hand after the person's `card` and all answers to it.

        Raises the `IllegalMoveError` of the rule that `card` breaks, and `ValueError` after the end.
        """
        if self.over:
            raise ValueError("this hand is over: start another")
        self.rules.check(self.rules.view(self.frame.state, self.seat), card)
        return _played(self.rules, self.start, self.opponents, self.seat, (*self.cards, card))

    def again(self) -> HandGame:
        """The same deal from its beginning."""
        return _played(self.rules, self.start, self.opponents, self.seat, ())


def begin(rules: Hearts, state: HeartsState, opponents: Sequence[Player], seat: Seat = 0) -> HandGame:
    """The hand from `state` up to the person's first turn. Raises `ValueError` for a wrong number of
    players or a seat that does not exist."""
    if not 0 <= seat < rules.seats:
        raise ValueError(f"no seat {seat!r}: choose a seat from 0 to {rules.seats - 1}")
    if len(opponents) != rules.seats - 1:
        raise ValueError(
            f"you sit at the table yourself: give {rules.seats - 1} other players, not {len(opponents)}"
        )
    return _played(rules, state, tuple(map(_Kept, opponents)), seat, ())


def _played(
    rules: Hearts, start: HeartsState, opponents: tuple[Player, ...], seat: Seat, cards: tuple[Card, ...]
) -> HandGame:
    person = _Person(cards, len(start.hands[seat]))
    record = _trimmed(play_game(rules, start, [*opponents[:seat], person, *opponents[seat:]]), seat)
    return HandGame(rules, start, opponents, seat, cards, record, frames(record)[-1])


def _trimmed(record: GameRecord, seat: Seat) -> GameRecord:
    """The record without the waiting, and without a memory of the person's."""
    moves = tuple(replace(move, memory=None) if move.seat == seat else move for move in record.moves)
    return replace(
        record, moves=moves, faults=tuple(f for f in record.faults if f.error != _Waiting.__name__)
    )


def sight(game: HandGame) -> dict[str, Any]:
    """What the person may see, as plain JSON values: never another hand before the end."""
    frame, names = game.frame, game.record.players
    points = frame.scores or frame.points
    return {
        "hand": [card.text for card in frame.state.hands[game.seat]],
        "legal": [] if game.over else [card.text for card in frame.legal],
        "seats": [
            {"name": name, "points": points[seat], "cards": len(frame.state.hands[seat])}
            for seat, name in enumerate(names)
        ],
        "seat": game.seat,
        "trick": _plays(frame.state.trick, names),
        "last": _last_trick(frame.state, names),
        "broken": frame.state.broken,
        "caption": caption(frame, names),
        "fault": str(frame.fault.as_error()) if frame.fault else "",
        "over": game.over,
    }


def _plays(trick: Sequence[SeatPlay], names: Sequence[str]) -> list[list[str]]:
    return [[card.text, names[seat]] for card, seat in trick]


def _last_trick(state: HeartsState, names: Sequence[str]) -> dict[str, Any] | None:
    if not state.history:
        return None
    trick = state.history[-1]
    return {
        "plays": _plays(trick, names),
        "winner": names[trick_winner(trick)],
        "points": trick_points(trick),
    }
