"""A whole game of each of the smaller games by fixed players, to the letter; as `test_golden` does for Hearts.

Run as a program this writes the files anew; look at what changed before keeping it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playfunc.cards import WhistCard
from playfunc.duplicate import deal_rng
from playfunc.games import BlackJack, FootSteps, SkullWhist
from playfunc.games.blackjack import Bet, Double, Hit, Move, Stand, total
from playfunc.games.skullwhist import legal_cards
from playfunc.match import play_game
from playfunc.player import FunctionPlayer
from playfunc.record import GameRecord, read_records, replay, rules_of, transcript, write_records

GOLDEN = Path(__file__).parents[1] / "golden"


def third(player_id, position, my_points, their_points, previous) -> tuple[int, int]:
    turn = 0 if previous is None else previous[1] + 1
    return -(-my_points // 3), turn


def one_more(player_id, position, my_points, their_points, previous) -> tuple[int, list[int]]:
    """One more than the other bid last, remembering every bid of its own."""
    wish = 10 if previous is None else previous[0][1] + 1
    bid = min(max(wish, 1), my_points)
    return bid, [*(previous[1] if previous else []), bid]


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


def high_bid(player_id, opponent_id, hand) -> tuple[int, str]:
    return max(1, sum(card.value > 10 or card.suit.value == "S" for card in hand)), "high"


def high_card(player_id, hand, trick, bids, previous) -> tuple[WhistCard, str]:
    return max(legal_cards(hand, trick), key=lambda card: (card.value, card)), previous[1]


def low_bid(player_id, opponent_id, hand) -> tuple[int, int]:
    return 3, 0


def low_card(player_id, hand, trick, bids, previous) -> tuple[WhistCard, int]:
    won = previous[1] + (bool(previous[0]) and not trick)
    return min(legal_cards(hand, trick), key=lambda card: (card.value, card)), won


GAMES = {
    "footsteps": (FootSteps(), {"Third": third, "More": one_more}),
    "footsteps_million": (FootSteps(11, 1_000_000), {"Third": third, "More": one_more}),
    "blackjack": (BlackJack(seats=3, rounds=2), {"Cautious": cautious, "Bold": bold, "Careful": cautious}),
    "skullwhist": (
        SkullWhist(),
        {"High": {"bid": high_bid, "play": high_card}, "Low": {"bid": low_bid, "play": low_card}},
    ),
}


def game(name: str) -> GameRecord:
    rules, players = GAMES[name]
    seated = [FunctionPlayer(functions, rules, name=who) for who, functions in players.items()]
    return play_game(rules, rules.deal(deal_rng("golden", name)), seated)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_the_stored_one(name, tmp_path):
    write_records(tmp_path / "game.jsonl", [game(name)])
    for made, stored in (
        ((tmp_path / "game.jsonl").read_text(encoding="utf-8"), f"{name}.jsonl"),
        (transcript(game(name)) + "\n", f"{name}.txt"),
    ):
        assert made == (GOLDEN / stored).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_stored_record_replays_to_the_stored_transcript(name):
    (record,) = read_records(GOLDEN / f"{name}.jsonl")
    assert not record.faults
    assert tuple(rules_of(record).scores(replay(record))) == record.scores
    assert transcript(record) + "\n" == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for name in GAMES:
        (GOLDEN / f"{name}.txt").write_text(transcript(game(name)) + "\n", encoding="utf-8")
        write_records(GOLDEN / f"{name}.jsonl", [game(name)])
