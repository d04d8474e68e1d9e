"""The command as people type it: what it prints, and its exit codes."""

import json
import subprocess
import sys

import pytest
from course_fixture import CAUTIOUS, RENEGES

COMMANDS = ("play", "check", "grade", "demo", "doctor", "lab")


def run(*arguments, cwd=None):
    command = [sys.executable, "-m", "playfunc_cli.main", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.fixture
def player(tmp_path):
    path = tmp_path / "ann.py"
    path.write_text(CAUTIOUS)
    return path


def test_help_names_every_command_and_each_explains_itself():
    text = run("--help").stdout
    for command in COMMANDS:
        assert command in text
        assert run(command, "--help").stdout.count("\n") > 5


def test_one_hand_is_printed_trick_by_trick_and_again_the_same(player):
    once = run("play", player, "basic", "--seed", 4)
    assert once.returncode == 0, once.stderr
    assert "26. " in once.stdout
    assert "Points: ann" in once.stdout
    assert run("play", player, "basic", "--seed", 4).stdout == once.stdout


def test_a_series_ends_with_a_winner_and_hands_can_be_saved(tmp_path):
    done = run("play", "basic", "basic", "--series", "--save", tmp_path / "hands.jsonl")
    assert "wins." in done.stdout
    hands = (tmp_path / "hands.jsonl").read_text().splitlines()
    assert len(hands) == done.stdout.count("Hand ")
    assert json.loads(hands[0])["game"] == "hearts"


def test_a_fault_stops_the_game_and_shows_the_position(tmp_path):
    path = tmp_path / "bob.py"
    path.write_text(RENEGES)
    done = run("play", path, "basic")
    assert done.returncode == 1
    assert "hand:" in done.stdout
    assert "legal:" in done.stdout


def test_check_answers_by_exit_code(tmp_path, player):
    good = run("check", player, "--deals", 2)
    assert good.returncode == 0, good.stdout + good.stderr
    assert "may enter" in good.stdout
    path = tmp_path / "bob.py"
    path.write_text(RENEGES)
    bad = run("check", path, "--deals", 2, "--json")
    assert bad.returncode == 1
    report = json.loads(bad.stdout)
    assert report["enters"] is False
    assert [r["verdict"] for r in report["results"]][:3] == ["passed", "failed", "skipped"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play", "basic"), "2 or 4"),
        (("play", "nobody", "basic"), "is no player: name one of basic, minmax, advanced"),
        (("play", "gone.py", "basic"), "no file"),
        (("check", "basic"), "not a .py file or a notebook"),
        (("check", "gone.ipynb"), "not a .py file or a notebook"),
        (("grade", "nowhere", "hearts"), "is not a course"),
        (("lab", "nowhere"), "no folder"),
        (("play", "basic", "basic", "--assignment", "chess"), "no assignment 'chess'"),
    ],
)
def test_misuse_is_one_sentence_and_exit_code_2(tmp_path, arguments, words):
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_player_that_does_not_load_is_named_with_its_error(tmp_path):
    path = tmp_path / "eve.py"
    path.write_text("from playfunc_opponents import opponent\n\n\ndef play(*a): ...\n")
    done = run("check", path)
    assert done.returncode == 1
    assert "playfunc_opponents" in done.stdout
    assert "may import" in done.stdout
