"""`playfunc calibrate`: how strong the opponents and the reference players are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import misuse, progress
from playfunc_cli.options import CLONE, DEALS, GAME, SEED, USUAL_GAME, Jobs, OwnOpponents, Scheduler

if TYPE_CHECKING:
    from playfunc_autograder.executors import Workers
    from playfunc_opponents.measured.calibration import Contest, Margins, Pairing


PORTION = 5
"""Deals that are played between two looks at the store; a stop loses no more than those in play."""

LEAST_DEALS = 2


def calibrate(
    deals: Annotated[int, DEALS] = 200,
    game: Annotated[str, GAME] = USUAL_GAME,
    only: Annotated[
        list[str] | None, typer.Option(help="Only pairs with this player; may be repeated.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(help="Of these pairs, only those whose other player is this one; may be repeated."),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Only tables of this many players.")] = None,
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    seed: Annotated[int, SEED] = 1,
    again: Annotated[
        bool, typer.Option("--again", help="Discard the stored results of these pairs and measure again.")
    ] = False,
    store: Annotated[
        Path | None,
        typer.Option(
            help="The file of results.",
            show_default="the package's own, or calibration.json for others' games",
        ),
    ] = None,
    course: OwnOpponents = None,
    write: Annotated[
        bool,
        typer.Option("--write/--no-write", help="Update the tables in docs/ and the notebook."),
    ] = True,
) -> None:
    """Measure every pair of opponents and reference players on duplicate deals, and write the tables.

    You can stop it at any time and run it again to continue. Each deal is played from every seat.
    """
    from playfunc_autograder.cluster import workers
    from playfunc_opponents import LADDERS
    from playfunc_opponents.measured.calibration import (
        STORE,
        Contest,
        pairings,
        read_contests,
        reference_sources,
    )

    if deals < LEAST_DEALS:
        misuse(f"measuring needs at least {LEAST_DEALS} deals, and --deals {deals} was given")
    if game not in LADDERS:
        misuse(f"there are no opponents to measure for {game!r}; known games are {', '.join(LADDERS)}")
    ladder, own = LADDERS[game], LADDERS.reference(game).startswith("playfunc_opponents.")
    path = store or (STORE if own and course is None else (course or Path()) / "calibration.json")
    sources = (
        reference_sources(ladder, CLONE / "course/reference") if course is None else _of_course(course, game)
    )
    only = only or (list(sources) if course is not None else None)
    wanted = [
        pairing
        for table in ladder.tables
        if seats in (None, table)
        for pairing in pairings(ladder, table, seed, tuple(sources))
        if _named(pairing, only) and _named(pairing, against)
    ]
    if not wanted:
        misuse("no pair has these names; known are " + ", ".join((*ladder.names(2), *sources)))
    contests = read_contests(path)
    for pairing in wanted:
        if again or pairing not in contests:
            contests[pairing] = Contest(pairing)
    done = sum(len(contests[p].margins) for p in wanted)
    total = sum(max(deals, len(contests[p].margins)) for p in wanted)
    with workers(game, jobs, scheduler) as where, progress("deals", total) as update:
        for pairing, margins in _played(contests, wanted, deals, where, sources):
            _add(contests, pairing, margins, path)
            done += len(margins)
            update(done, label=f"{pairing.first} – {pairing.second}")
    _print([contests[pairing] for pairing in wanted], ladder.unit)
    if write and path == STORE:
        from playfunc_checks.strength import write_documents

        for document in write_documents(CLONE, contests):
            print(f"Written: {document.relative_to(CLONE)}")


def _of_course(course: Path, game: str) -> dict[str, str]:
    """The opponents of the course's own that its assignments on this game name."""
    from playfunc_checks.course import OPPONENTS_FOLDER, own_opponents

    files = own_opponents(course, game)
    if not files:
        misuse(f"no assignment on {game} in this course has an opponent with a file in {OPPONENTS_FOLDER}/")
    return {file.stem: file.read_text(encoding="utf-8") for file in files}


def _named(pairing: Pairing, names: Sequence[str] | None) -> bool:
    return not names or pairing.first in names or pairing.second in names


def _played(
    contests: dict[Pairing, Contest],
    wanted: Sequence[Pairing],
    deals: int,
    where: Workers,
    sources: Mapping[str, str],
) -> Iterator[tuple[Pairing, list[Margins]]]:
    """The margins that are missing, portion by portion in order."""
    from playfunc_autograder.executors import in_order

    portions = [
        (pairing, range(start, min(start + PORTION, deals)))
        for pairing in wanted
        for start in range(len(contests[pairing].margins), deals, PORTION)
    ]
    results = in_order(partial(_play, sources), portions, where.executor)
    for (pairing, _), margins in zip(portions, results, strict=True):
        yield pairing, margins


def _play(sources: Mapping[str, str], portion: tuple[Pairing, range]) -> list[Margins]:
    from playfunc_opponents.measured.calibration import play_deals

    pairing, numbers = portion
    return play_deals(pairing, numbers, sources)


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
            wide.between("{:+.2f} … {:+.2f}"),
        )
    Console().print(table)
