"""`playfunc contest`: its output as text; tests/arena has the contests themselves."""

from __future__ import annotations

from pathlib import Path

from command import one_sentence, run


def test_the_standings_are_printed_with_the_seed_on_stderr() -> None:
    done = run("contest", "hearts", "basic", "minmax", "--deals", 2, "--seed", 3)
    assert done.returncode == 0, done.stderr
    assert "minmax" in done.stdout
    assert "intervals are 95%" in done.stdout
    assert done.stderr == "Seed: 3\n"
    assert run("contest", "hearts", "basic", "minmax", "--deals", 2, "--seed", 3).stdout == done.stdout


def test_a_seed_is_drawn_and_kept_with_the_games(tmp_path: Path) -> None:
    first = run("contest", "footsteps", "basic", "minmax", "--out", tmp_path / "out")
    again = run("contest", "footsteps", "basic", "minmax", "--out", tmp_path / "out")
    assert first.returncode == 0, first.stderr
    assert (first.stdout, first.stderr) == (again.stdout, again.stderr)
    assert run("contest", "footsteps", "basic", "minmax").stderr != first.stderr


def test_an_unknown_contest_is_one_sentence() -> None:
    assert "'chess'" in one_sentence(run("contest", "chess", "basic", "basic"))
