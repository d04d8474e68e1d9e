"""The opponents against simple players, at a quick size and (`make test-long`) at the size of the page."""

import importlib
from pathlib import Path
from typing import Any

import pytest
from playfunc.games import GAMES

pytestmark = pytest.mark.broad

CLONE = Path(__file__).parents[2]
QUICK = {"hearts": 3, "footsteps": 20}
"""Deals by game where `minmax` is so far ahead of simple players that so few show it."""


@pytest.fixture
def simple(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(CLONE))
    return importlib.import_module("benchmarks.simple")


@pytest.mark.parametrize("game", QUICK)
def test_minmax_beats_every_simple_player_but_those_that_are_named(simple: Any, game: str) -> None:
    rates = {name: simple.share(game, "minmax", name, QUICK[game]).rate for name in simple.SIMPLE[game]}
    weak = {name for name, rate in rates.items() if rate < simple.BEATEN}
    assert weak == set(simple.NOT_BEATEN[game]), rates


@pytest.mark.parametrize(
    ("game", "name"),
    [("blackjack", "hits or stands at random"), ("skullwhist", "bids 1, its highest card")],
)
def test_the_other_games_minmax_beats_a_weak_one_in_few_deals(simple: Any, game: str, name: str) -> None:
    assert simple.share(game, "minmax", name, 20).rate >= simple.BEATEN


@pytest.mark.long
@pytest.mark.parametrize("game", ["hearts", "footsteps", "blackjack", "skullwhist"])
def test_the_page_names_who_is_not_beaten(simple: Any, game: str) -> None:
    rates = {name: simple.share(game, "minmax", name, simple.DEALS).rate for name in simple.SIMPLE[game]}
    assert {name for name, rate in rates.items() if rate < simple.BEATEN} == set(simple.NOT_BEATEN[game])
    page = (CLONE / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    for name, rate in rates.items():
        assert f"| {name} | {'**' * (rate >= simple.BEATEN)}{rate:.0%} ±" in page


def test_every_simple_player_is_on_the_page(simple: Any) -> None:
    page = (CLONE / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    for game, players in simple.SIMPLE.items():
        for name in players:
            assert f"| {GAMES[game].title} | {name} |" in page
