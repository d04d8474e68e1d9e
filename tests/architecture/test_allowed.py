"""The allow-list contract, run by `lint-imports` on a small package as it runs on this one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CLONE = Path(__file__).parents[2]

OURS = {
    "__init__.py": "",
    "table.py": "import msgspec\n",
    "worker/__init__.py": "import sys\nimport ours.worker.wire\n",
    "worker/wire.py": "from __future__ import annotations\n\nimport json\n\nimport msgspec\n",
}
"""A package whose worker imports the standard library, its own package and msgspec."""


def lint(folder, files=None, externals=True, **contract):
    """The exit code and output of `lint-imports` on a package `ours` with some files changed."""
    for name, text in {**OURS, **(files or {})}.items():
        path = folder / "ours" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    contract = {"source_modules": ["ours.worker"], "allowed_modules": ["msgspec"], **contract}
    settings = [
        "[tool.importlinter]",
        'root_packages = ["ours"]',
        f"include_external_packages = {json.dumps(externals)}",
        'contract_types = ["allowed: tests.architecture.allowed.AllowedContract"]',
        "[[tool.importlinter.contracts]]",
        'name = "The worker is small"',
        'type = "allowed"',
        *(f"{key} = {json.dumps(value)}" for key, value in contract.items()),
    ]
    (folder / "pyproject.toml").write_text("\n".join(settings))
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(CLONE), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_what_is_allowed_is_kept(tmp_path):
    code, told = lint(tmp_path)
    assert code == 0, told
    assert "The worker is small KEPT" in told


def test_an_offending_import_is_named_with_its_line_and_what_is_allowed(tmp_path):
    code, told = lint(tmp_path, {"worker/wire.py": "import json\n\nimport nbgrader.api\n"})
    assert code == 1
    assert "ours.worker.wire, line 3: imports nbgrader\n" in told
    assert "Allowed beside its own package: msgspec, the standard library.\n" in told
    assert 'add what it imports to allowed_modules of the contract "The worker is small"' in told


@pytest.mark.parametrize(
    "text",
    [
        "def late():\n    import nbgrader\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import nbgrader\n",
        "try:\n    from nbgrader import api\nexcept ImportError:\n    api = None\n",
        "import ours.table\n",
        "from ... import table\n",
    ],
    ids=["in a function", "for type checking", "in a try", "of ours", "relative"],
)
def test_an_import_counts_wherever_it_stands(tmp_path, text):
    code, told = lint(tmp_path, {"worker/deep/__init__.py": "", "worker/deep/room.py": text})
    assert code == 1
    assert "ours.worker.deep.room, line " in told


def test_every_line_of_an_import_is_named(tmp_path):
    _, told = lint(tmp_path, {"worker/wire.py": "import nbgrader\nfrom nbgrader import api\n"})
    assert "ours.worker.wire, lines 1, 2: imports nbgrader\n" in told


def test_a_name_that_only_begins_like_an_allowed_one_is_refused(tmp_path):
    code, told = lint(
        tmp_path,
        {"table_of_ours.py": "", "worker/wire.py": "import ours.table_of_ours\n"},
        allowed_modules=["ours.table"],
    )
    assert code == 1
    assert "ours.worker.wire, line 1: imports ours.table_of_ours" in told


def test_an_allowed_module_of_ours_allows_what_is_below_it(tmp_path):
    files = {"game/__init__.py": "", "game/cards.py": "", "worker/wire.py": "import ours.game.cards\n"}
    assert lint(tmp_path, files, allowed_modules=["ours.game"])[0] == 0
    assert lint(tmp_path, files, allowed_modules=["ours.table"])[0] == 1


def test_the_standard_library_can_be_left_out(tmp_path):
    code, told = lint(tmp_path, standard_library=False)
    assert code == 1
    assert "ours.worker.wire, line 3: imports json\n" in told
    assert "Allowed beside its own package: msgspec.\n" in told


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (
            {"source_modules": ["ours.wroker"]},
            "source_modules names ours.wroker, but there is no such module",
        ),
        ({"allowed_modules": ["nbformat.v4"]}, "import-linter sees only nbformat"),
        ({"externals": False}, "include_external_packages = true"),
        ({"allowed": ["json"]}, "Unrecognized option"),
    ],
)
def test_settings_under_which_the_contract_would_see_too_little_are_refused(tmp_path, settings, words):
    code, told = lint(tmp_path, **settings)
    assert code == 1
    assert words in " ".join(told.split())
