"""Where personal data lives: every column of every table, and the files beside them. `forget`, `disclose` and
`retention` read this alone, and a test fails for a column that is missing here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Fate(StrEnum):
    """What forgetting does to a column of somebody's rows."""

    GOES = "goes with its row"
    EMPTIED = "is emptied"
    RENAMED = "becomes an opaque word"
    UNLINKED = "no longer says who"
    MASKED = "loses the name, in everybody's rows"
    STAYS = "stays: an opaque id, a number, or a word of ours"


class Kept(StrEnum):
    """How long rows are kept; names in backquotes are settings of `retention` in site.toml."""

    SITE = "as long as the site"
    PERSON = "until the person is forgotten"
    OVER = "until it is over: sessions `sessions_days`, links 14 days"
    LOGS = "`logs_days`; tracebacks `tracebacks_days`"
    TRACEBACKS = "findings and private parts `tracebacks_days`"
    SOURCES = "`sources_days_after_end` after `course_end`, or after the last upload"
    AUDIT = "`audit_days`"


@dataclass(frozen=True, slots=True)
class Owner:
    """Which rows are somebody's: those whose `column` is the `parent_column` of a row of `table` that is theirs."""

    column: str
    table: str
    parent_column: str = "id"


@dataclass(frozen=True, slots=True)
class Place:
    """A table. `owner` is `None` where no row belongs to anybody, and for `account` and `party`, where ownership
    begins. `only` are values that columns must have for `owner` to hold. Rows that several people share, such as
    games, are disclosed to each of them."""

    table: str
    what: str
    kept: Kept
    fates: Mapping[str, Fate]
    owner: Owner | None = None
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def columns(self, fate: Fate) -> tuple[str, ...]:
        return tuple(name for name, its in self.fates.items() if its is fate)


def _place(
    table: str,
    what: str,
    kept: Kept,
    owner: Owner | None = None,
    only: Mapping[str, tuple[str, ...]] | None = None,
    **fates: str,
) -> Place:
    """Columns by fate: the names of columns after the fate's name."""
    each = {column: Fate[fate.upper()] for fate, columns in fates.items() for column in columns.split()}
    return Place(table, what, kept, each, owner, only or {})


_ACCOUNT = Owner("account_id", "account")
_VERSION = Owner("version_id", "version")
_ENTRANT = Owner("entrant_id", "entrant")
_BOT = Owner("bot_id", "bot")

INVENTORY: tuple[Place, ...] = (
    _place("watched", "which games somebody opened", Kept.SOURCES, _ACCOUNT, goes="account_id game_id"),
    _place(
        "token",
        "tokens of programs",
        Kept.PERSON,
        _ACCOUNT,
        goes="id account_id label created used",
    ),
    _place("link", "one-time links", Kept.OVER, _ACCOUNT, goes="id account_id created expires used"),
    _place("login", "sessions", Kept.OVER, _ACCOUNT, goes="id account_id created expires"),
    _place(
        "private_log",
        "what a player printed in a game, its traceback, memories and times",
        Kept.LOGS,
        _VERSION,
        goes="game_id seat version_id written printed traceback memories times_ms",
    ),
    _place(
        "meeting_game",
        "a version's games against house players, with what it printed, its tracebacks, memories and times",
        Kept.LOGS,
        _VERSION,
        goes="version_id number written seat score place fault against record printed times_ms",
    ),
    _place(
        "job",
        "work of the queue",
        Kept.SITE,
        Owner("target", "version"),
        {"kind": ("admission", "meeting")},
        goes="id kind key target priority state created started finished worker lease attempts done total note",
    ),
    _place(
        "admission",
        "what the checks of a version found",
        Kept.TRACEBACKS,
        _VERSION,
        stays="version_id started finished cpu_seconds",
        emptied="verdict findings private",
    ),
    _place(
        "meeting",
        "the provisional rating of a version",
        Kept.SITE,
        _VERSION,
        stays="version_id rung deals mean half_width rating low high faults move_ms",
    ),
    _place(
        "entry",
        "results in an official run",
        Kept.SITE,
        _ENTRANT,
        stays="run_id place entrant_id version_id deals games wins ties losses faults mean low high rating "
        "rating_low rating_high rank moved cpu_seconds moves slowest_ms phases",
    ),
    _place(
        "record",
        "a game move by move, without memories and texts",
        Kept.SITE,
        Owner("digest", "game", "record_digest"),
        stays="digest blob",
    ),
    _place(
        "game",
        "a game of an official run",
        Kept.SITE,
        Owner("id", "seat", "game_id"),
        stays="id run_id number deal fixture scores record_digest",
    ),
    _place(
        "seat",
        "who sat where in a game, and the points",
        Kept.SITE,
        _ENTRANT,
        stays="game_id seat entrant_id version_id score place fault",
    ),
    _place(
        "version",
        "an upload and its source",
        Kept.SOURCES,
        _ENTRANT,
        stays="id entrant_id number digest kind language origin uploaded state",
        emptied="filename source flagged",
        unlinked="account_id",
    ),
    _place(
        "entrant",
        "a place on a ladder, under a code that says nothing",
        Kept.SITE,
        Owner("party_id", "party"),
        stays="id code ladder_id party_id house crashes",
        emptied="active_id",
    ),
    _place(
        "bot_session", "sessions of bots on SkullWhist's server", Kept.OVER, _BOT, goes="id bot_id created"
    ),
    _place(
        "sw_seat",
        "a bot in a game of SkullWhist's server: hand, bid, tricks and score",
        Kept.SITE,
        _BOT,
        stays="game_id seat bot_id hand bid due tricks score forfeited",
    ),
    _place(
        "sw_round",
        "a round of a game of SkullWhist's server",
        Kept.SITE,
        Owner("game_id", "sw_seat", "game_id"),
        stays="game_id number leader led followed",
    ),
    _place(
        "sw_game",
        "when a game of SkullWhist's server was played",
        Kept.SITE,
        Owner("id", "sw_seat", "game_id"),
        stays="id leader started finished",
    ),
    _place(
        "sw_pair",
        "how often a bot won and lost against another",
        Kept.SITE,
        _BOT,
        stays="bot_id rival_id wins losses ties forfeits gifts points",
    ),
    _place(
        "sw_record",
        "how often a bot won and lost",
        Kept.SITE,
        _BOT,
        stays="bot_id wins losses ties forfeits gifts points",
    ),
    _place(
        "bot",
        "a bot on SkullWhist's server: name, and the hash of its password",
        Kept.SITE,
        Owner("party_id", "party"),
        stays="id party_id house created",
        emptied="password",
        renamed="name",
    ),
    _place(
        "audit",
        "what administrators did",
        Kept.AUDIT,
        _ACCOUNT,
        stays="id time",
        unlinked="account_id",
        masked="action target",
    ),
    _place(
        "account",
        "login, name, and the hash of a password",
        Kept.PERSON,
        goes="id login name source role password party_id created seen disabled",
    ),
    _place(
        "party",
        "a person or a group: pseudonym, and the name that others may see",
        Kept.PERSON,
        stays="id kind withdrawn",
        emptied="name open_name",
        renamed="pseudonym",
    ),
    _place(
        "ladder",
        "the ladders",
        Kept.SITE,
        stays="id name contest opens freezes state nightly run_cpu_seconds",
        masked="title",
    ),
    _place(
        "run",
        "official runs",
        Kept.SITE,
        stays="id ladder_id number kind state seed settings planned started finished expected_seconds digest",
    ),
    _place("pair", "head to head in a run, by place", Kept.SITE, stays="run_id a b deals mean half_width"),
    _place("sw_minute", "rounds a minute on SkullWhist's server", Kept.SITE, stays="minute rounds"),
    _place("forgotten", "keyed digests of forgotten logins and bots", Kept.SITE, stays="id time"),
)
"""Children before their parents, so that rows can be deleted in this order."""

SECRETS = frozenset(
    {
        *(("account", "password"), ("login", "id"), ("link", "id"), ("token", "id")),
        *(("bot", "password"), ("bot_session", "id")),
    }
)
"""Digests of secrets: a disclosure leaves them out."""

FILES: Mapping[str, str] = {
    "class list": "login, name and group: the person's line is taken out",
    "backups/": "everything, as it was: restoring one forgets again; delete those that are not needed",
    "forgotten.txt": "keyed digests of forgotten logins, for restoring",
}
"""Files of the site's folder that hold personal data, and what forgetting does to them. Logs go to standard error and
name nobody."""


def place(table: str) -> Place:
    """The entry of a table."""
    return next(entry for entry in INVENTORY if entry.table == table)
