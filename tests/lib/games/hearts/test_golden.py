"""The golden games of Hearts, against the brute force."""

import json

import hearts_bruteforce as oracle
import pytest
from game_facts import CONFORMANCE


@pytest.mark.parametrize("name", ["two_players", "four_players"])
def test_the_stored_games_are_as_the_brute_force_would_have_them(name):
    stored = json.loads((CONFORMANCE / "hearts" / f"{name}.jsonl").read_text(encoding="utf-8"))
    hands = [list(hand) for hand in stored["start"]["hands"]]
    tricks: list[oracle.Trick] = []
    trick: oracle.Trick = ()
    for move in stored["moves"]:
        assert oracle.forbidden(move["move"], hands[move["seat"]], trick, tricks) is None
        hands[move["seat"]].remove(move["move"])
        trick = (*trick, (move["move"], move["seat"]))
        if len(trick) == len(hands):
            tricks, trick = [*tricks, trick], ()
    assert stored["scores"] == list(oracle.result(tricks, len(hands)))
    assert not any(hands)
