"""What can move a mark, file by file, and how a change of it is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from playfunc.games import GAMES
from playfunc_autograder import versions
from playfunc_autograder.versions import code_digest, differences, sources


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


@pytest.mark.parametrize("part", ["rules", "opponents", "checks", "workers"])
def test_a_comment_in_one_of_them_is_another_code(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = code_digest("hearts")
    found = dict(sources("hearts"))
    (name, path), *others = found[part]
    changed = tmp_path / "changed.py"
    changed.write_text(path.read_text(encoding="utf-8") + "# a comment\n", encoding="utf-8")
    monkeypatch.setattr(versions, "sources", lambda game: {**found, part: ((name, changed), *others)})
    versions._parts.cache_clear()
    try:
        assert code_digest("hearts") != before
    finally:
        versions._parts.cache_clear()


def test_differences_name_what_came_went_and_changed() -> None:
    then, now = {"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "4", "d": "5"}
    assert differences(then, now) == {"b": ("2", "4"), "c": ("3", "—"), "d": ("—", "5")}
