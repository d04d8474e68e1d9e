"""A game that people and players sit down to: a frozen value that goes on move by move, for any game.

Players are asked only for what is new: every position keeps the memories that belong to it, so that a game can be taken
back to any move, and can begin in the middle of a recorded one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from playfunc.codec import encode
from playfunc.errors import PlayError
from playfunc.match import Table, numbered, play_games
from playfunc.player import Answer, Player, Reply, canonical_call
from playfunc.record import GameRecord, RecordedFault, rules_of, rules_parameters, states
from playfunc.rules import Call, Rules, Seat
from playfunc.show.tricks import HUMAN

OnAsk = Callable[[str], object]
"""Gets the name of a player that is asked for a move now."""


def _quietly(name: str) -> None:
    """For sessions that nobody watches."""


class _Waiting(PlayError):  # noqa: N818, not a fault
    """A person has not moved yet."""


@dataclass(frozen=True, slots=True)
class _Person:
    """Answers the first question with the move that was chosen, then makes everybody wait."""

    name: str
    moves: list[str]

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        return [Reply(self.moves.pop(), "null") if self.moves else _Waiting("not yet") for _ in calls]


class _Kept:
    """A player that is asked each question only once, and named before it is."""

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self._player = player
        self._answers: dict[str, Answer] = {}

    def answer_one(self, call: Call, on_ask: Callable[[], object]) -> Answer:
        question = canonical_call(call)
        if question not in self._answers:
            on_ask()
            self._answers[question] = self._player.answer([call])[0]
        return self._answers[question]


@dataclass(frozen=True, slots=True)
class _Watched:
    """The player under its name at the table."""

    name: str
    kept: _Kept
    on_ask: OnAsk

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        return [self.kept.answer_one(call, lambda: self.on_ask(self.name)) for call in calls]


@dataclass(frozen=True, slots=True)
class Moment:
    """A position: how many moves were `made` before it, and what each player remembered then, as JSON text."""

    state: Any
    made: int
    memories: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class GameSession:
    """A game in progress. `players[seat]` is `None` where a person sits.

    `record` is the game so far, without scores while it is not over; `moments` are its positions in order, one for each
    round of moves; the person's turn begins at the last one. `first` is the place in them where it began for the
    person.
    """

    rules: Rules[Any, Any, Any]
    players: tuple[_Kept | None, ...]
    record: GameRecord
    moments: tuple[Moment, ...]
    first: int = 0

    @property
    def now(self) -> Moment:
        return self.moments[-1]

    @property
    def state(self) -> Any:
        return self.now.state

    @property
    def names(self) -> tuple[str, ...]:
        return self.record.players

    @property
    def people(self) -> tuple[Seat, ...]:
        """Where people sit."""
        return tuple(seat for seat, player in enumerate(self.players) if player is None)

    @property
    def fault(self) -> RecordedFault | None:
        """The fault of a player that stopped the game."""
        return self.record.faults[0] if self.record.faults else None

    @property
    def over(self) -> bool:
        """Whether nothing is left to play: the game is finished, or a player's fault stopped it."""
        return self.fault is not None or not self.rules.to_act(self.state)

    @property
    def turn(self) -> tuple[Seat, ...]:
        """The people who must move now."""
        if self.over:
            return ()
        return tuple(seat for seat in self.rules.to_act(self.state) if self.players[seat] is None)

    def check(self, seat: Seat, text: str) -> None:
        """Raise what forbids this move: the rule's own `IllegalMoveError`, `NotationError`, or `ValueError` when it is
        not this person's turn."""
        if seat not in self.turn:
            raise ValueError("the game is over: start another" if self.over else "it is not your turn")
        move = self.rules.projection.parse_move(text)
        self.rules.check(self.rules.view(self.state, seat), move)

    def play(self, moves: Mapping[Seat, str], on_ask: OnAsk = _quietly) -> GameSession:
        """The game after the moves of the people whose turn it is, and all answers to them. Raises as `check` does."""
        for seat, text in moves.items():
            self.check(seat, text)
        return self._on(moves, on_ask)

    def go_on(self, on_ask: OnAsk = _quietly) -> GameSession:
        """The game up to the next turn of a person, or to its end."""
        return self if self.over or self.turn else self._on({}, on_ask)

    def back_to(self, place: int) -> GameSession:
        """The game as it stood at this place in `moments`. Raises `ValueError` for a place that is not there."""
        if not 0 <= place < len(self.moments):
            raise ValueError(
                f"there is no move {place} to go back to: 0 to {len(self.moments) - 1} are there"
            )
        moments = self.moments[: place + 1]
        moves = self.record.moves[: moments[-1].made]
        record = replace(self.record, moves=moves, faults=(), scores=None)
        return replace(self, record=record, moments=moments, first=min(self.first, place))

    def undone(self) -> GameSession:
        """The game before the last choice of a person; as it is where there was none."""
        place = self.last_choice(len(self.moments) - (1 if self.fault else 2))
        return self if place is None else self.back_to(place)

    def last_choice(self, upto: int) -> int | None:
        """The last place in `moments`, `upto` this one, at which a person was to move."""
        acting = ((place, self.rules.to_act(self.moments[place].state)) for place in range(upto, -1, -1))
        return next((place for place, seats in acting if {*seats} & {*self.people}), None)

    @property
    def can_undo(self) -> bool:
        return self.undone() is not self

    def call(self, seat: Seat, place: int) -> Call:
        """What the player in this seat is asked at a place in `moments`."""
        moment = self.moments[place]
        view = self.rules.view(moment.state, seat)
        return self.rules.projection.call(view, self.names, moment.memories[seat])

    def _on(self, moves: Mapping[Seat, str], on_ask: OnAsk) -> GameSession:
        seated = [
            _Person(name, [moves[seat]] if seat in moves else [])
            if kept is None
            else _Watched(name, kept, on_ask)
            for seat, (kept, name) in enumerate(zip(self.players, self.names, strict=True))
        ]
        table = Table(self.state, tuple(seated), self.names, self.now.memories)
        played = _trimmed(play_games(self.rules, [table])[0], self.people)
        before = self.now.made
        record = replace(
            self.record,
            moves=(*self.record.moves, *played.moves),
            faults=tuple(replace(fault, at=fault.at + before) for fault in played.faults),
            scores=played.scores,
        )
        return replace(self, record=record, moments=(*self.moments, *_moments(played, self.now)[1:]))


def begin(
    rules: Rules[Any, Any, Any], state: Any, players: Sequence[Player | None], names: Sequence[str] = ()
) -> GameSession:
    """A game about to start at `state`; `None` among the players is a person. Raises `ValueError` for a wrong number
    of players."""
    seated = _seated(rules, players)
    record = GameRecord(
        rules.name,
        rules_parameters(rules),
        tuple(names) or numbered([HUMAN if player is None else player.name for player in players]),
        json.loads(encode(state, rules.state_type())),
        (),
    )
    return GameSession(rules, seated, record, (Moment(state, 0, (None,) * rules.seats),))


def begin_at(
    record: GameRecord, at: int, players: Sequence[Player | None], names: Sequence[str] = ()
) -> GameSession:
    """A recorded game, gone on with from where `at` moves had been made: the moves made together with the next one are
    made again. Raises `RecordError` where it does not replay, `ValueError` for a wrong number of players or a place
    that is not there."""
    rules = rules_of(record)
    seated = _seated(rules, players)
    moments = _moments(record, Moment(next(states(record)), 0, record.memories or (None,) * rules.seats))
    kept = tuple(moment for moment in moments if moment.made <= at)
    if at > len(record.moves) or any(fault.at < kept[-1].made for fault in record.faults):
        raise ValueError(
            f"this game cannot go on from move {at}: it has {len(record.moves)} moves, or faults before"
        )
    upto = replace(
        record,
        players=tuple(names) or record.players,
        moves=record.moves[: kept[-1].made],
        faults=(),
        scores=None,
    )
    return GameSession(rules, seated, upto, kept, len(kept) - 1)


def _seated(rules: Rules[Any, Any, Any], players: Sequence[Player | None]) -> tuple[_Kept | None, ...]:
    """One keeper for each player: it may sit in several seats. Raises `ValueError` for a wrong number of players."""
    if len(players) != rules.seats:
        raise ValueError(f"{rules.name} here takes {rules.seats} players, got {len(players)}")
    keepers = {id(player): _Kept(player) for player in players if player is not None}
    return tuple(None if player is None else keepers[id(player)] for player in players)


def _trimmed(record: GameRecord, people: Sequence[Seat]) -> GameRecord:
    """The record without the waiting, and without memories of people."""
    moves = tuple(replace(move, memory=None) if move.seat in people else move for move in record.moves)
    faults = tuple(fault for fault in record.faults if fault.error != _Waiting.__name__)
    return replace(record, moves=moves, faults=faults)


def _moments(record: GameRecord, first: Moment) -> list[Moment]:
    """The positions of a record that begins at `first`."""
    rules, found, moves = rules_of(record), [first], list(record.moves)
    every = iter(states(record))
    state = next(every)
    for following in every:
        made = moves[: len(rules.to_act(state))]
        del moves[: len(made)]
        brought = {move.seat: move.memory for move in made}
        memories = tuple(brought.get(seat, kept) for seat, kept in enumerate(found[-1].memories))
        found.append(Moment(following, found[-1].made + len(made), memories))
        state = following
    return found
