"""playfunc calibrate: measure how strong the opponents and the reference players are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from playfunc_opponents.measured.calibration import Contest, Margins, Pairing

__all__ = ["calibrate"]

CLONE = Path(__file__).parents[2]
"""Where the reference players and the documents are: in a clone, not in the wheel."""

PORTION = 5
"""Deals that are played between two looks at the store; a stop loses no more than those in play."""


def calibrate(
    deals: Annotated[int, typer.Option(min=2, help="Deals per pair, each played from every seat.")] = 200,
    game: Annotated[str, typer.Option(help="Which game.")] = "hearts",
    only: Annotated[
        list[str] | None, typer.Option(help="Only pairs with this player; may be repeated.")
    ] = None,
    against: Annotated[list[str] | None, typer.Option(help="Of those, only pairs with this one too.")] = None,
    seats: Annotated[int | None, typer.Option(help="Only tables of so many.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes play.")] = 1,
    seed: Annotated[int, typer.Option(help="Which deals.")] = 1,
    again: Annotated[
        bool, typer.Option("--again", help="Forget what is stored of these pairs and measure anew.")
    ] = False,
    store: Annotated[
        Path | None, typer.Option(help="The file of results; the package's own if left out.")
    ] = None,
    write: Annotated[
        bool,
        typer.Option("--write/--no-write", help="Bring the tables in docs/ and the notebook up to date."),
    ] = True,
) -> None:
    """Measure every pair of opponents and reference players on duplicate deals, and write the tables.

    Stop it at any time: what was played is stored, and the same command goes on. Needs a clone of the
    repository, where the reference players are.
    """
    from playfunc_opponents import LADDERS
    from playfunc_opponents.measured.calibration import STORE, Contest, pairings, read_contests

    from playfunc_cli.console import bar, misuse

    if game not in LADDERS:
        misuse(f"nothing is known to measure for {game!r}; known are {', '.join(LADDERS)}")
    ladder, path = LADDERS[game], store or STORE
    wanted = [
        pairing
        for table in ladder.tables
        if seats in (None, table)
        for pairing in pairings(ladder, table, seed)
        if _named(pairing, only) and _named(pairing, against)
    ]
    if not wanted:
        misuse("no pair has these names; known are " + ", ".join((*ladder.names(2), *ladder.references)))
    contests = read_contests(path)
    for pairing in wanted:
        if again or pairing not in contests:
            contests[pairing] = Contest(pairing)
    with bar() as progress:
        task = progress.add_task("", total=sum(max(deals, len(contests[p].margins)) for p in wanted))
        done = sum(len(contests[p].margins) for p in wanted)
        for pairing, margins in _played(contests, wanted, deals, jobs):
            _add(contests, pairing, margins, path)
            done += len(margins)
            progress.update(task, description=f"{pairing.first} – {pairing.second}", completed=done)
    _print([contests[pairing] for pairing in wanted], ladder.unit)
    if write and store is None:
        from playfunc_checks.strength import write_documents

        for document in write_documents(CLONE, contests):
            print(f"Written: {document.relative_to(CLONE)}")


def _named(pairing: Pairing, names: Sequence[str] | None) -> bool:
    return not names or pairing.first in names or pairing.second in names


def _played(
    contests: dict[Pairing, Contest], wanted: Sequence[Pairing], deals: int, jobs: int
) -> Iterator[tuple[Pairing, list[Margins]]]:
    """The margins that are missing, portion by portion in order."""
    from joblib import Parallel, delayed
    from playfunc_opponents.measured.calibration import play_deals

    references = CLONE / "course/reference"
    portions = [
        (pairing, range(start, min(start + PORTION, deals)))
        for pairing in wanted
        for start in range(len(contests[pairing].margins), deals, PORTION)
    ]
    results = Parallel(n_jobs=jobs, return_as="generator")(
        delayed(play_deals)(pairing, numbers, references) for pairing, numbers in portions
    )
    for (pairing, _), margins in zip(portions, results, strict=True):
        yield pairing, margins


def _add(contests: dict[Pairing, Contest], pairing: Pairing, margins: list[Margins], path: Path) -> None:
    """Add a portion and store it, beside what others may have stored in the meantime."""
    from playfunc_opponents.measured.calibration import Contest, read_contests, write_contests

    contests[pairing] = Contest(pairing, (*contests[pairing].margins, *margins))
    write_contests(read_contests(path) | {pairing: contests[pairing]}, path)


def _print(contests: Sequence[Contest], unit: str) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("first", "second", "seats", "deals", f"{unit}, 95%", "99%", show_edge=False)
    for contest in contests:
        pairing = contest.pairing
        wide = contest.interval(0.99)
        table.add_row(
            pairing.first,
            pairing.second,
            str(pairing.seats),
            str(len(contest.margins)),
            str(contest.interval()),
            f"{wide.low:+.2f} … {wide.high:+.2f}",
        )
    Console().print(table)
