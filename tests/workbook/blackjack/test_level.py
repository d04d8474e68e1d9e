"""A player that plays as its opponent does is told that it is exactly level, and no other player is."""

from playfunc.games.blackjack import Hit, Move, Stand, total
from playfunc_workbook import blackjack


def player(stands):
    def play(player_id, hand, visible, stake, chips, previous) -> tuple[Move, None]:
        return (Stand if total("".join(hand)) >= stands else Hit), None

    return play


def test_the_games_of_two_players_that_play_alike_mirror_each_other():
    words = "Exactly level: each deal ends as if basic played against itself."
    assert words in repr(blackjack.checkpoint(player(17), "basic", deals=3))
    assert words not in repr(blackjack.checkpoint(player(13), "basic", deals=3))
