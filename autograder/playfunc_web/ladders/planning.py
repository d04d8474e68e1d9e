"""Official runs before they are played: who takes part, and all that the result depends on."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Literal, TypeAlias

from playfunc.games import rules_for
from playfunc_arena.formats import Format, ladder_format
from playfunc_arena.plan import MOST, BudgetError, Plan, expected, plan, questions
from playfunc_opponents import weakest_at
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, joinedload

from playfunc_web.accounts.people import takes_part
from playfunc_web.database import now
from playfunc_web.database.tables import Entrant, Entry, Ladder, Meeting, Party, Run
from playfunc_web.errors import ProblemError
from playfunc_web.folder import Settings
from playfunc_web.ladders.house_costs import house_seconds
from playfunc_web.ladders.playing import code_of

RunKind: TypeAlias = Literal["nightly", "button", "final"]

SEED_BITS = 63

FINAL = 3
"""A final run may have so many times as many deals as any other, even where quick players leave CPU time over."""

UNKNOWN_SECONDS = 0.05
"""CPU seconds a game of a player that has met nobody yet."""


def plan_run(
    session: Session,
    ladder: Ladder,
    kind: RunKind,
    settings: Settings,
    *,
    seed: int | None = None,
    deals: int = 0,
) -> Run:
    """A new run with its field frozen: every active version whose party takes part, and every house player.

    `deals` a player follow from the CPU budget unless they are given. Raises `ProblemError` for too small a field.
    """
    entrants = field_of(session, ladder)
    chosen = _planned(session, ladder, entrants, kind, settings, deals)
    number = 1 + (session.scalar(select(func.max(Run.number)).where(Run.ladder_id == ladder.id)) or 0)
    run = Run(
        ladder=ladder,
        number=number,
        kind=kind,
        seed=str(secrets.randbits(SEED_BITS) if seed is None else seed),
        settings={
            "contest": ladder.contest,
            "deals": chosen.deals,
            "games": chosen.games,
            "budget_cpu_seconds": budget_of(ladder, kind, settings),
            "allowance_cpu_seconds_a_deal": chosen.allowance,
            **code_of(ladder.contest),
        },
        planned=now(),
        expected_seconds=chosen.expected_seconds,
    )
    session.add(run)
    session.flush()
    for place, entrant in enumerate(entrants):
        session.add(Entry(run_id=run.id, place=place, entrant_id=entrant.id, version_id=entrant.active_id))
    session.flush()
    return run


def next_run(session: Session, ladder: Ladder, kind: RunKind, settings: Settings) -> Plan:
    """What a run would be if it were started now: its deals, its games and how long it is expected to take.

    Raises `ProblemError` for too small a field.
    """
    return _planned(session, ladder, field_of(session, ladder), kind, settings, 0)


def budget_of(ladder: Ladder, kind: RunKind, settings: Settings) -> float:
    """The published CPU seconds of a run of this kind."""
    if kind == "final":
        return max(settings.final_cpu_seconds, ladder.run_cpu_seconds or 0.0)
    return ladder.run_cpu_seconds or settings.run_cpu_seconds


def _planned(
    session: Session,
    ladder: Ladder,
    entrants: Sequence[Entrant],
    kind: RunKind,
    settings: Settings,
    deals: int,
) -> Plan:
    form = ladder_format(ladder.contest)
    if len(entrants) < form.least:
        raise ProblemError(
            409,
            "Too few players",
            f"{ladder.title} needs at least {form.least} players; {len(entrants)} are admitted.",
        )
    costs = seconds_a_game(session, form, entrants)
    if deals:
        return expected(form, costs, deals, settings.jobs)
    try:
        most = MOST * FINAL if kind == "final" else MOST
        return plan(form, costs, budget_of(ladder, kind, settings), settings.jobs, most)
    except BudgetError as error:
        raise ProblemError(409, "The budget is too small", f"{error}.") from error


def field_of(session: Session, ladder: Ladder) -> list[Entrant]:
    """Who would play now, in the order in which they entered."""
    return list(
        session.scalars(
            select(Entrant)
            .join(Party)
            .where(Entrant.ladder_id == ladder.id, Entrant.active_id.is_not(None), takes_part())
            .order_by(Entrant.id)
            .options(joinedload(Entrant.party))
        )
    )


def seconds_a_game(session: Session, form: Format, entrants: Sequence[Entrant]) -> list[float]:
    """The CPU seconds that each entrant takes a game, with its part of keeping the game: of a house player as measured
    here, of others as in the last complete run, and of new ones as when they met the house players."""
    rules = rules_for(form.game, form.least, **form.parameters)
    keeping = house_seconds(rules, weakest_at(rules))
    known = {
        **{entrant: (ms or 0.0) / 1000 * questions(rules) for entrant, ms in session.execute(_met(entrants))},
        **{entrant: float(seconds) for entrant, seconds in session.execute(_played(entrants))},
    }
    return [
        house_seconds(rules, entrant.house)
        if entrant.house
        else keeping + known.get(entrant.id, UNKNOWN_SECONDS)
        for entrant in entrants
    ]


def _played(entrants: Sequence[Entrant]) -> Select[int, float]:
    """Entrants with their CPU seconds a game in the last complete run that each was in."""
    last = (
        select(Entry.entrant_id, func.max(Entry.run_id).label("run_id"))
        .join(Run)
        .where(Run.state == "complete", Entry.games > 0, Entry.cpu_seconds > 0)
        .where(Run.ladder_id.in_({entrant.ladder_id for entrant in entrants}))
        .group_by(Entry.entrant_id)
        .subquery()
    )
    return select(Entry.entrant_id, Entry.cpu_seconds / Entry.games).join(
        last, (Entry.entrant_id == last.c.entrant_id) & (Entry.run_id == last.c.run_id)
    )


def _met(entrants: Sequence[Entrant]) -> Select[int, float | None]:
    """Entrants with the milliseconds a move that their active versions took against the house players."""
    return (
        select(Entrant.id, Meeting.move_ms)
        .join(Meeting, Meeting.version_id == Entrant.active_id)
        .where(Entrant.ladder_id.in_({entrant.ladder_id for entrant in entrants}))
        .where(Meeting.rung == "", Meeting.move_ms.is_not(None))
    )
