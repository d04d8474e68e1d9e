"""`playfunc contest`: its output as text; tests/arena has the contests themselves."""

from __future__ import annotations

import json
from pathlib import Path

from command import one_sentence, run
from course_fixture import CAUTIOUS, CLONE


def test_the_standings_are_printed_with_the_seed_on_stderr() -> None:
    done = run("contest", "hearts", "basic", "minmax", "--deals", 2, "--seed", 3)
    assert done.returncode == 0, done.stderr
    assert "minmax" in done.stdout
    assert "intervals are 95%" in done.stdout
    duration, limits, seed = done.stderr.splitlines()
    assert duration.startswith("4 games; expected to take ")
    assert limits == (
        "Each player may use 1 s of CPU time a move, 9 s a deal on average, and 1 GiB of memory."
    )
    assert seed == "Seed: 3"
    assert run("contest", "hearts", "basic", "minmax", "--deals", 2, "--seed", 3).stdout == done.stdout


def test_a_seed_is_drawn_and_kept_with_the_games(tmp_path: Path) -> None:
    first = run("contest", "footsteps", "basic", "minmax", "--out", tmp_path / "out")
    again = run("contest", "footsteps", "basic", "minmax", "--out", tmp_path / "out")
    assert first.returncode == 0, first.stderr
    assert (first.stdout, first.stderr.splitlines()[-1]) == (again.stdout, again.stderr.rstrip())
    assert run("contest", "footsteps", "basic", "minmax").stderr != first.stderr


def test_an_unknown_contest_is_one_sentence() -> None:
    assert "'chess'" in one_sentence(run("contest", "chess", "basic", "basic"))


def test_a_courses_own_opponents_take_part_as_staff(tmp_path: Path) -> None:
    folder = CLONE / "course/source/hearts"
    for place in ("source/hearts", "opponents"):
        (tmp_path / place).mkdir(parents=True)
    settings = (folder / "assignment.toml").read_text(encoding="utf-8")
    own = '[[opponents]]\nname = "guard"\npoints = 5\npublished = false\n\n[[opponents]]\nname = "basic"'
    (tmp_path / "source/hearts/assignment.toml").write_text(
        settings.replace('[[opponents]]\nname = "basic"', own, 1), encoding="utf-8"
    )
    (tmp_path / "source/hearts/hearts.ipynb").write_bytes((folder / "hearts.ipynb").read_bytes())
    (tmp_path / "opponents/guard.py").write_text(CAUTIOUS, encoding="utf-8")
    done = run(
        "contest", "hearts", "basic", "minmax", "--deals", 2, "--seed", 3, "--course", tmp_path, "--json"
    )
    assert done.returncode == 0, done.stderr
    assert {row["name"] for row in json.loads(done.stdout)["rows"]} == {"basic", "minmax", "guard (staff)"}
    other = run("contest", "skullwhist", "basic", "basic", "--deals", 2, "--course", tmp_path, "--json")
    assert len(json.loads(other.stdout)["rows"]) == 2
