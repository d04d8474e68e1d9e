"""Open the marking site of a course: its accounts, from the course's list of markers, and an administrator, who is the
head of the course."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from playfunc_checks.settings import SettingsError
from playfunc_classroom.nbgrader_bridge import Course, GradebookError
from playfunc_classroom.nbgrader_bridge.settle import settle_points
from playfunc_classroom.people.markers import MARKERS_FILE, Line, read_markers
from sqlalchemy.orm import Session

from playfunc_web.accounts.class_list import Enrolled, Person, enrol
from playfunc_web.accounts.invitations import administrator_link
from playfunc_web.accounts.people import LOGIN
from playfunc_web.errors import SiteError
from playfunc_web.folder import Settings, SiteFolder
from playfunc_web.marking.desk import Desk
from playfunc_web.site import Site

__all__ = ["Marking", "enrol_markers", "open_marking"]


@dataclass(frozen=True, slots=True)
class Marking:
    """A marking site that is ready to be served. `admin_link` is the path of the head's one-time link, empty once it
    has been used."""

    site: Site
    desk: Desk
    admin_link: str
    enrolled: Enrolled = field(default_factory=Enrolled)


def open_marking(course: Path) -> Marking:
    """Raises `FileNotFoundError` where there is no course, `SettingsError` and `SiteError`."""
    opened = Course.open(course)
    if not opened.settings.assignments:
        raise SiteError(f"{course} has no assignment: expected source/NAME/assignment.toml")
    _make_gradebook(opened)
    for name in opened.settings.assignments:
        settle_points(opened, name)
    folder = SiteFolder.in_course(opened.root)
    site = Site.open(replace(folder, settings=_titled(folder.settings, opened)))
    with site.database.writing() as session:
        enrolled = enrol_markers(session, opened.root)
        link = administrator_link(session)
    return Marking(site, Desk(opened), link, enrolled)


def _make_gradebook(course: Course) -> None:
    """Where there is none yet: a site may be served before the first release."""
    try:
        with course.gradebook():
            pass
    except GradebookError as error:
        raise SiteError(f"{error}: {error.log}") from error


def enrol_markers(session: Session, course: Path) -> Enrolled:
    """Make the accounts that are missing. Whoever is no longer on the list has no share, and keeps the account. Raises
    `SiteError` for a name that is no login."""
    try:
        lines = read_markers(course)
    except SettingsError as error:
        raise SiteError(str(error)) from error
    return enrol(session, [Person(name, role="staff") for name in _logins(lines)])


def _logins(lines: Sequence[Line]) -> list[str]:
    names = list(dict.fromkeys(line.marker for line in lines))
    for name in names:
        if not LOGIN.fullmatch(name):
            raise SiteError(
                f"{MARKERS_FILE}: a marker's name is the login too, of up to 64 letters, digits and . _ @ + -, got "
                f"{name!r}"
            )
    return names


def _titled(settings: Settings, course: Course) -> Settings:
    """With the course's name and time zone, unless site.toml names others. Nothing of it is ever public."""
    usual = Settings()
    title = f"Marking: {course.root.name}" if settings.title == usual.title else settings.title
    zone = str(course.settings.zone) if settings.timezone == usual.timezone else settings.timezone
    return replace(settings, title=title, timezone=zone, public=False)
