"""Every package of ours is built, compared with its wheel, type-checked and under the import contracts."""

import tomllib
from pathlib import Path

import pytest

CLONE = Path(__file__).parents[2]
SETTINGS = tomllib.loads((CLONE / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
FOLDERS = {
    init.parent.relative_to(CLONE).as_posix()
    for room in ("lib", "opponents", "course", "autograder")
    for init in CLONE.glob(f"{room}/playfunc*/__init__.py")
}


def test_packages_are_found():
    assert "lib/playfunc" in FOLDERS


@pytest.mark.parametrize(
    "listed",
    [
        SETTINGS["hatch"]["build"]["targets"]["wheel"]["packages"],
        SETTINGS["check-wheel-contents"]["package"],
    ],
    ids=["the wheel", "check-wheel-contents"],
)
def test_every_folder_is_listed(listed):
    assert set(listed) == FOLDERS


@pytest.mark.parametrize(
    "listed",
    [SETTINGS["mypy"]["packages"], SETTINGS["importlinter"]["root_packages"]],
    ids=["mypy", "import-linter"],
)
def test_every_package_is_listed(listed):
    assert set(listed) == {folder.rsplit("/", 1)[1] for folder in FOLDERS}
