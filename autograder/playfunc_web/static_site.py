"""A ladder without a server: those of a course who entered play one run, whose pages become files.

The run is played on a site of its own in a temporary folder. Of the course it gets the players of those who entered,
and the pseudonyms that the course's secret gives them; no name, no mark and no deal of marking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from playfunc.games import rules_for
from playfunc_arena.formats import Format, contest_names, ladder_format
from playfunc_arena.plan import BudgetError, Plan, expected, plan
from playfunc_arena.trials import Trial, try_player
from playfunc_autograder.players import NamedPlayer
from playfunc_autograder.programs import put_down
from playfunc_checks.extract import PlayerSource, player_digest
from playfunc_checks.program import ProgramError
from playfunc_checks.usual import usual_assignment
from sqlalchemy.orm import Session

from playfunc_web.accounts.people import make_party
from playfunc_web.database import now
from playfunc_web.database.tables import Ladder, Party, Run, Version
from playfunc_web.errors import SiteError
from playfunc_web.exported import export
from playfunc_web.folder import SiteFolder
from playfunc_web.ladder_app import ladder_app
from playfunc_web.ladders.ladders import ensure_ladders, entrant_of, ladder_named
from playfunc_web.ladders.planning import field_of, plan_run, seconds_a_game
from playfunc_web.ladders.playing import play_run
from playfunc_web.site import Site

__all__ = ["BUDGET_SECONDS", "Held", "contest_of", "hold"]

SETTINGS = """title = {title}
public = true
timezone = "{timezone}"
jobs = {jobs}
final_cpu_seconds = {budget}
"""

BUDGET_SECONDS = 1800
"""CPU time of a contest whose number of deals nobody names; one round is played in any case."""

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Held:
    """What was written: the number of files, of people who entered, and the run's games."""

    files: int
    entered: int
    games: int


@dataclass(frozen=True, slots=True)
class _Tried:
    """Somebody who takes part, a person or staff: the pseudonym, or the name of staff's player; what was handed in, the
    player that it is, and its trial."""

    kind: str
    name: str
    source: PlayerSource
    player: NamedPlayer
    trial: Trial


def contest_of(game: str, seats: int, parameters: Mapping[str, int] = MappingProxyType({})) -> str:
    """The contest that an assignment stands for: that of the game whose tables are most like its own, by seats, then by
    parameters; of equal ones the first.

    Raises `SiteError` for a game without contests.
    """
    contests = [name for name in contest_names() if ladder_format(name).game == game]
    if not contests:
        raise SiteError(f"the game {game} has no contest, so it has no ladder")
    return min(contests, key=lambda name: _unlike(ladder_format(name), seats, parameters))


def _unlike(form: Format, seats: int, parameters: Mapping[str, int]) -> tuple[bool, int]:
    return form.least != seats, len(form.parameters.items() ^ parameters.items())


def hold(
    players: Mapping[str, PlayerSource],
    contest: str,
    out: Path,
    *,
    staff: Mapping[str, PlayerSource] = MappingProxyType({}),
    deals: int | None = None,
    seed: int | None = None,
    jobs: int = 1,
    timezone: str = "UTC",
    on_left_out: Callable[[str, str], None] = lambda pseudonym, reason: None,
    on_start: Callable[[Plan], None] = lambda plan: None,
    progress: Progress = lambda done, total, label: None,
) -> Held:
    """Play one run of a contest between `players`, by pseudonym, the players of `staff`, by name, and the house
    players; write its pages to `out`. Without `deals`, `BUDGET_SECONDS` pay for them.

    Every player is tried first: `on_left_out(name, reason)` is called for one that cannot play. Raises `SiteError` for
    a contest that is none, and where nobody who entered is left; `StorageError`.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="playfunc-ladder-")))
        settings = SETTINGS.format(title='"The ladder"', timezone=timezone, jobs=jobs, budget=BUDGET_SECONDS)
        (folder / "site.toml").write_text(settings, encoding="utf-8")
        site = Site.open(SiteFolder.open(folder))
        stack.callback(site.database.close)
        people = list(_tried("person", players, contest, stack, on_left_out))
        if not people:
            raise SiteError("nobody who entered can play")
        tried = [*people, *_tried("staff", staff, contest, stack, on_left_out)]
        run, planned, entered = _planned(site, tried, contest, deals, seed)
        on_start(planned)
        play_run(
            site,
            run.id,
            lambda done, total: progress(done, total, "playing"),
            seats=lambda entry, game, own: (
                entered[entry.entrant_id].player
                if entry.entrant_id in entered
                else NamedPlayer(entry.entrant.house)
            ),
        )
        files = export(
            ladder_app(site), f"/ladder/{contest}", out, lambda pages: progress(pages, pages, "pages")
        )
    return Held(files, len(people), planned.games)


def _tried(
    kind: str,
    players: Mapping[str, PlayerSource],
    contest: str,
    stack: ExitStack,
    on_left_out: Callable[[str, str], None],
) -> Iterator[_Tried]:
    """Those who can play. The files of a program lie in a folder that `stack` removes."""
    form = ladder_format(contest)
    rules, assignment = rules_for(form.game, form.least, **form.parameters), usual_assignment(form.game)
    for name, source in sorted(players.items()):
        player = NamedPlayer("player.py", source.source)
        if source.program is not None:
            player = NamedPlayer(source.program.name, base=stack.enter_context(put_down(source.program)))
        try:
            trial = try_player(player, rules, assignment)
        except ProgramError as error:
            trial = Trial(str(error))
        if trial.refusal:
            on_left_out(name, trial.refusal)
        else:
            yield _Tried(kind, name, source, player, trial)


def _planned(
    site: Site, tried: Sequence[_Tried], contest: str, deals: int | None, seed: int | None
) -> tuple[Run, Plan, Mapping[int, _Tried]]:
    """The run, what is expected of it, and who plays by the entrant's number; the house players are not among them."""
    form, jobs = ladder_format(contest), site.settings.jobs
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder = ladder_named(session, contest)
        entered = {_enter(session, ladder, one): one for one in tried}
        ladder.state = "frozen"  # so that everybody may open every game
        field = field_of(session, ladder)
        trials = [entered[each.id].trial if each.id in entered else Trial() for each in field]
        known = seconds_a_game(session, form, field)
        costs = [trial.cpu_a_game or seconds for trial, seconds in zip(trials, known, strict=True)]
        planned = expected(form, costs, deals, jobs) if deals else _affordable(form, costs, jobs)
        run = plan_run(session, ladder, "final", site.settings, seed=seed, deals=planned.deals)
        apart = [place for place, trial in enumerate(trials) if trial.apart]
        if apart:
            run.settings = {**run.settings, "apart": apart}
        return run, planned, entered


def _affordable(form: Format, costs: Sequence[float], jobs: int) -> Plan:
    """What the budget pays for, and at least one round."""
    try:
        return plan(form, costs, BUDGET_SECONDS, jobs)
    except BudgetError:
        return expected(form, costs, form.step, jobs)


def _enter(session: Session, ladder: Ladder, one: _Tried) -> int:
    """The entrant's number."""
    entrant = entrant_of(session, ladder, _party(session, one))
    version = Version(
        entrant=entrant,
        number=1,
        digest=player_digest(one.source.source),
        kind="program" if one.source.program else "python",
        language="" if one.source.program else "python",
        filename=one.source.origin,
        source=one.source.source.encode("utf-8", "surrogatepass"),
        origin="command",
        uploaded=now(),
        state="admitted",
    )
    session.add(version)
    session.flush()
    entrant.active = version
    return entrant.id


def _party(session: Session, one: _Tried) -> Party:
    if one.kind == "staff":
        return make_party(session, "staff", one.name)
    party = Party(kind=one.kind, pseudonym=one.name)
    session.add(party)
    session.flush()
    return party
