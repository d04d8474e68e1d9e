"""Versions → players that can be seated. Nothing here runs them: compilers run in confinement, players in worker
processes. Nothing is unpacked."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from playfunc_autograder.players import NamedPlayer
from playfunc_autograder.programs.compiling import CompileError, compile_source
from playfunc_autograder.programs.languages import Language
from playfunc_checks.extract import ExtractError, player_digest, read_player
from playfunc_checks.finding import usual_assignment

from playfunc_web.database.tables import Version
from playfunc_web.errors import SiteError

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")


def load_player(version: Version, game: str, folder: Path, languages: Mapping[str, Language]) -> NamedPlayer:
    """The player that a version is; `folder` is its own, empty, and stays while it plays. `languages` are the site's.

    Raises `ExtractError` with a sentence for the owner, and what a compiler said in further lines; `SandboxError` where
    this machine cannot compile it; `SiteError` where the source is gone.
    """
    if version.kind == "house":
        return NamedPlayer(version.filename)
    if version.source is None:
        raise SiteError(f"the source of version {version.id} is no longer kept")
    folder.mkdir(parents=True, exist_ok=True)
    if is_program(version):
        return _program(version, version.source, folder, languages)
    usual = usual_assignment(game)
    path = folder / (f"{usual.notebook}.ipynb" if version.kind == "notebook" else "player.py")
    path.write_bytes(version.source)
    try:
        player = read_player(path, usual)
        return NamedPlayer(f"player{path.suffix}", player.source, notes=player.notes)
    except ExtractError as error:
        raise ExtractError(str(error).replace(path.name, version.filename)) from error


def text_digest(version: Version, game: str) -> str:
    """The SHA-256 of the player's text, which marking's feedback prints too; empty for a program, and where there is
    none to read."""
    if version.source is None or version.kind == "house" or is_program(version):
        return ""
    try:
        with TemporaryDirectory(prefix="playfunc-") as folder:
            return player_digest(load_player(version, game, Path(folder), {}).source or "")
    except ExtractError:
        return ""


def is_program(version: Version) -> bool:
    """Whether it is a program: also a Python file that reads its input instead of defining `play`."""
    if version.kind != "python":
        return version.kind == "program"
    try:
        tree = ast.parse(version.source or b"")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    if any(isinstance(node, ast.FunctionDef) and node.name == "play" for node in tree.body):
        return False
    return any(
        (isinstance(node, ast.Name) and node.id == "input")
        or (isinstance(node, ast.Attribute) and node.attr == "stdin")
        for node in ast.walk(tree)
    )


def _program(version: Version, source: bytes, folder: Path, languages: Mapping[str, Language]) -> NamedPlayer:
    """Built anew, because what a compiler made must not outlive the machine that it was made for."""
    language = languages.get(version.language)
    if language is None:
        raise SiteError(f"the language {version.language} is no longer known here")
    built = compile_source(language, {_plain_name(version.filename, language): source}, folder / "built")
    if isinstance(built, CompileError):
        said = f"\n{built.output}" if built.output else ""
        raise ExtractError(f"{version.filename} was not compiled: {built.reason}{said}")
    return NamedPlayer(built.name(), base=built.folder)


def _plain_name(filename: str, language: Language) -> str:
    """A name that compilers take as no option: the upload's own where it is harmless, since Java wants it kept."""
    if _PLAIN.fullmatch(filename) and filename.split(".")[0] != "program":
        return filename
    return f"main{next(ending for ending in language.endings if filename.lower().endswith(ending))}"
