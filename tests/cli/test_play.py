"""`playfunc play`: games in a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import one_sentence, run


def test_one_hand_is_printed_trick_by_trick_and_again_the_same(player: Path) -> None:
    once = run("play", player, "basic", "--seed", 4)
    assert once.returncode == 0, once.stderr
    assert "26. " in once.stdout
    assert "Points: ann" in once.stdout
    assert run("play", player, "basic", "--seed", 4).stdout == once.stdout


def test_a_series_ends_with_a_winner_and_hands_can_be_saved(tmp_path: Path) -> None:
    done = run("play", "basic", "basic", "--series", "--save", tmp_path / "hands.jsonl")
    assert "wins." in done.stdout
    hands = (tmp_path / "hands.jsonl").read_text().splitlines()
    assert len(hands) == done.stdout.count("Hand ")
    assert f"After {len(hands)} hands: " in done.stdout
    assert json.loads(hands[0])["game"] == "hearts"


def test_a_series_is_counted_in_what_the_game_plays() -> None:
    assert "\nAfter 1 run: " in run("play", "basic", "basic", "--game", "blackjack", "--series").stdout


def test_a_fault_stops_the_game_and_shows_the_position(reneging: Path) -> None:
    done = run("play", reneging, "basic")
    assert done.returncode == 1
    assert "hand:" in done.stdout
    assert "legal:" in done.stdout


def test_a_game_by_name_is_what_its_assignment_is_about() -> None:
    by_game = run("play", "basic", "minmax", "--game", "footsteps")
    assert by_game.returncode == 0
    assert "hearts" not in by_game.stdout.lower()
    assert by_game.stdout == run("play", "basic", "minmax", "--assignment", "footsteps").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("basic",), "2 or 4"),
        (("nobody", "basic"), "is no player: name one of basic, naive, heuristic"),
        (("gone.py", "basic"), "no file"),
        (("basic", "basic", "--assignment", "chess"), "no assignment 'chess'"),
        (("basic", "basic", "--game", "chess"), "no game 'chess'"),
    ],
)
def test_misuse_is_one_sentence(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    assert words in one_sentence(run("play", *arguments, cwd=tmp_path))
