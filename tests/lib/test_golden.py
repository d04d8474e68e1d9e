"""Two whole games by fixed players, to the letter: what is printed, and the record it is printed from.

Run as a program this writes the files anew; look at what changed before keeping it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import hearts_bruteforce as oracle
import pytest
from playfunc import (
    Card,
    FunctionPlayer,
    GameRecord,
    Hearts,
    Suit,
    legal_cards,
    play_game,
    points,
    transcript,
)
from playfunc.duplicate import deal_rng
from playfunc.record import read_records, replay, write_records

GOLDEN = Path(__file__).parents[1] / "golden"


@dataclass(frozen=True)
class Seen:
    """What the players here remember: whether hearts are broken, what each has shown not to hold, and the
    cards that fell."""

    broken: bool = False
    voids: dict[str, set[Suit]] = field(default_factory=dict)
    fallen: frozenset[Card] = frozenset()


def seen_after(previous) -> Seen:
    if previous is None:
        return Seen()
    trick, before = previous
    lead = trick[0][0].suit
    voids = {who: set(suits) for who, suits in before.voids.items()}
    for card, who in trick[1:]:
        if card.suit is not lead:
            voids.setdefault(who, set()).add(lead)
    fell = frozenset(card for card, _ in trick)
    return Seen(before.broken or any(c.suit is Suit.HEARTS for c in fell), voids, before.fallen | fell)


def choosing(choose):
    """A player that remembers and takes what `choose(legal, trick)` likes."""

    def play(player_id, hand, trick, previous) -> tuple[Card, Seen]:
        seen = seen_after(previous)
        legal = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=seen.broken)
        return choose(legal, trick), seen

    return play


def lowest(legal, trick):
    return min(legal, key=lambda card: (card.rank, card.suit))


def highest(legal, trick):
    return max(legal, key=lambda card: (card.rank, card.suit))


def costliest(legal, trick):
    return max(legal, key=lambda card: (points(card), card.rank, card.suit))


def just_under(legal, trick):
    """The highest card that does not win so far, else the lowest."""
    best = max((card.rank for card, _ in trick if card.suit is trick[0][0].suit), default=0)
    under = [card for card in legal if trick and (card.suit is not trick[0][0].suit or card.rank < best)]
    return highest(under, trick) if under else lowest(legal, trick)


GAMES = {
    "hearts_two_players": {"Low": lowest, "Under": just_under},
    "hearts_four_players": {"Low": lowest, "High": highest, "Costly": costliest, "Under": just_under},
}


def game(name: str) -> GameRecord:
    rules = Hearts(len(GAMES[name]))
    players = [FunctionPlayer(choosing(style), rules, name=who) for who, style in GAMES[name].items()]
    return play_game(rules, rules.deal(deal_rng("golden", name)), players)


@pytest.mark.parametrize("name", GAMES)
def test_the_transcript_is_the_stored_one(name):
    assert transcript(game(name)) + "\n" == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_record_is_the_stored_one(name, tmp_path):
    write_records(tmp_path / "game.jsonl", [game(name)])
    assert (tmp_path / "game.jsonl").read_text(encoding="utf-8") == (GOLDEN / f"{name}.jsonl").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_stored_record_replays_to_the_stored_transcript(name):
    (record,) = read_records(GOLDEN / f"{name}.jsonl")
    assert not record.faults
    assert record == game(name)
    assert tuple(Hearts(len(GAMES[name])).scores(replay(record))) == record.scores
    assert transcript(record) + "\n" == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_stored_games_are_as_the_brute_force_would_have_them(name):
    stored = json.loads((GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8"))
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


if __name__ == "__main__":
    for name in GAMES:
        (GOLDEN / f"{name}.txt").write_text(transcript(game(name)) + "\n", encoding="utf-8")
        write_records(GOLDEN / f"{name}.jsonl", [game(name)])
