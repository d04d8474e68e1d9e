"""A new course folder: ready for nbgrader, with a secret of its own and a workflow that checks it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Sequence
from importlib.resources import files
from pathlib import Path

from playfunc.files import write_whole
from playfunc_checks.course import SECRET_FILE, SETTINGS_FILE, read_course, read_secret
from playfunc_checks.settings import known

from playfunc_classroom.archive import instructor_folder, wheels
from playfunc_classroom.last_year import carry_over, require_course
from playfunc_classroom.policy.rubric import BANK_FILE

__all__ = ["make_course"]

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
        ignore = shutil.ignore_patterns(".ipynb_checkpoints", SECRET_FILE)
        shutil.copytree(source / "course/source" / assignment, folder / "source" / assignment, ignore=ignore)
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
