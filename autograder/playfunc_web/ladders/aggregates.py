"""What a run led to: one row for each player, written once when its last game is stored. Pages read these rows and
never add up games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType

from playfunc_arena.formats import Format
from playfunc_arena.marks import marks_of
from playfunc_arena.outcomes import Outcome
from playfunc_arena.standings import Row, standings
from playfunc_arena.versus import head_to_head
from playfunc_autograder.players import NamedPlayer
from sqlalchemy import insert, select
from sqlalchemy.orm import Session, joinedload

from playfunc_web.database import now
from playfunc_web.database.tables import Entry, Pair, Run
from playfunc_web.ladders.phases import Phase
from playfunc_web.ladders.planning import last_complete_run
from playfunc_web.ladders.published import digest, published_run

__all__ = ["complete"]

CRASHED = 0.5
"""The share of games with a fault from which a player counts as crashing."""


def complete(
    session: Session,
    run: Run,
    form: Format,
    outcomes: Sequence[Outcome],
    phases: Mapping[int, Sequence[Phase]] = MappingProxyType({}),
) -> None:
    """Write what the run led to. From then on it never changes."""
    entries = list(
        session.scalars(
            select(Entry)
            .where(Entry.run_id == run.id)
            .order_by(Entry.place)
            .options(joinedload(Entry.version), joinedload(Entry.entrant))
        )
    )
    marks = marks_of(run.settings["contest"], [_marked(entry) for entry in entries])
    rows = standings(form, [str(entry.place) for entry in entries], outcomes, marks)
    pairs = head_to_head(form, outcomes)
    deals = _deals(outcomes)
    by_place = {entry.place: entry for entry in entries}
    for row in rows:
        entry = by_place[int(row.name)]
        _fill(entry, row)
        entry.deals = deals.get(entry.place, 0)
        entry.phases = [list(phase) for phase in phases.get(entry.place, ())]
        entrant = entry.entrant
        entrant.crashes = entrant.crashes + 1 if row.games and row.faults / row.games > CRASHED else 0
    if pairs:
        session.execute(insert(Pair), [{"run_id": run.id, **asdict(pair)} for pair in pairs])
    _tell_moves(session, run, entries)
    run.state, run.finished = "complete", now()
    if run.kind == "final" and run.ladder.state == "frozen":
        run.ladder.state = "final"
    run.digest = digest(published_run(run, form, entries, outcomes, rows, pairs, marks))


def _marked(entry: Entry) -> NamedPlayer:
    """The entry as `marks_of` knows it: house players by name, others as unknown."""
    house = entry.version.kind == "house"
    return NamedPlayer(entry.version.filename if house else "", None if house else "")


def _fill(entry: Entry, row: Row) -> None:
    entry.rank, entry.games, entry.faults = row.rank, row.games, row.faults
    entry.wins, entry.ties, entry.losses = row.wins, row.ties, row.losses
    entry.mean, entry.low, entry.high = row.value.mean, row.value.low, row.value.high
    entry.rating, entry.rating_low, entry.rating_high = row.rating.rating, row.rating.low, row.rating.high


def _deals(outcomes: Sequence[Outcome]) -> dict[int, int]:
    """The number of deals by player."""
    seen: dict[int, set[int]] = {}
    for outcome in outcomes:
        for player in outcome.fixture.players:
            seen.setdefault(player, set()).add(outcome.fixture.deal)
    return {player: len(deals) for player, deals in seen.items()}


def _tell_moves(session: Session, run: Run, entries: Sequence[Entry]) -> None:
    """How many ranks each rose since the run before, where the intervals of its ratings say that it moved at all."""
    before = last_complete_run(session, run.ladder, run.number)
    if before is None:
        return
    old = {
        entry.entrant_id: entry for entry in session.scalars(select(Entry).where(Entry.run_id == before.id))
    }
    for entry in entries:
        last = old.get(entry.entrant_id)
        if last is not None and last.rank is not None and entry.rank is not None and _apart(last, entry):
            entry.moved = last.rank - entry.rank


def _apart(one: Entry, other: Entry) -> bool:
    bounds = (one.rating_low, one.rating_high, other.rating_low, other.rating_high)
    if any(bound is None for bound in bounds):
        return False
    low, high, other_low, other_high = (bound for bound in bounds if bound is not None)
    return high < other_low or other_high < low
