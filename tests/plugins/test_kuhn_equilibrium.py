"""Kuhn poker against an oracle of its own: all thirty hands written out, and every pure strategy.

H. W. Kuhn, "A simplified two-person poker", in Contributions to the Theory of Games I (1950), pages 97–103: the
first player loses 1/18 chip a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product

import pytest
from playfunc.errors import ProtocolError

DEALS = list(permutations("JQK", 2))

WON = {
    ("check", "check"): "showdown for 1",
    ("check", "bet", "fold"): "second wins 1",
    ("check", "bet", "call"): "showdown for 2",
    ("bet", "fold"): "first wins 1",
    ("bet", "call"): "showdown for 2",
}
"""Every way that a hand can go."""

Strategy = Callable[[str, tuple[str, ...]], Fraction]
"""The chance of a bet or a call with this card after these actions."""


def payoff(first: str, second: str, actions: tuple[str, ...]) -> int:
    """What the first player wins."""
    if WON[actions] == "first wins 1":
        return 1
    if WON[actions] == "second wins 1":
        return -1
    higher = 1 if "JQK".index(first) > "JQK".index(second) else -1
    return higher * (2 if WON[actions] == "showdown for 2" else 1)


def value(first: Strategy, second: Strategy) -> Fraction:
    """What the first player wins on average, exactly."""
    total = Fraction(0)
    for cards in DEALS:
        for actions in WON:
            chance = Fraction(1, len(DEALS))
            for place, action in enumerate(actions):
                strategy = (first, second)[place % 2]
                bold = strategy(cards[place % 2], actions[:place])
                chance *= bold if action in ("bet", "call") else 1 - bold
            total += chance * payoff(*cards, actions)
    return total


def pure_strategies(*situations: tuple[str, ...]) -> Iterator[Strategy]:
    """Every way to be sure what to do with each card in each of these situations."""
    sets = list(product("JQK", situations))
    for choice in product((Fraction(0), Fraction(1)), repeat=len(sets)):
        chosen = dict(zip(sets, choice, strict=True))
        yield lambda card, actions, chosen=chosen: chosen[card, actions]


@pytest.fixture
def advanced(kuhn: None) -> Strategy:
    from kuhn_poker_opponents.advanced import CHANCES

    return lambda card, actions: CHANCES[actions][card]


def test_the_value_of_the_game_is_a_loss_of_one_eighteenth(advanced: Strategy) -> None:
    assert value(advanced, advanced) == Fraction(-1, 18)


def test_no_strategy_of_either_player_does_better_against_advanced(advanced: Strategy) -> None:
    first, second = ((), ("check", "bet")), (("check",), ("bet",))
    assert max(value(other, advanced) for other in pure_strategies(*first)) == Fraction(-1, 18)
    assert min(value(advanced, other) for other in pure_strategies(*second)) == Fraction(-1, 18)


@pytest.mark.parametrize("cards", DEALS, ids="".join)
def test_the_rules_pay_what_the_oracle_pays(kuhn: None, cards: tuple[str, str]) -> None:
    from kuhn_poker import Kuhn, KuhnState

    rules, ended = Kuhn(), {}

    def follow(state: KuhnState) -> None:
        for seat in rules.to_act(state):
            for action in rules.legal(rules.view(state, seat)):
                follow(rules.play(state, {seat: action}))
        if not rules.to_act(state):
            ended[state.actions] = rules.scores(state)

    follow(KuhnState(cards))
    assert ended == {actions: (payoff(*cards, actions), -payoff(*cards, actions)) for actions in WON}


def test_a_reply_that_is_no_action_is_told_all_actions(kuhn: None) -> None:
    from kuhn_poker import Kuhn

    with pytest.raises(
        ProtocolError, match=r"must be one of 'check', 'bet', 'call', 'fold', got str 'raise'"
    ):
        Kuhn().projection.read_reply("raise")
