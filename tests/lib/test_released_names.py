"""Names that a released notebook, a demo or a reference player imports keep working, wherever they live by now."""

from importlib import import_module

import pytest

PROMISED = {
    "playfunc": (
        "Card DECK FunctionPlayer GameRecord Hearts Play PlayError PlayfuncError Rank Suit Trick legal_cards play_game "
        "play_to_100 points simulate transcript trick_points trick_winner"
    ),
    "playfunc.cards": "Suit WhistCard",
    "playfunc.games.blackjack": "BUY_IN Bet Double Hit Move Stand VALUES total",
    "playfunc.games.skullwhist": "Bids DECK HAND Trick legal_cards score trick_winner",
    "playfunc_workbook.hearts": "*",
    "playfunc_workbook.footsteps": "*",
    "playfunc_workbook.blackjack": "*",
    "playfunc_workbook.skullwhist": "*",
}
"""All that `from … import …` asked of our packages in the notebooks of course/source, course/demo and course/reference
as they were released with version 0.1.0, and the whole façade, for `from playfunc import *`. Add names; take none."""

OWN_HOME = {
    "legal_cards", "points", "trick_points", "trick_winner", "simulate", "play_to_100", "Play", "Trick",
    "DECK",
}  # fmt: skip
"""What the façade offers and only Hearts has."""


@pytest.mark.parametrize(
    ("module", "name"), [(module, name) for module, names in PROMISED.items() for name in names.split()]
)
def test_the_name_is_still_there(module, name):
    exec(f"from {module} import {name}", {})


def test_the_facade_offers_all_it_promised():
    facade = import_module("playfunc")
    assert set(PROMISED["playfunc"].split()) <= set(facade.__all__)


@pytest.mark.parametrize("name", sorted(OWN_HOME))
def test_what_is_hearts_own_lives_with_hearts(name):
    value = getattr(import_module("playfunc"), name)
    home = getattr(value, "__module__", "")
    assert home.startswith("playfunc.games.hearts") or name in ("Play", "Trick", "DECK")
