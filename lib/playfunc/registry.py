"""Values that installed packages provide, by name: one entry-point group, read on first use.

Nothing is imported before its name is asked for, so a broken package is reported by name and has no other effect.
A process that cannot or must not search the installed packages, such as a player's worker, gets the references
instead: "module:object", or "module" alone. A game's value names its pictures, its series and its compiled rules in
the same way, so that a process that only plays never imports them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from importlib import import_module
from typing import Any, Generic, TypeVar

from playfunc.errors import PluginError


def resolve(reference: str) -> Any:
    """The object that "module:object" names, or the module. Raises `ImportError` or `AttributeError`."""
    module, _, path = reference.partition(":")
    return reduce(getattr, path.split("."), import_module(module)) if path else import_module(module)


def top_package(reference: str) -> str:
    """The package that everything in `reference` comes from: "kuhn" for "kuhn.rules:GAME"."""
    return reference.partition(":")[0].partition(".")[0]


def lazily(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A `__getattr__` for `package` (PEP 562), which imports a name from its module on first use: `homes` gives the
    module of each name. A player's worker needs one game and no match runner, and a class of 200 starts many hundred
    workers."""

    def attribute(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return attribute


T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """Name → value of type `kind`, for all entry points of `group`; `what` names one such value in messages.

    Iterating gives the names in alphabetical order and imports nothing. A missing name raises
    `KeyError`; a value that cannot be used raises `PluginError` and says what to repair. `name_of` returns a value's
    own name, which must equal its registered name.
    """

    def __init__(self, group: str, kind: type[T], what: str, name_of: Callable[[T], str]) -> None:
        self._group = group
        self._kind = kind
        self._what = what
        self._name_of = name_of
        self._found: Mapping[str, tuple[tuple[str, str], ...]] | None = None
        self._loaded: dict[str, T] = {}

    def tell(self, references: Mapping[str, str]) -> None:
        """Take these references ("module:object" by name) instead of looking for entry points."""
        self._found = {name: ((reference, ""),) for name, reference in sorted(references.items())}
        self._loaded = {}

    def reference(self, name: str) -> str:
        """Where the value of this name comes from, as "module:object". Raises as `[name]` does."""
        found = self._entries()[name]
        if len(found) > 1:
            by = " and ".join(sorted(f"{package} ({reference})" for reference, package in found))
            raise PluginError(
                f"the {self._what} {name!r} is provided by several packages: {by}; uninstall all but one"
            )
        return found[0][0]

    def references(self) -> dict[str, str]:
        """All references by name, without the names that several packages provide."""
        return {name: found[0][0] for name, found in self._entries().items() if len(found) == 1}

    def usable(self) -> Mapping[str, T]:
        """All values that can be loaded: for lists, where one broken package should not hide the others."""
        values: dict[str, T] = {}
        for name in self:
            try:
                values[name] = self[name]
            except PluginError:
                continue
        return values

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            self._loaded[name] = self._load(name, self.reference(name))
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._entries()

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries())

    def __len__(self) -> int:
        return len(self._entries())

    def _entries(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Name → all (reference, distribution) found for it; more than one is a conflict."""
        if self._found is None:
            self._found = _entry_points(self._group)
        return self._found

    def _load(self, name: str, reference: str) -> T:
        try:
            value: Any = resolve(reference)
        except Exception as error:  # another author's package may raise anything while it is imported
            raise PluginError(
                f"the {self._what} {name!r} cannot be loaded from {reference}: {type(error).__name__}: {error}; "
                f"repair or uninstall the package that provides it"
            ) from error
        if not isinstance(value, self._kind):
            raise PluginError(
                f"the {self._what} {name!r} should be a {self._kind.__name__}, "
                f"but {reference} is of type {type(value).__name__}"
            )
        if self._name_of(value) != name:
            raise PluginError(
                f"{reference} is registered as the {self._what} {name!r} but calls itself {self._name_of(value)!r}; "
                f"use one name in both places"
            )
        return value


def packages_of(group: str) -> tuple[str, ...]:
    """The top-level packages that the entry points of a group refer to. None of them is imported."""
    found = _entry_points(group).values()
    return tuple(sorted({top_package(reference) for entries in found for reference, _ in entries}))


def _entry_points(group: str) -> dict[str, tuple[tuple[str, str], ...]]:
    from importlib.metadata import entry_points  # takes longer to import than a worker takes to start

    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for point in sorted(entry_points(group=group), key=lambda point: point.name):
        package = point.dist.name if point.dist is not None else "an unnamed package"
        found[point.name] = (*found.get(point.name, ()), (point.value, package))
    return found
