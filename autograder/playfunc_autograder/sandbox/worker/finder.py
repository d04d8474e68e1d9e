"""The import path of a worker: the standard library, and the listed packages from their own places.

`site-packages` as a whole is never on the path, so what is installed beside a listed package stays out
of reach; and no folder is ever listed, so that reading rights on the packages alone are enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType

from .settings import Package


class ListedPackages:
    """Finds the listed top-level modules, and no others; their submodules are found as usual."""

    def __init__(self, packages: Sequence[Package]) -> None:
        self._packages = {package.name: package for package in packages}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package = self._packages.get(fullname)
        return None if package is None else _spec(package)


def _spec(package: Package) -> ModuleSpec | None:
    search = None if package.search is None else list(package.search)
    if package.origin is not None:
        return spec_from_file_location(package.name, package.origin, submodule_search_locations=search)
    namespace = ModuleSpec(package.name, None, is_package=True)
    namespace.submodule_search_locations = search
    return namespace
