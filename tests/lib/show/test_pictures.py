"""The pictures of any game: its own, or the game as text."""

from __future__ import annotations

import random

import pytest
from playfunc.games import GAMES
from playfunc.match import play_game
from playfunc.player import Reply
from playfunc.record import transcript
from playfunc.show import position_before, replay
from playfunc.show.pictures import TextReplay


def played(name):
    """A game of random legal moves, recorded by a runner that knows the states."""
    game = GAMES[name]
    rules, rng = game.table(game.tables[0]), random.Random(1)
    script: dict[int, list[str]] = {seat: [] for seat in range(rules.seats)}
    start = state = rules.deal(rng)
    while acting := rules.to_act(state):
        moves = {seat: rng.choice(rules.legal(rules.view(state, seat))) for seat in acting}
        for seat, move in moves.items():
            script[seat].append(rules.projection.move_text(move))
        state = rules.play(state, moves)

    class Scripted:
        def __init__(self, seat):
            self.name, self.moves = f"p{seat} <&>", iter(script[seat])

        def answer(self, calls):
            return [Reply(next(self.moves), "null") for _ in calls]

    return play_game(rules, start, [Scripted(seat) for seat in range(rules.seats)])


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_looked_at(name):
    record = played(name)
    shown = replay(record, -1, notes={0: "a <note>"})
    assert transcript(record) in str(shown)
    assert "p0 &lt;&amp;&gt;" in shown._repr_html_()
    assert "p0 <&>" not in shown.document()
    assert "a <note>" not in shown.document()
    before = position_before(record, 0, record.moves[0].seat, record.players)
    assert str(before).strip()
    assert "<" in before._repr_html_()


@pytest.mark.parametrize("name", [name for name in GAMES if not GAMES[name].show])
def test_a_game_without_pictures_is_shown_as_text(name):
    record = played(name)
    shown = replay(record, notes={2: "This cost 3."})
    assert isinstance(shown, TextReplay)
    assert str(shown) == f"{transcript(record)}\n\nMove 3: This cost 3."
    assert str(replay(record)) == transcript(record)
