"""Whole games, to the letter: what is printed, and the record it is printed from.

`golden` is the path of such a game without its suffixes. Run as a program this writes the files anew from each
game's `golden.py`; look at what changed before you keep it.
"""

from pathlib import Path

import pytest
from game_facts import CONFORMANCE, load
from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc.player import FunctionPlayer
from playfunc.record import GameRecord, read_records, replay, rules_of, transcript, write_records


def played(golden: Path) -> GameRecord:
    """The game as its players play it today."""
    deal, rules, functions = load(golden.with_name("golden.py")).GAMES[golden.name]
    seated = [FunctionPlayer(play, rules, name=name) for name, play in functions.items()]
    return play_game(rules, rules.deal(deal_rng("golden", deal)), seated)


def test_the_stored_record_replays_to_the_stored_transcript(golden: Path) -> None:
    (record,) = read_records(golden.with_suffix(".jsonl"))
    assert not record.faults
    assert tuple(rules_of(record).scores(replay(record))) == record.scores
    assert transcript(record) + "\n" == golden.with_suffix(".txt").read_text(encoding="utf-8")


def test_the_game_is_the_stored_one(replayed: Path, tmp_path: Path) -> None:
    write_records(tmp_path / "game.jsonl", [played(replayed)])
    made = (tmp_path / "game.jsonl").read_text(encoding="utf-8")
    assert made == replayed.with_suffix(".jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", sorted(path.parent.name for path in CONFORMANCE.glob("*/golden.py")))
def test_every_golden_game_is_stored(game: str) -> None:
    folder = CONFORMANCE / game
    assert {path.stem for path in folder.glob("*.jsonl")} == set(load(folder / "golden.py").GAMES)


if __name__ == "__main__":
    for golden in sorted(path.with_suffix("") for path in CONFORMANCE.glob("*/*.jsonl")):
        write_records(golden.with_suffix(".jsonl"), [played(golden)])
        golden.with_suffix(".txt").write_text(transcript(played(golden)) + "\n", encoding="utf-8")
