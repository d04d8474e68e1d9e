"""The settings that a worker gets at its start, as JSON text, before anything beyond the standard library is there."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Package:
    """A top-level module that a player may import, and where it lies.

    `origin` is the file to run, `None` for a namespace package; `search` where its submodules are, `None`
    for a single module; `folders` every folder or file it may read, shared libraries included.
    """

    name: str
    origin: str | None
    search: tuple[str, ...] | None
    folders: tuple[str, ...]


@dataclass(frozen=True)
class Settings:
    """`modules` are the names for messages; `refused` the folders that must not be read, each with the
    package that lies there, or `""` for a folder of many packages. A `locked` worker gives up its rights
    before it reads the player's source, and may then still open `libraries`: shared ones of the system.
    `cache` is where the machine code of the fast rules is kept; with it they are loaded before the lock, by the
    function that `compiled` refers to, and so are the modules in `preload`. `games` are the names of all games that
    can be played, each with the reference to its `playfunc.game.Game`: nobody looks for entry points here."""

    packages: tuple[Package, ...]
    modules: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]
    memory_bytes: int
    cpu_seconds: int
    locked: bool = False
    libraries: tuple[str, ...] = ()
    cache: str = ""
    compiled: str = ""
    preload: tuple[str, ...] = ()
    games: tuple[tuple[str, str], ...] = ()


def write_settings(settings: Any) -> str:
    """The settings of a worker or of a kernel, as text."""
    return json.dumps(dataclasses.asdict(settings))


def read_settings(text: str, kind: Callable[..., T]) -> T:
    """The inverse of `write_settings`."""
    raw = json.loads(text, object_hook=lambda table: {key: _frozen(value) for key, value in table.items()})
    return kind(packages=tuple(Package(**each) for each in raw.pop("packages")), **raw)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
