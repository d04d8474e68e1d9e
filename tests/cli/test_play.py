"""`playfunc play`: games in a terminal, and by hand, in text alone."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from command import one_sentence, run, run_here
from playfunc.costs import MovePrice, Prices
from playfunc.games import rules_for
from playfunc.measure import deal_rng
from playfunc.record import replay
from playfunc.show.game_session import GameSession, begin
from playfunc_cli.by_hand import play_by_hand
from playfunc_opponents import opponent, weakest_at


def sat_down(game: str, seats: int = 2) -> GameSession:
    rules = rules_for(game, seats)
    state = rules.deal(deal_rng("1", "play"))
    others = [opponent(rules, weakest_at(rules), key=b"k") for _ in range(seats - 1)]
    return begin(rules, state, [None, *others])


def typed(*words: str) -> tuple[Callable[[str], str], list[str]]:
    """What a person types, then nothing more; and a list of what is told, to be filled."""
    left: Iterator[str] = iter(words)

    def ask(_: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return ask, []


class Lazy:
    """Types the first legal move that it was told of, as a screen reader would find it."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.asked = 0

    def ask(self, _: str) -> str:
        self.asked += 1
        if "Legal: " not in self.told[-1]:
            return "?"
        return self.told[-1].rpartition("Legal: ")[2].split(".")[0].split(", ")[0]


@pytest.mark.parametrize(
    ("game", "seats"), [("footsteps", 2), ("skullwhist", 2), ("hearts", 2), ("hearts", 4)]
)
def test_a_whole_game_is_played_from_what_is_told(game: str, seats: int) -> None:
    person = Lazy()
    ended = play_by_hand(sat_down(game, seats), None, person.ask, person.told.append)
    assert ended.over
    assert ended.record.scores is not None
    assert replay(ended.record) == ended.state
    assert person.asked > 4


def test_a_move_that_is_illegal_or_none_is_asked_again() -> None:
    ask, told = typed("SA", "nonsense", "", "c5")
    ended = play_by_hand(sat_down("hearts"), None, ask, told.append)
    assert [move.move for move in ended.record.moves if move.seat == 0] == ["C5"], "small letters will do"
    refused = [line for line in told if "Legal: C3, C5" in line]
    assert len(refused) == 3
    assert "SA" in refused[0]
    assert "not a card: 'nonsense'" in refused[1]


def test_moves_are_taken_back() -> None:
    ask, told = typed("undo", "C5", "undo", "C6")
    ended = play_by_hand(sat_down("hearts"), None, ask, told.append)
    assert "There is no move of yours to take back." in told
    assert [move.move for move in ended.record.moves if move.seat == 0] == ["C6"]


def test_costs_are_told_on_request_the_best_first() -> None:
    def prices(record: object, at: int, seat: int) -> Prices:
        return Prices((MovePrice("C5", 3.0), MovePrice("C3", 0.0)), "point")

    ask, told = typed("costs")
    play_by_hand(sat_down("hearts"), prices, ask, told.append)
    assert told[-1] == "  C3     0 points\n  C5     3 points"
    ask, told = typed("costs")
    play_by_hand(sat_down("hearts"), lambda *_: Prices((), "point", "Nobody knows."), ask, told.append)
    assert told[-1] == "Nobody knows."
    ask, told = typed("costs")
    play_by_hand(sat_down("hearts"), None, ask, told.append)
    assert "no reviewer" in told[-1]


def test_hands_of_others_are_not_shown() -> None:
    session = sat_down("hearts")
    ask, told = typed("?", "costs")
    play_by_hand(session, None, ask, told.append)
    hidden = set(map(str, session.state.hands[1])) - {move.move for move in session.record.moves}
    shown = {word.strip(",.") for line in told for word in line.split()}
    assert len(hidden) == 26
    assert not hidden & shown - {"C2"}


def test_the_command_plays_saves_and_ends_where_nobody_types(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "playfunc_cli.main", "play", "me", "basic", "--save", "game.jsonl"]
    done = subprocess.run(
        words, input="C5\nquit\n", cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert "Your move: " in done.stdout
    assert "You C5   → You" in done.stdout
    assert len((tmp_path / "game.jsonl").read_text().splitlines()) == 1


def test_a_recorded_game_goes_on_from_a_move(tmp_path: Path) -> None:
    file, after = tmp_path / "game.jsonl", tmp_path / "after.jsonl"
    run_here("play", "basic", "basic", "--game", "skullwhist", "--save", file)
    done = run_here("play", "minmax", "minmax", "--record", file, "--move", 7, "--save", after)
    assert done.returncode == 0, done.stderr
    before, gone_on = (json.loads(each.read_text()) for each in (file, after))
    moves = [[[move["seat"], move["move"]] for move in record["moves"]] for record in (before, gone_on)]
    assert moves[1][:7] == moves[0][:7]
    assert len(moves[1]) == len(moves[0])
    assert gone_on["players"] == ["minmax-1", "minmax-2"]
    for words, said in (
        (("me", "--record", file), "holds a game of 2 players"),
        (("me", "basic", "--record", file, "--move", 900), "cannot go on from move 900"),
    ):
        assert said in one_sentence(run_here("play", *words))


def test_a_person_plays_on_by_hand_from_a_move(tmp_path: Path) -> None:
    file, after = tmp_path / "game.jsonl", tmp_path / "after.jsonl"
    run_here("play", "basic", "basic", "--save", file)
    words = ["play", "me", "basic", "--record", str(file), "--move", "17", "--save", str(after)]
    done = subprocess.run(
        [sys.executable, "-m", "playfunc_cli.main", *words],
        input="quit\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert "Your move: " in done.stdout
    moves, gone_on = (
        [(move["seat"], move["move"]) for move in json.loads(each.read_text())["moves"]]
        for each in (file, after)
    )
    assert gone_on[:17] == moves[:17]
    assert {seat for seat, _ in gone_on[17:]} <= {1}


@pytest.mark.parametrize("words", [("me", "me"), ("me", "basic", "--series")])
def test_one_person_plays_one_game(words: tuple[str, ...]) -> None:
    assert "me plays one game by hand, in one seat" in one_sentence(run_here("play", *words))


# `playfunc play`: games in a terminal.
def test_one_hand_is_printed_trick_by_trick_and_again_the_same(player: Path) -> None:
    once = run("play", player, "basic", "--seed", 4)
    assert once.returncode == 0, once.stderr
    assert "26. " in once.stdout
    assert "Points: ann" in once.stdout
    assert run_here("play", player, "basic", "--seed", 4).stdout == once.stdout


@pytest.mark.broad
def test_a_series_ends_with_a_winner_and_hands_can_be_saved(tmp_path: Path) -> None:
    done = run_here("play", "basic", "basic", "--series", "--save", tmp_path / "hands.jsonl")
    assert "wins." in done.stdout
    hands = (tmp_path / "hands.jsonl").read_text().splitlines()
    assert len(hands) == done.stdout.count("Hand ")
    assert f"After {len(hands)} hands: " in done.stdout
    assert json.loads(hands[0])["game"] == "hearts"


@pytest.mark.broad
def test_a_series_is_counted_in_what_the_game_plays() -> None:
    assert "\nAfter 1 run: " in run_here("play", "basic", "basic", "--game", "blackjack", "--series").stdout


def test_a_fault_stops_the_game_and_shows_the_position(reneging: Path) -> None:
    done = run_here("play", reneging, "basic")
    assert done.returncode == 1
    assert "hand:" in done.stdout
    assert "legal:" in done.stdout


@pytest.mark.broad
def test_a_game_by_name_is_what_its_assignment_is_about() -> None:
    by_game = run_here("play", "basic", "minmax", "--game", "footsteps")
    assert by_game.returncode == 0
    assert "hearts" not in by_game.stdout.lower()
    assert by_game.stdout == run_here("play", "basic", "minmax", "--assignment", "footsteps").stdout


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
    assert words in one_sentence(run_here("play", *arguments, cwd=tmp_path))
