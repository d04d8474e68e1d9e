"""`playfunc doctor`, `compile` and `calibrate`: how well code is confined here, what compiles, how strong opponents
are."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import cycle, islice
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import misuse, near, open_course, progress, trouble
from playfunc_cli.options import (
    CLONE,
    DEALS,
    GAME,
    SEED,
    USUAL_GAME,
    DatabaseOption,
    Jobs,
    OwnOpponents,
    Scheduler,
    SiteOption,
)

if TYPE_CHECKING:
    from playfunc_autograder.executors import Workers
    from playfunc_opponents import Ladder
    from playfunc_opponents.measured.calibration import Contest, Margins, Pairing


def doctor(
    course: Annotated[
        Path | None, typer.Argument(help="Also check the settings of this course.", show_default=False)
    ] = None,
    site: SiteOption = None,
    courses: Annotated[
        list[Path] | None,
        typer.Option(
            "--courses", help="A course whose secrets the site's user must not read; may be repeated."
        ),
    ] = None,
    database: DatabaseOption = None,
) -> None:
    """Show how well students' code is confined on this computer, why not better, and what to install.

    With --site, run it as the user that will serve. Exit code 1 means that something must be put right first.
    """
    from playfunc_autograder.doctor import describe, diagnose
    from playfunc_autograder.sandbox import available_tier

    if course is not None:
        zone = open_course(course).settings.zone
        print(f"The settings of {near(course)} are valid. Times are read and shown in the zone {zone}.\n")
    notebooks = None
    _begin("Trying how players are confined")
    if available_tier().tier.confined:
        try:
            from playfunc_classroom.nbgrader_bridge.kernels import why_not_notebooks
        except ModuleNotFoundError:  # a student's install marks nothing
            pass
        else:
            _begin("Starting a confined notebook, which takes up to a minute")
            notebooks = why_not_notebooks(available_tier().tier)
    _begin("Trying programs, and asking each language for its version")
    found = diagnose()
    print(describe(found, notebooks))
    if site is not None:
        _site(site, courses or (), database, found.tier.confined)


def _begin(step: str) -> None:
    """On stderr, so that a report in a file holds the report alone."""
    print(f"{step} …", file=sys.stderr, flush=True)


def _site(site: Path, courses: Sequence[Path], url: str | None, confined: bool) -> None:
    from playfunc_web.doctor import Finding, examine_site

    _begin("Looking at the site")
    findings = list(examine_site(site, courses, url))
    if not confined:
        findings.append(Finding(False, "Players are not confined here, so the ladder takes no uploads."))
    print(f"\nThe site in {near(site)}:")
    for finding in findings:
        print(f"  {'good' if finding.good else 'BAD '}  {finding.text}")
    if not all(finding.good for finding in findings):
        raise typer.Exit(1)


def compile(  # noqa: A001 - named as the command is
    opponents: Annotated[
        bool, typer.Option("--opponents", help="Also compile what the opponents run on, for graders.")
    ] = False,
) -> None:
    """Compile the fast rules for this computer now, so that the first simulation does not have to wait.

    For an image or a computer lab, set PLAYFUNC_CACHE to a folder that everybody may read and nobody else may write,
    and run this once.
    """
    from playfunc.compiled.native import NATIVE, compiled_from, is_complete
    from playfunc.files import cache_root
    from playfunc.games import GAMES
    from playfunc_opponents import LADDERS

    if not NATIVE:
        print("numba is not installed. Simulations run in plain Python, with the same results, but slowly.")
        print("To make them some hundred times faster, run: pip install 'playfunc[fast]'")
        return
    rules = [game.compile for game in GAMES.usable().values()]
    players = [ladder.compile for ladder in LADDERS.usable().values()]
    with progress("compiling the fast rules", len(rules) + len(players)) as update:
        for number, compile_one in enumerate((*rules, *players), 1):
            compile_one()
            update(number)
    if not all(map(is_complete, compiled_from())):
        trouble(f"{cache_root()} is not writable; set PLAYFUNC_CACHE to a folder that is")
    if opponents:
        _seat_everyone()
    print(f"The fast rules are compiled in {cache_root()}.")


def _seat_everyone() -> None:
    """Seat every opponent at every table size, so that whatever it runs on is compiled."""
    from playfunc.match import play_game
    from playfunc_opponents import LADDERS, opponent

    tables = [
        (each.rules(seats), tiers)
        for each in LADDERS.usable().values()
        for seats in each.tables
        for tiers in _seatings(each.tiers, seats)
    ]
    with progress("compiling the opponents", len(tables)) as update:
        for number, (rules, tiers) in enumerate(tables, 1):
            players = [opponent(rules, tier) for tier in tiers]
            play_game(rules, rules.deal(random.Random(1)), players)
            update(number)


def _seatings(tiers: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """As few tables as seat every tier, the strongest first; what is left of the last is filled from the top."""
    everyone = cycle(reversed(tiers))
    return [tuple(islice(everyone, seats)) for _ in range(ceil(len(tiers) / seats))]


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
        bool, typer.Option("--write/--no-write", help="Update the tables in docs/ and the notebook.")
    ] = True,
) -> None:
    """Measure every pair of opponents and reference players on duplicate deals, and write the tables.

    You can stop it at any time and run it again to continue. Each deal is played from every seat.
    """
    from playfunc_autograder.cluster import workers
    from playfunc_opponents import LADDERS
    from playfunc_opponents.measured.calibration import STORE, Contest, read_contests, reference_sources

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
    wanted = _pairs(ladder, seats, seed, tuple(sources), only, against)
    contests = read_contests(path)
    for pairing in wanted:
        if again or pairing not in contests:
            contests[pairing] = Contest(pairing)
    with workers(game, jobs, scheduler) as where:
        _measure(contests, wanted, deals, where, sources, path)
    _print([contests[pairing] for pairing in wanted], ladder.unit)
    if write and path == STORE:
        from playfunc_checks.win_rule_simulation import write_documents

        for document in write_documents(CLONE, contests):
            print(f"Written: {document.relative_to(CLONE)}")


def _of_course(course: Path, game: str) -> dict[str, str]:
    """The opponents of the course's own that its assignments on this game name."""
    from playfunc_checks.course_settings import OPPONENTS_FOLDER, own_opponents

    files = own_opponents(course, game)
    if not files:
        misuse(f"no assignment on {game} in this course has an opponent with a file in {OPPONENTS_FOLDER}/")
    return {file.stem: file.read_text(encoding="utf-8") for file in files}


def _pairs(
    ladder: Ladder,
    seats: int | None,
    seed: int,
    sources: tuple[str, ...],
    only: Sequence[str] | None,
    against: Sequence[str] | None,
) -> list[Pairing]:
    """The pairs to measure, by the options of `calibrate`."""
    from playfunc_opponents.measured.calibration import pairings

    wanted = [
        pairing
        for table in ladder.tables
        if seats in (None, table)
        for pairing in pairings(ladder, table, seed, sources)
        if _named(pairing, only) and _named(pairing, against)
    ]
    if not wanted:
        misuse("no pair has these names; known are " + ", ".join((*ladder.names(2), *sources)))
    return wanted


def _named(pairing: Pairing, names: Sequence[str] | None) -> bool:
    return not names or pairing.first in names or pairing.second in names


def _measure(
    contests: dict[Pairing, Contest],
    wanted: Sequence[Pairing],
    deals: int,
    where: Workers,
    sources: Mapping[str, str],
    path: Path,
) -> None:
    """Play the margins that are missing, and store each portion beside what others may have stored meanwhile."""
    from playfunc_autograder.executors import in_order
    from playfunc_opponents.measured.calibration import Contest, read_contests, write_contests

    portions = [
        (pairing, range(start, min(start + PORTION, deals)))
        for pairing in wanted
        for start in range(len(contests[pairing].margins), deals, PORTION)
    ]
    done = sum(len(contests[p].margins) for p in wanted)
    total = sum(max(deals, len(contests[p].margins)) for p in wanted)
    results = in_order(partial(_play, sources), portions, where.executor)
    with progress("deals", total) as update:
        for (pairing, _), margins in zip(portions, results, strict=True):
            contests[pairing] = Contest(pairing, (*contests[pairing].margins, *margins))
            write_contests(read_contests(path) | {pairing: contests[pairing]}, path)
            done += len(margins)
            update(done, label=f"{pairing.first} – {pairing.second}")


def _play(sources: Mapping[str, str], portion: tuple[Pairing, range]) -> list[Margins]:
    from playfunc_opponents.measured.calibration import play_deals

    pairing, numbers = portion
    return play_deals(pairing, numbers, sources)


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
