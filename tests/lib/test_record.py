"""Stored games: files of lines, replays that check themselves, and what is said of a record that is wrong."""

import copy
import json
import pickle
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc import Card, FunctionPlayer, GameRecord, Hearts, legal_cards, play_game, transcript
from playfunc.codec import decode
from playfunc.converter import CodecError
from playfunc.errors import BrokenError, RecordError
from playfunc.record import (
    RecordedFault,
    RecordedMove,
    calls,
    read_records,
    record_text,
    replay,
    rules_of,
    states,
    write_records,
)


def remembering(text: str):
    def play(player_id, hand, trick, previous) -> tuple[Card, str]:
        return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[0], text

    return play


def game(seats: int = 2, seed: int = 1, text: str = "", policy="stop") -> GameRecord:
    rules = Hearts(seats)
    player = FunctionPlayer(remembering(text), rules, name="Ann")
    return play_game(rules, rules.deal(random.Random(seed)), [player] * seats, policy)


GAME = game()
STOPPED = replace(
    GAME,
    moves=GAME.moves[:5],
    faults=(
        RecordedFault.of(1, 5, "stop", BrokenError("why", position="where", player="Bob", detail="how")),
    ),
    scores=None,
)


def test_files_hold_one_game_a_line(tmp_path):
    path = tmp_path / "games.jsonl"
    records = [GAME, game(4), STOPPED]
    write_records(path, records)
    lines = path.read_text(encoding="utf-8").split("\n")
    assert lines == [*map(record_text, records), ""]
    assert read_records(path) == records


def test_an_empty_file_holds_no_games(tmp_path):
    write_records(tmp_path / "none.jsonl", [])
    assert read_records(tmp_path / "none.jsonl") == []


@pytest.mark.parametrize("odd", ["\u2028", "\u2029", "\x85", "\n", "\r\n", "\x0b\x1c", '"\\', "é♠🂡", "\x00"])
def test_no_text_in_memory_breaks_the_lines(tmp_path, odd):
    record = game(text=f"a{odd}b")
    write_records(tmp_path / "games.jsonl", [record, record])
    assert read_records(tmp_path / "games.jsonl") == [record, record]
    assert json.loads(record.moves[0].memory) == f"a{odd}b"


def test_lines_may_end_as_on_windows(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_bytes("\r\n".join([record_text(GAME)] * 2).encode() + b"\r\n")
    assert read_records(path) == [GAME, GAME]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "JSONDecodeError"),
        (b"{}", "KeyError: 'game'"),
        (b"[1]", "another type than declared"),
        (b'{"game": NaN}', "NaN"),
        (b"\xff\xfe", "utf-8"),
        (record_text(GAME)[:-1].encode(), "JSONDecodeError"),
        (
            record_text(GAME).replace('"seat":0', '"seat":"north"', 1).encode(),
            "expected int, got str: 'north'",
        ),
        (record_text(GAME).replace('"faults"', '"more":1,"faults"', 1).encode(), "more"),
        (record_text(STOPPED).replace('"stop"', '"pause"', 1).encode(), "pause not in literal"),
    ],
)
def test_the_line_that_cannot_be_read_is_named(tmp_path, line, reason):
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join([record_text(GAME).encode(), line, record_text(GAME).encode(), b""]))
    with pytest.raises(RecordError) as caught:
        read_records(path)
    assert str(caught.value).startswith("games.jsonl, line 2: not a game record: ")
    assert reason in str(caught.value)


def test_a_mistake_in_a_record_is_located():
    text = record_text(GAME).replace('"seat":1', '"seat":"north"', 1)
    place = next(number for number, move in enumerate(GAME.moves) if move.seat == 1)
    with pytest.raises(CodecError, match=rf"GameRecord\.moves\[{place}\]\.seat"):
        decode(text, GameRecord)


def test_a_fault_is_kept_in_all_its_parts():
    (fault,) = decode(record_text(STOPPED), GameRecord).faults
    error = fault.as_error()
    assert type(error) is BrokenError
    assert str(error) == "Bob: Breaking: why\nwhere\nhow"
    assert transcript(STOPPED).endswith(str(error))


def test_a_fault_of_a_kind_unknown_here_is_still_told():
    assert str(replace(STOPPED.faults[0], error="NewError").as_error()).startswith("Bob: Contract: why")


def test_states_lead_from_the_deal_to_the_end():
    passed = list(states(GAME))
    assert len(passed) == 53
    assert passed[0].history == ()
    assert sum(map(len, passed[0].hands)) == 52
    assert rules_of(GAME).to_act(passed[-1]) == ()
    assert len(list(states(STOPPED))) == 6
    assert [seat for seat, _, _ in calls(STOPPED)] == [move.seat for move in GAME.moves[:5]]


def changed(**parts: Any) -> GameRecord:
    return replace(GAME, **parts)


def moves_with(place: int, move: RecordedMove) -> tuple[RecordedMove, ...]:
    return (*GAME.moves[:place], move, *GAME.moves[place + 1 :])


FIRST, SECOND = GAME.moves[:2]


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (changed(game="bridge"), "no game 'bridge' with {'seats': 2}; known: blackjack"),
        (changed(parameters={"seats": 3}), "no game 'hearts' with {'seats': 3}"),
        (changed(parameters={"tables": 2}), "no game 'hearts' with {'tables': 2}"),
        (changed(start={}), "the starting state cannot be read: KeyError: 'hands'"),
        (changed(start={**GAME.start, "turn": 7}), "the starting state cannot be read"),
        (changed(start={**GAME.start, "turn": "0"}), "expected int, got str: '0' @ HeartsState.turn"),
        (changed(start={**GAME.start, "hands": []}), "the starting state cannot be read"),
        (changed(start={**GAME.start, "hands": [["S1"], ["C2"]]}), "not a card: 'S1'"),
        (changed(parameters={"seats": 4}), "hearts here takes 4 players, the record names 2"),
        (changed(parameters={"seats": 4}, players=("A", "B", "C", "D")), "the starting state cannot be read"),
        (changed(players=()), "hearts here takes 2 players, the record names 0"),
        (changed(moves=moves_with(0, replace(FIRST, move="SX"))), "move 1 of the record cannot be played: not a card"),
        (changed(moves=moves_with(1, replace(SECOND, move=FIRST.move))), "move 2 of the record cannot be played: Own"),
        (changed(moves=moves_with(1, replace(SECOND, seat=FIRST.seat))), "move 2 of the record is by seat"),
        (changed(moves=GAME.moves[1:]), "move 1 of the record is by seat"),
        (changed(moves=(*GAME.moves, FIRST)), "but the game is over"),
        (changed(moves=GAME.moves[:-1]), "its moves lead to None"),
        (changed(scores=(25, 1)), "the record says scores (25, 1), its moves lead to"),
        (changed(scores=None), "the record says scores None"),
        (replace(STOPPED, scores=(0, 26)), "the record says scores (0, 26), its moves lead to None"),
    ],
)  # fmt: skip
def test_a_record_that_does_not_replay_is_refused(record, sentence):
    with pytest.raises(RecordError) as caught:
        replay(record)
    assert sentence in str(caught.value)


def test_a_forfeit_is_replayed_where_it_fell():
    faults = (replace(STOPPED.faults[0], policy="forfeit"),)
    record = replace(STOPPED, faults=faults, scores=(0, 26))
    assert replay(record).forfeited == (1,)
    with pytest.raises(RecordError):
        replay(replace(record, faults=()))


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in parts for place in _places(part, (*path, key)))]


SMALL = json.loads(record_text(replace(GAME, faults=STOPPED.faults)))
PLACES = [place for place in _places(SMALL) if place]
ODD = [None, True, 0, -1, 1, 2, 7, 10**9, 1.5, "", "C2", "SQ", "forfeit", [], {}, [[]], ["C2"], {"seats": 4}]


@given(st.sampled_from(PLACES), st.sampled_from(ODD))
def test_a_record_that_was_tampered_with_replays_or_is_refused(place, odd):
    raw = copy.deepcopy(SMALL)
    inner = raw
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = odd
    try:
        record = decode(json.dumps(raw), GameRecord)
        end = replay(record)
    except (CodecError, RecordError):
        return
    assert tuple(rules_of(record).scores(end)) == record.scores
    assert transcript(record)


def test_a_move_is_the_same_after_pickling():
    for move in (RecordedMove(1, "C5", '"kept"'), RecordedMove(0, "17")):
        assert pickle.loads(pickle.dumps(move)) == move
