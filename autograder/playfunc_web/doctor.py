"""What `playfunc doctor --site` looks at: whether a machine and a user are fit to serve a site to strangers."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from playfunc_autograder.programs.languages import installed, read_languages
from playfunc_checks.settings import SettingsError
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from playfunc_web.accounts.class_list import read_class_list
from playfunc_web.database import Database, newest_revision, now, revision_of
from playfunc_web.database.tables import Job, Version
from playfunc_web.errors import SiteError
from playfunc_web.monitoring import LEAST_FREE_BYTES
from playfunc_web.site import (
    COURSE_MARKS,
    DATABASE_FILE,
    KEY_FILE,
    LANGUAGES_FILE,
    SETTINGS_FILE,
    languages_of,
    read_settings,
    refuse_courses,
)

PRIVATE = (*COURSE_MARKS[:2], "marks", "reports", "submitted")
"""What of a course nobody who serves strangers may read."""

MEGABYTE = 1024 * 1024
DAY = 86_400.0
WAITED_TOO_LONG = 3600.0
BACKUP_DAYS, KEPT_DAYS = 2, 31


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence, and whether it must be put right before strangers come."""

    good: bool
    text: str


def examine_site(folder: Path, courses: Sequence[Path], url: str | None = None) -> tuple[Finding, ...]:
    """Looks as the present user, and changes nothing."""
    return (
        *_folder(folder),
        *_settings(folder),
        *_languages(folder),
        *_database(folder, url),
        *_backups(folder),
        *_disk(folder),
        *_user(),
        *_courses(courses),
    )


def _folder(folder: Path) -> Iterator[Finding]:
    try:
        refuse_courses(folder.resolve(), "the site's folder")
    except SiteError as error:
        yield Finding(False, f"{error}.")
    if not folder.is_dir():
        yield Finding(
            True, f"The folder {folder} does not exist yet: the first start makes it for its user alone."
        )
        return
    if not os.access(folder, os.W_OK | os.X_OK):
        yield Finding(False, f"This user cannot write to {folder}: give it the folder (chown).")
    open_to = [
        path.name or str(path)
        for path in (folder, folder / KEY_FILE, folder / DATABASE_FILE, folder / "backups")
        if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077
    ]
    private_folder = not stat.S_IMODE(folder.stat().st_mode) & 0o077
    key = folder / KEY_FILE
    if key.exists() and stat.S_IMODE(key.stat().st_mode) & 0o077:
        yield Finding(False, f"Others can read {key}: chmod 600 {key}")
    elif open_to and not private_folder:
        yield Finding(False, f"Other users of this machine can look into {folder}: chmod 700 {folder}")
    else:
        yield Finding(True, f"Only its user looks into {folder}.")


def _settings(folder: Path) -> Iterator[Finding]:
    try:
        settings = read_settings(folder / SETTINGS_FILE)
        people = read_class_list(folder / settings.class_list) if settings.class_list else ()
    except OSError as error:
        yield Finding(False, f"This user cannot read {error.filename or folder}: {error.strerror or error}.")
    except (SiteError, SettingsError) as error:
        yield Finding(False, f"{error}.")
    else:
        listed = f" {len(people)} people are on the class list." if settings.class_list else ""
        yield Finding(True, f"The settings are valid.{listed}")
        if settings.base_url.startswith("http:"):
            yield Finding(False, f"{settings.base_url} is not encrypted: put a proxy with HTTPS in front.")


def _languages(folder: Path) -> Iterator[Finding]:
    """Those of the site's own file; every other is told of the machine."""
    try:
        known = languages_of(folder)
    except SettingsError as error:
        yield Finding(False, f"{error}.")
        return
    shipped = read_languages()
    for found in installed([each for name, each in known.items() if shipped.get(name) != each]):
        title = found.language.title
        if found.version:
            yield Finding(True, f"Programs in {title} may be uploaded: {found.version}.")
        else:
            yield Finding(False, f"{title} of {LANGUAGES_FILE} is not found: {found.missing}.")


def _database(folder: Path, url: str | None) -> Iterator[Finding]:
    file = folder / DATABASE_FILE
    if url is None and not file.is_file():
        yield Finding(True, "There is no database yet: the first start makes one.")
        return
    try:
        database = Database(url or f"sqlite:///{file}")
    except SiteError as error:
        yield Finding(False, f"{error}.")
        return
    try:
        found, newest = revision_of(database), newest_revision()
        waits = list(_work(database, folder)) if found == newest else []
    except SQLAlchemyError as error:
        yield Finding(False, f"The database does not answer: {getattr(error, 'orig', error)}")
        return
    finally:
        database.close()
    kind = database.engine.dialect.name
    if found == newest:
        revision = f" and is at the newest revision, {newest}"
    else:
        revision = f", at revision {found or 'none'}; the next start brings it to {newest}"
    yield Finding(True, f"The database ({kind}) answers{revision}.")
    yield from waits


def _work(database: Database, folder: Path) -> Iterator[Finding]:
    """What staff have to mend, and what nobody works on."""
    with database.reading() as session:
        broken = session.scalar(select(func.count()).where(Version.state == "broken")) or 0
        oldest = session.scalar(select(func.min(Job.created)).where(Job.state == "queued"))
    if broken:
        yield Finding(
            False,
            f"{broken} uploads ended by a fault of ours: mend what the log says (journalctl --unit playfunc-ladder), "
            "then press Try again on the page Staff.",
        )
    if oldest is not None and now() - oldest > WAITED_TOO_LONG:
        hours = (now() - oldest) / 3600
        yield Finding(
            False,
            f"The first job of the queue has waited for {hours:.0f} hours: see that the site runs (systemctl restart "
            f"playfunc-ladder), or raise jobs in {folder / SETTINGS_FILE}",
        )


def _backups(folder: Path) -> Iterator[Finding]:
    """Those in the folder itself. Whether others are made elsewhere, nothing here says."""
    ages = sorted((now() - path.stat().st_mtime) / DAY for path in (folder / "backups").glob("*.*"))
    again = f"playfunc serve backup {folder} --keep 14"
    if not ages:
        if (folder / KEY_FILE).is_file():
            yield Finding(True, f"No backup is in {folder / 'backups'}; unless they go elsewhere: {again}")
    elif ages[0] > BACKUP_DAYS:
        timer = "systemctl status playfunc-ladder-backup.timer"
        yield Finding(False, f"The newest backup is {ages[0]:.0f} days old: {again} (and see {timer})")
    elif ages[-1] > KEPT_DAYS:
        yield Finding(
            False,
            f"{sum(age > KEPT_DAYS for age in ages)} files in {folder / 'backups'} are older than {KEPT_DAYS} days, "
            f"and hold people who were forgotten since: {again}, and delete what it leaves (replaced-…)",
        )
    else:
        yield Finding(True, f"{len(ages)} backups, the newest {ages[0] * 24:.0f} hours old.")


def _disk(folder: Path) -> Iterator[Finding]:
    there = next(path for path in (folder.resolve(), *folder.resolve().parents) if path.exists())
    free = shutil.disk_usage(there).free
    least = LEAST_FREE_BYTES * 8
    advice = f": free at least {least // MEGABYTE} MB, or uploads are soon refused" if free < least else ""
    yield Finding(free >= least, f"{free // MEGABYTE:,} MB of disk are free{advice}.")


def _user() -> Iterator[Finding]:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        yield Finding(
            False,
            "This is root: serve as a user that owns nothing but the site, and run this command as that user.",
        )


def _courses(courses: Sequence[Path]) -> Iterator[Finding]:
    for course in courses:
        if not os.access(course, os.X_OK):
            yield Finding(True, f"This user cannot look into the course {course}.")
            continue
        if not any(os.path.lexists(course / mark) for mark in COURSE_MARKS):
            yield Finding(False, f"{course} is no course: expected one of {', '.join(COURSE_MARKS)} in it.")
            continue
        read = [name for name in PRIVATE if os.access(course / name, os.R_OK)]
        if read:
            yield Finding(
                False,
                f"This user can read {', '.join(read)} of the course {course}: serve as another user, and chmod 700 "
                f"{course}",
            )
        else:
            yield Finding(True, f"This user reads no secret, mark or submission of the course {course}.")
