"""The reference of packages, module by module, for autodoc to fill."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

__all__ = ["meant", "modules", "public_modules"]

ONLY_WITH_NUMBA = ("playfunc.compiled.numba_extensions",)
"""Modules that are imported with numba alone, and hold what only numba calls."""


def modules(*names: str) -> str:
    """A section for each module; a name such as `playfunc.show.*` stands for all public modules directly in it."""
    return "\n".join(_section(each) for name in names for each in meant(name))


def meant(name: str) -> Iterator[str]:
    """The modules that a line of the reference stands for."""
    return public_modules(name.removesuffix(".*")) if name.endswith(".*") else iter((name,))


def public_modules(package: str) -> Iterator[str]:
    """The modules of the package (not its packages) that say by `__all__` what they offer."""
    folder = Path(import_module(package).__path__[0])
    for path in sorted(folder.glob("[!_]*.py")):
        name = f"{package}.{path.stem}"
        if name not in ONLY_WITH_NUMBA and _offers(path):
            yield name


def _offers(path: Path) -> bool:
    """Whether the module has an `__all__`, read without importing it."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return any(isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "__all__" for each in body)


def _section(name: str) -> str:
    _load_lazy_names(name)
    hidden = ", ".join(sorted(_named_like_a_module(name)))
    return f"## {name}\n\n```{{eval-rst}}\n.. automodule:: {name}\n   :exclude-members: {hidden}\n```\n"


def _load_lazy_names(name: str) -> None:
    """Autodoc looks for names in the module's dictionary, where those loaded on first use are not yet."""
    module = import_module(name)
    vars(module).update({each: getattr(module, each) for each in _names(module)})


def _named_like_a_module(package: str) -> set[str]:
    """What a package offers under the name of one of its modules, whose own section has it."""
    module = import_module(package)
    inside = {path.stem for folder in getattr(module, "__path__", ()) for path in Path(folder).glob("*.py")}
    return inside & set(_names(module))


def _names(module: ModuleType) -> Sequence[str]:
    """What the module offers; a package may offer its modules alone."""
    return getattr(module, "__all__", ())
