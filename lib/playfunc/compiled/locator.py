"""Tells numba where our machine code is kept; named to it by `native`, and imported with numba only."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from numba.core import caching

from playfunc.compiled.native import cache_folder

__all__ = ["OwnFolder"]


class OwnFolder(caching._CacheLocator):  # type: ignore[misc]  # the documented base of own locators
    """The folder of `native.cache_folder`, which need not be writable when all is there already."""

    def __init__(self, function: Any, file: str) -> None:
        self._module = Path(file).stem
        self._line = function.__code__.co_firstlineno
        self._folder = cache_folder(Path(file).parent)

    def get_cache_path(self) -> str:
        return os.fspath(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name  # the sources are in its name

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Any, file: str) -> OwnFolder:
        return cls(function, file)
