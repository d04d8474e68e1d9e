"""A new course folder: ready for nbgrader, with a secret of its own and a workflow that checks it."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Collection, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from playfunc.files import write_whole
from playfunc_checks.course_settings import (
    ASSIGNMENT_FILE,
    OPPONENTS_FOLDER,
    SECRET_FILE,
    SETTINGS_FILE,
    read_course,
    read_secret,
)
from playfunc_checks.settings import known

from playfunc_classroom.archive import instructor_folder, wheels
from playfunc_classroom.policy.rubric import BANK_FILE

# A new course from last year's: what was decided there is carried over, and nothing of its students is.
#
# Carried: settings, assignments as they were changed, phrases, own opponents with their calibration, the rule for
# lateness, nbgrader's settings, and where last year's submissions lie, for `playfunc similarity`. New: the secret, so
# all deals, and whatever this version's templates hold. Dates of last year are taken out.


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


_COPIED = ("playfunc.toml", "comments.md", "policy.md")
_ZONE_LINE = re.compile(r"^# timezone = .*$", re.MULTILINE)
_GUESSED = "  # guessed from the machine that made this course: put yours, and delete the next line"
_ID = re.compile(r"[A-Za-z][\w-]*")


def make_course(
    folder: Path,
    name: str,
    zone: str,
    guessed: bool = False,
    assignments: Sequence[str] = (),
    last_year: Path | None = None,
) -> list[str]:
    """Write the course `name` into `folder`; what is left to do, a sentence each. Its times are those of `zone`,
    which is unconfirmed if it was `guessed`. It gets these `assignments`, or all; or what the course `last_year` has,
    its time zone too.

    Raises `ValueError` when the folder is not empty, the name cannot be one, or an assignment is not known, and
    `FileNotFoundError` where the assignments are not at hand.
    """
    if folder.exists() and any(folder.iterdir()):
        raise ValueError(f"{folder} is not empty; name a new folder")
    if not _ID.fullmatch(name):
        raise ValueError(f"{name!r} cannot be a course's name: a letter, then letters, digits, - and _")
    if last_year is not None:
        require_course(last_year)
    source = instructor_folder()
    all_of_them = read_course(source / "course").assignments
    if unknown := [each for each in assignments if each not in all_of_them]:
        raise ValueError(f"there is no assignment {unknown[0]!r}; {known(unknown[0], all_of_them)}")
    chosen = list(dict.fromkeys(assignments)) or list(all_of_them)
    folder.mkdir(parents=True, exist_ok=True)
    for part in _COPIED:
        if (source / "course" / part).is_file():
            shutil.copyfile(source / "course" / part, folder / part)
    if not any(all_of_them[each].tasks for each in chosen):
        (folder / BANK_FILE).unlink(missing_ok=True)  # there is nothing for people to mark
    _set_zone(folder / SETTINGS_FILE, zone, guessed)
    _without_tables(folder / SETTINGS_FILE, set(all_of_them) - set(chosen))
    for assignment in chosen:
        target = folder / "source" / assignment
        shutil.copytree(source / "course/source" / assignment, target, ignore=_NOT_COPIED)
    for path, text in _templates(name).items():
        write_whole(folder / path, text)
    shutil.copyfile(source / "constraints.txt", folder / "constraints.txt")
    read_secret(folder)
    to_do = [] if last_year is None else carry_over(last_year, folder, name)
    return [*to_do, *_with_wheel(source, folder)]


def _set_zone(path: Path, zone: str, guessed: bool) -> None:
    line = f'timezone = "{zone}"' + (f"{_GUESSED}\ntimezone_guessed = true" if guessed else "")
    text, found = _ZONE_LINE.subn(line, path.read_text(encoding="utf-8"))
    assert found == 1, f"the course's {path.name} has one line for the time zone"
    write_whole(path, text)


def _without_tables(path: Path, names: Collection[str]) -> None:
    """Take the tables of these assignments out of the settings; comments above a table belong to it."""
    parts = re.split(r"(?m)^(?=\[)", path.read_text(encoding="utf-8"))
    kept = [part for part in parts if re.match(r"\[?([\w-]*)", part)[1] not in names]  # type: ignore[index]
    write_whole(path, "".join(kept))


def _templates(name: str) -> dict[str, str]:
    """Path in the course → text, from the package's `templates/course`."""
    folder = files("playfunc_classroom") / "templates" / "course"
    places = {
        "config.txt": "nbgrader_config.py",
        "gitignore": ".gitignore",
        "README.md": "README.md",
        "workflow.yml": ".github/workflows/course.yml",
    }
    return {
        place: (folder / template).read_text(encoding="utf-8").replace("COURSE_ID", name)
        for template, place in places.items()
    }


def _with_wheel(source: Path, folder: Path) -> list[str]:
    """Put the wheel into `wheels/`, from where students and the workflow install playfunc."""
    (folder / "wheels").mkdir()
    built = wheels(source)
    if built:
        shutil.copyfile(built[-1], folder / "wheels" / built[-1].name)
        return []
    return [
        "Put playfunc's wheel into wheels/ (`make dist` in the clone writes it to dist/): the workflow and "
        "the students' zip take it from there."
    ]
