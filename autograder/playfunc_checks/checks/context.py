"""What a check is, and what it works on: the player's source, the assignment, and games played once for several
checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from types import TracebackType
from typing import Any, Self, TypeAlias

from playfunc.measure import always, deal_rng, play_rotations
from playfunc.record import GameRecord
from playfunc.rules import Rules
from playfunc_opponents import opponent, weakest_at

from playfunc_checks.assignment import Assignment
from playfunc_checks.checks.repeated_questions import PATIENCE, Again, ask_again
from playfunc_checks.checks.win_rate import (
    PUBLIC,
    STUDENT,
    Measurement,
    Playing,
    ids_at,
    measure,
    player_key,
)
from playfunc_checks.results import CheckResult
from playfunc_checks.submitted_player import AskedPlayer, Asker, Budget, Program

ASKED_PUBLIC, ASKED_HIDDEN = 40, 120
"""Questions asked again, of the games of the rules check and of the hidden games. A player that deviates in 2% of
positions survives 160 of them in 4 of 100 cases."""


@dataclass
class Context:
    """One submission under marking, to be used in a `with` statement, which ends what several checks share.
    `progress(check, done, total)` is called as a check advances."""

    source: str
    """The player's Python text; of a `program`, what can be read of it."""
    assignment: Assignment
    secret: str
    asker: Asker
    """Who asks the player."""
    progress: Callable[[str, int, int], None] = lambda check, done, total: None
    program: Program | None = None
    """The player, where it is a program in another language."""
    played: dict[str, tuple[GameRecord, ...]] = field(default_factory=dict)
    """The games of each win check that has run, by the check's name; kept for those who look closer."""
    tiers: tuple[str, ...] | None = None
    """The opponents that are played; by default all of the assignment."""
    deals: int | None = None
    """Deals against each opponent; by default the assignment's."""
    _measured: dict[str, tuple[Measurement, Budget]] = field(default_factory=dict)

    def __enter__(self) -> Self:
        self.asker.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.asker.__exit__(kind, error, trace)

    def player(
        self,
        secret: str = PUBLIC,
        source: str | None = None,
        budget: Budget | None = None,
        origin: str = "",
        patience: float = 1,
    ) -> AskedPlayer:
        """The student's player afresh, or other `source` of it; to be used in a `with` statement. `budget` is what
        it shares with others, `origin` sets it apart from them. One move may take `patience` times the limit.

        Raises `ProgramError` for a program whose command starts nothing.
        """
        limits = self.assignment.limits
        limits = replace(limits, move_seconds=patience * limits.move_seconds)
        if self.program is not None:
            return self.asker.program(self.program, self.rules(2), name=STUDENT, limits=limits, budget=budget)
        return self.asker.player(
            self.source if source is None else source,
            self.rules(2),
            name=STUDENT,
            key=player_key(secret),
            limits=limits,
            modules=self.assignment.modules,
            budget=budget,
            origin=origin,
        )

    def rules(self, seats: int) -> Rules[Any, Any, Any]:
        return self.assignment.rules(seats)

    @cached_property
    def games(self) -> tuple[Playing, ...]:
        """The games of the rules check, at every size of table, against itself and against the weakest opponent.
        Their deals are public: no luck is in obeying the rules, and a student can replay a fault at home."""
        budget = Budget(self.assignment.limits)
        return tuple(playing for seats in self.assignment.tables for playing in self._games(seats, budget))

    def _games(self, seats: int, budget: Budget) -> Iterator[Playing]:
        rules, tables = self.rules(seats), self.assignment.tables
        make = partial(self.player, budget=budget)
        weakest = weakest_at(rules)
        simple = always(opponent(rules, weakest, key=player_key(PUBLIC + weakest)))
        deals = range(self.assignment.rules_deals)
        states = [rules.deal(deal_rng(PUBLIC, "rules", seats, number)) for number in deals]
        ids = [ids_at(seats, deal_rng(PUBLIC, "ids", seats, number)) for number in deals]
        parts = seats + 1  # a rotation each, and one more against itself
        before = tables.index(seats) * parts

        def tell(part: int, done: int, total: int) -> None:
            self.progress("rules", done + (before + part) * total, len(tables) * parts * total)

        itself = play_rotations(
            rules,
            states,
            [make] * seats,
            ids,
            turns=1,
            on_round=lambda done, total: tell(0, done, total),
        )
        others = play_rotations(
            rules,
            states,
            (make, *[simple] * (seats - 1)),
            ids,
            on_round=lambda done, total: tell(1, done, total // seats),
        )
        for (alone,), turned in zip(itself, others, strict=True):
            yield Playing(alone, tuple(range(seats)))
            yield from (Playing(record, (seat,)) for seat, record in enumerate(turned))

    def measured(self, tier: str) -> tuple[Measurement, Budget]:
        """The hidden games against an opponent, and what the player used in them; played once."""
        if tier not in self._measured:
            budget = Budget(self.assignment.limits)
            found = measure(
                partial(self.player, self.secret, budget=budget),
                tier,
                self.assignment,
                secret=self.secret,
                deals=self.deals,
                on_progress=partial(self.progress, f"beats-{tier}"),
            )
            self.played[f"beats-{tier}"] = found.records
            self._measured[tier] = found, budget
        return self._measured[tier]

    @cached_property
    def again_public(self) -> Again:
        """Questions of the games of the rules check, asked again."""
        return self._again(PUBLIC, self.games, ASKED_PUBLIC, "purity")

    @cached_property
    def again_hidden(self) -> Again:
        """Questions of the hidden games against all opponents, asked again: who is found out in one has beaten
        nobody."""
        tiers = self.assignment.tiers if self.tiers is None else self.tiers
        records = [record for tier in tiers for record in self.measured(tier)[0].records]
        playings = [Playing(record, (record.players.index(STUDENT),)) for record in records]
        return self._again(self.secret, playings, ASKED_HIDDEN, f"beats-{tiers[-1]}")

    def _again(self, secret: str, playings: Sequence[Playing], size: int, check: str) -> Again:
        # Each question is bounded by its own limit, and all by the total of one opponent; each may cost its process.
        budget = Budget(replace(self.assignment.limits, restarts=size))
        make = partial(self.player, secret, budget=budget, origin="again", patience=PATIENCE)
        rng = deal_rng(secret, self.assignment.epoch, "again")
        with make() as player:
            again = ask_again(make, playings, size, rng, partial(self.progress, check), player.can_repeat)
        return replace(again, slowest=budget.slowest)


@dataclass(frozen=True, slots=True)
class Check:
    """A check's name, what it depends on, what students read about it, and how to run it."""

    name: str
    needs: tuple[str, ...]
    about: str
    run: Callable[[Context], CheckResult]
    hidden: bool = False
    """Whether it plays hidden deals: while these are closed, students get its result through
    `playfunc_checks.student_view` alone."""
    passed: str = ""
    """What passing it says of a player, in the words of a band's needs."""


CHECKS: dict[str, Check] = {}
"""The checks that an assignment may list."""

_Run: TypeAlias = Callable[[Context], CheckResult]


def check(name: str, *needs: str, passed: str) -> Callable[[_Run], _Run]:
    """Make the function a check that an assignment may list, run after those that it `needs`. Its docstring is what a
    student reads."""

    def decorate(run: _Run) -> _Run:
        CHECKS[name] = Check(name, needs, (run.__doc__ or "").strip(), run, passed=passed)
        return run

    return decorate
