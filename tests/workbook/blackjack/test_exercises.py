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


# A player that plays as its opponent does is told that it is exactly level, and no other player is.
def player(stands):
    def play(player_id, hand, visible, stake, chips, previous) -> tuple[Move, None]:
        return (Stand if total("".join(hand)) >= stands else Hit), None

    return play


def test_the_games_of_two_players_that_play_alike_mirror_each_other():
    words = "Exactly level: each deal ends as if basic played against itself."
    assert words in repr(blackjack.checkpoint(player(17), "basic", deals=3))
    assert words not in repr(blackjack.checkpoint(player(13), "basic", deals=3))
