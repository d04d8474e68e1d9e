"""A complete run as one object, whose SHA-256 is the run's digest: what it was played with, and all that came of it.

It names players by their places and by the digests of their sources, so that it is the same on every site and stays the
same when somebody is forgotten. Nothing in it depends on time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from playfunc_arena.formats import Format
from playfunc_arena.outcomes import Outcome
from playfunc_arena.published import fault_counts
from playfunc_arena.standings import Row
from playfunc_arena.versus import Pair

from playfunc_web.database.tables import Entry, Run

__all__ = ["FORMAT", "digest", "published_run"]

FORMAT = "playfunc-run/1"


def published_run(
    run: Run,
    form: Format,
    entries: Sequence[Entry],
    outcomes: Sequence[Outcome],
    rows: Sequence[Row],
    pairs: Sequence[Pair],
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
