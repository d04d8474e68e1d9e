"""Build a program from its uploaded source, behind a lock of its own (see docs/programs.md).

Compilers are large programs that strangers' text steers: it can name files, run code while it is compiled, and ask
for any amount of anything. So they are confined as programs are, in tier A or B; only here processes may start others.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playfunc_checks.submitted_player import ProgramError

from playfunc_autograder.programs.canary import program_tier
from playfunc_autograder.programs.command import ProgramCommand, read_command
from playfunc_autograder.programs.compiler_sandbox import Failed, run_compiler
from playfunc_autograder.programs.interpreters import find_program, runtimes_of
from playfunc_autograder.programs.languages import PROGRAM, Language
from playfunc_autograder.programs.written import CompileLimits, take
from playfunc_autograder.sandbox import SandboxError, Tier
from playfunc_autograder.sandbox.replies import scrub

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}")
_MOST_FILES, _MOST_BYTES = 64, 4 * 2**20
_OUTPUT = 16 * 1024

_PATH = re.compile(r"(?<![\w.…/:+-])/(?:[^\s/:'\"()<>]+/)+")
"""The folders of a path from the root on."""


@dataclass(frozen=True, slots=True)
class Built:
    """A program in its own `folder`, to be played as `program_player(built.name(), rules, base=built.folder)`."""

    folder: Path
    command: str

    def name(self, prefix: str = "exec") -> str:
        """As players are named; `prefix` says how it is asked, such as `exec-lines`."""
        return f"{prefix}:{self.command}"


@dataclass(frozen=True, slots=True)
class CompileError:
    """Why nothing was built, for the owner alone: a sentence, and what the compiler said (at most 16 KiB, without
    paths of this machine)."""

    reason: str
    output: str = ""


def compile_source(
    language: Language,
    files: Mapping[str, bytes],
    into: Path,
    *,
    limits: CompileLimits = CompileLimits(),  # noqa: B008, a frozen value
    tier: Tier | None = None,
) -> Built | CompileError:
    """Build the program whose source is `files` (contents by name) in the folder `into`, which is made, and must be
    empty where it exists. Of several source files the program starts in the one called `main`.

    A `CompileError` is the owner's to mend; then `into` is as before. Raises `SandboxError` where the cause lies here:
    the toolchain is missing, or nothing confines it (tier C).
    """
    wrong = _wrong_with(language, files)
    if wrong:
        return CompileError(wrong)
    sources = sorted(name for name in files if language.takes(name))
    main = _main(sources)
    if main is None:
        return CompileError(
            f"there are {len(sources)} source files in {language.title}, and none is called "
            f"main{language.endings[0]}: name the one so that the program starts in"
        )
    part = into.with_name(f".{into.name}.part")  # found again, and removed, where a former try was killed
    with _fresh(part) as made:
        for name, content in files.items():
            (made / name).write_bytes(content)
        if language.compile is not None:
            failed = _compiled(language, main, sources, made, limits, tier)
            if failed is not None:
                return failed
        command = shlex.join(language.words(language.run, main))
        try:
            read_command(command, made)
        except ProgramError as error:
            return CompileError(f"no program was built that {language.title} could run: {scrub(str(error))}")
        made.replace(into)
    return Built(into, command)


@contextmanager
def _fresh(folder: Path) -> Iterator[Path]:
    """An empty folder, which is gone afterwards unless somebody moved it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, mode=0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wrong_with(language: Language, files: Mapping[str, bytes]) -> str:
    """What is wrong with the files, in a sentence; nothing where all is well."""
    for name in files:
        if not _NAME.fullmatch(name):
            return (
                f"a file is called {scrub(repr(name[:100]))}: names are at most 100 letters, digits, _ . + - long, "
                "without folders, and begin with a letter, a digit or _"
            )
        if name.split(".")[0] == PROGRAM and not language.takes(name):
            return f"a file is called {name}, as what is built here; give it another name"
    if len(files) > _MOST_FILES:
        return f"there are {len(files)} files; a program's source has at most {_MOST_FILES}"
    size = sum(map(len, files.values()))
    if size > _MOST_BYTES:
        return f"the files have {size:,} bytes; a program's source has at most {_MOST_BYTES:,}"
    if not any(map(language.takes, files)):
        return f"no file ends in {' or '.join(language.endings)}, as source in {language.title} does"
    return ""


def _main(sources: list[str]) -> str | None:
    if len(sources) == 1:
        return sources[0]
    named = [name for name in sources if name.split(".")[0].lower() == "main"]
    return named[0] if len(named) == 1 else None


def _compiled(
    language: Language, main: str, sources: list[str], made: Path, limits: CompileLimits, tier: Tier | None
) -> CompileError | None:
    """Run the compiler on the files in `made`, and add what it built to them."""
    assert language.compile is not None
    tier = tier or program_tier().tier
    if not tier.confined:
        raise SandboxError(
            f"{language.title} is not compiled here, because nothing confines compilers (tier C); `playfunc doctor` "
            "says what would"
        )
    word, *rest = language.words(language.compile, main, sources)
    try:
        program = find_program(word)
        runtimes = runtimes_of(program, str(made))
    except ProgramError as error:
        raise SandboxError(f"{language.title} cannot be compiled here: {error}") from error
    command = ProgramCommand((program, *rest), str(made), language.name, (*runtimes, *language.folders))
    variables = dict(each.split("=", 1) for each in language.variables)
    with run_compiler(command, tier, limits, variables) as done:
        output = _message(done.output, str(made))
        if isinstance(done, Failed):
            return CompileError(f"{word} {done.reason}", output)
        try:
            take(done.folder, made, limits.built)
        except ProgramError as error:
            return CompileError(str(error), output)
    return None


def _message(output: bytes, folder: str) -> str:
    """What a compiler printed, fit to be shown to its owner."""
    text = scrub(output.decode("utf-8", "replace").replace(f"{folder}/", ""))
    text = _PATH.sub("…/", text)
    return text.encode()[:_OUTPUT].decode("utf-8", "ignore")
