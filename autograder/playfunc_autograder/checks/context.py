"""What a check works on: the player's source, the assignment, and games played once for several checks."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Self, TypeAlias

from playfunc.duplicate import deal_rng, drawn_ids, rotations
from playfunc.match import Table, play_games
from playfunc.player import Player
from playfunc.record import GameRecord
from playfunc.rules import Rules
from playfunc_opponents import opponent

from playfunc_autograder.assignment import Assignment
from playfunc_autograder.programs import Program, ProgramPlayer, program_player
from playfunc_autograder.sandbox import WorkerPlayer

__all__ = ["PUBLIC", "STUDENT", "Context", "player_key", "student_seats"]

PUBLIC = "public"
"""The secret that is none: what students' own checks draw deals from."""

STUDENT = "you"
"""How the student's player is known at the table."""


MarkedPlayer: TypeAlias = WorkerPlayer | ProgramPlayer


def player_key(secret: str) -> bytes:
    """The key of players' randomness: another hash of the secret than the deals', so it tells nothing of them."""
    return hashlib.blake2b(secret.encode(), digest_size=32, person=b"player").digest()


@dataclass
class Context:
    """One submission under marking, to be used in a `with` statement, which ends the processes that several
    checks share. `progress(check, done, total)` is told how far a check is."""

    source: str
    """The player's Python text; of a `program`, what can be read of it."""
    assignment: Assignment
    secret: str
    progress: Callable[[str, int, int], None] = lambda check, done, total: None
    program: Program | None = None
    """The player, where it is a program in whatever language."""
    played: dict[str, tuple[GameRecord, ...]] = field(default_factory=dict)
    """The games of each win check that has run, by the check's name; kept for those who look closer."""
    _shared: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._shared.close()

    @cached_property
    def first(self) -> MarkedPlayer:
        """The process that plays the public games."""
        return self._shared_worker()

    @cached_property
    def again(self) -> MarkedPlayer:
        """Another one, for questions of the public games."""
        return self._shared_worker()

    @cached_property
    def again_hidden(self) -> MarkedPlayer:
        """And one for questions of the hidden games, under their luck."""
        return self._shared_worker(self.secret)

    def worker(self, secret: str = PUBLIC, source: str | None = None) -> MarkedPlayer:
        """A fresh process with the student's player, or with other `source` of it; to be used in a `with`
        statement."""
        if self.program is not None:
            return program_player(
                self.program.name,
                self.rules(2),
                base=self._folder,
                called=STUDENT,
                limits=self.assignment.limits,
            )
        return WorkerPlayer(
            self.source if source is None else source,
            self.rules(2),
            name=STUDENT,
            key=player_key(secret),
            limits=self.assignment.limits,
            modules=self.assignment.modules,
        )

    def _shared_worker(self, secret: str = PUBLIC) -> MarkedPlayer:
        worker = self.worker(secret)
        self._shared.callback(worker.close)
        return worker

    @cached_property
    def _folder(self) -> Path | None:
        """Where the program that was handed in lies; `None` for one that is run where it is."""
        assert self.program is not None
        return self._shared.enter_context(self.program.put_down()) if self.program.files else None

    def rules(self, seats: int) -> Rules[Any, Any, Any]:
        return self.assignment.rules(seats)

    @cached_property
    def games(self) -> tuple[GameRecord, ...]:
        """The games of the rules check, at every size of table, against itself and against random moves.

        Their deals are public: no luck is in obeying the rules, and a student can replay a fault at home.
        """
        return tuple(record for seats in self.assignment.tables for record in self._games(self.first, seats))

    def _games(self, student: Player, seats: int) -> list[GameRecord]:
        rules = self.rules(seats)
        basic = opponent(rules, "basic", key=player_key(PUBLIC + "basic"))
        tables: list[Table] = []
        for number in range(self.assignment.rules_deals):
            state = rules.deal(deal_rng(PUBLIC, "rules", seats, number))
            tables.append(Table(state, (student,) * seats))
            turned = rotations(rules, state, (student, *(basic,) * (seats - 1)))
            if seats > 2:
                ids = drawn_ids(deal_rng(PUBLIC, "ids", seats, number), seats)
                turned = [dataclasses.replace(table, names=_ids(table, student, ids)) for table in turned]
            tables.extend(turned)
        tables_of = self.assignment.tables
        before = tables_of.index(seats)
        return play_games(
            rules,
            tables,
            "forfeit",
            on_round=lambda done, total: self.progress(
                "rules", done + before * total, len(tables_of) * total
            ),
        )


def _ids(table: Table, student: Player, drawn: Sequence[str]) -> tuple[str, ...]:
    """As in contests at such a table: the others' ids are drawn anew for each deal, and name nobody."""
    return tuple(
        STUDENT if player is student else one for player, one in zip(table.players, drawn, strict=True)
    )


def is_student(name: str) -> bool:
    """Whether a seat's id belongs to the student's player, alone or as one of its copies."""
    return name == STUDENT or name.startswith(f"{STUDENT}-")


def student_seats(record: GameRecord) -> Sequence[int]:
    return [seat for seat, name in enumerate(record.players) if is_student(name)]
