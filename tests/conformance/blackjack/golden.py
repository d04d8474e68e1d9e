"""Players of the golden run of BlackJack."""

from playfunc.games.blackjack import Bet, BlackJack, Double, Hit, Move, Stand, total


def cautious(player_id, hand, visible, stake, chips, previous) -> tuple[Move, int]:
    """Hits below 17, and counts the tens seen in the hands before."""
    tens = 0 if previous is None else previous[1] + (len(hand) == 2) * sum(c in "TJQK" for c in previous[0])
    return (Hit if total(hand) < 17 else Stand), tens


def bold(player_id, hand, visible, stake, chips, previous) -> tuple[Move, None]:
    if len(hand) == 2 and total(hand) in (10, 11) and chips >= stake:
        return Double, None
    if total(hand) >= 19 and stake == 10 and chips >= 15:
        return Bet(15), None
    return (Hit if total(hand) < 14 else Stand), None


PLAYERS = {"Cautious": cautious, "Bold": bold, "Careful": cautious}
GAMES = {"game": ("blackjack", BlackJack(seats=3, rounds=2), PLAYERS)}
