"""What can move a mark, file by file, and how a change of it is told."""

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest
from course_assignments import HEARTS, against
from playfunc.games import GAMES
from playfunc_autograder import versions
from playfunc_autograder.versions import (
    code_digest,
    code_files,
    code_of,
    differences,
    met,
    module_of,
    sources,
)
from playfunc_opponents import ladder


def names(game: str) -> set[str]:
    return {name for files in sources(game).values() for name, _ in files}


@pytest.mark.parametrize("game", GAMES)
def test_rules_opponents_checks_and_workers_can_move_a_mark(game: str) -> None:
    found = names(game)
    for name in (
        "playfunc/match.py",
        "playfunc/codec.py",
        "playfunc_checks/checks/beats.py",
        "playfunc_checks/assignment.py",
        "playfunc_autograder/asker.py",
        "playfunc_autograder/sandbox/worker/serve.py",
    ):
        assert name in found
    assert f"playfunc.games.{game}/rules.py" in found
    assert f"playfunc_opponents.{game}/advanced.py" in found


@pytest.mark.parametrize("game", GAMES)
def test_pages_classes_contests_commands_and_other_games_cannot(game: str) -> None:
    others = [other for other in GAMES if other != game]
    outside = (
        "playfunc_classroom",
        "playfunc_arena",
        "playfunc_cli",
        "playfunc_workbook",
        "playfunc_opponents/measured",
        "playfunc/show",
        "playfunc_autograder/doctor.py",
        "playfunc_autograder/executors.py",
        *(f"{package}.{other}" for package in ("playfunc.games", "playfunc_opponents") for other in others),
    )
    assert not [name for name in names(game) if name.startswith(outside)]
    assert not [name for name in names(game) if "/show" in name]


@pytest.mark.parametrize("part", versions.PARTS)
def test_a_statement_in_one_of_them_is_another_code_and_a_comment_is_not(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def clear() -> None:
        versions._parts.cache_clear()
        versions._digests.cache_clear()

    digest, files = code_digest("hearts"), code_files("hearts")
    found = dict(sources("hearts"))
    (name, path), *others = found[part]
    changed = tmp_path / "changed.py"
    monkeypatch.setattr(
        versions, "sources", lambda game, opponents=None: {**found, part: ((name, changed), *others)}
    )
    monkeypatch.setattr(
        versions, "file_stamps", lambda files: changed.read_text()
    )  # what is remembered knows it not
    source = path.read_text(encoding="utf-8")
    try:
        changed.write_text(f"# a comment\n\n{source}\n\n# another\n", encoding="utf-8")
        clear()
        assert (code_digest("hearts"), code_files("hearts")) == (digest, files)
        changed.write_text(f"{source}\nMORE = 1\n", encoding="utf-8")
        clear()
        assert code_digest("hearts") != digest
        assert [each for each, told in code_files("hearts").items() if told != files[each]] == [name]
    finally:
        clear()


def test_opponents_that_an_assignment_does_not_name_cannot_move_its_marks() -> None:
    few = against(HEARTS, "basic")
    assert met(few) == ("basic",)
    assert met(HEARTS) == ("advanced", "basic", "minmax")
    assert met(dataclasses.replace(few, opponents=())) == ("basic",)  # the rules check plays it
    used = {name for name, _ in sources("hearts", met(HEARTS))["opponents"]}
    for name in ("basic.py", "minmax.py", "advanced.py", "__init__.py", "losses.py", "reviewer.py"):
        assert f"playfunc_opponents.hearts/{name}" in used
    for name in ("naive.py", "heuristic.py", "hasty.py", "deepening.py", "perfect.py", "steps/__main__.py"):
        assert f"playfunc_opponents.hearts/{name}" not in used
    assert used < names("hearts")
    assert code_digest("hearts", met(HEARTS)) != code_digest("hearts", met(few)) != code_digest("hearts")


MET = """
import sys
from playfunc.registry import resolve
from playfunc_opponents import ladder

known = ladder(sys.argv[1])
for baseline in known.baselines:
    if baseline.name in sys.argv[2:]:
        resolve(baseline.module)
known.load_reviewer(), known.load_losses()
print(*(name for name in sys.modules if name.startswith(f"playfunc_opponents.{sys.argv[1]}")))
"""


@pytest.mark.parametrize("game", ["hearts", "footsteps"])
def test_every_module_that_is_loaded_to_play_counts(game: str) -> None:
    """What Python loads says what imports reach, independently of how they are read here."""
    tiers = ladder(game).tiers
    done = subprocess.run(
        [sys.executable, "-c", MET, game, *tiers], capture_output=True, text=True, check=True
    )
    used = {module_of(name) for name, _ in sources(game, tiers)["opponents"]}
    assert set(done.stdout.split()) <= used
    assert len(done.stdout.split()) >= len(tiers)


BASE = "def f(a):\n    return f'{a!r:>5} # no comment'\n"


@pytest.mark.parametrize(
    "same",
    [
        "# why\n\n\ndef f(a):  # what\n\n    return f'{a!r:>5} # no comment'\n",
        "def f( a ) :\n        return f'{a!r:>5} # no comment'\n",
        "def f(\n    a\n):\n    # here\n    return f'{a!r:>5} # no comment'\n\n\n",
    ],
)
def test_comments_blank_lines_and_layout_are_no_code(same: str) -> None:
    assert code_of(same) == code_of(BASE)


@pytest.mark.parametrize(
    "other",
    [
        "def f(a):\n    return f'{a!r:>5} # no comments'\n",
        "def f(a):\n    return f'{a !r:>6} # no comment'\n",
        "def f(b):\n    return f'{b!r:>5} # no comment'\n",
        "def f(a):\n    'What it does.'\n    return f'{a!r:>5} # no comment'\n",
        "def f(a):\n    if a:\n        pass\n    return f'{a!r:>5} # no comment'\n",
    ],
)
def test_other_texts_names_docstrings_and_blocks_are_other_code(other: str) -> None:
    assert code_of(other) != code_of(BASE)


def test_where_a_block_ends_is_code() -> None:
    inside, outside = ("for a in b:\n    c()\n    d()\n", "for a in b:\n    c()\nd()\n")
    assert code_of(inside) != code_of(outside)


def test_what_is_no_python_stands_for_itself() -> None:
    text = "def f(:  # open\n    (\n"
    assert code_of(text) == text


def test_differences_name_what_came_went_and_changed() -> None:
    then, now = {"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "4", "d": "5"}
    assert differences(then, now) == {"b": ("2", "4"), "c": ("3", "—"), "d": ("—", "5")}
