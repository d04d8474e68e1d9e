"""What is told when a reply is not a pair, memory cannot be kept, or the player raises."""

from collections import namedtuple
from pathlib import Path
from random import Random

import pytest
import student_memories as mem
from playfunc import Card, FunctionPlayer, Hearts, errors, play_game, transcript
from playfunc.cards import WhistCard
from playfunc.errors import (
    PLAY_ERRORS,
    IllegalMoveError,
    PlayerCrash,
    PlayerMemoryError,
    PlayError,
    ProtocolError,
    fault_kind,
)
from playfunc.games import GAMES
from playfunc.record import RecordedFault, record_text, write_records

RULES = Hearts(2)

STATE = RULES.from_hands([[Card("C2"), Card("H4")], [Card("C5"), Card("D3")]])


def fault(play) -> PlayError:
    """What stops the game, as its record has it; the record can be written and printed too."""
    record = play_game(RULES, STATE, [FunctionPlayer(play, RULES, name="Ann")] * 2)
    (found,) = record.faults
    error = found.as_error()
    assert error.player == "Ann-1"
    assert "hand:  C2 H4" in error.position
    assert str(error) in transcript(record)
    record_text(record).encode()
    return error


def replying(reply):
    return fault(lambda *_: reply)


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("not today")


class ChattyError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not today")


C2 = Card("C2")


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (None, "the reply must be a pair (move, memory), got NoneType None"),
        (C2, "the reply must be a pair (move, memory), got Card Card('C2')"),
        ("C2", "the reply must be a pair (move, memory), got str 'C2'"),
        ([C2, None], "the reply must be a pair (move, memory), got list [Card('C2'), None]"),
        ((C2,), "the reply must be a pair (move, memory), got tuple (Card('C2'),)"),
        ((C2, 1, 2), "the reply must be a pair (move, memory), got tuple (Card('C2'), 1, 2)"),
        (namedtuple("Answer", "card memory")(C2, 1), "got Answer Answer(card=Card('C2'), memory=1)"),
        (Unprintable(), "got Unprintable (a Unprintable that cannot be printed)"),
        ((None, None), "the first part of the reply must be a Card, got NoneType None"),
        (("C2", None), "got str 'C2' (the name of a card is not a card: return Card(\"C2\"))"),
        (("H10", None), 'return Card("H10"))'),
        (("c2", None), "the first part of the reply must be a Card, got str 'c2'"),
        (("C02", None), "got str 'C02'"),
        ((WhistCard("C02"), None), "must be a Card, got WhistCard WhistCard('C02')"),
        ((0, None), "must be a Card, got int 0"),
        ((None, C2), "must be a Card, got NoneType None"),
        (((C2, "Ann-1"), None), "must be a Card, got tuple (Card('C2'), 'Ann-1')"),
        ((Card, None), "must be a Card, got type <class 'playfunc.cards.Card'>"),
        ((Unprintable(), None), "must be a Card, got Unprintable (a Unprintable that cannot be printed)"),
        (("x" * 1000, None), "got str 'xxxxx"),
    ],
)
def test_a_reply_that_is_no_pair_of_card_and_memory(reply, reason):
    error = replying(reply)
    assert type(error) is ProtocolError
    assert reason in error.reason
    assert len(error.reason) < 200
    assert str(error).startswith("Ann-1: Contract: ")


def test_only_text_that_names_a_card_gets_the_hint():
    assert "is not a card:" not in replying(("c2", None)).reason
    assert "is not a card:" not in replying((type("Text", (str,), {})("C2"), None)).reason


def remembering(kind, memory):
    def play(*_):
        return C2, memory

    play.__annotations__["return"] = tuple[Card, kind]
    return fault(play)


@pytest.mark.parametrize(
    ("kind", "memory", "reason"),
    [
        (str, 7, "this memory cannot be kept: expected str, got int: 7"),
        (set[Card], {"C2"}, "this memory cannot be kept: expected Card, got str: 'C2'"),
        (str, "x" * 20000, "this memory cannot be kept: 20002 bytes as text, over the limit of 16384"),
        (mem.Plain, mem.Plain(), "make Plain a dataclass"),
        (mem.Quarrelsome, mem.Quarrelsome(), "raised RuntimeError: incomparable"),
        (mem.Unprintable, mem.Unprintable("x"), "expected float, got str: 'x'"),
        (object, Unprintable(), "JSON cannot hold this Unprintable: (a Unprintable that cannot be printed)"),
        (str, "\ud800", "a lone surrogate"),
        (object, {C2}, "say what it is in the return annotation"),
        (object, (1, 2), "say what it is in the return annotation"),
    ],
)
def test_memory_that_cannot_be_kept(kind, memory, reason):
    error = remembering(kind, memory)
    assert type(error) is PlayerMemoryError
    assert reason in error.reason
    assert str(error).startswith("Ann-1: Memory: this memory cannot be kept: ")


def test_an_annotation_that_is_no_pair_is_a_memory_error():
    def play(player_id, hand, trick, previous) -> Card:
        return hand[0]

    assert fault(play).reason == "play should be annotated `-> tuple[Card, YourMemory]`, not `-> Card`"


@pytest.mark.parametrize(
    ("game", "move"), [("hearts", "Card"), ("skullwhist", "int"), ("footsteps", "int"), ("blackjack", "Move")]
)
def test_such_an_annotation_is_told_with_the_moves_of_its_game(game, move):
    def first(*arguments) -> str:
        return "mine"

    rules = GAMES[game].rules()
    state = rules.deal(Random(1))
    functions = dict.fromkeys(rules.functions, first)
    record = play_game(rules, state, [FunctionPlayer(functions, rules, name="Ann")] * 2)
    assert f"`-> tuple[{move}, YourMemory]`, not `-> str`" in record.faults[0].as_error().reason


@pytest.mark.parametrize("game", GAMES)
def test_every_function_of_a_game_has_a_name_for_its_moves(game):
    rules = GAMES[game].rules()
    assert set(rules.projection.move_names) == set(rules.functions)


# The player raises


def _helper(hand):
    return {}[hand[0]]


def _explaining(hand):
    try:
        return _helper(hand)
    except KeyError as error:
        raise ValueError("no such plan") from error


def test_a_crash_keeps_the_students_own_traceback():
    error = fault(lambda player_id, hand, trick, previous: _helper(hand))
    assert type(error) is PlayerCrash
    assert error.reason == "KeyError: Card('C2')"
    lines = error.detail.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[-1] == "KeyError: Card('C2')"
    assert "return {}[hand[0]]" in error.detail
    files = {line.split('"')[1] for line in lines if line.strip().startswith("File")}
    assert {Path(name).name for name in files} == {Path(__file__).name}
    assert str(error).startswith("Ann-1: Crash: KeyError: Card('C2')\n  hand:  C2 H4\n")
    assert str(error).endswith(error.detail)


def test_a_crash_keeps_its_cause():
    error = fault(lambda player_id, hand, trick, previous: _explaining(hand))
    assert error.reason == "ValueError: no such plan"
    assert "KeyError: Card('C2')" in error.detail
    assert "direct cause" in error.detail
    assert "playfunc" + "/player.py" not in error.detail.replace("\\", "/")


def raising(error):
    def play(*_):
        raise error

    return fault(play)


class Quit(BaseException):
    """Not even an Exception."""


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (AssertionError("two\nlines"), "AssertionError: two"),
        (AssertionError(), "AssertionError"),
        (SystemExit(3), "SystemExit: 3"),
        (Quit("enough"), "Quit: enough"),
        (GeneratorExit(), "GeneratorExit"),
        (StopIteration(7), "StopIteration: 7"),
        (MemoryError(), "MemoryError"),
        (ProtocolError("made up by the student"), "ProtocolError: Contract: made up by the student"),
        (ChattyError(), "ChattyError"),
        (ExceptionGroup("many", [ValueError(1), KeyError(2)]), "ExceptionGroup: many"),
        (ValueError("\ud800"), "ValueError: \\ud800"),
    ],
)
def test_whatever_is_raised_is_a_crash(error, reason):
    found = raising(error)
    assert type(found) is PlayerCrash
    assert reason in found.reason
    assert "\n" not in found.reason


def test_a_note_does_not_replace_the_error():
    error = ValueError("wrong")
    error.add_note("try again")
    assert raising(error).reason == "ValueError: wrong"


def test_a_wrong_number_of_parameters_is_a_crash_without_our_lines():
    error = fault(lambda hand: (hand[0], None))
    assert "takes 1 positional argument but 4 were given" in error.reason
    assert "File" not in error.detail


def test_a_syntax_error_is_named():
    assert fault(lambda *_: exec("hand = (")).reason.startswith("SyntaxError: ")


def test_endless_recursion_is_a_crash_of_readable_length():
    def play(*arguments):
        return play(*arguments)

    error = fault(play)
    assert error.reason.startswith("RecursionError: ")
    assert len(error.detail.splitlines()) < 30


def test_changing_the_hand_is_a_crash():
    error = fault(lambda player_id, hand, trick, previous: (hand.pop(), None))
    assert error.reason == "AttributeError: 'tuple' object has no attribute 'pop'"


def test_stop_pressed_by_the_user_stops_the_game():
    def play(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_game(RULES, STATE, [FunctionPlayer(play, RULES, name="Ann")] * 2)


def test_records_of_odd_faults_can_be_written(tmp_path):
    def play(*_):
        raise ValueError("\ud800 \u2028 \x85")

    record = play_game(RULES, STATE, [FunctionPlayer(play, RULES, name="Ann")] * 2)
    write_records(tmp_path / "games.jsonl", [record])
    assert "\\ud800" in (tmp_path / "games.jsonl").read_text(encoding="utf-8")


def test_a_game_brings_kinds_of_its_own(monkeypatch):
    monkeypatch.setattr(errors, "PLAY_ERRORS", dict(PLAY_ERRORS))

    class BettingError(IllegalMoveError):
        """A call without a bet."""

        rule, hint = "Betting", "Call a bet only."

    class TimeError(PlayError):
        """Takes a name that is taken."""

    class _Waiting(PlayError):  # noqa: N818, it is no fault
        """No fault."""

    assert fault_kind("BettingError") is BettingError
    assert fault_kind("TimeError") is errors.TimeError is not TimeError
    assert fault_kind("_Waiting") is fault_kind("ChessError") is PlayError
    fault = RecordedFault(0, 1, "stop", "BettingError", "call after the deal")
    assert type(fault.as_error()) is BettingError


def test_a_fault_in_one_call_leaves_the_others_alone():
    calls = [RULES.projection.call(RULES.view(STATE, 0), ["Ann", "Bob"], None)] * 3
    replies = iter([(C2, "a"), None, (C2, print)])
    answers = FunctionPlayer(lambda *_: next(replies), RULES).answer(calls)
    assert [type(answer).__name__ for answer in answers] == ["Reply", "ProtocolError", "PlayerMemoryError"]
