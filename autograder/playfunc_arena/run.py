"""A contest from its players to its standings, stored on disk, so that it can be stopped and resumed; and published
as one object of JSON that describes itself (`contest.schema.json`)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playfunc_autograder.executors import HERE, Workers
from playfunc_autograder.programs import is_program, program_folder
from playfunc_autograder.versions import versions

from playfunc_arena.entrants import Entrant, enter, names_of
from playfunc_arena.formats import Field, Format, Outcome, contest_format
from playfunc_arena.plan import Plan, expected, game_seconds, limits
from playfunc_arena.play import Played, play_rounds, warm_up
from playfunc_arena.ratings import marks_of
from playfunc_arena.standings import Row, fault_counts, head_to_head, left_out, standings
from playfunc_arena.store import ContestError, Store, stored_header

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


@dataclass(frozen=True, slots=True)
class Finished:
    """A contest that is over: its standings, and the object that tells all of it (`contest.schema.json`)."""

    rows: list[Row]
    published: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything that a contest depends on. `game` is a name in `contest_names()`; `players` are named as on the
    command line, and `staff` are those of them that belong to the course. Cards and pairings come from the `seed`: a
    player that can guess it knows all hands."""

    game: str
    players: tuple[str, ...]
    deals: int
    seed: int = 1
    staff: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called: short, and each only once; the staff's are marked."""
        names = zip(names_of(self.players), self.players, strict=True)
        return tuple(f"{name} (staff)" if player in self.staff else name for name, player in names)


def run_contest(
    contest: Contest,
    out: Path | None = None,
    workers: Workers = HERE,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
    *,
    strict: bool = False,
    on_left_out: Callable[[str, str], None] = lambda name, reason: None,
    on_apart: Callable[[str], None] = lambda name: None,
    on_start: Callable[[Plan], None] = lambda plan: None,
) -> Finished:
    """Try every player, play all that is not in `out` yet, and write there what `Finished.published` says.

    A player that fails its trial is left out: `on_left_out(name, reason)` is called, and its row comes last. Raises
    `ContestError`; when `strict`, for a player that fails too. `on_apart(name)` is called for a player that keeps
    something from game to game, and gets a new process for each. `on_start(plan)` is called before the first game of
    a new contest, with what the trials let expect. `on_progress(done, total)` counts games; a replayed round robin
    adds to the total.
    """
    try:
        form = contest_format(contest.game)
    except ValueError as error:
        raise ContestError(str(error)) from error
    warm_up(workers)
    kept = stored_header(out)
    entrants = [
        enter(name, player, form.game, form.least, kept, form.parameters)
        for name, player in zip(contest.names, contest.players, strict=True)
    ]
    refused = [entrant for entrant in entrants if entrant.refusal]
    entered = [entrant for entrant in entrants if not entrant.refusal]
    if (strict and refused) or len(entered) < form.least:
        raise ContestError(_not_held(contest, form, entered, refused))
    for entrant in refused:
        on_left_out(entrant.name, entrant.refusal)
    apart = frozenset(place for place, entrant in enumerate(entered) if entrant.trial.apart)
    field = form.field(
        contest.seed,
        [entrant.name for entrant in entered],
        [entrant.player for entrant in entered],
        apart,
    )
    costs = [entrant.trial.cpu_a_game for entrant in entered if entrant.trial.cpu_a_game is not None]
    if len(costs) == len(entered):
        on_start(expected(form, costs, contest.deals, workers.count))
    for place in sorted(apart):
        on_apart(entered[place].name)
    settings = {**asdict(contest), "deals": form.whole(contest.deals), "versions": dict(versions(form.game))}
    with Store.open(out, settings, entrants) as store:
        outcomes = play_out(form, field, contest.deals, store, workers, on_progress)
        marks = marks_of(contest.game, field.players)
        rows = [
            *standings(form, field.names, outcomes, marks),
            *(left_out(entrant.name, entrant.refusal) for entrant in refused),
        ]
        told = published(store.header, form, entrants, outcomes, rows, marks)
        store.finish(as_text(told))
    return Finished(rows, told)


def _not_held(contest: Contest, form: Format, entered: Sequence[Entrant], refused: Sequence[Entrant]) -> str:
    failed = "".join(f"\n{entrant.name} cannot take part: {entrant.refusal}" for entrant in refused)
    if len(entered) < form.least:
        return f"{contest.game} needs at least {form.least} players, got {len(entered)}{failed}"
    return f"nothing was played, because not every player can take part{failed}"


def play_out(
    form: Format,
    field: Field,
    deals: int,
    store: Store,
    workers: Workers,
    on_progress: Callable[[int, int], None],
) -> list[Outcome]:
    """All games of a contest, those that the store has already among them."""

    def keep(played: Sequence[Played], done: int, total: int) -> list[Outcome]:
        results = [one.outcome for one in played]
        store.keep(results, [one.record for one in played])
        on_progress(done + len(results), total)
        return results

    rounds = form.rounds(len(field.players), deals, field.seed)
    return play_rounds(field, rounds, workers, keep, lambda done, count: store.take(count))
