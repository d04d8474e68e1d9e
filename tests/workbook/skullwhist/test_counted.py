"""A player that aims at its target has to count all of its tricks: those before, this one, those to come."""

import sys
from types import ModuleType

import pytest
from mistakes import Mistake, shown, solved_cells
from playfunc.cards import WhistCard
from playfunc_opponents.skullwhist import basic
from playfunc_workbook import skullwhist

pytestmark = pytest.mark.broad

PLAYER = """
from dataclasses import dataclass

from playfunc import trick_winner
from playfunc.games.skullwhist import legal_cards


@dataclass(frozen=True)
class Memory:
    won: int = 0


def target(mine, theirs):
    return 7


def bid(player_id, opponent_id, hand) -> tuple[int, Memory]:
    return 6, Memory()


def play(player_id, hand, trick, bids, previous) -> tuple[WhistCard, Memory]:
    last, memory = previous
    won = memory.won + (bool(last) and last[0][1] == player_id)
    cards = legal_cards(hand, trick)
    missing = NEEDED
    return cards[0 if missing > 2 else -1], Memory(won)
"""


def player(needed):
    """One that plays its highest card when at most two tricks are `needed`."""
    module = ModuleType("notebook")
    module.WhistCard = WhistCard
    sys.modules["notebook"] = module
    exec(PLAYER.replace("NEEDED", needed), vars(module))
    return module


@pytest.fixture(autouse=True)
def _no_notebook():
    yield
    sys.modules.pop("notebook", None)


def test_a_target_without_the_tricks_won_is_told():
    found = player("target(6, 6)")
    assert "and forgets the tricks that it has won" in repr(skullwhist.check_rules(found.bid, found.play))
    assert found.target(6, 6) == 7


def test_a_target_less_the_tricks_won_is_right():
    found = player("target(6, 6) - won")
    assert repr(skullwhist.check_rules(found.bid, found.play)).startswith("✓ Rules: right.")


def test_a_player_without_a_target_or_a_memory_is_left_alone():
    assert repr(skullwhist.check_rules(player("3").bid, player("3").play)).startswith("✓ Rules: right.")
    assert repr(skullwhist.check_rules(basic.bid, basic.play)).startswith("✓ Rules: right.")


@pytest.mark.parametrize("worlds", [3, 16])
def test_few_worlds_leave_a_trick_now_and_then_and_are_no_mistake(worlds):
    player = next(cell for cell in solved_cells("skullwhist") if "WORLDS = 16" in cell)
    changed = player.replace("WORLDS = 16", f"WORLDS = {worlds}")
    assert shown(Mistake("skullwhist", "", "check_rules(bid, play)", changed, "")).startswith(
        "✓ Rules: right."
    )
