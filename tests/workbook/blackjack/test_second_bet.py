"""A second bet in one hand is legal, and the check of the rules says that it was made."""

from playfunc.games.blackjack import Bet, Hit, Move, Stand, total
from playfunc_workbook import blackjack


def bold(again):
    """A player that bets before it stands; once in a hand, or again and again."""

    def play(player_id, hand, visible, stake, chips, previous) -> tuple[Move, None]:
        if total("".join(hand)) < 17:
            return Hit, None
        return (Bet(1) if chips and (again or stake == 10) and stake < 13 else Stand), None

    return play


def test_a_player_that_bets_again_in_a_hand_is_told_so():
    shown = repr(blackjack.check_rules(bold(again=True)))
    assert "your player bet 3 times in one hand" in shown
    assert "if move is Stand and stake == 10" in shown


def test_one_bet_in_a_hand_is_right():
    assert repr(blackjack.check_rules(bold(again=False))).startswith("✓ Rules: right.")
