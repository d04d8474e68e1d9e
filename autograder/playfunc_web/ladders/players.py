"""An entrant over all of its runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session, joinedload, undefer

from playfunc_web.database.tables import Entrant, Entry, Pair, Party, Run, Version

__all__ = ["Met", "Played", "entrant_of_code", "history", "met_in", "opponents", "version_of", "versions"]


@dataclass(frozen=True, slots=True)
class Played:
    """What an entrant reached in one run, with which of its versions."""

    run: Run
    entry: Entry
    version: int


@dataclass(frozen=True, slots=True)
class Met:
    """Head to head with an opponent: `mean` is the difference a deal, one's own score less the opponent's."""

    code: str
    party: Party
    run: int
    deals: int
    mean: float
    half_width: float | None

    @property
    def sure(self) -> bool:
        """Whether the interval excludes 0."""
        return self.half_width is not None and abs(self.mean) > self.half_width


def entrant_of_code(session: Session, code: str) -> Entrant | None:
    return session.scalar(
        select(Entrant)
        .where(Entrant.code == code)
        .options(joinedload(Entrant.ladder), joinedload(Entrant.party), joinedload(Entrant.active))
    )


def history(session: Session, entrant_id: int, most: int = 60) -> list[Played]:
    """The last complete runs it took part in, the oldest first."""
    wanted = (
        select(Run, Entry, Version.number)
        .join(Entry, Entry.run_id == Run.id)
        .join(Version, Version.id == Entry.version_id)
        .where(Entry.entrant_id == entrant_id, Run.state == "complete")
        .order_by(Run.number.desc())
        .limit(most)
    )
    return [Played(*found) for found in session.execute(wanted)][::-1]


def opponents(session: Session, entry: Entry, most: int = 100) -> list[Met]:
    """Whom it met in a run, those met most often first."""
    wanted = (
        select(Pair, Entry.place, Entrant.code, Party, Run.number)
        .join(Run, Run.id == Pair.run_id)
        .join(
            Entry,
            and_(
                Entry.run_id == Pair.run_id,
                or_(
                    and_(Pair.a == entry.place, Entry.place == Pair.b),
                    and_(Pair.b == entry.place, Entry.place == Pair.a),
                ),
            ),
        )
        .join(Entrant, Entrant.id == Entry.entrant_id)
        .join(Party, Party.id == Entrant.party_id)
        .where(Pair.run_id == entry.run_id, or_(Pair.a == entry.place, Pair.b == entry.place))
        .order_by(Pair.deals.desc(), Entry.rank)
        .limit(most)
    )
    return [
        Met(code, party, number, pair.deals, pair.mean if place == pair.b else -pair.mean, pair.half_width)
        for pair, place, code, party, number in session.execute(wanted)
    ]


def met_in(session: Session, one: Entrant, other: Entrant, most: int = 60) -> list[Met]:
    """Their results against each other in every run in which they met, the newest first; `mean` from `one`'s side."""
    places = [
        {
            run: (entry.place, number)
            for run, entry, number in session.execute(
                select(Run.id, Entry, Run.number)
                .join(Entry, Entry.run_id == Run.id)
                .where(Entry.entrant_id == each.id, Run.state == "complete")
                .order_by(Run.number.desc())
                .limit(most)
            )
        }
        for each in (one, other)
    ]
    met = []
    for run, (place, number) in places[0].items():
        if run not in places[1]:
            continue
        there = places[1][run][0]
        pair = session.get(Pair, (run, min(place, there), max(place, there)))
        if pair is not None:
            mean = pair.mean if place < there else -pair.mean
            met.append(Met(other.code, other.party, number, pair.deals, mean, pair.half_width))
    return met


def versions(session: Session, entrant_id: int) -> Sequence[Version]:
    """The newest first, with their provisional ratings."""
    return session.scalars(
        select(Version)
        .where(Version.entrant_id == entrant_id)
        .options(joinedload(Version.admission))
        .order_by(Version.number.desc())
    ).all()


def version_of(session: Session, entrant_id: int, number: int) -> Version | None:
    """With its source."""
    return session.scalar(
        select(Version)
        .where(Version.entrant_id == entrant_id, Version.number == number)
        .options(undefer(Version.source), joinedload(Version.admission))
    )
