"""The provisional rating: an admitted version meets the baselines at once, and is rated against them as fixed marks."""

from __future__ import annotations

import dataclasses
import random
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from playfunc.errors import printable
from playfunc.record import record_text
from playfunc.statistics import mean_interval
from playfunc_arena.formats import Fixture, Format, Outcome, Rounds, ladder_format
from playfunc_arena.play import Played, Private, play_rounds
from playfunc_arena.ratings import marks_of, rate, without_interval
from playfunc_autograder.executors import HERE, Workers
from playfunc_autograder.players import NamedPlayer
from sqlalchemy import delete
from sqlalchemy.orm import Session

from playfunc_web.admission.checks import clean, place_of_work
from playfunc_web.admission.copies import flag_copies
from playfunc_web.database import now
from playfunc_web.database.tables import Meeting, MeetingGame
from playfunc_web.jobs import Handler, Work
from playfunc_web.ladders.games import public
from playfunc_web.ladders.ladders import ladder_baselines, version_with_source
from playfunc_web.ladders.playing import load_player
from playfunc_web.site import Site

OWN = 0
"""The version's place among the players; the baselines follow."""

PORTIONS = (2, 4, 8, 16, 20)
"""Deals with each baseline, one portion after the other: a slow player is rated by few, a quick one by all."""

SECONDS = 100.0
"""By the clock: no portion begins that would end later."""

ENOUGH = 6
"""Deals with each baseline that are rated where other uploads wait; a meeting that has fewer begins again behind
them."""


WATCHED = 12
"""Games that are kept for the owner to watch: those with a fault first, then one of each deal."""

LONGEST_RECORD = 100_000
"""Characters of a record with its memories; a longer one is kept without."""


@dataclass(slots=True)
class Games:
    """What was played so far: outcomes, the CPU seconds of the version's answers, and the games to watch."""

    outcomes: list[Outcome] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    watched: list[Played] = field(default_factory=list)
    deals: int = 0
    """With each baseline."""

    def add(self, played: Sequence[Played], *_: int) -> list[Outcome]:
        for one in played:
            self.outcomes.append(one.outcome)
            for seat, player in enumerate(one.outcome.fixture.players):
                if player == OWN and one.private:
                    self.moves += one.private[seat].move_seconds
        self.watched = _to_watch([*self.watched, *played])
        return [one.outcome for one in played]


def _to_watch(played: Sequence[Played]) -> list[Played]:
    """Some of these games, in the order in which they were played."""
    by_deal: dict[int, Played] = {}
    for one in played:
        by_deal.setdefault(one.outcome.fixture.deal, one)
    faulty = [one for one in played if _own_fault(one.outcome)]
    chosen = {id(one) for one in [*faulty[: WATCHED // 2], *by_deal.values()][:WATCHED]}
    return [one for one in played if id(one) in chosen]


def _own_fault(outcome: Outcome) -> str:
    """The kind of the version's fault; empty where it committed none."""
    own = outcome.fixture.players.index(OWN)
    return next((reason.partition(":")[0] for seat, reason in outcome.faults if seat == own), "")


def fixtures_of(form: Format, baselines: int, first: int, deals: int, seed: int) -> Iterator[Fixture]:
    """So many deals with each baseline, each with every rotation of seats; the other seats of larger tables are
    filled from all baselines. Deals are numbered from `first` times the number of baselines."""
    for number in range(first * baselines, (first + deals) * baselines):
        rng = random.Random(f"{seed}/{number}")
        others = [1 + number % baselines, *rng.sample(range(1, baselines + 1), baselines)]
        table = (OWN, *list(dict.fromkeys(others))[: form.least - 1])
        for turn in range(len(table)):
            yield Fixture(number, table[turn:] + table[:turn], f"{seed}/{number}")


def meet(
    form: Format,
    player: NamedPlayer,
    baselines: Sequence[str],
    seed: int,
    seconds: float = SECONDS,
    where: Workers = HERE,
) -> Iterator[Games]:
    """Play portion after portion, and tell what was played after each."""
    places = _places(form, baselines)
    names = ("player", *(f"{baseline} {number}" for number, baseline in enumerate(places, 1)))
    arena = form.field(seed, names, (player, *map(NamedPlayer, places)))
    games, started = Games(), time.monotonic()
    for deals in PORTIONS:
        spent = time.monotonic() - started
        if games.deals and spent * (1 + deals / games.deals) > seconds:
            return
        rounds = _rounds(form, len(places), games.deals, deals, seed)
        play_rounds(arena, rounds, where, games.add)
        games.deals += deals
        yield games


def _places(form: Format, baselines: Sequence[str]) -> tuple[str, ...]:
    """The baselines by place from 1, some of them twice where a table has more seats than there are baselines."""
    return (
        *baselines,
        *(baselines[number % len(baselines)] for number in range(form.least - 1 - len(baselines))),
    )


def _rounds(form: Format, baselines: int, first: int, deals: int, seed: int) -> Rounds:
    """A portion. Where players bring along what they won, the contest's own schedule seats all of them."""
    if not form.round_start:
        yield list(fixtures_of(form, baselines, first, deals, seed))
        return
    rounds = form.rounds(baselines + 1, deals, seed + first)
    fixtures = next(rounds, [])
    while fixtures:
        outcomes = yield [dataclasses.replace(each, deal=each.deal + first) for each in fixtures]
        back = [dataclasses.replace(one, fixture=each) for one, each in zip(outcomes, fixtures, strict=True)]
        try:
            fixtures = rounds.send(back)
        except StopIteration:
            return


def rows_of(
    version_id: int, contest: str, form: Format, player: NamedPlayer, baselines: Sequence[str], games: Games
) -> list[Meeting]:
    """The rows of a provisional rating: all baselines together, then each of them."""
    places = _places(form, baselines)
    players = (player, *(NamedPlayer(baseline) for baseline in places))
    rating = rate(len(players), games.outcomes, high=form.high, marks=marks_of(contest, players))[OWN]
    whole = _row(version_id, "", form, games.outcomes, games.moves)
    whole.rating, whole.low, whole.high = rating.rating, rating.low, rating.high
    rows = [whole]
    for baseline in baselines:
        met = {place for place, name in enumerate(places, 1) if name == baseline}
        outcomes = [one for one in games.outcomes if not met.isdisjoint(one.fixture.players)]
        rows.append(_row(version_id, baseline, form, outcomes))
    return rows


def _game_row(
    version_id: int, number: int, form: Format, baselines: Sequence[str], played: Played
) -> MeetingGame:
    """A game to watch."""
    places = _places(form, baselines)
    outcome, players = played.outcome, played.outcome.fixture.players
    seat, sign = players.index(OWN), 1 if form.high else -1
    names = tuple("your player" if place == OWN else places[place - 1] for place in players)
    own = played.private[seat] if played.private else Private()
    faults = tuple(
        dataclasses.replace(fault, detail=own.traceback) if fault.seat == seat else fault
        for fault in played.record.faults
    )
    record = dataclasses.replace(played.record, players=names, faults=faults)
    text = record_text(record)
    return MeetingGame(
        version_id=version_id,
        number=number,
        written=now(),
        seat=seat,
        score=outcome.scores[seat],
        place=1 + sum(sign * other > sign * outcome.scores[seat] for other in outcome.scores),
        fault=_own_fault(outcome),
        against=", ".join(name for other, name in enumerate(names) if other != seat),
        record=printable(text if len(text) <= LONGEST_RECORD else record_text(public(record))),
        printed=clean(own.printed),
        times_ms=[round(1000 * seconds, 3) for seconds in own.move_seconds],
    )


def _row(
    version_id: int, baseline: str, form: Format, outcomes: Sequence[Outcome], moves: Sequence[float] = ()
) -> Meeting:
    values = list(form.values(outcomes).get(OWN, {}).values())
    return Meeting(
        version_id=version_id,
        rung=baseline,
        deals=len(values),
        mean=fmean(values) if values else None,
        half_width=None if without_interval(values) else mean_interval(values).half_width,
        faults=sum(one.fixture.players[seat] == OWN for one in outcomes for seat, _ in one.faults),
        move_ms=1000 * fmean(moves) if moves else None,
    )


def _run(site: Site, work: Work) -> None:
    with site.database.reading() as session:
        version = version_with_source(session, work.target)
    if version is None or version.state != "admitted" or version.source is None:
        with work.verdict():
            return  # forgotten or withdrawn meanwhile
    # Copies are looked for here, because nobody waits for it, and a job that is killed is begun again.
    flag_copies(site.database, version.id)
    contest = version.entrant.ladder.contest
    form, baselines = ladder_format(contest), ladder_baselines(contest)
    with (
        TemporaryDirectory(prefix="playfunc-meeting-") as folder,
        place_of_work(form.game, site.settings.scheduler) as where,
    ):
        player = load_player(version, form.game, Path(folder, "player"), site.languages)
        games = Games()
        for games in meet(form, player, baselines, secrets.randbits(63), where=where):
            work.progress(games.deals, sum(PORTIONS))
            if games.deals < ENOUGH:
                work.let_pass()
            elif work.urgent():
                break
        rows = rows_of(version.id, contest, form, player, baselines, games)
        watched = [
            _game_row(version.id, number, form, baselines, one) for number, one in enumerate(games.watched, 1)
        ]
    with work.verdict() as session:
        session.execute(delete(Meeting).where(Meeting.version_id == version.id))
        session.execute(delete(MeetingGame).where(MeetingGame.version_id == version.id))
        session.add_all([*rows, *watched])


def _give_up(session: Session, version_id: int, note: str) -> None:
    """The version plays all the same; its page says that the first official run rates it."""


MEETING = Handler(_run, _give_up)
