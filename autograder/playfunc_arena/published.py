"""A finished contest as one object of JSON that describes itself; its schema is `contest.schema.json` beside this."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from playfunc_autograder.programs import is_program, program_folder

from playfunc_arena.entrants import Entrant
from playfunc_arena.formats import Format
from playfunc_arena.outcomes import Outcome
from playfunc_arena.plan import game_seconds, limits
from playfunc_arena.standings import Row
from playfunc_arena.versus import head_to_head

FORMAT = "playfunc-contest/1"
"""What the object calls itself. The number changes when a reader of the old one could misread the new."""

SCHEMA = Path(__file__).with_name("contest.schema.json")
"""The JSON Schema (2020-12) of the object."""


def published(
    header: Mapping[str, Any],
    form: Format,
    entrants: Sequence[Entrant],
    outcomes: Sequence[Outcome],
    rows: Sequence[Row],
    marks: Mapping[int, float],
) -> dict[str, Any]:
    """The object. The `header` is what the contest's store has of it; `entrants` are all that wanted to take part;
    `outcomes` and `marks` count the places of those that did."""
    places = [entrant.name for entrant in entrants if not entrant.refusal]
    fixed = {places[place]: rating for place, rating in marks.items()}
    named = zip(entrants, header["players"], strict=True)
    return {
        "format": FORMAT,
        "game": form.game,
        "contest": header["game"],
        "about": form.about,
        "seed": str(header["seed"]),
        "deals": header["deals"],
        "unit": form.unit,
        "high": form.high,
        "players": [
            {
                "name": entrant.name,
                "kind": _kind(entrant.player.name),
                "digest": _digest(entrant.player.name, header["files"][entrant.name]),
                "staff": player in header["staff"],
                "mark": fixed.get(entrant.name),
                "apart": entrant.trial.apart,
            }
            for entrant, player in named
        ],
        "rows": [asdict(row) for row in rows],
        "head_to_head": [
            {**asdict(pair), "a": places[pair.a], "b": places[pair.b]}
            for pair in head_to_head(form, outcomes)
        ],
        "faults": list(fault_counts(places, outcomes)),
        "limits": _limits(form, len(places)),
        "versions": dict(header["versions"]),
    }


def as_text(told: Mapping[str, Any]) -> str:
    """The object as it is printed and kept, the same bytes every time."""
    return json.dumps(told, indent=1, allow_nan=False) + "\n"


def fault_counts(names: Sequence[str], outcomes: Sequence[Outcome]) -> Iterator[dict[str, Any]]:
    """Every fault once for each player, with the number of games that it was made in and the first of them, counted
    from 0 as the lines of `games.jsonl` are."""
    games: dict[tuple[int, str], list[int]] = {}
    for number, outcome in enumerate(outcomes):
        for seat, reason in outcome.faults:
            games.setdefault((outcome.fixture.players[seat], reason), []).append(number)
    for (player, reason), numbers in sorted(games.items()):
        yield {
            "player": names[player],
            "fault": reason,
            "games": len(set(numbers)),
            "first_game": numbers[0],
        }


def _kind(player: str) -> str:
    if is_program(player):
        return "program"
    return "python" if Path(player).suffix else "opponent"


def _digest(player: str, files: Mapping[str, str]) -> str | None:
    """The SHA-256 of all that a player is made of: of its text, or of the list of a program's files with theirs. The
    versions stand for an opponent of ours."""
    if not files:
        return None
    if not is_program(player):
        (digest,) = files.values()
        return digest
    folder = program_folder(player)
    listed = "".join(f"{Path(name).relative_to(folder)} {digest}\n" for name, digest in files.items())
    return hashlib.sha256(listed.encode("utf-8", "surrogateescape")).hexdigest()


def _limits(form: Format, players: int) -> dict[str, float]:
    allowed = limits(form.game)
    return {
        "move_seconds": allowed.move_seconds,
        "deal_seconds": form.games_each(players) * game_seconds(form.game),
        "load_seconds": allowed.load_seconds,
        "memory_bytes": allowed.memory_bytes,
    }
