"""Official runs while they are played: game after game into the database, so that a run that was killed goes on at the
first game that is missing, to the same results."""

from __future__ import annotations

import ast
import dataclasses
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playfunc import __version__
from playfunc_arena.formats import Field, Fixture, Format, Outcome, ladder_format
from playfunc_arena.play import Played, play_rounds
from playfunc_autograder.cluster import workers
from playfunc_autograder.executors import Workers
from playfunc_autograder.players import NamedPlayer
from playfunc_autograder.programs.compiling import CompileError, compile_source
from playfunc_autograder.programs.languages import Language
from playfunc_autograder.versions import code_digest
from playfunc_checks.extract import ExtractError, player_digest, read_player
from playfunc_checks.find_assignment import default_assignment
from sqlalchemy import case, select, update
from sqlalchemy.orm import Session, joinedload

from playfunc_web.database import now
from playfunc_web.database.tables import Entry, Game, PrivateLog, Run, Seat, Version
from playfunc_web.errors import SiteError
from playfunc_web.ladders.games import keep_record, memories_of
from playfunc_web.ladders.run_completion import complete, entries_of, phases_of_run
from playfunc_web.site import Site

# Versions → players that can be seated. Nothing here runs them: compilers run in confinement, players in worker
# processes. Nothing is unpacked.


_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")


def load_player(version: Version, game: str, folder: Path, languages: Mapping[str, Language]) -> NamedPlayer:
    """The player that a version is; `folder` is its own, empty, and stays while it plays. `languages` are the site's.

    Raises `ExtractError` with a sentence for the owner, and what a compiler said in further lines; `SandboxError` where
    this machine cannot compile it; `SiteError` where the source is gone.
    """
    if version.kind == "house":
        return NamedPlayer(version.filename)
    if version.source is None:
        raise SiteError(f"the source of version {version.id} is no longer kept")
    folder.mkdir(parents=True, exist_ok=True)
    if is_program(version):
        return _program(version, version.source, folder, languages)
    usual = default_assignment(game)
    path = folder / (f"{usual.notebook}.ipynb" if version.kind == "notebook" else "player.py")
    path.write_bytes(version.source)
    try:
        player = read_player(path, usual)
        return NamedPlayer(f"player{path.suffix}", player.source, notes=player.notes)
    except ExtractError as error:
        raise ExtractError(str(error).replace(path.name, version.filename)) from error


def text_digest(version: Version, game: str) -> str:
    """The SHA-256 of the player's text, which feedback prints too; empty for a program and for what cannot be read."""
    if version.source is None or version.kind == "house" or is_program(version):
        return ""
    try:
        with TemporaryDirectory(prefix="playfunc-") as folder:
            return player_digest(load_player(version, game, Path(folder), {}).source or "")
    except ExtractError:
        return ""


def is_program(version: Version) -> bool:
    """Whether it is a program: also a Python file that reads its input instead of defining `play`."""
    if version.kind != "python":
        return version.kind == "program"
    try:
        tree = ast.parse(version.source or b"")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    if any(isinstance(node, ast.FunctionDef) and node.name == "play" for node in tree.body):
        return False
    return any(
        (isinstance(node, ast.Name) and node.id == "input")
        or (isinstance(node, ast.Attribute) and node.attr == "stdin")
        for node in ast.walk(tree)
    )


def _program(version: Version, source: bytes, folder: Path, languages: Mapping[str, Language]) -> NamedPlayer:
    """Built anew, because what a compiler made must not outlive the machine that it was made for."""
    language = languages.get(version.language)
    if language is None:
        raise SiteError(f"the language {version.language} is no longer known here")
    built = compile_source(language, {_plain_name(version.filename, language): source}, folder / "built")
    if isinstance(built, CompileError):
        said = f"\n{built.output}" if built.output else ""
        raise ExtractError(f"{version.filename} was not compiled: {built.reason}{said}")
    return NamedPlayer(built.name(), base=built.folder)


def _plain_name(filename: str, language: Language) -> str:
    """A name that compilers take as no option: the upload's own where it is harmless, since Java wants it kept."""
    if _PLAIN.fullmatch(filename) and filename.split(".")[0] != "program":
        return filename
    return f"main{next(ending for ending in language.endings if filename.lower().endswith(ending))}"


# What a run costs each player: CPU time, moves, the slowest move. Added up in the transaction that stores the games,
# so that a run that was killed counts none twice and none too few.


@dataclass(slots=True)
class _Cost:
    cpu_seconds: float = 0.0
    moves: int = 0
    slowest_ms: float = 0.0


def add_costs(session: Session, run_id: int, played: Sequence[Played]) -> None:
    """Add the games' costs to the entries of their players. Built-in players are not timed: their moves are counted."""
    costs: dict[int, _Cost] = {}
    for one in played:
        for seat, place in enumerate(one.outcome.fixture.players):
            cost, own = costs.setdefault(place, _Cost()), one.private[seat]
            cost.cpu_seconds += own.cpu_seconds
            cost.moves += sum(move.seat == seat for move in one.record.moves)
            cost.slowest_ms = max(cost.slowest_ms, 1000 * max(own.move_seconds, default=0.0))
    for place, cost in sorted(costs.items()):
        slowest = case((Entry.slowest_ms < cost.slowest_ms, cost.slowest_ms), else_=Entry.slowest_ms)
        session.execute(
            update(Entry)
            .where(Entry.run_id == run_id, Entry.place == place)
            .values(
                cpu_seconds=Entry.cpu_seconds + cost.cpu_seconds,
                moves=Entry.moves + cost.moves,
                slowest_ms=slowest,
            )
            .execution_options(synchronize_session=False)
        )


Seats = Callable[[Entry, str, Path], NamedPlayer]
"""An entry, its game, and an empty folder of its own → its player."""

UPGRADED = "playfunc or Python was upgraded while this run was played. The next run plays all games anew."

Beat = Callable[[int, int], None]
"""Is told the games done and their total; raises where the work belongs to somebody else by now."""


def play_run(
    site: Site, run_id: int, beat: Beat = lambda done, total: None, *, seats: Seats | None = None
) -> None:
    """Play all of a run that is not played yet, and publish it. A complete run stays as it is. `seats` are its players,
    by default what their versions hold. Raises `playfunc_autograder.cluster.ClusterError` where the site's scheduler
    cannot be used: what was played is kept."""
    with site.database.writing() as session:
        run = session.get_one(Run, run_id, options=[joinedload(Run.ladder)])
        if run.state not in ("planned", "playing"):
            return
        if _is_of_other_code(run):
            run.state, run.settings = "stopped", {**run.settings, "stopped": UPGRADED}
            return
        run.state, run.started = "playing", run.started or now()
        entries = entries_of(session, run_id, sources=True)
    form = ladder_format(run.settings["contest"])
    with TemporaryDirectory(prefix="playfunc-run-") as folder:
        seat = seats or (lambda entry, game, own: load_player(entry.version, game, own, site.languages))
        field = form.field(
            int(run.seed),
            [entry.entrant.code for entry in entries],  # so do they know each other
            [seat(entry, form.game, Path(folder, str(entry.place))) for entry in entries],
            run.settings.get("apart", ()),
        )
        with workers(form.game, site.settings.jobs, site.settings.scheduler) as where:
            outcomes = _play(site, run, form, field, entries, where, beat)
    games = len(outcomes)
    phases = phases_of_run(site, run_id, form.game, lambda: beat(games, games))
    with site.database.writing() as session:
        run = session.get_one(Run, run_id, with_for_update=True)
        if run.state == "playing":  # and nobody else completed or stopped it meanwhile
            complete(session, run, form, outcomes, phases)


def code_of(contest: str) -> dict[str, str]:
    """What plays the contest here: part of a run's settings, because another version may play otherwise."""
    return {
        "playfunc": __version__,
        "python": "{}.{}.{}".format(*sys.version_info[:3]),
        "code": code_digest(ladder_format(contest).game),
    }


def _is_of_other_code(run: Run) -> bool:
    """Whether another version of playfunc or Python played games of it; a run not begun goes by what plays it."""
    here = code_of(run.settings["contest"])
    if run.started is None:
        run.settings = {**run.settings, **here}
    return any(run.settings.get(name, told) != told for name, told in here.items())


def _play(
    site: Site, run: Run, form: Format, field: Field, entries: Sequence[Entry], where: Workers, beat: Beat
) -> list[Outcome]:
    with site.database.reading() as session:
        kept = _stored(session, run.id)

    def keep(played: Sequence[Played], done: int, total: int) -> list[Outcome]:
        total = max(total, run.settings["games"])
        beat(done, total)
        with site.database.writing() as session:
            for number, one in enumerate(played, done + 1):
                _keep(session, run.id, number, entries, form.high, one)
            add_costs(session, run.id, played)
        beat(done + len(played), total)
        return [_kinds_alone(one.outcome) for one in played]

    rounds = form.rounds(len(entries), run.settings["deals"], int(run.seed))
    return play_rounds(field, rounds, where, keep, lambda done, count: kept[done : done + count])


def _kinds_alone(outcome: Outcome) -> Outcome:
    """The outcome as it will be read again: of a fault, its kind."""
    kinds = tuple((seat, reason.partition(":")[0]) for seat, reason in outcome.faults)
    return dataclasses.replace(outcome, faults=kinds)


def _stored(session: Session, run_id: int) -> list[Outcome]:
    """The outcomes of the games that are stored, in their order."""
    rows = session.execute(
        select(Game.fixture, Game.scores).where(Game.run_id == run_id).order_by(Game.number)
    )
    return [
        Outcome(
            Fixture(fixture["deal"], tuple(fixture["players"]), fixture["seed"], tuple(fixture["chips"])),
            tuple(map(float, scores)),
            tuple((seat, kind) for seat, kind in fixture["faults"]),
        )
        for fixture, scores in rows
    ]


def _keep(
    session: Session, run_id: int, number: int, entries: Sequence[Entry], high: bool, played: Played
) -> None:
    """One game with its seats, its public record, and what is private to each player."""
    outcome, fixture = played.outcome, played.outcome.fixture
    faults = {seat: reason.partition(":")[0] for seat, reason in outcome.faults}
    game = Game(
        run_id=run_id,
        number=number,
        deal=fixture.deal,
        fixture={
            "deal": fixture.deal,
            "players": list(fixture.players),
            "seed": fixture.seed,
            "chips": list(fixture.chips),
            "faults": [[seat, kind] for seat, kind in sorted(faults.items())],
        },
        scores=list(outcome.scores),
        record_digest=keep_record(session, played.record),
    )
    session.add(game)
    session.flush()
    sign = 1 if high else -1
    for seat, place in enumerate(fixture.players):
        entry, score = entries[place], outcome.scores[seat]
        better = sum(sign * other > sign * score for other in outcome.scores)
        session.add(
            Seat(
                game_id=game.id,
                seat=seat,
                entrant_id=entry.entrant_id,
                version_id=entry.version_id,
                score=score,
                place=1 + better,
                fault=faults.get(seat, ""),
            )
        )
        if entry.version.kind != "house":
            session.add(_private(game.id, seat, entry, played))


def _private(game_id: int, seat: int, entry: Entry, played: Played) -> PrivateLog:
    own = played.private[seat]
    faults = [f"{fault.error}: {fault.reason}" for fault in played.record.faults if fault.seat == seat]
    return PrivateLog(
        game_id=game_id,
        seat=seat,
        version_id=entry.version_id,
        written=now(),
        printed=own.printed,
        traceback="\n".join([*faults, own.traceback]).strip(),
        memories=memories_of(played.record, seat),
        times_ms=[round(1000 * seconds, 3) for seconds in own.move_seconds],
    )
