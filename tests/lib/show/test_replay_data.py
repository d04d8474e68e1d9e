"""A replay as JSON values: chapters in one row of frames, and memories of owners alone."""

from dataclasses import replace

import pytest
from playfunc.games import GAMES
from playfunc.show.frames import frames
from playfunc.show.replay_data import chapter_titles, replay_data, sentences
from shown_games import played, priced


def remembering(record):
    return replace(record, moves=tuple(replace(move, memory=f'"{move.seat}"') for move in record.moves))


def data_of(records, start=0, owners=(), costs=()):
    return replay_data(records, start, None, costs, {}, owners)


def test_chapters_follow_each_other_in_one_row_of_frames():
    records = [played("footsteps", seed) for seed in (1, 2)]
    first, second = (len(frames(record)) for record in records)
    data = data_of(records)
    assert [chapter["first"] for chapter in data["chapters"]] == [0, first]
    assert [frame["chapter"] for frame in data["frames"]] == [0] * first + [1] * second
    assert chapter_titles(records) == ["Game 1", "Game 2"]


@pytest.mark.parametrize("game", sorted(GAMES.usable()))
def test_moves_are_counted_through_all_chapters_to_where_it_opens(game):
    record = played(game)
    records = [record, record]
    whole = len(frames(record))
    assert data_of(records, 0)["start"] == 0
    assert data_of(records, -1)["start"] == 2 * whole - 1
    later = data_of(records, len(record.moves) + 1)["start"]
    assert later >= whole


def test_memories_are_those_of_owners_alone():
    record = remembering(played("hearts"))
    assert data_of([record])["texts"] == []
    assert data_of([record], owners=(1,))["texts"] == ['"1"']
    assert all(frame["memory"][0] is None for frame in data_of([record], owners=(1,))["frames"])


def test_costs_are_placed_at_the_frames_that_show_their_moves_and_said_beneath():
    record = played("skullwhist")
    costs = priced(record)
    chart = data_of([record], costs=costs)["costs"]
    placed = {bar["at"] for player in chart["players"] for bar in player["bars"]}
    assert placed == {1, 2, 3}
    said = list(sentences([record], costs, {}))
    assert said[0].startswith("Move 1: ")
    assert said[-1].endswith(" in 1 move")
    with pytest.raises(ValueError, match="belongs to none of the games"):
        data_of([played("skullwhist", 5), played("skullwhist", 6)], costs=costs)
