"""A made-up complete run: standings from a seed, and real games that built-in players played."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest
from playfunc.games import rules_for
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng
from playfunc.record import GameRecord
from playfunc_arena.formats import ladder_format
from playfunc_opponents import opponent, weakest_at
from playfunc_web.accounts.people import account_of, make_account, make_party
from playfunc_web.database.tables import (
    Entrant,
    Entry,
    Game,
    Ladder,
    Meeting,
    Pair,
    Party,
    PrivateLog,
    Run,
    Seat,
    Version,
)
from playfunc_web.ladders.games import keep_record
from playfunc_web.ladders.ladders import ensure_ladders, entrant_of, ladder_named
from playfunc_web.site import Site
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from web_site import open_test_site

HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(2)>'{{7*7}}",
    "\u202edlrow olleh\u202c",
    "W" * 60,
)
"""Names that people gave themselves and show."""

OWNER_SECRETS = (
    "printed by the player of its owner",
    "Traceback of the owner alone",
    "remembered by the owner",
)
"""What stands in the private logs of Ada's games."""

START = 1_790_000_000.0
DAY = 86400.0


@dataclass(frozen=True)
class Filled:
    """A filled ladder. `codes` are its entrants', Ada's first; `runs` the ids of its runs, the oldest first."""

    ladder: str
    codes: tuple[str, ...]
    runs: tuple[int, ...]


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Filled]]:
    """A site with a ladder of 120 entrants after two runs, for tests that change nothing in it."""
    opened = open_test_site(tmp_path_factory.mktemp("filled") / "site", ladders=True)
    yield opened, fill_ladder(opened, games=10, runs=2)
    opened.database.close()


def fill_ladder(
    site: Site, name: str = "hearts-four", *, entrants: int = 120, games: int = 50, runs: int = 1
) -> Filled:
    """A ladder with built-in players, a player of Ada's, and others, of which some have `HOSTILE` names, over `runs`
    complete runs; the last holds so many games."""
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder = ladder_named(session, name)
        house = session.scalars(
            select(Entrant).where(Entrant.ladder_id == ladder.id, Entrant.house != "")
        ).all()
        people = [_person(session, ladder, number) for number in range(entrants - len(house))]
        everyone = [*people, *house]
        session.flush()
        ids = [
            fill_run(session, ladder, everyone, games if last else 0).id
            for last in (number == runs - 1 for number in range(runs))
        ]
        _newcomer(session, ladder)
        return Filled(name, tuple(entrant.code for entrant in everyone), tuple(ids))


def fill_run(session: Session, ladder: Ladder, entrants: list[Entrant], games: int) -> Run:
    """The next complete run of the ladder."""
    number = 1 + (session.scalar(select(func.max(Run.number)).where(Run.ladder_id == ladder.id)) or 0)
    rng = deal_rng("made up", ladder.name, number)
    start = START + number * DAY
    run = Run(
        ladder_id=ladder.id,
        number=number,
        kind="nightly",
        state="complete",
        seed=str(number),
        settings={"contest": ladder.contest, "deals": 50, "games": games, "budget_cpu_seconds": 3600.0},
        planned=start,
        started=start + 60,
        finished=start + 1860,
        expected_seconds=1700.0,
        digest=hashlib.sha256(str(number).encode()).hexdigest(),
    )
    session.add(run)
    session.flush()
    entries = _entries(run, entrants, rng)
    session.add_all(entries)
    count = len(entries)
    met = {tuple(sorted((a, (a + step) % count))) for a in range(count) for step in (1, 2, 5)}
    session.add_all(
        Pair(run_id=run.id, a=a, b=b, deals=12, mean=rng.gauss(0, 2), half_width=1.5)
        for a, b in sorted(met)
        if a != b
    )
    records = played_records(ladder.contest, games)
    for place, record in enumerate(records):
        _game(session, run, place, record, entrants)
    session.flush()
    return run


@cache
def played_records(contest: str, games: int) -> tuple[GameRecord, ...]:
    """Real games, all seats played by the weakest built-in player, under opaque ids."""
    form = ladder_format(contest)
    rules = rules_for(form.game, form.least)
    player = opponent(rules, weakest_at(rules))
    names = tuple(f"p{seat:06x}" for seat in range(rules.seats))
    tables = [
        Table(rules.deal(deal_rng("made up", contest, number)), (player,) * rules.seats, names)
        for number in range(games)
    ]
    return tuple(play_games(rules, tables))


def _person(session: Session, ladder: Ladder, number: int) -> Entrant:
    """An entrant with its versions; nothing is asked of the database for it, so that there may be thousands."""
    entrant = Entrant(code=f"e{ladder.id}x{number:05}", ladder=ladder, party=_party(session, ladder, number))
    kind, language, filename = (
        ("program", "c", "bot.c") if number % 9 == 4 else ("python", "python", "player.py")
    )
    for each in (1, 2) if number == 0 else (1,):
        source = (
            f"# version {each}\ndef play(player_id, hand, trick, previous):\n    return hand[{each}], ''\n"
        )
        entrant.active = Version(
            entrant=entrant,
            number=each,
            digest=hashlib.sha256(f"{entrant.code} {each}".encode()).hexdigest(),
            kind=kind,
            language=language,
            filename=filename,
            source=source.encode(),
            origin="page",
            uploaded=START + each * 3600,
            state="admitted",
            meetings=[_meeting(950.0 + 30 * each)],
        )
    session.add(entrant)
    return entrant


def _party(session: Session, ladder: Ladder, number: int) -> Party:
    if number == 0:
        ada = account_of(session, "ada") or make_account(session, "ada")
        return ada.party
    if number == 10:
        return make_party(session, "staff", "the staff's player")
    shown = number <= len(HOSTILE)
    return Party(
        kind="group" if number % 7 == 6 else "person",
        pseudonym=f"Bird {ladder.id}-{number}",
        name=HOSTILE[number - 1] if shown else f"made up {number}",
        open_name=shown,
        withdrawn=START if number == 11 else None,
    )


def _newcomer(session: Session, ladder: Ladder) -> None:
    """A player that no run has seen yet."""
    entrant = entrant_of(session, ladder, make_party(session, "person"))
    version = Version(
        entrant=entrant,
        number=1,
        digest="0" * 64,
        kind="python",
        filename="new.py",
        source=b"",
        origin="command",
        uploaded=START + 40 * DAY,
        state="admitted",
        meetings=[_meeting(1033.0)],
    )
    session.add(version)
    session.flush()
    entrant.active = version


def _meeting(rating: float) -> Meeting:
    return Meeting(
        rung="",
        deals=60,
        mean=6.2,
        half_width=0.8,
        rating=rating,
        low=rating - 90,
        high=rating + 90,
    )


def _entries(run: Run, entrants: list[Entrant], rng: random.Random) -> list[Entry]:
    sign = 1 if ladder_format(run.settings["contest"]).high else -1
    strengths = {entrant.id: rng.gauss(1000, 120) for entrant in entrants}
    for step, house in enumerate(entrant for entrant in entrants if entrant.house):
        strengths[house.id] = 880.0 + 90 * step
    best = sorted(entrants, key=lambda entrant: -strengths[entrant.id])
    ranks = {entrant.id: rank for rank, entrant in enumerate(best, 1)}
    entries = []
    for place, entrant in enumerate(entrants):
        rating, mean = strengths[entrant.id], 6.5 + sign * (strengths[entrant.id] - 1000) / 60
        wins = rng.randrange(60)
        width = 0.0 if entrant.house else 45.0
        entries.append(
            Entry(
                run_id=run.id,
                place=place,
                entrant_id=entrant.id,
                version_id=entrant.active_id,
                deals=50,
                games=200,
                wins=wins,
                ties=3,
                losses=197 - wins,
                faults=rng.choice((0, 0, 0, 0, 4)),
                mean=mean,
                low=mean - 0.7,
                high=mean + 0.7,
                rating=rating,
                rating_low=rating - width,
                rating_high=rating + width,
                rank=ranks[entrant.id],
                moved=rng.choice((None, None, 3, -2)) if run.number > 1 else None,
                cpu_seconds=rng.uniform(1, 30),
                moves=2600,
                slowest_ms=rng.uniform(5, 400),
                phases=[["tricks 1 to 4", 1.2, 30], ["tricks 5 to 8", 2.1, 30], ["tricks 9 to 13", 0.4, 30]],
            )
        )
    return entries


def _game(session: Session, run: Run, number: int, record: GameRecord, entrants: list[Entrant]) -> None:
    """Ada plays every other game; every fifth is one of built-in players among themselves."""
    seats = len(record.players)
    house = [entrant for entrant in entrants if entrant.house]
    others = entrants[1 : len(entrants) - len(house)]
    drawn = [others[(number * seats + seat) % len(others)] for seat in range(seats)]
    if number % 2 == 0:
        drawn[0] = entrants[0]
    elif number % 5 == 0:
        drawn = [house[seat % len(house)] for seat in range(seats)]
    assert record.scores is not None
    sign = 1 if ladder_format(run.settings["contest"]).high else -1
    digest = keep_record(session, record)
    game = Game(
        run_id=run.id,
        number=number + 1,
        deal=number,
        fixture={"seed": f"{run.seed}/{number}"},
        scores=list(record.scores),
        record_digest=digest,
    )
    session.add(game)
    session.flush()
    for seat, entrant in enumerate(drawn):
        faulty = number == 2 and seat == 0
        session.add(
            Seat(
                game_id=game.id,
                seat=seat,
                entrant_id=entrant.id,
                version_id=entrant.active_id,
                score=record.scores[seat],
                place=1 + sum(sign * other > sign * record.scores[seat] for other in record.scores),
                fault="TimeError" if faulty else "",
            )
        )
        if entrant is entrants[0]:
            printed, traceback, remembered = OWNER_SECRETS
            moves = sum(move.seat == seat for move in record.moves)
            session.add(
                PrivateLog(
                    game_id=game.id,
                    seat=seat,
                    version_id=entrant.active_id,
                    written=START,
                    printed=printed,
                    traceback=traceback,
                    memories=[f'"{remembered} {move}"' for move in range(moves)],
                    times_ms=[1.5] * moves,
                )
            )
