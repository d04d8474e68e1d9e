"""Helper modules beside these tests can be imported by name; hypothesis repeats itself exactly."""

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from nasty import NASTY
from playfunc import Card, FunctionPlayer, GameRecord, Hearts, Suit, legal_cards
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng


# Hands to show, played by small players.
@dataclass(frozen=True)
class Seen:
    """The memory of `sensible`."""

    broken: bool = False
    note: str = ""


def sensible(player_id: str, hand: Any, trick: Any, previous: Any) -> tuple[Card, Seen]:
    """Any legal card; remembers whether hearts are broken."""
    before = (previous and previous[1]) or Seen()
    gone = previous[0] if previous else ()
    broken = before.broken or any(card.suit is Suit.HEARTS for card, _ in gone)
    legal = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=broken)
    return random.choice(legal), Seen(broken, f"{player_id} holds {len(hand)}")


def reneging(player_id: str, hand: Any, trick: Any, previous: Any) -> tuple[Card, Seen]:
    """Sensible until it holds twenty cards (or the second trick), then does not follow suit once it can."""
    card, memory = sensible(player_id, hand, trick, previous)
    other = [held for held in hand if trick and held.suit is not trick[0][0].suit]
    revoke = previous is not None and 0 < len(other) < len(hand) <= 20
    return (other[-1] if revoke else card), memory


def crashing(player_id: str, hand: Any, trick: Any, previous: Any) -> tuple[Card, Seen]:
    """Sensible until it holds eight cards, then raises the nastiest text."""
    if len(hand) == 8:
        raise ValueError(NASTY)
    return sensible(player_id, hand, trick, previous)


def nasty(player_id: str, hand: Any, trick: Any, previous: Any) -> tuple[Card, str]:
    """Sensible, with the nastiest memory that can be kept."""
    first = previous is None
    broken = (not first and "broken" in previous[1]) or any(
        c.suit is Suit.HEARTS for c, _ in (previous or [()])[0]
    )
    legal = legal_cards(hand, trick, first_trick=first, hearts_broken=broken)
    return legal[0], NASTY.replace("\ud800", "") + ("broken" if broken else "")


PLAYERS = {"sensible": sensible, "reneging": reneging, "crashing": crashing, "nasty": nasty}


@pytest.fixture(scope="session")
def record() -> Callable[..., GameRecord]:
    """`record("sensible", "reneging", names=…, seed=…, policy=…)` is a hand between these, in seat order."""

    def played(
        *kinds: str, names: Sequence[str] = ("Ann", "Bob", "Cleo", "Dai"), seed: int = 1, policy: Any = "stop"
    ) -> GameRecord:
        rules = Hearts(len(kinds))
        players = [
            FunctionPlayer(PLAYERS[kind], rules, name=name) for kind, name in zip(kinds, names, strict=False)
        ]
        table = Table(rules.deal(deal_rng("show", seed)), tuple(players))
        return play_games(rules, [table], policy)[0]

    return played


@pytest.fixture(scope="session")
def player() -> Callable[..., FunctionPlayer]:
    """`player("sensible", seats=2, name="Bob")`."""
    return lambda kind, seats=2, name="Bob": FunctionPlayer(PLAYERS[kind], Hearts(seats), name=name)


__all__ = ["player", "record"]  # fixtures

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("playfunc", derandomize=True, deadline=None, database=None)
settings.load_profile("playfunc")
