"""Packages of somebody else, as pip would leave them: for tests of what is found by entry points."""

import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from pathlib import Path

import pytest
from playfunc.games import GAMES


def install_package(
    folder: Path, package: str, points: dict[str, str], source: str, group: str = "playfunc.games"
) -> None:
    """A package with this source, and beside it the metadata that name its entry points."""
    (folder / package).mkdir()
    (folder / package / "__init__.py").write_text(source)
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    distribution = package.replace("_", "-")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    lines = [f"[{group}]", *(f"{name} = {reference}" for name, reference in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    invalidate_caches()


@pytest.fixture
def plugin_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the import path for packages to be installed in; `GAMES` looks for its entry points afresh."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(GAMES, "_found", None)
    monkeypatch.setattr(GAMES, "_loaded", {})
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("zz_"):
            del sys.modules[name]
