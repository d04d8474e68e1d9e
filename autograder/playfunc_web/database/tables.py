"""The tables, SkullWhist's at the end. Times are seconds since 1970, UTC. Names of people stand in `party` and
`account` alone; everything else knows an entrant by its `code`, so that forgetting somebody changes two rows and leaves
every run as it was. Cards are text such as C05."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from sqlalchemy import JSON, Double, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    column_property,
    declared_attr,
    mapped_column,
    relationship,
)


class Base(DeclarativeBase):
    """A table is called as its class, in lower case with _ between words; SkullWhist's begin with sw_."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {
        float: Double(),
        str: Text(),
        bytes: LargeBinary(),
        dict[str, Any]: JSON(),
        list[Any]: JSON(),
    }

    @declared_attr.directive
    def __tablename__(cls) -> str:  # noqa: N805 - of the class, as a class method
        return re.sub(r"\B[A-Z]", r"_\g<0>", cls.__name__).lower().replace("whist_", "sw_")


class Party(Base):
    """A person or a group: whoever enters a ladder. Others see the `pseudonym`, or the `name` where `open_name`."""

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    """person, group, staff or house"""
    pseudonym: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str] = mapped_column(default="")
    open_name: Mapped[bool] = mapped_column(default=False)
    withdrawn: Mapped[float | None] = mapped_column(default=None)
    """Since when it takes no further part; a forgotten party is withdrawn and has no name."""

    accounts: Mapped[list[Account]] = relationship(back_populates="party")
    entrants: Mapped[list[Entrant]] = relationship(back_populates="party")


class Account(Base):
    """Somebody who logs in. Members of a group share a party."""

    id: Mapped[int] = mapped_column(primary_key=True)
    login: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str] = mapped_column(default="")
    source: Mapped[str] = mapped_column(String(8), default="local")
    """local, class, hub or lti"""
    role: Mapped[str] = mapped_column(String(8), default="student")
    """student, staff or admin"""
    password: Mapped[str | None] = mapped_column(default=None)
    """Argon2id's encoded hash; `None` where no password was set."""
    party_id: Mapped[int] = mapped_column(ForeignKey("party.id"), index=True)
    created: Mapped[float]
    seen: Mapped[float | None] = mapped_column(default=None)
    disabled: Mapped[float | None] = mapped_column(default=None)
    """Since when it is closed."""

    party: Mapped[Party] = relationship(back_populates="accounts")


class Login(Base):
    """A session; `id` is the SHA-256 of what the cookie holds."""

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    created: Mapped[float]
    expires: Mapped[float] = mapped_column(index=True)


class Link(Base):
    """A one-time link that logs in and lets one set a password; `id` is the SHA-256 of its secret."""

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    created: Mapped[float]
    expires: Mapped[float]
    used: Mapped[float | None] = mapped_column(default=None)

    account: Mapped[Account] = relationship()


class Token(Base):
    """What `playfunc submit` and the API identify themselves with; `id` is its SHA-256."""

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    label: Mapped[str]
    created: Mapped[float]
    used: Mapped[float | None] = mapped_column(default=None)

    account: Mapped[Account] = relationship()


class Ladder(Base):
    """A contest that players enter. `contest` is a name in `playfunc_arena.contest_names()`."""

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40), unique=True)
    """In addresses, such as hearts-four."""
    contest: Mapped[str] = mapped_column(String(40))
    title: Mapped[str]
    opens: Mapped[float | None] = mapped_column(default=None)
    """Until then it takes no upload."""
    freezes: Mapped[float | None] = mapped_column(default=None)
    """From then on no upload counts and every game may be opened; `None` for a ladder without an end."""
    state: Mapped[str] = mapped_column(String(8), default="open")
    """open, frozen or final"""
    nightly: Mapped[bool] = mapped_column(default=True)
    run_cpu_seconds: Mapped[float | None] = mapped_column(default=None)

    entrants: Mapped[list[Entrant]] = relationship(back_populates="ladder")


class Entrant(Base):
    """A party's place on a ladder, known everywhere by its `code`. `house` is the baseline of a built-in player."""

    __table_args__ = (UniqueConstraint("ladder_id", "party_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(12), unique=True)
    ladder_id: Mapped[int] = mapped_column(ForeignKey("ladder.id"))
    party_id: Mapped[int] = mapped_column(ForeignKey("party.id"), index=True)
    house: Mapped[str] = mapped_column(String(40), default="")
    active_id: Mapped[int | None] = mapped_column(
        ForeignKey("version.id", use_alter=True, name="entrant_active"), default=None
    )
    """The version that plays: the last one admitted."""
    crashes: Mapped[int] = mapped_column(default=0)
    """Runs in a row in which the active version committed a fault in most games."""

    ladder: Mapped[Ladder] = relationship(back_populates="entrants")
    party: Mapped[Party] = relationship(back_populates="entrants")
    versions: Mapped[list[Version]] = relationship(
        back_populates="entrant", foreign_keys="Version.entrant_id", order_by="Version.number"
    )
    active: Mapped[Version | None] = relationship(foreign_keys=[active_id], post_update=True)


class Version(Base):
    """An upload. `digest` is the SHA-256 of `source`, and what a receipt and marking's feedback print."""

    __table_args__ = (UniqueConstraint("entrant_id", "number"), Index("version_digest", "digest"))

    id: Mapped[int] = mapped_column(primary_key=True)
    entrant_id: Mapped[int] = mapped_column(ForeignKey("entrant.id"))
    number: Mapped[int]
    """1, 2, 3 … for each entrant."""
    digest: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(10))
    """python, notebook, program or house"""
    language: Mapped[str] = mapped_column(String(24), default="python")
    filename: Mapped[str]
    source: Mapped[bytes | None] = mapped_column(default=None, deferred=True)
    """As uploaded; `None` once it was forgotten or its time was over."""
    has_source: Mapped[bool] = column_property(source.is_not(None))
    """Asked of the database, for pages that name the file without reading it."""
    origin: Mapped[str] = mapped_column(String(10))
    """page, command or workbook"""
    uploaded: Mapped[float] = mapped_column(index=True)
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"), default=None)
    """Which member of the party uploaded it."""
    state: Mapped[str] = mapped_column(String(10), default="queued", index=True)
    """queued, checking, admitted, refused, broken (ours) or withdrawn"""
    flagged: Mapped[str] = mapped_column(default="")
    """For staff alone: whose version, solution or player of ours it copies."""

    entrant: Mapped[Entrant] = relationship(back_populates="versions", foreign_keys=[entrant_id])
    admission: Mapped[Admission | None] = relationship(back_populates="version")
    meetings: Mapped[list[Meeting]] = relationship(back_populates="version")


class Admission(Base):
    """What the checks of a version found. `findings` are rows of (title, verdict, sentence); `private` is for the
    owner: the position drawn as SVG, the traceback, what was printed."""

    version_id: Mapped[int] = mapped_column(ForeignKey("version.id", ondelete="CASCADE"), primary_key=True)
    started: Mapped[float | None] = mapped_column(default=None)
    finished: Mapped[float | None] = mapped_column(default=None)
    cpu_seconds: Mapped[float] = mapped_column(default=0.0)
    verdict: Mapped[str] = mapped_column(default="")
    """One sentence: why it was admitted, refused, or what broke on our side."""
    findings: Mapped[list[Any]] = mapped_column(default=list)
    private: Mapped[dict[str, Any]] = mapped_column(default=dict)

    version: Mapped[Version] = relationship(back_populates="admission")


class Meeting(Base):
    """The provisional rating of a version: its games against one baseline; with an empty `rung`, against all."""

    version_id: Mapped[int] = mapped_column(ForeignKey("version.id", ondelete="CASCADE"), primary_key=True)
    rung: Mapped[str] = mapped_column(String(40), primary_key=True)
    deals: Mapped[int]
    mean: Mapped[float | None]
    half_width: Mapped[float | None]
    rating: Mapped[float | None]
    low: Mapped[float | None]
    high: Mapped[float | None]
    faults: Mapped[int] = mapped_column(default=0)
    move_ms: Mapped[float | None] = mapped_column(default=None)

    version: Mapped[Version] = relationship(back_populates="meetings")


class MeetingGame(Base):
    """A game of a version against built-in players, for its owner to watch before the first official run. `record` is
    the whole record as JSON, memories and tracebacks included: nobody else ever reads it. Pruned."""

    version_id: Mapped[int] = mapped_column(ForeignKey("version.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    """1, 2, 3 … for each version."""
    written: Mapped[float] = mapped_column(index=True)
    seat: Mapped[int]
    """The version's own; built-in players sit at the others."""
    score: Mapped[float]
    place: Mapped[int]
    fault: Mapped[str] = mapped_column(default="")
    """The kind of the version's fault."""
    against: Mapped[str]
    """The names of the built-in players, with commas."""
    record: Mapped[str] = mapped_column(deferred=True)
    printed: Mapped[str] = mapped_column(default="")
    times_ms: Mapped[list[Any]] = mapped_column(default=list)


class Job(Base):
    """Work for the queue. A worker leases a job and renews the lease by heartbeats; a job whose lease has run out is
    taken up by another. `key` keeps the same work from being queued twice."""

    __table_args__ = (Index("job_next", "state", "priority", "created"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(12))
    """admission, meeting or run"""
    key: Mapped[str] = mapped_column(String(80), unique=True)
    target: Mapped[int]
    """The version's or run's id."""
    priority: Mapped[int]
    """Lower goes first."""
    state: Mapped[str] = mapped_column(String(8), default="queued")
    """queued, leased, done or failed"""
    created: Mapped[float]
    started: Mapped[float | None] = mapped_column(default=None)
    finished: Mapped[float | None] = mapped_column(default=None)
    worker: Mapped[str] = mapped_column(default="")
    lease: Mapped[float | None] = mapped_column(default=None)
    """Until when the lease holds."""
    attempts: Mapped[int] = mapped_column(default=0)
    done: Mapped[int] = mapped_column(default=0)
    total: Mapped[int] = mapped_column(default=0)
    note: Mapped[str] = mapped_column(default="")


class Run(Base):
    """An official run, which never changes once complete. A `seed` that nobody guesses decides pairings and cards."""

    __table_args__ = (UniqueConstraint("ladder_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    ladder_id: Mapped[int] = mapped_column(ForeignKey("ladder.id"))
    number: Mapped[int]
    kind: Mapped[str] = mapped_column(String(8))
    """nightly, button or final"""
    state: Mapped[str] = mapped_column(String(9), default="planned")
    """planned, playing, complete or stopped"""
    seed: Mapped[str] = mapped_column(String(24))
    settings: Mapped[dict[str, Any]]
    """Everything it depends on: contest, deals, budget, versions of the code."""
    planned: Mapped[float]
    started: Mapped[float | None] = mapped_column(default=None)
    finished: Mapped[float | None] = mapped_column(default=None)
    expected_seconds: Mapped[float | None] = mapped_column(default=None)
    digest: Mapped[str] = mapped_column(String(64), default="")
    """The SHA-256 of the run's published object."""

    ladder: Mapped[Ladder] = relationship()
    entries: Mapped[list[Entry]] = relationship(back_populates="run", order_by="Entry.place")


class Entry(Base):
    """A version in a run and its aggregated results; `place` is its number in schedule and games."""

    __table_args__ = (Index("entry_entrant", "entrant_id"), Index("entry_rank", "run_id", "rank"))

    run_id: Mapped[int] = mapped_column(ForeignKey("run.id"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    entrant_id: Mapped[int] = mapped_column(ForeignKey("entrant.id"))
    version_id: Mapped[int] = mapped_column(ForeignKey("version.id"))
    deals: Mapped[int] = mapped_column(default=0)
    games: Mapped[int] = mapped_column(default=0)
    wins: Mapped[int] = mapped_column(default=0)
    ties: Mapped[int] = mapped_column(default=0)
    losses: Mapped[int] = mapped_column(default=0)
    faults: Mapped[int] = mapped_column(default=0)
    mean: Mapped[float | None] = mapped_column(default=None)
    low: Mapped[float | None] = mapped_column(default=None)
    high: Mapped[float | None] = mapped_column(default=None)
    rating: Mapped[float | None] = mapped_column(default=None)
    rating_low: Mapped[float | None] = mapped_column(default=None)
    rating_high: Mapped[float | None] = mapped_column(default=None)
    rank: Mapped[int | None] = mapped_column(default=None)
    moved: Mapped[int | None] = mapped_column(default=None)
    """Ranks gained since the run before; `None` where the intervals of the ratings overlap, or it is new."""
    cpu_seconds: Mapped[float] = mapped_column(default=0.0)
    moves: Mapped[int] = mapped_column(default=0)
    slowest_ms: Mapped[float] = mapped_column(default=0.0)
    phases: Mapped[list[Any]] = mapped_column(default=list)
    """Costs by phase of the game: rows of (phase, mean cost a game, games reviewed)."""

    run: Mapped[Run] = relationship(back_populates="entries")
    entrant: Mapped[Entrant] = relationship()
    version: Mapped[Version] = relationship()


class Game(Base):
    """One game of a run. `number` counts within the run from 1."""

    __table_args__ = (UniqueConstraint("run_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("run.id"))
    number: Mapped[int]
    deal: Mapped[int]
    fixture: Mapped[dict[str, Any]]
    scores: Mapped[list[Any]]
    record_digest: Mapped[str] = mapped_column(ForeignKey("record.digest"))

    run: Mapped[Run] = relationship()
    record: Mapped[Record] = relationship()
    seats: Mapped[list[Seat]] = relationship(back_populates="game", order_by="Seat.seat")


class Seat(Base):
    """Who sat where in a game, and what came of it."""

    __table_args__ = (Index("seat_entrant", "entrant_id", "game_id"),)

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    entrant_id: Mapped[int] = mapped_column(ForeignKey("entrant.id"))
    version_id: Mapped[int] = mapped_column(ForeignKey("version.id"))
    score: Mapped[float]
    place: Mapped[int]
    """1 for the best score of the game."""
    fault: Mapped[str] = mapped_column(default="")
    """The kind of the fault alone, such as TimeError; its text is private."""

    game: Mapped[Game] = relationship(back_populates="seats")
    entrant: Mapped[Entrant] = relationship()
    version: Mapped[Version] = relationship()


class Record(Base):
    """A game record without memories and without the text of faults, zlib-compressed JSON, by its SHA-256."""

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    blob: Mapped[bytes]


class PrivateLog(Base):
    """What only the owner sees of a game: what its player printed, its traceback, memories and times. Pruned."""

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    version_id: Mapped[int] = mapped_column(ForeignKey("version.id"), index=True)
    written: Mapped[float] = mapped_column(index=True)
    printed: Mapped[str] = mapped_column(default="")
    traceback: Mapped[str] = mapped_column(default="")
    memories: Mapped[list[Any]] = mapped_column(default=list)
    times_ms: Mapped[list[Any]] = mapped_column(default=list)


class Pair(Base):
    """Head to head in a run: the mean difference a deal of two places, `a` below `b`."""

    run_id: Mapped[int] = mapped_column(ForeignKey("run.id"), primary_key=True)
    a: Mapped[int] = mapped_column(primary_key=True)
    b: Mapped[int] = mapped_column(primary_key=True)
    deals: Mapped[int]
    mean: Mapped[float]
    half_width: Mapped[float | None]


class Watched(Base):
    """Which games somebody has opened, so that the next one can be offered."""

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)


class Audit(Base):
    """What administrators did. `account_id` is who, `target` an opaque id: no names."""

    id: Mapped[int] = mapped_column(primary_key=True)
    time: Mapped[float] = mapped_column(index=True)
    account_id: Mapped[int | None]
    action: Mapped[str]
    target: Mapped[str] = mapped_column(default="")


class Forgotten(Base):
    """Keyed digests of the logins that were forgotten, so that restoring a backup forgets them again."""

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    time: Mapped[float]


# The tables of SkullWhist's server.


class Bot(Base):
    """A bot of a party, or of nobody that the site knows where registration is open. Others see its `name`."""

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40), unique=True)
    password: Mapped[str | None] = mapped_column(default=None)
    """Argon2id's encoded hash; `None` for a bot that cannot log in."""
    party_id: Mapped[int | None] = mapped_column(ForeignKey("party.id"), index=True, default=None)
    house: Mapped[str] = mapped_column(String(40), default="")
    """The baseline of a built-in bot."""
    created: Mapped[float]


class BotSession(Base):
    """The session of a bot that is logged in; `id` is the SHA-256 of what the bot holds."""

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    bot_id: Mapped[int] = mapped_column(ForeignKey("bot.id", ondelete="CASCADE"), unique=True)
    created: Mapped[float]


class WhistGame(Base):
    """A game of two bots. `leader` is the seat that leads the first round; `finished` is `None` while it is played."""

    id: Mapped[int] = mapped_column(primary_key=True)
    leader: Mapped[int]
    started: Mapped[float]
    finished: Mapped[float | None] = mapped_column(index=True, default=None)


class WhistSeat(Base):
    """A bot in a game: seat 0 or 1. `hand` is as dealt, sorted, with blanks between cards; `due` is until when the bot
    has to bid or to play. `tricks` and `score` are written at the game's end; a forfeited game has no scores."""

    __table_args__ = (Index("sw_seat_bot", "bot_id", "game_id"), Index("sw_seat_score", "score"))

    game_id: Mapped[int] = mapped_column(ForeignKey("sw_game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    bot_id: Mapped[int] = mapped_column(ForeignKey("bot.id"))
    hand: Mapped[str]
    bid: Mapped[int | None] = mapped_column(default=None)
    due: Mapped[float | None] = mapped_column(default=None)
    tricks: Mapped[int | None] = mapped_column(default=None)
    score: Mapped[int | None] = mapped_column(default=None)
    forfeited: Mapped[bool] = mapped_column(default=False)


class WhistRound(Base):
    """A round, from 1 to 13: the seat that led, its card, and the other's, `None` until played."""

    game_id: Mapped[int] = mapped_column(ForeignKey("sw_game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    leader: Mapped[int]
    led: Mapped[str] = mapped_column(String(3))
    followed: Mapped[str | None] = mapped_column(String(3), default=None)


class WhistMinute(Base):
    """How many rounds were completed in a minute, counted from 1970. Minutes without a round have no row."""

    minute: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    rounds: Mapped[int]


class WhistCounts:
    """Games that are over, counted as they end so that no page has to: their five outcomes, and the sum of the scores
    of the first three. A forfeited game has no scores."""

    wins: Mapped[int] = mapped_column(default=0)
    losses: Mapped[int] = mapped_column(default=0)
    ties: Mapped[int] = mapped_column(default=0)
    forfeits: Mapped[int] = mapped_column(default=0)
    """Games that the bot forfeited."""
    gifts: Mapped[int] = mapped_column(default=0)
    """Games that its rival forfeited."""
    points: Mapped[int] = mapped_column(default=0)


class WhistRecord(WhistCounts, Base):
    """All games of a bot."""

    bot_id: Mapped[int] = mapped_column(ForeignKey("bot.id"), primary_key=True)


class WhistPair(WhistCounts, Base):
    """A bot's games against one rival; the rival has a row of its own."""

    bot_id: Mapped[int] = mapped_column(ForeignKey("bot.id"), primary_key=True)
    rival_id: Mapped[int] = mapped_column(ForeignKey("bot.id"), primary_key=True)
