"""A replay of any game: one page with everything in it, and the printed game beneath."""

import ast
import dataclasses
import json
import re
from html.parser import HTMLParser

import pytest
from playfunc.errors import RecordError
from playfunc.games import GAMES
from playfunc.record import calls, rules_of, transcript
from playfunc.show import position_before, replay
from playfunc.show.frames import frames
from playfunc.show.replay_data import TEXT_LIMIT
from playfunc.show.seen import call_source
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
    assert [share for _, share in costs["costly"]] == [0.75, 0.75]
    own = data_of(replay(record, costs=given, seat=record.moves[0].seat).document())["costs"]["costly"]
    assert own == costs["costly"][:1]


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
