"""A transcript of a hand can be read back."""

from __future__ import annotations

import re

from hearts_walks import games
from hypothesis import given
from playfunc import points, trick_points, trick_winner

NAMES = ["Ann", "Bob", "Cy", "Di"]


@given(games())
def test_a_transcript_can_be_read_back(game):
    names = NAMES[: game.rules.seats]
    lines = game.rules.storyteller.transcript(game.rules, names, game.states).splitlines()
    for seat, hand in enumerate(game.states[0].hands):
        assert lines[seat] == f"{names[seat]}: {' '.join(card.text for card in hand)}"
    for number, trick in enumerate(game.last.history, 1):
        line = lines[game.rules.seats + number - 1]
        head, _, tail = line.partition("→")
        assert int(line[:2]) == number
        assert re.findall(r"(\w+) ([CDSH][0-9JQKA]+)", head) == [(names[s], card.text) for card, s in trick]
        assert tail.split(",")[0].strip() == names[trick_winner(trick)]
        cost = re.search(r"(\d+) point", tail)
        assert (int(cost[1]) if cost else 0) == trick_points(trick) == sum(points(card) for card, _ in trick)
    ends = ", ".join(
        f"{name} {score}" for name, score in zip(names, game.rules.scores(game.last), strict=True)
    )
    assert lines[-1] == f"Points: {ends}"
