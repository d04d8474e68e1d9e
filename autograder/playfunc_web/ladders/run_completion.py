"""What a run led to: one row for each player, written once when its last game is stored, so that pages add up no games;
what was given away in each phase; and the run as one object with a digest.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from math import fsum
from types import MappingProxyType
from typing import Any, TypeAlias

from playfunc.errors import PlayfuncError
from playfunc.record import GameRecord
from playfunc_arena.formats import Format, Outcome
from playfunc_arena.ratings import marks_of
from playfunc_arena.standings import Pair as PairOfRun
from playfunc_arena.standings import Row, fault_counts, head_to_head, standings
from playfunc_autograder.players import NamedPlayer
from playfunc_opponents import ladder
from playfunc_opponents.reviewer import USUAL
from sqlalchemy import insert, select
from sqlalchemy.orm import Session, joinedload, undefer

from playfunc_web.database import now
from playfunc_web.database.tables import Entry, Game, Pair, Run, Version
from playfunc_web.ladders.games import TooLongError, read_record, time_limit
from playfunc_web.ladders.ladders import last_run
from playfunc_web.site import Site

# What players give away in each phase of the game, from a bounded sample of a run's games, where anything prices the
# moves of the game.

GAMES_EACH = 3
"""Games of each player that are reviewed …"""

MOST_GAMES = 300
"""… and of all players together: about five minutes at a second each."""

LONGEST_SECONDS = 30.0
"""CPU seconds of one review; a game that takes longer is left out."""

Phase: TypeAlias = tuple[str, float, int]
"""Its name, what was given away in it in a mean game, and the number of games reviewed."""


def phases_of_run(
    site: Site, run_id: int, game: str, beat: Callable[[], None] = lambda: None
) -> dict[int, list[Phase]]:
    """By the places of the players; nothing for a game whose moves nobody prices. `beat` is called between reviews."""
    try:
        opponents = ladder(game)
        reviewer = opponents.load_reviewer()
    except PlayfuncError:
        return {}
    if reviewer is None:
        return {}
    opponents.compile(tell=False)
    costs: defaultdict[int, dict[str, list[float]]] = defaultdict(dict)
    games: Counter[int] = Counter()
    for places, record in _sample(site, run_id):
        beat()
        try:
            review = reviewer.review(record, USUAL, time_limit(LONGEST_SECONDS, time.process_time))
        except (TooLongError, PlayfuncError):
            continue
        if not review.costs:
            continue
        games.update(places)
        for seat, place in enumerate(places):
            for cost in review.of_seat(seat):
                if cost.phase and not cost.unmeasured:
                    costs[place].setdefault(cost.phase, []).append(cost.lost)
    # Phases are in the order of play. A mean of estimates that comes out below 0 counts as 0: no move beats the best.
    return {
        place: [(phase, max(0.0, fsum(lost) / number), number) for phase, lost in costs[place].items()]
        for place, number in sorted(games.items())
    }


def _sample(site: Site, run_id: int) -> Iterator[tuple[list[int], GameRecord]]:
    """The first games of each player, without faults: the same sample however often the run was stopped."""
    seen: Counter[int] = Counter()
    chosen: list[int] = []
    with site.database.reading() as session:
        for game_id, fixture in session.execute(
            select(Game.id, Game.fixture).where(Game.run_id == run_id).order_by(Game.number)
        ):
            places = fixture["players"]
            if not fixture["faults"] and any(seen[place] < GAMES_EACH for place in places):
                seen.update(places)
                chosen.append(game_id)
                if len(chosen) == MOST_GAMES:
                    break
    for game_id in chosen:
        with site.database.reading() as session:
            game = session.get_one(Game, game_id, options=[joinedload(Game.record)])
            yield game.fixture["players"], read_record(game.record)


# A complete run as one object, whose SHA-256 is the run's digest: what it was played with, and all that came of it.
#
# It names players by their places and by the digests of their sources, so that it is the same on every site and stays
# the same when somebody is forgotten. Nothing in it depends on time.

FORMAT = "playfunc-run/1"


def published_run(
    run: Run,
    form: Format,
    entries: Sequence[Entry],
    outcomes: Sequence[Outcome],
    rows: Sequence[Row],
    pairs: Sequence[PairOfRun],
    marks: Mapping[int, float],
) -> dict[str, Any]:
    """The object. `rows` name players by their places."""
    return {
        "format": FORMAT,
        "game": form.game,
        "unit": form.unit,
        "high": form.high,
        "seed": run.seed,
        **run.settings,
        "players": [
            {
                "place": entry.place,
                "digest": entry.version.digest,
                "kind": entry.version.kind,
                "mark": marks.get(entry.place),
            }
            for entry in entries
        ],
        "rows": [asdict(row) for row in rows],
        "head_to_head": [asdict(pair) for pair in pairs],
        "faults": list(fault_counts([str(entry.place) for entry in entries], outcomes)),
        "games": [
            [one.fixture.deal, one.fixture.players, one.fixture.seed, one.fixture.chips, one.scores]
            for one in outcomes
        ],
    }


def digest(published: Mapping[str, Any]) -> str:
    """The SHA-256 of the object, with sorted keys and without blanks."""
    text = json.dumps(published, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


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
    entries = entries_of(session, run.id)
    marks = marks_of(run.settings["contest"], [_marked(entry) for entry in entries])
    rows = standings(form, [str(entry.place) for entry in entries], outcomes, marks)
    pairs = head_to_head(form, outcomes)
    seen = {(player, one.fixture.deal) for one in outcomes for player in one.fixture.players}
    deals = Counter(player for player, _ in seen)
    by_place = {entry.place: entry for entry in entries}
    for row in rows:
        entry = by_place[int(row.name)]
        _fill(entry, row)
        entry.deals = deals[entry.place]
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


def entries_of(session: Session, run_id: int, *, sources: bool = False) -> list[Entry]:
    """The entries of a run by place, with their entrants and versions, and with the `sources` of these."""
    version = joinedload(Entry.version).options(*([undefer(Version.source)] if sources else []))
    wanted = select(Entry).where(Entry.run_id == run_id).order_by(Entry.place)
    return list(session.scalars(wanted.options(joinedload(Entry.entrant), version)))


def _marked(entry: Entry) -> NamedPlayer:
    """The entry as `marks_of` knows it: built-in players by name, others as unknown."""
    house = entry.version.kind == "house"
    return NamedPlayer(entry.version.filename if house else "", None if house else "")


def _fill(entry: Entry, row: Row) -> None:
    entry.rank, entry.games, entry.faults = row.rank, row.games, row.faults
    entry.wins, entry.ties, entry.losses = row.wins, row.ties, row.losses
    entry.mean, entry.low, entry.high = row.value.mean, row.value.low, row.value.high
    entry.rating, entry.rating_low, entry.rating_high = row.rating.rating, row.rating.low, row.rating.high


def _tell_moves(session: Session, run: Run, entries: Sequence[Entry]) -> None:
    """How many ranks each rose since the run before, where the intervals of its ratings say that it moved at all."""
    before = last_run(session, run.ladder_id, before=run.number)
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
