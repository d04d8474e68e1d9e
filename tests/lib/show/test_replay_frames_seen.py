"""A replay of any game: one page with everything in it, and the printed game beneath."""

import ast
import dataclasses
import itertools
import json
import random
import re
from dataclasses import dataclass
from html.parser import HTMLParser

import pytest
from playfunc import Card, FunctionPlayer
from playfunc.errors import RecordError
from playfunc.games import GAMES
from playfunc.match import play_game
from playfunc.record import RecordedFault, RecordedMove, calls, rules_of, states, transcript
from playfunc.show import position_before, replay
from playfunc.show.frames import caption, frame_after, frame_of_move, frames, wrong_move
from playfunc.show.replay_data import TEXT_LIMIT
from playfunc.show.seen import call_source
from playfunc_opponents import opponent, weakest_at
from playfunc_opponents.hearts import basic
from shown_games import played, priced


def data_of(document):
    return json.loads(document.split('id="pf-data">')[1].split("</script>")[0])


def tags_of(markup):
    tags = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: tags.append(tag)
    parser.feed(markup)
    return tags


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_looked_at(name):
    record = played(name)
    shown = replay(record, -1, notes={0: "a <note>"})
    assert str(shown) == f"{transcript(record)}\n\nMove 1: a <note>"
    assert str(replay(record)) == transcript(record)
    assert "p0 &lt;&amp;&gt;" in shown._repr_html_()
    assert "p0 <&>" not in shown.document()
    assert "a <note>" not in shown.document()
    assert data_of(shown.document())["noted"] is True
    assert data_of(replay(record).document())["noted"] is False
    before = position_before(record, 0, record.moves[0].seat, record.players)
    assert str(before).strip()
    assert "<" in before._repr_html_()


@pytest.mark.parametrize("name", GAMES)
def test_in_a_notebook_it_is_a_frame_with_the_text_beneath(name):
    record = played(name)
    shown = replay(record)._repr_html_()
    assert tags_of(shown) == ["style", "iframe", "details", "summary", "pre"]
    assert 'title="Replay: p0 &lt;&amp;&gt;, p1 &lt;&amp;&gt;"' in shown


@pytest.mark.parametrize("name", GAMES)
def test_the_page_refers_to_nothing_outside_and_styles_nothing_inline(name):
    document = replay(played(name), costs=priced(played(name))).document()
    assert not re.search(r"(?i)https?:|//cdn|@import|url\(|\bsrc=|\bhref=|\bstyle=|unsafe-inline", document)


@pytest.mark.parametrize("name", GAMES)
def test_the_costs_are_those_that_were_given(name):
    record = played(name)
    first, estimate, unknown = given = priced(record)
    costs = data_of(replay(record, costs=given).document())["costs"]
    bars = {bar["where"]: bar for player in costs["players"] for bar in player["bars"]}
    kinds = {where: bar["kind"] for where, bar in bars.items()}
    assert kinds == {"Place 0": "exact", "Place 1": "estimate", "Place 2": "unmeasured"}
    assert bars["Place 0"]["said"] == f"Place 0: {first}"
    assert bars["Place 1"]["said"] == f"Place 1: {estimate}"
    assert bars["Place 2"]["cost"] == unknown.unmeasured
    assert costs["top"] == 4.0
    assert len(costs["worst"]) == 2
    assert (
        len(data_of(replay(record, costs=given, seat=record.moves[0].seat).document())["costs"]["worst"]) < 2
    )


def test_games_of_a_series_are_chapters_of_one_page():
    records = [played("footsteps", seed) for seed in (1, 2, 3)]
    shown = replay(records, len(records[0].moves) + 2, costs=priced(records[2]))
    data = data_of(shown.document())
    assert [chapter["title"] for chapter in data["chapters"]] == ["Game 1", "Game 2", "Game 3"]
    firsts = [chapter["first"] for chapter in data["chapters"]]
    assert [data["frames"][first]["made"] for first in firsts] == [[], [], []]
    assert data["start"] == firsts[1] + 1
    assert data["costs"]["players"][0]["bars"][0]["at"] == firsts[2] + 1
    assert str(shown).startswith(f"Game 1\n{transcript(records[0])}\n\nGame 2\n")
    assert "Game 3, move 1: " in str(shown)


def test_memories_are_shown_to_their_owners_alone():
    record = played("footsteps")
    moves = tuple(dataclasses.replace(move, memory=f'"of {move.seat}"') for move in record.moves)
    known = dataclasses.replace(record, moves=moves)
    assert data_of(replay(known).document())["texts"] == []
    assert data_of(replay(known, owners=[1]).document())["texts"] == ['"of 1"']
    assert data_of(replay(known, owners=[0, 1]).document())["texts"] == ['"of 0"', '"of 1"']


def test_what_the_page_draws_is_the_record(record):
    game = record("sensible", "reneging")
    data = data_of(replay(game, -1, 1, owners=[0, 1]).document())
    sequence = frames(game)
    assert data["chapters"][0]["names"] == ["Ann", "Bob"]
    assert (data["start"], data["bottom"]) == (len(sequence) - 1, 1)
    for drawn, frame in zip(data["frames"], sequence, strict=True):
        assert drawn["scene"]["hands"] == [[card.text for card in hand] for hand in frame.state.hands]
        assert drawn["legal"] == list(frame.legal)
        memories = [None if place is None else data["texts"][place] for place in drawn["memory"]]
        assert memories == list(frame.memories)
    assert data["frames"][-1]["fault"]["rule"] == "Reneging"
    assert data["frames"][-1]["wrong"] in data["frames"][-1]["scene"]["hands"][1]


def test_long_memories_are_cut(record):
    game = record("sensible", "sensible")
    moves = (dataclasses.replace(game.moves[0], memory=f'"{"x" * 9000}"'), *game.moves[1:])
    long = dataclasses.replace(game, moves=moves)
    texts = data_of(replay(long, owners=[0, 1]).document())["texts"]
    assert f"x… ({9002 - TEXT_LIMIT} more characters)" in texts[0]


def test_what_cannot_be_replayed_together_is_refused():
    record = played("footsteps")
    with pytest.raises(ValueError, match=r"no seat 2: choose a seat from 0 to 1"):
        replay(record, seat=2)
    with pytest.raises(ValueError, match=r"no seat -1: choose a seat from 0 to 1"):
        replay(record, owners=[-1])
    with pytest.raises(ValueError, match="expected a game to replay, got none"):
        replay([])
    with pytest.raises(RecordError, match="got footsteps and skullwhist: replay each on its own"):
        replay([record, played("skullwhist")])
    with pytest.raises(ValueError, match="belongs to none of the games"):
        replay([record, record], costs=priced(played("footsteps", 2))).document()


def test_notes_about_moves_made_together_name_the_players():
    record = played("footsteps")
    drawn = data_of(replay(record, costs=priced(record)).document())["frames"][1]
    assert drawn["note"].startswith("p0 <&>: ")
    assert " p1 <&>: " in drawn["note"]
    assert drawn["costly"]


@pytest.mark.parametrize("name", GAMES)
def test_what_an_owner_saw_is_its_call_as_python(name):
    record = played(name)
    assert all(not drawn["seen"] for drawn in data_of(replay(record).document())["frames"])
    drawn = data_of(replay(record, owners=[0]).document())["frames"]
    shown = [code for frame in drawn for seat, code in frame["seen"] if seat == 0]
    assert shown == [call_source(rules_of(record), call) for seat, call, _ in calls(record) if seat == 0]
    assert all(ast.parse(code) for code in shown)


# The frames of a replay are the record's own states, with every fault in its place.
HANDS = [("sensible",) * 2, ("sensible",) * 4]


@pytest.mark.parametrize("name", GAMES)
def test_frames_are_the_states_of_the_record(name):
    game = played(name)
    sequence = frames(game)
    assert [frame.state for frame in sequence] == list(states(game))
    assert [frame.before for frame in sequence] == [None, *list(states(game))[:-1]]
    assert tuple(move for frame in sequence for move in frame.moves) == game.moves
    assert sequence[-1].played == len(game.moves)


@pytest.mark.parametrize("name", GAMES)
def test_frames_tell_whose_turn_it_is_and_what_was_legal(name):
    game = played(name)
    rules, sequence = rules_of(game), frames(game)
    for frame, after in itertools.pairwise(sequence):
        assert frame.turn == rules.to_act(frame.state) == tuple(move.seat for move in after.moves)
        if len(frame.turn) == 1 and frame.legal is not None:
            assert after.moves[0].move in frame.legal
        assert after.part
    assert sequence[-1].turn == ()


@pytest.mark.parametrize("kinds", HANDS)
def test_memories_are_what_each_player_returned_last(record, kinds):
    game = record(*kinds)
    last = {}
    for frame in frames(game):
        for move in frame.moves:
            last[move.seat] = move.memory
        assert frame.memories == tuple(last.get(seat) for seat in range(len(kinds)))


def test_memories_that_were_brought_along_are_there_at_the_start():
    game = dataclasses.replace(played("footsteps"), memories=('"mine"', None))
    assert frames(game)[0].memories == ('"mine"', None)


def test_a_fault_that_stops_the_game_is_the_last_frame(record):
    game = record("sensible", "reneging")
    *before, last = frames(game)
    (fault,) = game.faults
    assert last.fault == fault
    assert last.turn == (fault.seat,) == (1,)
    assert last.state == before[-1].state
    assert last.legal == before[-1].legal != ()
    wrong = wrong_move(game, fault)
    assert wrong in {card.text for card in last.state.hands[1]}
    assert wrong not in last.legal
    assert [frame.state for frame in before] == list(states(game))


def test_a_forfeit_ends_the_hand_with_its_price(record):
    game = record("sensible", "reneging", policy="forfeit")
    *before, last = frames(game)
    assert last.fault == game.faults[0]
    assert rules_of(game).scores(last.state) == (0, 26)
    assert last.legal == before[-1].legal
    assert [frame.state for frame in [*before, last]] == list(states(game))


def test_a_substitute_plays_on_after_the_fault(record):
    game = record("sensible", "reneging", policy="substitute")
    sequence = frames(game)
    at = game.faults[0].at
    assert sequence[at + 1].fault == game.faults[0]
    assert sequence[at + 1].memories[1] is None
    assert [frame.state for frame in sequence if frame.fault is None] == list(states(game))
    assert len(sequence) == 54


def test_each_of_two_faults_at_once_has_a_frame():
    faults = tuple(RecordedFault(seat, 0, "forfeit", "TimeError", "too late") for seat in (0, 1))
    game = dataclasses.replace(played("footsteps"), moves=(), faults=faults, scores=(0.5, 0.5))
    start, first, second = frames(game)
    assert [first.fault, second.fault] == list(faults)
    assert first.state == second.state != start.state
    assert (first.turn, second.turn) == ((0,), (1,))


def test_a_record_that_does_not_replay_is_refused(record):
    game = record("sensible", "sensible")
    with pytest.raises(RecordError, match="move 4 of the record cannot be played"):
        frames(dataclasses.replace(game, moves=game.moves[:3] + game.moves[4:]))
    with pytest.raises(RecordError, match="over"):
        frames(dataclasses.replace(game, moves=(*game.moves, RecordedMove(0, "C2"))))
    late = RecordedFault(0, 52, "forfeit", "TimeError", "too late")
    with pytest.raises(RecordError, match="after the end of the game"):
        frames(dataclasses.replace(game, faults=(late,)))


def test_frame_after_counts_moves_and_shows_a_fault_there(record):
    sequence = frames(record("sensible", "reneging", policy="substitute"))
    at = next(place for place, frame in enumerate(sequence) if frame.fault)
    assert frame_after(sequence, 0) == 0
    assert frame_after(sequence, at - 1) == at
    assert frame_after(sequence, at) == at + 1
    assert frame_after(sequence, 99) == frame_after(sequence, -1) == 53
    assert frame_after(sequence, -99) == 0


def test_moves_made_together_are_one_frame():
    sequence = frames(played("footsteps"))
    assert [frame.played for frame in sequence] == list(range(0, 2 * len(sequence), 2))
    assert [frame_of_move(sequence, at) for at in range(4)] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("policy", "price"),
    [
        ("stop", "The game stops here."),
        ("forfeit", "Bob forfeits the hand."),
        ("substitute", "From here on a substitute plays for Bob."),
    ],
)
def test_captions_of_faults(record, policy, price):
    game = record("sensible", "reneging", policy=policy)
    frame = next(frame for frame in frames(game) if frame.fault)
    assert caption(game, frame) == f"Bob made a fault. {price}"


# The call as Python: run as it stands, it asks the player the same.
@pytest.mark.parametrize("game", sorted(GAMES.usable()))
def test_running_the_text_hands_over_the_same_arguments(game):
    rules = GAMES[game].table(2)
    players = [opponent(rules, weakest_at(rules), key=key) for key in (b"one", b"two")]
    record = play_game(rules, rules.deal(random.Random(2)), players)
    for _, call, _ in list(calls(record))[:8]:
        asked = []
        source = call_source(rules, call, function="ask")
        exec(source, {"ask": lambda *arguments, asked=asked: asked.append(arguments)})
        memory = None if call.memory is None else json.loads(call.memory)
        assert asked == [rules.projection.arguments(call, memory)]
        assert max(map(len, source.splitlines())) <= 110


@dataclass(frozen=True)
class Seen:
    cards: frozenset[Card]


def test_memory_is_written_as_a_value_of_its_type_and_the_function_by_its_own_name():
    rules = GAMES["hearts"].table(2)

    def mine(player_id, hand, trick, previous) -> tuple[Card, Seen]:
        seen = previous[1].cards if previous else frozenset()
        card, _ = basic.play(player_id, hand, trick, None)
        return card, Seen(seen | {card})

    players = [FunctionPlayer(mine, rules, name="a"), opponent(rules, "basic")]
    record = play_game(rules, rules.deal(random.Random(3)), players)
    asked = [call for seat, call, _ in calls(record) if seat == 0 and call.memory]
    for call in asked[:1]:
        text = call_source(rules, call, Seen, function="mine")
        assert "mine(" in text
        assert "Seen(cards=" in text
    assert "{'cards': [" in call_source(rules, asked[0])
