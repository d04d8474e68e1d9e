"""Official runs before they are played: who takes part, and all that the result depends on."""

from __future__ import annotations

import json
import logging
import secrets
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Literal, TypeAlias

from playfunc import __version__
from playfunc.games import rules_for
from playfunc.record import rules_parameters
from playfunc.rules import Rules
from playfunc_arena import entrants
from playfunc_arena.formats import Format, contest_names, ladder_format
from playfunc_arena.plan import MOST, BudgetError, Plan, expected, plan, questions
from playfunc_autograder.helper_process import Beside
from playfunc_autograder.versions import code_digest
from playfunc_opponents import weakest_at
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, joinedload

from playfunc_web.accounts.people import takes_part
from playfunc_web.database import now
from playfunc_web.database.tables import Entrant, Entry, Ladder, Meeting, Party, Run
from playfunc_web.errors import ProblemError
from playfunc_web.folder import Settings
from playfunc_web.ladders.ladders import house_rungs

# What the house players cost a game on this machine, timed in a process of its own: timing takes seconds in which the
# server's process would answer nobody, and would count what its other threads do.


log = logging.getLogger("playfunc_web.house_costs")

Costs: TypeAlias = Mapping[str, float]
"""Rules and rung, as `_key` writes them → CPU seconds a game."""


class _Timing:
    """One for each process, as the machine is the same for all sites."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: Future[Costs] | None = None

    def begun(self) -> Future[Costs]:
        """The costs once they are known; begins at the first call."""
        with self._lock:
            if self._found is None:
                self._found = Future()
                threading.Thread(target=_time, args=(self._found,), name="house costs", daemon=True).start()
            return self._found

    def known(self) -> Costs:
        """Empty unless it was begun; waits for the end of what was begun."""
        return self._found.result() if self._found is not None else {}


_TIMING = _Timing()


def timed() -> bool:
    """Whether the costs of all house players are known. Where they are not, timing them begins, and goes on behind."""
    return _TIMING.begun().done()


def wait_until_timed() -> None:
    _TIMING.begun().result()


def house_seconds(rules: Rules[Any, Any, Any], rung: str) -> float:
    """The CPU seconds a game of a house player, with its part of keeping the game. A command that asks for one contest
    times it here; a server calls `timed` first."""
    found = _TIMING.known().get(_key(rules, rung))
    return entrants.house_seconds(rules, rung) if found is None else found


def _time(found: Future[Costs]) -> None:
    """In a thread of its own. Where the process fails, each player is timed here when it is asked for."""
    try:
        with Beside() as beside:
            found.set_result(beside.run(_costs, list(house_players())))
    except Exception as error:  # whatever it is: pages and runs wait for an answer
        log.warning("the house players were not timed: %s", error)
        found.set_result({})


def _key(rules: Rules[Any, Any, Any], rung: str) -> str:
    return json.dumps([rules.name, rules_parameters(rules), rung])


def house_players() -> Iterator[tuple[Rules[Any, Any, Any], str]]:
    """Rules and rung of every one, in every contest."""
    for contest in contest_names():
        form = ladder_format(contest)
        rules = rules_for(form.game, form.least, **form.parameters)
        yield from ((rules, rung) for rung in house_rungs(contest))


def _costs(players: Iterable[tuple[Rules[Any, Any, Any], str]]) -> Costs:
    return {_key(rules, rung): entrants.house_seconds(rules, rung) for rules, rung in players}


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


def code_of(contest: str) -> dict[str, str]:
    """What plays the contest here: part of a run's settings, because another version may play otherwise."""
    return {
        "playfunc": __version__,
        "python": "{}.{}.{}".format(*sys.version_info[:3]),
        "code": code_digest(ladder_format(contest).game),
    }


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
