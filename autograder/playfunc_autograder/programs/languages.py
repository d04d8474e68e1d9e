"""The languages that programs are uploaded in as source: data, in `languages.toml` and in a site's own file."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Annotated

from playfunc_checks.settings import Fits, Key, SettingsError, structured, toml_table
from playfunc_checks.submitted_player import ProgramError

from playfunc_autograder.programs.interpreters import PYTHONS, find_program

FILE = "languages.toml"

PROGRAM = "program"
"""`{program}`: what a compiler is told to call the file that it builds."""

_COMPILING = ("sources", "main", "stem", "program")
_RUNNING = ("main", "stem", "program")
_PLACEHOLDER = re.compile(r"\{(\w*)\}")

_ENDING = re.compile(r"(\.[a-z0-9_+-]{1,16}){1,2}")
_VARIABLE = re.compile(r"[A-Za-z_]\w*=[^\0]*")

_SECONDS = 30
"""For a toolchain to tell its version."""


def _only(names: Iterable[str]) -> Fits:
    allowed = {*names}
    named = ", ".join(f"{{{name}}}" for name in names)
    return Fits(
        f"a command, in braces {f'nothing but {named}' if allowed else 'nothing'}",
        lambda text: (
            "\0" not in text and bool(shlex.split(text)) and {*_PLACEHOLDER.findall(text)} <= allowed
        ),
    )


_Title = Annotated[str, Fits("a text of 1 to 40 characters", lambda text: 0 < len(text.strip()) <= 40)]
_Ending = Annotated[
    str, Fits('an ending in small letters such as ".c"', lambda text: bool(_ENDING.fullmatch(text)))
]
_Place = Annotated[str, Fits("a folder or file from the root on, such as /var/lib/ghc", os.path.isabs)]
_Variable = Annotated[
    str,
    Fits("a variable with its value, such as GOPROXY=off", lambda text: bool(_VARIABLE.fullmatch(text))),
]


@dataclass(frozen=True, slots=True)
class Language:
    """`name` is the table's. For the commands and their placeholders see the head of `languages.toml`."""

    title: _Title
    endings: tuple[_Ending, ...]
    run: Annotated[str, _only(_RUNNING)]
    version: Annotated[str, _only(())]
    compile: Annotated[str, _only(_COMPILING)] | None = None
    folders: tuple[_Place, ...] = ()
    variables: tuple[_Variable, ...] = ()
    name: Annotated[str, Key("")] = ""

    def words(self, command: str, main: str, sources: Sequence[str] = ()) -> list[str]:
        """The words of `compile` or `run` for these files; a word `{sources}` becomes one word for each."""
        values = {
            "main": main,
            "stem": PurePath(main).stem,
            "program": PROGRAM,
            "sources": " ".join(sources),
        }
        filled: list[str] = []
        for word in shlex.split(command):
            if word == "{sources}":
                filled += sources
            else:
                filled.append(_PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), word))
        return filled

    def takes(self, file: str) -> bool:
        """Whether `file` is a source file of this language, by its ending."""
        return file.lower().endswith(self.endings)


@dataclass(frozen=True, slots=True)
class Found:
    """A language on this machine: the `version` of its toolchain, or why it is `missing`."""

    language: Language
    version: str = ""
    missing: str = ""


def read_languages(own: Path | None = None) -> Mapping[str, Language]:
    """The languages by name: those shipped, and those of the file `own`, which may replace some of them. Raises
    `SettingsError`."""
    shipped = _read(files("playfunc_autograder.programs").joinpath(FILE).read_text(encoding="utf-8"), FILE)
    languages = {**shipped, **_read(_text(own), own.name)} if own is not None else shipped
    taken: dict[str, str] = {}
    for language in languages.values():
        for ending in language.endings:
            other = taken.setdefault(ending, language.name)
            if other != language.name:
                raise SettingsError(
                    f"{own.name if own else FILE}: [{other}] and [{language.name}] both have the ending {ending}; "
                    "a file belongs to one language: write your table under the other's name to replace it"
                )
    return MappingProxyType(languages)


def language_of(file: str, languages: Mapping[str, Language]) -> Language | None:
    """The language of a file of that name, by its ending; the longest ending counts."""
    fitting = [
        (len(ending), language)
        for language in languages.values()
        for ending in language.endings
        if file.lower().endswith(ending)
    ]
    return max(fitting, key=lambda pair: pair[0])[1] if fitting else None


def installed(languages: Iterable[Language]) -> tuple[Found, ...]:
    """Each language with its toolchain's version here; their version commands run side by side, unconfined."""
    with ThreadPoolExecutor(max_workers=4) as pool:
        return tuple(pool.map(_found, languages))


def missing(language: Language) -> str:
    """What of a language's toolchain is missing on this machine, in a sentence; empty where nothing is. No compiler is
    run."""
    commands = [language.version, *filter(None, (language.compile, language.run))]
    names = [shlex.split(command)[0] for command in commands]
    try:
        for name in dict.fromkeys(name for name in names if not name.startswith("./")):
            if name not in PYTHONS and shutil.which(name) is None:
                return f"{name} is not installed"
            find_program(name)
    except ProgramError as error:
        return str(error)
    return ""


def _found(language: Language) -> Found:
    if lacking := missing(language):
        return Found(language, missing=lacking)
    try:
        return Found(language, version=_version(language))
    except ProgramError as error:
        return Found(language, missing=str(error))


def _version(language: Language) -> str:
    name, *rest = shlex.split(language.version)
    try:
        run = subprocess.run(
            [find_program(name), *rest],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ProgramError(f"{language.version!r} does not tell a version: {error}") from error
    lines = [line.strip() for line in f"{run.stdout}\n{run.stderr}".splitlines() if line.strip()]
    if run.returncode or not lines:
        raise ProgramError(
            f"{language.version!r} does not tell a version: {lines[0] if lines else 'no output'}"
        )
    return lines[0][:100]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path.name} cannot be read: {error}") from error


def _read(text: str, file: str) -> dict[str, Language]:
    return {name: _language(name, table, file) for name, table in toml_table(text, file).items()}


def _language(name: str, table: object, file: str) -> Language:
    if not re.fullmatch(r"[a-z][a-z0-9_-]{0,31}", name):
        raise SettingsError(f"{file}: [{name}] must be a name of small letters and digits, such as [unicon]")
    if not isinstance(table, Mapping):
        raise SettingsError(f"{file}: {name} stands above all tables; write it below a line such as [unicon]")
    language = structured(Language, table, lambda path: f"{file}, [{name}]")
    if not language.endings:
        raise SettingsError(f'{file}, [{name}]: endings must name at least one ending, such as [".icn"]')
    return replace(language, name=name)
