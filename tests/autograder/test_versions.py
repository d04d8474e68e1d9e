"""What can move a mark, file by file, and how a change of it is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from playfunc.games import GAMES
from playfunc_autograder import versions
from playfunc_autograder.versions import code_digest, code_files, code_of, differences, sources


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
        "playfunc_autograder/marking.py",
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
    monkeypatch.setattr(versions, "sources", lambda game: {**found, part: ((name, changed), *others)})
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
