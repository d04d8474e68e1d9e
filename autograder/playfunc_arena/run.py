"""A contest from its players to its standings, stored on disk, so that it can be stopped and resumed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from playfunc_arena.entrants import Entrant, enter
from playfunc_arena.formats import Format, Outcome, contest_format
from playfunc_arena.names import names_of
from playfunc_arena.play import Field, play_all
from playfunc_arena.standings import Row, left_out, standings
from playfunc_arena.store import ContestError, Store, kept_header

__all__ = ["Contest", "run_contest"]


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
    jobs: int = 1,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
    *,
    strict: bool = False,
    on_left_out: Callable[[str, str], None] = lambda name, reason: None,
) -> list[Row]:
    """Try every player, play all that is not in `out` yet, and return the standings.

    A player that fails its trial is left out: `on_left_out(name, reason)` is called, and its row comes last. Raises
    `ContestError`; when `strict`, for a player that fails too. `on_progress(done, total)` counts games; a replayed
    round robin adds to the total.
    """
    try:
        form = contest_format(contest.game)
    except ValueError as error:
        raise ContestError(str(error)) from error
    kept = kept_header(out)
    tried = None if kept is None else kept["left_out"]
    entrants = [
        enter(name, player, form.game, form.least, tried)
        for name, player in zip(contest.names, contest.players, strict=True)
    ]
    refused = [entrant for entrant in entrants if entrant.refusal]
    entered = [entrant for entrant in entrants if not entrant.refusal]
    if (strict and refused) or len(entered) < form.least:
        raise ContestError(_not_held(contest, form, entered, refused))
    for entrant in refused:
        on_left_out(entrant.name, entrant.refusal)
    field = Field(
        form.game,
        contest.seed,
        tuple(entrant.name for entrant in entered),
        tuple(entrant.player for entrant in entered),
        form.strangers,
        form.round_start,
    )
    with Store.open(out, asdict(contest), entrants) as store:
        outcomes = _play(contest, form, field, store, jobs, on_progress)
    return [
        *standings(form, field.names, outcomes),
        *(left_out(entrant.name, entrant.refusal) for entrant in refused),
    ]


def _not_held(contest: Contest, form: Format, entered: Sequence[Entrant], refused: Sequence[Entrant]) -> str:
    failed = "".join(f"\n{entrant.name} cannot take part: {entrant.refusal}" for entrant in refused)
    if len(entered) < form.least:
        return f"{contest.game} needs at least {form.least} players, got {len(entered)}{failed}"
    return f"nothing was played, because not every player can take part{failed}"


def _play(
    contest: Contest,
    form: Format,
    field: Field,
    store: Store,
    jobs: int,
    on_progress: Callable[[int, int], None],
) -> list[Outcome]:
    """All games of the contest, those already kept among them."""
    outcomes: list[Outcome] = []
    rounds = form.rounds(len(field.players), contest.deals, contest.seed)
    fixtures = next(rounds, [])
    while True:
        finished = store.take(len(fixtures))
        total = len(outcomes) + len(fixtures)
        for played in play_all(field, fixtures[len(finished) :], jobs):
            results = [one.outcome for one in played]
            store.keep(results, [one.record for one in played])
            finished += results
            on_progress(len(outcomes) + len(finished), total)
        outcomes += finished
        try:
            fixtures = rounds.send(finished)
        except StopIteration:
            return outcomes
