"""The site, and its folder with settings, keys and database; never a course.

site.toml      settings, all of them optional (`Settings`)
languages.toml languages that programs may be uploaded in beside the shipped ones
site.key       signs sessions and pseudonyms; made at the first start, readable by the site's user alone
ladder.db      the database, unless another is named by URL
news.md …      pages that staff write
backups/       made by `playfunc serve backup`
forgotten.txt  keyed digests of logins that were forgotten
.served…       locked while a process serves the folder

The marking site alone has its folder in a course: `COURSE/.marking`, with the accounts of markers."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, time
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from filelock import FileLock, Timeout
from playfunc.files import os_message, write_whole
from playfunc_autograder.programs.languages import Language, read_languages
from playfunc_checks.course_settings import SECRET_FILE
from playfunc_checks.settings import Fits, structured, toml_table

from playfunc_web.database import Database, upgrade
from playfunc_web.errors import SiteError

# Addresses of hosts in the settings, and which of them browsers keep apart.

_PORTS = {"http": ":80", "https": ":443"}


def is_address(text: str) -> bool:
    """Whether it has a scheme, a host and no path."""
    parts = urlsplit(text)
    return parts.scheme in _PORTS and bool(parts.hostname) and parts.path in ("", "/")


def origin_of(address: str) -> str:
    """Scheme, host and port as browsers compare them (RFC 6454); empty for an empty address."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host_at(parts.scheme, host)}" if host else ""


def host_at(scheme: str, host: str) -> str:
    """A Host header in one spelling: in lower case, without the port that the scheme implies or a final dot."""
    return host.lower().removesuffix(_PORTS[scheme]).removesuffix(".")


def require_separate_site(base_url: str, content_url: str) -> None:
    """Raise `SiteError` where `content_url` is no origin of its own, or pages at `base_url` could not frame it."""
    if not content_url:
        return
    if not base_url:
        raise SiteError("site.toml sets content_url: set base_url too, the address that people type")
    if urlsplit(content_url).scheme != urlsplit(base_url).scheme:
        raise SiteError(f"content_url is {content_url}: it must begin as base_url does, {base_url}")
    if origin_of(content_url) == origin_of(base_url):
        raise SiteError(
            f"content_url is the site's own address, {base_url}: name another host or port, such as "
            "https://content.example.edu"
        )


SETTINGS_FILE = "site.toml"
LANGUAGES_FILE = "languages.toml"
KEY_FILE = "site.key"
DATABASE_FILE = "ladder.db"
MARKING_FOLDER = ".marking"
MARKING_DATABASE = "marking.db"
LOCK_FILE = ".served"
WHIST_LOCK_FILE = ".served-skullwhist"

COURSE_MARKS = (SECRET_FILE, "gradebook.db", "nbgrader_config.py")
"""Files that only a course holds: the secret that its deals come from, its marks, its settings."""

DEEP = 4
"""Levels of folders below the site's in which a course is looked for."""

Positive = Annotated[int, Fits("a whole number from 1", lambda value: value >= 1)]
Waiting = Annotated[float, Fits("seconds from 0 to 25", lambda value: 0 <= value <= 25)]
"""A request for a game is answered within 30 seconds."""
Share = Annotated[float, Fits("a number above 0", lambda value: value > 0)]
Clock = Annotated[
    str, Fits('a time such as "02:00"', lambda text: len(text) == 5 and time.fromisoformat(text))
]
Zone = Annotated[str, Fits('a time zone such as "Europe/Berlin"', lambda name: bool(ZoneInfo(name)))]
Day = Annotated[str, Fits('a day such as "2026-12-18"', lambda text: not text or date.fromisoformat(text))]
Network = Annotated[
    str, Fits('an address or a network such as "10.0.0.0/8"', lambda text: ip_network(text) is not None)
]
Address = Annotated[
    str,
    Fits(
        'an address such as "https://ladder.example.edu": http or https, a host, and no path',
        lambda text: not text or is_address(text),
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What an upload may cost. All are shown on the page of uploads before one is made."""

    upload_bytes: Positive = 1_000_000
    admitted_a_day: Positive = 10
    """Versions of one entrant that are admitted within 24 hours."""
    check_cpu_seconds: Share = 600.0
    waiting_an_entrant: Positive = 3
    """Uploads of one entrant that may wait in the queue at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention:
    """Days for which personal data is kept. Sources are kept until so long after the course's end."""

    logs_days: Positive = 30
    tracebacks_days: Positive = 90
    sources_days_after_end: Positive = 183
    sessions_days: Positive = 14
    audit_days: Positive = 365


@dataclass(frozen=True, slots=True, kw_only=True)
class Lti:
    """The learning platform that people come from by LTI 1.3; none without an `issuer`. All are told by the platform
    when the site is registered there as a tool."""

    issuer: str = ""
    client_id: str = ""
    auth_url: str = ""
    jwks_url: str = ""
    """Where the platform publishes its keys; or `jwks_file`, a copy of them in the folder."""
    jwks_file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whist:
    """SkullWhist's server on the same folder."""

    title: str = "SkullWhist"
    jsonp: bool = True
    """Whether scripts in browsers may call the API by GET. Passwords then stand in addresses."""
    plain_http: bool = False
    """Whether it may listen beyond this machine without a proxy that brings HTTPS, as old clients need it."""
    built_in_bots: bool = True
    """Whether built-in bots play with bots that find no other opponent."""
    built_in_after_seconds: Waiting = 10.0
    """How long such a bot waits for others first; with 0 built-in bots begin no games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`site.toml`. Nothing has to be set."""

    title: str = "playfunc ladder"
    public: bool = False
    """Whether pages can be read without logging in."""
    open_games: bool = False
    """Whether everybody who may read pages opens all games before a ladder freezes, too."""
    open_registration: bool = False
    """Whether SkullWhist's server makes a bot for whoever asks."""
    base_url: Address = ""
    """The address that people type, such as https://ladder.example.edu, where a proxy stands in front."""
    content_url: Address = ""
    """Another address of the site, from which replays and positions come, so that they share no origin with it."""
    proxies: tuple[Network, ...] = ("127.0.0.1", "::1")
    """Addresses and networks of proxies whose word for a visitor's address is taken, where `base_url` is set."""
    class_list: str = ""
    """A CSV file with the columns login, name and group; relative to the folder."""
    nightly: Clock = "02:00"
    timezone: Zone = "UTC"
    run_cpu_seconds: Share = 3600.0
    """The published CPU budget of an official run."""
    final_cpu_seconds: Share = 14400.0
    jobs: Positive = 2
    """Processes that check and play at once."""
    scheduler: str = ""
    """A Dask scheduler, or the file that it has written: its workers play official runs and work on uploads, as many
    uploads at once as there are `jobs`."""
    course_end: Day = ""
    """The day after which sources are kept for `retention.sources_days_after_end`, such as 2026-12-18."""
    hub: bool = False
    """Whether people log in through JupyterHub, which sets the JUPYTERHUB_… variables of the service."""
    hub_url: str = ""
    """JupyterHub's address as browsers reach it, such as https://hub.example.edu, where it is not the site's own."""
    hub_admins: tuple[str, ...] = ()
    """People of the hub who administer the site."""
    lti: Lti = field(default_factory=Lti)
    skullwhist: Whist = field(default_factory=Whist)
    limits: Limits = field(default_factory=Limits)
    retention: Retention = field(default_factory=Retention)


@dataclass(frozen=True, slots=True)
class SiteFolder:
    """An opened folder. `key` signs what the site hands out; `languages` are those of programs, by name."""

    path: Path
    settings: Settings
    key: bytes
    languages: Mapping[str, Language]
    database: str = DATABASE_FILE

    @classmethod
    def open(cls, path: Path) -> SiteFolder:
        """Make the folder and its key where they are missing, and read its settings.

        Raises `SiteError` where the folder holds or lies inside a course or cannot be used, and `SettingsError`.
        """
        path = path.resolve()
        refuse_courses(path, "the site's folder")
        opened = cls._made(path, DATABASE_FILE)
        if opened.class_list is not None:
            refuse_courses(opened.class_list.resolve().parent, "the class list's folder")
        return opened

    @classmethod
    def in_course(cls, course: Path) -> SiteFolder:
        """The folder of the course's marking site, made where it is missing. Raises as `open` does."""
        return cls._made(course.resolve() / MARKING_FOLDER, MARKING_DATABASE)

    @classmethod
    def at(cls, path: Path) -> SiteFolder:
        """As `open`, or as `in_course` where the path is a course or the folder of its marking site."""
        course = _course_at(path.resolve())
        return cls.open(path) if course is None else cls.in_course(course)

    @classmethod
    def _made(cls, path: Path, database: str) -> SiteFolder:
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            settings = read_settings(path / SETTINGS_FILE)
            languages = languages_of(path)
            key = _key(path / KEY_FILE)
        except OSError as error:
            raise SiteError(
                f"the site's folder {path} cannot be used ({os_message(error)}): name another one, or "
                "give it to the user who serves (chown)"
            ) from error
        return cls(path, settings, key, languages, database)

    @classmethod
    def existing(cls, path: Path, url: str | None = None) -> SiteFolder:
        """As `at`, for commands beside the server: nothing is made. Raises `SiteError` where there is no site yet, or
        its database is another than the one in the folder and not named by `url`."""
        folder, database = place_of(path)
        if not (folder / KEY_FILE).is_file():
            raise SiteError(
                f"{folder} is no site's folder: expected {KEY_FILE} in it, which the first start makes"
            )
        if url is None and not (folder / database).is_file():
            raise SiteError(
                f"there is no database in {folder}: name the site's by --database or in PLAYFUNC_DATABASE"
            )
        return cls.at(path)

    @property
    def database_url(self) -> str:
        """Of the database that needs no configuration."""
        return f"sqlite:///{self.path / self.database}"

    @property
    def class_list(self) -> Path | None:
        return self.path / self.settings.class_list if self.settings.class_list else None


def place_of(path: Path) -> tuple[Path, str]:
    """The folder of the site at `path`, or of the marking site of a course there, and the name of its database."""
    path = path.resolve()
    course = _course_at(path)
    return (path, DATABASE_FILE) if course is None else (course / MARKING_FOLDER, MARKING_DATABASE)


def read_settings(path: Path) -> Settings:
    """Raises `SettingsError` for a file that is no TOML and for a setting that is unknown or does not fit, and
    `SiteError` for two that clash."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    settings = structured(Settings, toml_table(text, path.name), lambda place: path.name)
    require_separate_site(settings.base_url, settings.content_url)
    return settings


def languages_of(folder: Path) -> Mapping[str, Language]:
    """The shipped languages and the folder's own, which may replace some of them. Raises `SettingsError`."""
    own = folder / LANGUAGES_FILE
    return read_languages(own if own.exists() else None)


def refuse_courses(path: Path, what: str) -> None:
    """Raise `SiteError` where the folder holds or lies inside a course: the site answers strangers, and a course holds
    marks and the secret from which their deals come."""
    for folder in (path, *path.parents):
        if mark := _mark(folder):
            inside = "is" if folder == path else "lies inside"
            raise SiteError(
                f"{what} {path} {inside} a course ({folder / mark}): name a folder outside any course"
            )
    for folder in _below(path, DEEP):
        if mark := _mark(folder):
            raise SiteError(f"{what} {path} holds a course ({folder / mark}): name a folder without one")


@contextmanager
def held(path: Path, lock: str = LOCK_FILE) -> Iterator[None]:
    """Nobody else serves or restores the folder meanwhile. Raises `SiteError` where somebody does."""
    try:
        with FileLock(path / lock, blocking=False):
            yield
    except Timeout:
        raise SiteError(f"{path} is being served by another process: stop it first") from None


def _course_at(path: Path) -> Path | None:
    """The course whose marking site is meant: the path is the course, or the site's folder in it."""
    course = path.parent if path.name == MARKING_FOLDER else path
    return course if _mark(course) else None


def _mark(folder: Path) -> str:
    return next((mark for mark in COURSE_MARKS if os.path.lexists(folder / mark)), "")


def _below(path: Path, levels: int) -> Iterator[Path]:
    if not levels or not path.is_dir():
        return
    try:
        with os.scandir(path) as entries:
            folders = [Path(entry.path) for entry in entries if entry.is_dir()]
    except PermissionError:  # what this user cannot look into, such as lost+found, gives strangers nothing
        return
    for folder in folders:
        yield folder
        yield from _below(folder, levels - 1)


def _key(path: Path) -> bytes:
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        key = secrets.token_hex(32).encode()
        write_whole(path, key, mode=0o600)
    if len(key) < 32:
        raise SiteError(
            f"{path} is damaged: restore it from a backup, or delete it, which logs everybody out"
        )
    return key


@dataclass(frozen=True, slots=True)
class Site:
    """An opened site: its folder and its database at the newest revision. `secure` says whether browsers reach it by
    HTTPS, so that cookies stay with it."""

    folder: SiteFolder
    database: Database = field(compare=False)
    secure: bool = False

    @classmethod
    def open(cls, folder: SiteFolder, url: str | None = None) -> Site:
        """Raises `SiteError`, and `StorageError` where the database cannot be opened."""
        database = Database(url or folder.database_url)
        try:
            upgrade(database)
        except BaseException:
            database.close()
            raise
        return cls(folder, database, folder.settings.base_url.startswith("https://"))

    @classmethod
    def existing(cls, path: Path, url: str | None = None) -> Site:
        """A site that was started before, for commands beside the server. Raises as `open` does, and `SiteError` where
        there is none."""
        return cls.open(SiteFolder.existing(path, url), url)

    @property
    def settings(self) -> Settings:
        return self.folder.settings

    @property
    def languages(self) -> Mapping[str, Language]:
        """Those that programs may be uploaded in, by name."""
        return self.folder.languages

    @property
    def key(self) -> bytes:
        return self.folder.key
