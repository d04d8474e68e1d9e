"""One game, of a complete run or against a built-in player: who played, its replay, what its moves cost, its record."""

from __future__ import annotations

import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import InitVar, dataclass, field
from threading import BoundedSemaphore, Lock
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response
from playfunc.codec import decode
from playfunc.costs import Line, Review
from playfunc.errors import PlayfuncError
from playfunc.record import GameRecord, record_text
from playfunc.rules import Seat
from playfunc.show import replay
from playfunc_opponents import ladder
from playfunc_opponents.reviewer import USUAL, Progress, Reviewer
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, undefer

from playfunc_web.access import Viewer, owns
from playfunc_web.admission.uploads import built_in_games
from playfunc_web.database.tables import Entrant, Game, MeetingGame, PrivateLog, Version
from playfunc_web.errors import ProblemError, StorageError
from playfunc_web.http.content import from_content_host
from playfunc_web.http.limits import limited
from playfunc_web.http.responses import attachment, render
from playfunc_web.http.viewer import Here, Member, Reader, base_url
from playfunc_web.ladders.games import (
    TooLongError,
    game_of,
    neighbour,
    next_unwatched,
    private_logs,
    public,
    read_record,
    shown_record,
    time_limit,
    watch,
)
from playfunc_web.ladders.ladders import ladder_baselines, unit_of
from playfunc_web.site import Site

# What the moves of a game cost, computed when somebody asks: by one thread beside the answers to requests, for a
# limited time, and kept by the record's digest as long as there is room.


KEPT = 128
WAITING = 6
READERS = 8
"""Requests that wait for a review at once; each takes one of the forty threads that answer all pages."""
SECONDS = 90.0


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review, or a sentence why there is none. `lines` are the best ones in place of the costliest moves, by the
    number of moves before, as far as the game's reviewer tells them."""

    review: Review | None
    reason: str = ""
    lines: Mapping[int, Line] = field(default_factory=dict)


@dataclass(slots=True)
class Reviews:
    """Reviews by digest. At most `waiting` are computed or wait at once, each for at most `seconds`; at most `readers`
    requests wait for them, and others are told at once to ask again."""

    kept: int = KEPT
    waiting: int = WAITING
    seconds: float = SECONDS
    readers: InitVar[int] = READERS
    _places: BoundedSemaphore = field(init=False)
    _asked: OrderedDict[str, Future[Reviewed]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)
    _thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="review")
    )

    def __post_init__(self, readers: int) -> None:
        self._places = BoundedSemaphore(readers)

    def ready(self, digest: str) -> Reviewed | None:
        """The review, if it is computed already."""
        found = self._asked.get(digest)
        return found.result() if found is not None and found.done() else None

    def ask(self, digest: str, record: GameRecord, wait: float) -> Reviewed | None:
        """The review; `None` if it is not ready in `wait` seconds. Raises `ProblemError` where too many wait."""
        with self._lock:
            future = self._asked.get(digest)
            if future is None:
                future = self._asked[digest] = self._start(record)
            self._asked.move_to_end(digest)
            self._forget()
        if future.done():
            return future.result()
        if not self._places.acquire(blocking=False):
            return None
        try:
            return future.result(wait)
        except NotYet:
            return None
        finally:
            self._places.release()

    def _start(self, record: GameRecord) -> Future[Reviewed]:
        if sum(not each.done() for each in self._asked.values()) >= self.waiting:
            raise ProblemError(
                503,
                "Busy",
                "Costs of other games are being computed: try again in a minute.",
                headers=(("Retry-After", "60"),),
            )
        return self._thread.submit(_review, record, self.seconds)

    def _forget(self) -> None:
        done = [digest for digest, future in self._asked.items() if future.done()]
        for digest in done[: max(0, len(self._asked) - self.kept)]:
            del self._asked[digest]


REVIEWS = Reviews()
"""Of this process; a record's digest means the same on every site."""


def reviewable(game: str) -> bool:
    """Whether anything prices the moves of this game."""
    try:
        return bool(ladder(game).reviewer)
    except PlayfuncError:
        return False


def _review(record: GameRecord, seconds: float) -> Reviewed:
    progress = time_limit(seconds, time.monotonic)
    try:
        opponents = ladder(record.game)
        reviewer = opponents.load_reviewer()
        if reviewer is None:
            return Reviewed(None, "Nothing prices the moves of this game.")
        opponents.compile(tell=False)
        review = reviewer.review(record, USUAL, progress)
        return Reviewed(review, lines=_lines(reviewer, review, progress))
    except TooLongError:
        return Reviewed(
            None,
            f"Computing these costs takes longer than {seconds:.0f} s, which is the limit here. On your own "
            "computer, download the game and run playfunc review.",
        )
    except PlayfuncError as error:
        return Reviewed(None, f"The costs of this game cannot be computed: {error}")


def _lines(reviewer: Reviewer, review: Review, on_progress: Progress) -> dict[int, Line]:
    found: dict[int, Line] = {}
    for cost in (cost for seat in range(len(review.record.players)) for cost in review.worst(seat)):
        on_progress(cost.at, len(review.costs))
        if line := reviewer.best_line(cost):
            found[cost.at] = line
    return found


router = APIRouter(include_in_schema=False)


WAIT_SECONDS = 15.0
"""How long a browser without scripts waits for costs."""

_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


@dataclass(frozen=True, slots=True)
class Opened:
    """A game as its viewer may open it: its page's `address`, its contest and its `number`; the record as the replay
    shows it, with what the players of the viewer's `own` seats remembered; the `public` one, by whose digest costs are
    kept; and the record to download, under the name of a file."""

    address: str
    contest: str
    number: int
    shown: GameRecord
    own: Sequence[Seat]
    public: GameRecord
    digest: str
    text: str
    file: str


def game_routes(
    router: APIRouter, path: str, find: Callable[..., Opened], *, limits: bool = True, isolated: bool = True
) -> None:
    """A game's replay, costs and record, below the path of its page. `find` is a dependency: a game that one may not
    open answers as one that does not exist. Replays come from the content host where they are `isolated`."""

    def limit(purpose: str, *, always: bool = False) -> list[Any]:
        return [limited("60/minute", purpose)] if limits or always else []

    @router.get(f"{path}/replay", dependencies=limit("replay"))
    def game_replay(
        request: Request,
        opened: Opened = Depends(find),  # noqa: B008 - so FastAPI knows a dependency that is an argument
        costs: bool = False,
    ) -> Response:
        """A document of its own, which runs its own script and nothing else."""

        def made() -> Response:
            return replay_document(opened, costs=costs)

        return from_content_host(request, made) if isolated else made()

    @router.get(f"{path}/costs", dependencies=limit("costs", always=True))
    def game_costs(
        request: Request,
        opened: Opened = Depends(find),  # noqa: B008
        waited: Annotated[int, Query(ge=0, le=1000)] = 0,
    ) -> Response:
        """The part of a page for htmx, and a page for everybody else."""
        partly = "hx-request" in request.headers
        found = REVIEWS.ask(opened.digest, opened.public, 0.2 if partly else WAIT_SECONDS)
        context = _costs_context(opened, found, waited, partly)
        return render(request, "costs_part.html" if partly else "costs.html", context)

    @router.get(f"{path}.jsonl", dependencies=limit("record"))
    def game_record(opened: Opened = Depends(find)) -> Response:  # noqa: B008
        """One line of JSON, as `playfunc review` reads it."""
        return attachment(opened.text + "\n", "application/x-ndjson", opened.file)


def replay_document(opened: Opened, *, costs: bool = False) -> Response:
    """The replay, with the `costs` that were computed already."""
    found = REVIEWS.ready(opened.digest) if costs else None
    priced = found.review.costs if found is not None and found.review is not None else ()
    own = opened.own
    try:
        document = replay(opened.shown, seat=own[0] if own else None, costs=priced, owners=own).document()
    except PlayfuncError as error:
        raise ProblemError(
            422, "This game cannot be replayed", f"Its record does not replay with this version: {error}"
        ) from error
    policy = _POLICY.search(document)
    assert policy is not None
    rules = f"sandbox allow-scripts; {policy[1]}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    return HTMLResponse(document, headers={"content-security-policy": rules})


def costs_known(opened: Opened) -> dict[str, Any]:
    """What a game's page shows of its costs: those that were computed already."""
    return _costs_context(opened, REVIEWS.ready(opened.digest))


def _costs_context(
    opened: Opened, found: Reviewed | None, waited: int = 0, swapped: bool = False
) -> dict[str, Any]:
    """`waited` is for how many seconds a browser has waited already."""
    review, names = found.review if found is not None else None, opened.shown.players
    return {
        "address": opened.address,
        "contest": opened.contest,
        "number": opened.number,
        "command": _command(opened),
        "found": found,
        "swapped": swapped,
        "names": names,
        "waited": waited + 2,
        "players": [
            {"name": name, "total": review.total(seat), "worst": review.worst(seat)}
            for seat, name in enumerate(names)
        ]
        if review is not None
        else [],
    }


def _command(opened: Opened) -> str:
    """What plays on by hand from a move of this game; empty where its package is not installed."""
    if not unit_of(opened.contest).game:
        return ""
    baselines = ladder_baselines(opened.contest)
    players = [baselines[len(baselines) // 2]] * len(
        opened.shown.players
    )  # not the strongest, which may think for long
    players[opened.own[0] if opened.own else 0] = "me"
    return f"playfunc play {' '.join(players)} --record {opened.file} --move"


def _found(session: Session, site: Site, viewer: Viewer, run: int, number: int) -> Game:
    game = game_of(session, viewer, site.settings, run, number)
    if game is None:
        raise HTTPException(404)
    return game


def _opened(game: Game, logs: Sequence[PrivateLog]) -> Opened:
    """The download is as it is kept: under opaque ids, without memories."""
    kept = read_record(game.record)
    return Opened(
        f"/game/{game.run_id}/{game.number}",
        game.run.ladder.contest,
        game.number,
        shown_record(game, logs, kept),
        [log.seat for log in logs],
        kept,
        game.record_digest,
        record_text(kept),
        f"game-{game.run_id}-{game.number}.jsonl",
    )


@router.get("/game/{run:int}/{number:int}")
def game_page(request: Request, site: Here, viewer: Reader, run: int, number: int) -> Response:
    with site.database.reading() as session:
        game = _found(session, site, viewer, run, number)
        own = [seat for seat in game.seats if owns(viewer, seat.entrant.party_id)]
        unwatched = next_unwatched(session, viewer, own[0].entrant, run) if own else None
        logs = private_logs(session, viewer, game)
        context = {
            "game": game,
            "ladder": game.run.ladder,
            "unit": unit_of(game.run.ladder.contest),
            "own": {seat.seat for seat in own},
            "logs": logs,
            "before": neighbour(session, viewer, site.settings, game, -1),
            "after": neighbour(session, viewer, site.settings, game, 1),
            "unwatched": None if unwatched is None or unwatched.id == game.id else unwatched,
            "link": base_url(request) + request.url.path,
            "reviewable": reviewable(unit_of(game.run.ladder.contest).game),
            **costs_known(_opened(game, logs)),
        }
        answer = render(request, "game.html", context)
    if own:
        _watch(site, viewer, game)
    return answer


def _watch(site: Site, viewer: Viewer, game: Game) -> None:
    """The page is shown also when that cannot be stored."""
    try:
        with site.database.writing() as session:
            watch(session, viewer, game)
    except StorageError:
        pass


def _find_game(site: Here, viewer: Reader, run: int, number: int) -> Opened:
    with site.database.reading() as session:
        game = _found(session, site, viewer, run, number)
        return _opened(game, private_logs(session, viewer, game))


game_routes(router, "/game/{run:int}/{number:int}", _find_game)


# A version's games against built-in players, which its owner watches before the first official run. Nobody else opens
# them.

GAME = "/status/{code}/{number}/games/{game:int}"


@router.get(GAME)
def built_in_game_page(
    request: Request, site: Here, viewer: Member, code: str, number: int, game: int
) -> Response:
    with site.database.reading() as session:
        version, shown, games = _built_in_game(session, viewer, code, number, game)
        opened = _opened_built_in_game(version, shown)
        unit = unit_of(opened.contest)
        context = {
            "entrant": version.entrant,
            "each": version,
            "game": shown,
            "games": games,
            "seats": list(zip(opened.shown.players, opened.shown.scores or (), strict=False)),
            "traceback": _describe(opened.shown, shown.seat),
            "unit": unit,
            "reviewable": reviewable(unit.game),
            **costs_known(opened),
        }
        return render(request, "built_in_game.html", context)


def _find_built_in_game(site: Here, viewer: Member, code: str, number: int, game: int) -> Opened:
    with site.database.reading() as session:
        version, shown, _ = _built_in_game(session, viewer, code, number, game)
        return _opened_built_in_game(version, shown)


game_routes(router, GAME, _find_built_in_game, limits=False)


def _opened_built_in_game(version: Version, game: MeetingGame) -> Opened:
    """The download has one's own memories."""
    record: GameRecord = decode(game.record, GameRecord)
    kept, code = public(record), version.entrant.code
    return Opened(
        f"/status/{code}/{version.number}/games/{game.number}",
        version.entrant.ladder.contest,
        game.number,
        record,
        [game.seat],
        kept,
        hashlib.sha256(record_text(kept).encode()).hexdigest(),
        game.record,
        f"built-in-game-{version.number}-{game.number}.jsonl",
    )


def _built_in_game(
    session: Session, viewer: Viewer, code: str, number: int, game: int
) -> tuple[Version, MeetingGame, int]:
    """The version, its game, and how many it has. What belongs to others does not exist."""
    version = session.scalar(
        select(Version)
        .join(Entrant, Version.entrant_id == Entrant.id)
        .where(Entrant.code == code, Version.number == number)
        .options(joinedload(Version.entrant).joinedload(Entrant.ladder))
    )
    if version is not None and owns(viewer, version.entrant.party_id):
        record = [undefer(MeetingGame.record)]
        found = session.get(MeetingGame, (version.id, game), options=record)
        if found is not None:
            return version, found, len(built_in_games(session, version.id))
    raise ProblemError(404, "No such game", "No game of yours is kept at this address: see your status page.")


def _describe(record: GameRecord, seat: Seat) -> str:
    """What the player's first fault said, and its traceback."""
    found = next((fault for fault in record.faults if fault.seat == seat), None)
    return "" if found is None else f"{found.error}: {found.reason}\n{found.detail}".strip()
