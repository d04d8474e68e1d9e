"""Whether a player has changed."""

import types

import pytest
from playfunc_workbook.fingerprint import fingerprint

SOURCE = """
import functools
from dataclasses import dataclass

DEPTH = 3
WORLDS = {2: 1, 4: 10}
CACHE = {number: number for number in range(200)}

@dataclass
class Memory:
    gone: tuple = ()
    def more(self, card):
        return Memory((*self.gone, card))

@functools.lru_cache
def helper(card):
    return card + DEPTH

def unused():
    return 1

def play(hand):
    CACHE[len(CACHE)] = 1
    best = lambda card: helper(card) + WORLDS[2]
    return max(hand, key=best), Memory().more(hand)
"""


def print_of(source):
    module = types.ModuleType("notebook")
    exec(source, module.__dict__)
    return fingerprint([module.play]), module


def test_the_same_code_run_again_is_the_same_player():
    assert print_of(SOURCE)[0] == print_of("\n\n" + SOURCE)[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("DEPTH = 3", "DEPTH = 4"),
        ("4: 10", "4: 20"),
        ("card + DEPTH", "card - DEPTH"),
        ("helper(card) +", "helper(card) -"),
        ("*self.gone, card", "card, *self.gone"),
        ("gone: tuple = ()", "gone: tuple = (1,)"),
        ("return max", "return min"),
    ],
)
def test_any_change_of_what_the_player_uses_is_seen(old, new):
    assert old in SOURCE
    assert print_of(SOURCE)[0] != print_of(SOURCE.replace(old, new))[0]


@pytest.mark.parametrize(
    ("old", "new"), [("return 1\n", "return 2\n"), ("# ", "#"), ("DEPTH = 3", "DEPTH = 3 # so far")]
)
def test_what_it_does_not_use_is_not(old, new):
    assert print_of(SOURCE)[0] == print_of(SOURCE.replace(old, new))[0]


def test_a_cache_that_grows_is_no_change():
    before, module = print_of(SOURCE)
    module.play((1, 2))
    assert fingerprint([module.play]) == before


def test_a_function_that_calls_itself_is_read_once():
    source = (
        "def play(hand):\n    return play(hand[1:]) if hand else helper()\ndef helper():\n    return play\n"
    )
    assert print_of(source)[0] == print_of(source)[0]
