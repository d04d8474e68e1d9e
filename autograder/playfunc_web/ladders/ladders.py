"""One ladder for each contest of each installed game, who stands on it, what its scores count, and what its built-in
players cost."""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from playfunc import __version__
from playfunc.games import GAMES, rules_for
from playfunc.record import rules_parameters
from playfunc.rules import Rules
from playfunc_arena import entrants
from playfunc_arena.formats import contest_names, ladder_format
from playfunc_autograder.helper_process import Beside
from playfunc_autograder.programs.languages import Language
from playfunc_opponents import ladder as ladder_of_game
from sqlalchemy import Select, and_, func, select
from sqlalchemy.orm import Session, joinedload, undefer

from playfunc_web.accounts.people import make_party
from playfunc_web.database import now
from playfunc_web.database.tables import Entrant, Ladder, Party, Run, Version
from playfunc_web.errors import ProblemError

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters and digits that are mistaken for each other."""

CODE_LENGTH = 8


def ladders_of(session: Session) -> list[Ladder]:
    """All ladders, in the order in which they were made."""
    return list(session.scalars(select(Ladder).order_by(Ladder.id)))


def ladder_named(session: Session, name: str) -> Ladder:
    """Raises `ProblemError` where there is none."""
    found = session.scalar(select(Ladder).where(Ladder.name == name))
    if found is None:
        known = ", ".join(ladder.name for ladder in ladders_of(session))
        raise ProblemError(404, "No such ladder", f"There is no ladder {name!r}. The ladders are: {known}.")
    return found


def entrant_of(session: Session, ladder: Ladder, party: Party) -> Entrant:
    """The party's place on the ladder, made at its first upload."""
    found = session.scalar(
        select(Entrant).where(Entrant.ladder_id == ladder.id, Entrant.party_id == party.id)
    )
    return found or _enter(session, ladder, party)


def _complete(ladder_id: int) -> Select[Run]:
    """The newest first."""
    return select(Run).where(Run.ladder_id == ladder_id, Run.state == "complete").order_by(Run.number.desc())


def last_run(
    session: Session, ladder_id: int, number: int | None = None, *, before: int | None = None
) -> Run | None:
    """The last complete run, or the one with this number, or the last one before run number `before`."""
    wanted = _complete(ladder_id)
    if number is not None:
        wanted = wanted.where(Run.number == number)
    if before is not None:
        wanted = wanted.where(Run.number < before)
    return session.scalar(wanted.limit(1))


def last_runs(session: Session) -> dict[int, Run]:
    """The last complete run of each ladder that has one, by the ladder's id."""
    newest = (
        select(Run.ladder_id, func.max(Run.number).label("number"))
        .where(Run.state == "complete")
        .group_by(Run.ladder_id)
        .subquery()
    )
    found = session.scalars(
        select(Run).join(newest, and_(Run.ladder_id == newest.c.ladder_id, Run.number == newest.c.number))
    )
    return {run.ladder_id: run for run in found}


def complete_runs(session: Session, ladder_id: int, most: int = 30) -> Sequence[Run]:
    """The newest first."""
    return session.scalars(_complete(ladder_id).limit(most)).all()


def ladder_baselines(contest: str) -> tuple[str, ...]:
    """The opponents that play in a contest, the weakest first: those whose ratings are known as marks."""
    form = ladder_format(contest)
    return ladder_of_game(form.game).landmarks(form.least)


def ensure_ladders(session: Session) -> None:
    """Make the ladders and their built-in players, the landmarks of their games, as far as they are missing."""
    ladders = {ladder.contest: ladder for ladder in ladders_of(session)}
    built_in = {party.name: party for party in session.scalars(select(Party).where(Party.kind == "house"))}
    for contest in contest_names():
        ladder = ladders.get(contest)
        if ladder is None:
            ladder = Ladder(name=contest, contest=contest, title=title_of(contest))
            session.add(ladder)
            session.flush()
        ladder.title = title_of(contest)
        standing = set(session.scalars(select(Entrant.house).where(Entrant.ladder_id == ladder.id)))
        for baseline in ladder_baselines(contest):
            if baseline in standing:
                continue
            if baseline not in built_in:
                built_in[baseline] = make_party(session, "house", baseline)
            entrant = _enter(session, ladder, built_in[baseline])
            entrant.house = baseline
            # Its code is ours, so the digest of its only version names the release.
            digest = hashlib.sha256(f"playfunc {__version__}\n{contest}\n{baseline}".encode()).hexdigest()
            enter_unchecked(session, entrant, digest=digest, kind="house", filename=baseline, origin="house")


def title_of(contest: str) -> str:
    """Such as "Hearts, four players"."""
    game, _, kind = (contest, "", "") if contest in GAMES else contest.rpartition("-")
    form = GAMES[game].contests.get(kind)
    named = form.title if form is not None and form.title else kind
    return f"{GAMES[game].title}, {named}" if named else GAMES[game].title


def _enter(session: Session, ladder: Ladder, party: Party) -> Entrant:
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if session.scalar(select(Entrant.id).where(Entrant.code == code)) is None:
            break
    entrant = Entrant(code=code, ladder=ladder, party=party)
    session.add(entrant)
    session.flush()
    return entrant


def next_version(session: Session, entrant: Entrant, **columns: Any) -> Version:
    """A new version of the entrant, by default queued; `columns` are those of `Version`."""
    last = session.scalar(select(func.max(Version.number)).where(Version.entrant_id == entrant.id))
    version = Version(entrant=entrant, number=(last or 0) + 1, **columns)
    session.add(version)
    session.flush()
    return version


def enter_unchecked(session: Session, entrant: Entrant, **columns: Any) -> None:
    """Give it its next version, which plays from now on without a check."""
    entrant.active = next_version(session, entrant, uploaded=now(), state="admitted", **columns)


def entrant_of_code(session: Session, code: str) -> Entrant | None:
    """With its ladder, party and active version."""
    return session.scalar(
        select(Entrant)
        .where(Entrant.code == code)
        .options(joinedload(Entrant.ladder), joinedload(Entrant.party), joinedload(Entrant.active))
    )


def version_with_source(session: Session, version_id: int) -> Version | None:
    """With its entrant and ladder, too."""
    whose = joinedload(Version.entrant).joinedload(Entrant.ladder)
    return session.get(Version, version_id, options=[undefer(Version.source), whose])


# What the scores of a ladder count, and what kind of player a version is, in words.


@dataclass(frozen=True, slots=True)
class Unit:
    """`game` is the game's name, empty where its package is not installed; `words` what a score counts, such as
    "points a hand"; `high` whether more of it is better; `about` how the contest goes."""

    game: str
    title: str
    words: str
    high: bool
    about: str = ""

    @property
    def better(self) -> str:
        return "higher is better" if self.high else "lower is better"

    @property
    def sign(self) -> int:
        return 1 if self.high else -1


@lru_cache
def unit_of(contest: str) -> Unit:
    """A ladder outlives the package of its game: its old results are still shown where that is not installed."""
    try:
        form = ladder_format(contest)
    except ValueError:
        return Unit("", contest, "score", high=True)
    return Unit(form.game, GAMES[form.game].title, form.unit, form.high, form.about)


def kind_words(kind: str, language: str, languages: Mapping[str, Language]) -> str:
    """Such as "Python", "notebook", "built-in player" or "C++ program"; `kind` and `language` as in `Version`. A
    program whose language is not told is a "program"."""
    if kind == "program":
        title = languages[language].title if language in languages else language
        return f"{title} program".strip()
    return {"python": "Python", "house": "built-in player"}.get(kind, kind)


# What the built-in players cost a game on this machine, timed in a process of its own: timing takes seconds in which
# the server's process would answer nobody, and would count what its other threads do.

log = logging.getLogger("playfunc_web.ladders")

Costs: TypeAlias = Mapping[str, float]
"""Rules and baseline, as `_key` writes them → CPU seconds a game."""


class _Timing:
    """One for each process, as the machine is the same for all sites."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: Future[Costs] | None = None

    def begun(self) -> Future[Costs]:
        """The costs once they are known; begins at the first call."""
        with self._lock:
            if self._found is None:
                self._found = Future()
                threading.Thread(
                    target=_time, args=(self._found,), name="built-in costs", daemon=True
                ).start()
            return self._found

    def known(self) -> Costs:
        """Empty unless it was begun; waits for the end of what was begun."""
        return self._found.result() if self._found is not None else {}


_TIMING = _Timing()


def timed() -> bool:
    """Whether the costs of all built-in players are known; where they are not, timing begins and goes on behind."""
    return _TIMING.begun().done()


def wait_until_timed() -> None:
    _TIMING.begun().result()


def built_in_seconds(rules: Rules[Any, Any, Any], baseline: str) -> float:
    """The CPU seconds a game of a built-in player, with its part of keeping the game. A command that asks for one
    contest times it here; a server calls `timed` first."""
    found = _TIMING.known().get(_key(rules, baseline))
    return entrants.built_in_seconds(rules, baseline) if found is None else found


def _time(found: Future[Costs]) -> None:
    """In a thread of its own. Where the process fails, each player is timed here when it is asked for."""
    try:
        with Beside() as beside:
            found.set_result(beside.run(_costs, list(built_in_players())))
    except Exception as error:  # whatever it is: pages and runs wait for an answer
        log.warning("the built-in players were not timed: %s", error)
        found.set_result({})


def _key(rules: Rules[Any, Any, Any], baseline: str) -> str:
    return json.dumps([rules.name, rules_parameters(rules), baseline])


def built_in_players() -> Iterator[tuple[Rules[Any, Any, Any], str]]:
    """Rules and baseline of every one, in every contest."""
    for contest in contest_names():
        form = ladder_format(contest)
        rules = rules_for(form.game, form.least, **form.parameters)
        yield from ((rules, baseline) for baseline in ladder_baselines(contest))


def _costs(players: Iterable[tuple[Rules[Any, Any, Any], str]]) -> Costs:
    return {_key(rules, baseline): entrants.built_in_seconds(rules, baseline) for rules, baseline in players}
