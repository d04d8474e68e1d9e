"""A ladder without a server: those of a course who entered play one run, whose pages become files.

The run is played on a site of its own in a temporary folder. Of the course it gets the players of those who entered,
and the pseudonyms that the course's secret gives them; no name, no mark and no deal of marking."""

from __future__ import annotations

import asyncio
import html
import posixpath
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from urllib.parse import parse_qsl, quote, urlsplit

from fastapi import FastAPI
from playfunc.files import write_whole
from playfunc.games import rules_for
from playfunc_arena.entrants import Trial, try_player
from playfunc_arena.formats import Format, contest_names, ladder_format
from playfunc_arena.plan import BudgetError, Plan, expected, plan
from playfunc_autograder.players import NamedPlayer
from playfunc_autograder.programs import put_down
from playfunc_checks.extract import PlayerSource, player_digest
from playfunc_checks.find_assignment import default_assignment
from playfunc_checks.submitted_player import ProgramError
from sqlalchemy.orm import Session
from starlette.types import Message, Scope

from playfunc_web.accounts.people import make_party
from playfunc_web.database.tables import Ladder, Party, Run
from playfunc_web.errors import SiteError
from playfunc_web.ladder_server import ladder_app
from playfunc_web.ladders.ladders import ensure_ladders, enter_unchecked, entrant_of, ladder_named
from playfunc_web.ladders.playing import play_run
from playfunc_web.ladders.schedule import field_of, plan_run, seconds_a_game
from playfunc_web.site import Site, SiteFolder

# Pages of the site as files that need no server: each page is asked for as a browser asks, its links are made
# relative, and what only a server can do is left out.

MOST_GAMES = 400
"""Games that get a page with a replay; each takes about a quarter of a megabyte. Links to others become plain text."""

_WRITTEN = re.compile(
    r"/static/[\w.-]+"
    r"|/(?:ladder|player|versus|game|runs)(?:/[\w.-]+)+"
    r"|/records|/docs(?:/[\w-]+)?"
    r"|/api/v1/ladders/[\w-]+/runs/\d+/(?:standings\.csv|games\.csv|run\.jsonl)"
)
_GAME = re.compile(r"/game/\d+/\d+")
_LINK = re.compile(r' (href|src)="(/[^"]*)"')
_FILES = (".css", ".js", ".svg", ".csv", ".jsonl", ".png", ".txt")


def export(app: FastAPI, first: str, out: Path, told: Callable[[int], None] = lambda pages: None) -> int:
    """Write the page at `first`, and all that it leads to, below `out`; `index.html` shows the first once more. The
    number of files.

    `app` answers as to somebody who is not logged in. Raises `SiteError` where a page cannot be made.
    """
    app.state.static = first
    pages = asyncio.run(_crawl(app, first, told))
    for address, (body, is_page) in pages.items():
        _write(out, file_of(address), body, is_page, pages)
    _write(out, "index.html", *pages[first], pages)
    return len(pages) + 1


def file_of(address: str) -> str:
    """Where the page of an address is written, relative to the site's root."""
    parts = urlsplit(address)
    path = parts.path.strip("/")
    if path.endswith(_FILES):
        return path
    asked = "".join(
        f".{quote(name, safe='')}-{quote(value, safe='')}" for name, value in parse_qsl(parts.query)
    )
    return f"{path}{asked}.html"


_Pages = dict[str, tuple[bytes, bool]]
"""Address → body, and whether it is a page whose links are followed."""


async def _crawl(app: FastAPI, first: str, told: Callable[[int], None]) -> _Pages:
    found: _Pages = {}
    waiting, seen, games = deque([first]), {first}, 0
    while waiting:
        address = waiting.popleft()
        body, media = await _get(app, address)
        is_page = media.startswith("text/html") and not address.endswith("/replay")
        found[address] = body, is_page
        told(len(found))
        links = (
            [html.unescape(link).partition("#")[0] for _, link in _LINK.findall(body.decode())]
            if is_page
            else []
        )
        for link in links:
            if link in seen or not _WRITTEN.fullmatch(urlsplit(link).path):
                continue
            if _GAME.fullmatch(link):
                if games == MOST_GAMES:
                    continue
                games += 1
            seen.add(link)
            waiting.append(link)
    return found


def _write(out: Path, name: str, body: bytes, is_page: bool, pages: _Pages) -> None:
    if is_page:
        body = _LINK.sub(lambda link: _relative(link, name, pages), body.decode()).encode()
    write_whole(out / name, body)


def _relative(link: re.Match[str], name: str, pages: _Pages) -> str:
    """The link from one file to another; nothing for what no file was written of."""
    address, mark, part = html.unescape(link[2]).partition("#")
    if address not in pages:
        return ""
    there = posixpath.relpath(file_of(address), posixpath.dirname(name) or ".")
    return f' {link[1]}="{html.escape(quote(there) + mark + part)}"'


async def _get(app: FastAPI, address: str) -> tuple[bytes, str]:
    """The body and the media type of what the application answers."""
    parts = urlsplit(address)
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "headers": [(b"host", b"ladder")],
        "client": ("127.0.0.1", 0),
        "server": ("ladder", 80),
    }
    status = 500
    headers: dict[bytes, bytes] = {}
    chunks: list[bytes] = []
    asked = False

    async def receive() -> Message:
        nonlocal asked
        if asked:
            await asyncio.Event().wait()  # nobody goes away before the answer is complete
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status, headers = message["status"], dict(message["headers"])
        else:
            chunks.append(message.get("body", b""))

    await app(scope, receive, send)
    if status != 200:
        raise SiteError(f"the page {address} could not be made (status {status})")
    return b"".join(chunks), headers.get(b"content-type", b"").decode()


SETTINGS = """title = {title}
public = true
timezone = "UTC"
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
    parameters; of equal ones the first. Raises `SiteError` for a game without contests."""
    forms = {name: form for name in contest_names() if (form := ladder_format(name)).game == game}
    if not forms:
        raise SiteError(f"the game {game} has no contest, so it has no ladder")

    def unlike(name: str) -> tuple[bool, int]:
        return forms[name].least != seats, len(forms[name].parameters.items() ^ parameters.items())

    return min(forms, key=unlike)


def hold(
    players: Mapping[str, PlayerSource],
    contest: str,
    out: Path,
    *,
    staff: Mapping[str, PlayerSource] = MappingProxyType({}),
    deals: int | None = None,
    seed: int | None = None,
    jobs: int = 1,
    on_left_out: Callable[[str, str], None] = lambda pseudonym, reason: None,
    on_start: Callable[[Plan], None] = lambda plan: None,
    progress: Progress = lambda done, total, label: None,
) -> Held:
    """Play one run of a contest between `players`, by pseudonym, the players of `staff`, by name, and the built-in
    players; write its pages to `out`. Without `deals`, `BUDGET_SECONDS` pay for them.

    Every player is tried first: `on_left_out(name, reason)` is called for one that cannot play. Raises `SiteError` for
    a contest that is none, and where nobody who entered is left; `StorageError`.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="playfunc-ladder-")))
        settings = SETTINGS.format(title='"The ladder"', jobs=jobs, budget=BUDGET_SECONDS)
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
    rules, assignment = rules_for(form.game, form.least, **form.parameters), default_assignment(form.game)
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
    """The run, what is expected of it, and who plays, without the built-in players, by the entrant's number."""
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
    if one.kind == "staff":
        party = make_party(session, "staff", one.name)
    else:
        party = Party(kind=one.kind, pseudonym=one.name)
        session.add(party)
        session.flush()
    entrant = entrant_of(session, ladder, party)
    enter_unchecked(
        session,
        entrant,
        digest=player_digest(one.source.source),
        kind="program" if one.source.program else "python",
        language="" if one.source.program else "python",
        filename=one.source.origin,
        source=one.source.source.encode("utf-8", "surrogatepass"),
        origin="command",
    )
    return entrant.id
