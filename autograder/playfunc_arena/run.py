"""A contest from its players to its standings, stored on disk, so that it can be stopped and resumed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playfunc_autograder.executors import HERE, Workers
from playfunc_autograder.versions import versions

from playfunc_arena.entrants import Entrant, enter
from playfunc_arena.formats import Format, contest_format
from playfunc_arena.marks import marks_of
from playfunc_arena.names import names_of
from playfunc_arena.outcomes import Outcome
from playfunc_arena.plan import Plan, expected
from playfunc_arena.play import Field, play_all, warm_up
from playfunc_arena.published import as_text, published
from playfunc_arena.standings import Row, left_out, standings
from playfunc_arena.store import ContestError, Store, kept_header


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
    kept = kept_header(out)
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
    field = Field(
        form.game,
        contest.seed,
        tuple(entrant.name for entrant in entered),
        tuple(entrant.player for entrant in entered),
        form.strangers,
        form.round_start,
        form.follow,
        form.parameters,
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
    outcomes: list[Outcome] = []
    rounds = form.rounds(len(field.players), deals, field.seed)
    fixtures = next(rounds, [])
    while True:
        finished = store.take(len(fixtures))
        total = len(outcomes) + len(fixtures)
        for played in play_all(field, fixtures, workers, len(finished)):
            results = [one.outcome for one in played]
            store.keep(results, [one.record for one in played])
            finished += results
            on_progress(len(outcomes) + len(finished), total)
        outcomes += finished
        try:
            fixtures = rounds.send(finished)
        except StopIteration:
            return outcomes
