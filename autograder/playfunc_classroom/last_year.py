"""A new course from last year's: what was decided there is carried over, and nothing of its students is.

Carried: settings, assignments as they were changed, phrases, own opponents with their calibration, the rule for
lateness, nbgrader's settings, and where last year's submissions lie, for `playfunc similarity`. New: the secret, so all
deals, and whatever this version's templates hold. Dates of last year are taken out.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from playfunc.files import write_whole
from playfunc_checks.course import ASSIGNMENT_FILE, OPPONENTS_FOLDER, SECRET_FILE, SETTINGS_FILE, read_course

from playfunc_classroom.archive import instructor_folder
from playfunc_classroom.policy.rubric import BANK_FILE

__all__ = ["CONFIG_FILE", "carry_over", "require_course", "zone_of"]

CONFIG_FILE = "nbgrader_config.py"

CARRIED = (
    SETTINGS_FILE,
    BANK_FILE,
    "policy.md",
    "late.py",
    "calibration.json",
    CONFIG_FILE,
    "source",
    OPPONENTS_FOLDER,
)

_ID_LINE = re.compile(r"^c\.CourseDirectory\.course_id = .*$", re.MULTILINE)
_DATE = re.compile(r"^\s*(late\.)?(due|method|show_deals_after|course_end)\s*=")
"""Dates, and how lateness costs points, which is refused without one."""

_FORMER = re.compile(r"^former\s*=\s*\[([^\]]*)\].*\n", re.MULTILINE)
_NOT_COPIED = shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__", SECRET_FILE)


def require_course(old: Path) -> None:
    """Raise `ValueError` unless `old` is a course, and `SettingsError` where its settings are wrong."""
    if not (old / CONFIG_FILE).is_file() or not (old / SETTINGS_FILE).is_file():
        raise ValueError(
            f"{old} is no course of playfunc: it has no {CONFIG_FILE} and {SETTINGS_FILE} of its own"
        )
    read_course(old)


def zone_of(old: Path) -> str:
    """The time zone of the course. Raises as `require_course` and `read_course` do."""
    require_course(old)
    return str(read_course(old).zone)


def carry_over(old: Path, folder: Path, name: str) -> list[str]:
    """Put what `old` decided in place of what stands in the new course `folder`, whose id is `name`; what is left to
    do, a sentence each."""
    names = tuple(part for part in CARRIED if (old / part).exists())
    for part in names:
        target = folder / part
        if (old / part).is_dir():
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(old / part, target, ignore=_NOT_COPIED)
        else:
            shutil.copyfile(old / part, target)
    to_do = [*_named(folder / CONFIG_FILE, name)]
    for path in (folder / SETTINGS_FILE, *sorted(folder.glob(f"source/*/{ASSIGNMENT_FILE}"))):
        to_do += _without_dates(path, path.relative_to(folder).as_posix())
    former = (str(old.resolve()), *(str((old / each).resolve()) for each in read_course(old).former))
    _remember(folder / SETTINGS_FILE, former)
    read_course(folder)
    to_do += _older_notebooks(folder)
    return to_do


def _named(path: Path, name: str) -> Iterator[str]:
    text, found = _ID_LINE.subn(f'c.CourseDirectory.course_id = "{name}"', path.read_text(encoding="utf-8"))
    write_whole(path, text)
    if not found:
        yield f"Name the course in {path.name}: c.CourseDirectory.course_id is not set there on a line of its own."


def _without_dates(path: Path, told: str) -> Iterator[str]:
    """Turn last year's dates into comments."""
    kept, taken, depth = [], [], 0
    for line in path.read_text(encoding="utf-8").splitlines():
        if depth == 0 and not _DATE.match(line):
            kept.append(line)
            continue
        depth += line.count("[") - line.count("]")
        kept.append(f"# last year: {line.strip()}")
        taken.append(line.strip())
    if taken:
        write_whole(path, "\n".join(kept) + "\n")
        yield f"Set this year's dates in {told}. Last year's lines are comments there: {' '.join(taken)}"


def _remember(path: Path, former: Sequence[str]) -> None:
    """Have `playfunc similarity` compare with what was handed in there."""
    text = _FORMER.sub("", path.read_text(encoding="utf-8"))
    folders = ", ".join(json.dumps(each, ensure_ascii=False) for each in former)  # TOML's strings are JSON's
    line = f"former = [{folders}]  # earlier courses, whose submissions `playfunc similarity` compares with\n"
    first = re.search(r"^\[", text, re.MULTILINE)
    place = first.start() if first else len(text)
    write_whole(path, f"{text[:place]}{line}\n{text[place:]}")


def _older_notebooks(folder: Path) -> Iterator[str]:
    """Which assignments are not as this version brings them."""
    try:
        ours = instructor_folder() / "course" / "source"
    except FileNotFoundError:
        return
    for notebook in sorted(folder.glob("source/*/*.ipynb")):
        new = ours / notebook.relative_to(folder / "source")
        if new.is_file() and new.read_bytes() != notebook.read_bytes():
            yield (
                f"source/{notebook.parent.name}/{notebook.name} is last year's, and this version's differs: compare "
                "them before you release it."
            )
