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
from sqlalchemy.exc import SQLAlchemyError

from playfunc_web.accounts.class_list import read_class_list
from playfunc_web.database import Database, newest_revision, revision_of
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
