"""Two people who played each other on a site, and a word planted in every text that is about one of them."""

import zlib
from dataclasses import dataclass
from typing import Any

from playfunc_web.accounts.people import make_account
from playfunc_web.accounts.sessions import make_link, make_token, start_session
from playfunc_web.database import now
from playfunc_web.database.tables import (
    Account,
    Admission,
    Audit,
    Base,
    Bot,
    BotSession,
    Entrant,
    Entry,
    Game,
    Job,
    Ladder,
    Meeting,
    MeetingGame,
    Pair,
    Party,
    PrivateLog,
    Record,
    Run,
    Seat,
    Version,
    Watched,
    WhistGame,
    WhistMinute,
    WhistRound,
    WhistSeat,
)
from playfunc_web.forget import INVENTORY, SECRETS, Fate, find_person, rows_of
from playfunc_web.site import Site
from sqlalchemy import JSON, LargeBinary, String, or_, select, update
from sqlalchemy.orm import Session

WORD = "ada-lovelace"


@dataclass(frozen=True)
class Played:
    """Ids of what was made."""

    ladder: int
    run: int
    game: int


def play(site: Site, *logins: str, group: str = "") -> Played:
    """A complete run of these people: each with a session, a link, a token, an upload with everything that hangs on it,
    a seat at the one game that was played and watched, and a bot on SkullWhist's server. With a `group` the first two
    are its members."""
    with site.database.writing() as session:
        ladder = session.scalar(select(Ladder).where(Ladder.name == "hearts-four"))
        if ladder is None:
            ladder = Ladder(name="hearts-four", contest="hearts-four", title="Hearts, four")
            session.add(ladder)
        run = Run(
            ladder=ladder, number=1, kind="button", state="complete", seed="s", settings={}, planned=now()
        )
        record = Record(digest="d" * 64, blob=zlib.compress(b'{"bids": []}'))
        session.add_all([run, record])
        session.flush()
        game = Game(run=run, number=1, deal=1, fixture={}, scores=[1, 2], record=record)
        session.add_all([game, Pair(run_id=run.id, a=1, b=2, deals=1, mean=0.5, half_width=None)])
        shared = None
        seats: dict[int, Entrant] = {}
        for number, login in enumerate(logins, 1):
            if group and number <= 2:
                shared = shared or Party(kind="group", pseudonym=f"group-{group}", name=group)
            account = make_account(
                session, login, name=f"Name of {login}", party=shared if group and number <= 2 else None
            )
            entrant = seats.get(account.party_id)
            if entrant is None:
                entrant = Entrant(code=f"code{account.party_id}", ladder=ladder, party=account.party)
                session.add(entrant)
            _upload(session, account, entrant, number)
            session.add(Watched(account_id=account.id, game_id=game.id))
            if account.party_id not in seats:
                _sit(session, game, run, entrant, number)
            seats[account.party_id] = entrant
        _play_skullwhist(session, list(seats))
        return Played(ladder.id, run.id, game.id)


def _play_skullwhist(session: Session, parties: list[int]) -> None:
    """A game of the first two parties' bots, and one that the first plays against a bot of nobody."""
    bots = [
        Bot(name=f"bot-{party}", password=f"hash {party}", party_id=party, created=now()) for party in parties
    ]
    stranger = Bot(name=f"stranger-{parties[0]}", password="hash", created=now())
    session.add_all([*bots, stranger])
    session.flush()
    session.add_all(BotSession(id=f"{bot.id:064d}", bot_id=bot.id, created=now()) for bot in bots)
    for met in ([*bots, stranger][:2], [bots[0], stranger]):
        game = WhistGame(leader=0, started=now())
        session.add(game)
        session.flush()
        session.add_all(
            WhistSeat(game_id=game.id, seat=seat, bot_id=bot.id, hand=hand, bid=1, due=now())
            for seat, (bot, hand) in enumerate(zip(met, ("C01 C02", "S01 S02"), strict=True))
        )
        session.add(WhistRound(game_id=game.id, number=1, leader=0, led="C01", followed="S01"))
    session.merge(WhistMinute(minute=int(now() // 60), rounds=2))


def _upload(session: Session, account: Account, entrant: Entrant, number: int) -> None:
    start_session(session, account, 14)
    make_link(session, account)
    make_token(session, account.id, "laptop")
    version = Version(
        entrant=entrant,
        number=number,
        digest=f"{number:064d}",
        kind="python",
        filename=f"{number}.py",
        source=f"# by {account.login}\n".encode(),
        origin="page",
        uploaded=now(),
        account_id=account.id,
        state="admitted",
    )
    session.add(version)
    session.flush()
    entrant.active = version
    session.add_all(
        [
            Admission(version_id=version.id, finished=now(), verdict="Admitted.", private={"printed": "p"}),
            Meeting(version_id=version.id, rung="", deals=1, mean=0, half_width=0, rating=0, low=0, high=0),
            MeetingGame(
                version_id=version.id,
                number=1,
                written=now(),
                seat=0,
                score=1,
                place=1,
                against="basic",
                record='{"memories": "m"}',
                printed="p",
            ),
            Job(
                kind="admission", key=f"admission-{version.id}", target=version.id, priority=1, created=now()
            ),
            Audit(time=now(), account_id=account.id, action="note", target=str(account.id)),
        ]
    )


def _sit(session: Session, game: Game, run: Run, entrant: Entrant, number: int) -> None:
    version = entrant.active
    assert version is not None
    session.add_all(
        [
            Seat(game=game, seat=number, entrant=entrant, version=version, score=1, place=number),
            Entry(run=run, place=number, entrant=entrant, version=version, rank=number, rating=1500.0),
            PrivateLog(
                game_id=game.id,
                seat=number,
                version_id=version.id,
                written=now(),
                printed="hello",
                traceback="KeyError",
                memories=["m"],
            ),
        ]
    )


def plant(site: Site, login: str, word: str) -> list[str]:
    """Put the word into every text, JSON and blob that forgetting changes, in all rows of the person, and into every
    row of what staff may have written; the columns that hold it now. A login stays itself."""
    planted = []
    with site.database.writing() as session:
        person = find_person(session, login)
        assert person is not None
        for entry in INVENTORY:
            table = Base.metadata.tables[entry.table]
            for name in (name for name, fate in entry.fates.items() if fate is not Fate.STAYS):
                column = table.c[name]
                value = _planted(column, word)
                if value is None or column.primary_key or str(column) == "account.login":
                    continue
                where = rows_of(entry.table, person, groups=True)
                if entry.owner is None and entry.columns(Fate.MASKED):
                    where = or_(where, table.c.id > 0)
                done = session.execute(update(table).where(where).values({name: value}))
                assert done.rowcount, f"nobody has a row in {entry.table}"
                if (entry.table, name) not in SECRETS:
                    planted.append(f"{entry.table}.{name}")
    return planted


def _planted(column: Any, word: str) -> Any:
    kind = column.type
    if isinstance(kind, JSON):
        empty = column.default.arg(None)
        return {"text": [word]} if isinstance(empty, dict) else [{"text": word}]
    if isinstance(kind, LargeBinary):
        return f"# {word}".encode()
    if isinstance(kind, String):
        return None if (kind.length or 99) <= 12 or column.name == "key" else f"by {word}"
    return None


def everything(site: Site) -> dict[str, str]:
    """All of the database: table and column → every value as text."""
    found = {}
    with site.database.reading() as session:
        for table in Base.metadata.sorted_tables:
            for column in table.columns:
                rows = session.execute(select(column).order_by(*table.primary_key))
                values = [value for (value,) in rows]
                found[f"{table.name}.{column.name}"] = "\n".join(map(repr, values))
    return found
