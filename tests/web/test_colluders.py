"""Friends on a ladder: nothing that a player sees in an official run tells who else plays."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playfunc_arena.formats import contest_names, ladder_format
from playfunc_web.accounts.people import make_account
from playfunc_web.database.tables import Entrant, Game, Party, PrivateLog
from playfunc_web.ladders.games import read_record
from playfunc_web.site import Site
from sqlalchemy import select
from web_runs import admit, finished_run
from web_site import open_test_site

LADDERS = ("hearts", "blackjack", "footsteps", "footsteps-dynamic")
SLOW = ("hearts-four", "skullwhist")
EVERY = [*LADDERS, *(pytest.param(name, marks=pytest.mark.week) for name in SLOW)]

SPY = """
import os
import sys

HOME = (__file__ if "__file__" in globals() else "", __name__, sys.argv[1:], sorted(sys.path), os.getcwd())


def looked(place):
    try:
        return sorted(os.listdir(place))
    except OSError as error:
        return type(error).__name__


def tell(*told):
    print("SAW", repr((told, HOME, sorted(os.environ.items()), [looked(place) for place in (".", "..")])))
"""

PLAY = {
    "hearts": """
def play(player_id, hand, trick, previous):
    tell(player_id, [who for _, who in trick], previous and [who for _, who in previous[0]], previous and previous[1])
    legal = [card for card in hand if not trick or card.suit is trick[0][0].suit] or list(hand)
    return legal[0], player_id
""",
    "skullwhist": """
def bid(player_id, opponent_id, hand):
    tell(player_id, opponent_id)
    return 6, player_id


def play(player_id, hand, trick, bids, previous):
    tell(player_id, sorted(bids), [who for _, who in trick], [who for _, who in previous[0]], previous[1])
    legal = [card for card in hand if not trick or card.suit is trick[0][0].suit] or list(hand)
    return legal[0], player_id
""",
    "blackjack": """
from playfunc.games.blackjack import Bet, Stand


def play(player_id, hand, visible, stake, chips, previous):
    tell(player_id, previous and previous[1])
    return (Stand if stake else Bet(5)), player_id
""",
    "footsteps": """
def play(player_id, position, my_points, their_points, previous):
    tell(player_id, previous and previous[1])
    return min(3, my_points), player_id
""",
}

TWINS = ("Mallory", "Mallory Twin")
"""Two friends whose names begin alike, and who know each other's codes, logins and names."""


def site_of(folder: Path, ladder: str, friends: tuple[str, str], names: tuple[str, str]) -> Site:
    """A site on which two friends and a stranger entered; the code of each names who it is."""
    site = open_test_site(folder, ladders=True)
    game = ladder_format(ladder).game
    with site.database.writing() as session:
        for login, name in zip((*friends, "stranger"), (*names, "Somebody"), strict=True):
            account = make_account(session, login, name=name)
            account.party.open_name = True
            admit(session, login, ladder, SPY + PLAY[game])
    return site


def played(site: Site, ladder: str) -> tuple[list[list[str]], list[dict[str, Any]]]:
    """What each friend's processes saw in the order of games, and all games: their fixture and their moves."""
    finished_run(site, ladder, deals=4, seed=7)
    with site.database.reading() as session:
        versions = [each.active_id for each in session.scalars(select(Entrant).where(Entrant.house == ""))]
        saw = [
            [
                line
                for log in session.scalars(
                    select(PrivateLog).where(PrivateLog.version_id == version).order_by(PrivateLog.game_id)
                )
                for line in log.printed.splitlines()
                if line.startswith("SAW")
            ]
            for version in versions
        ]
        games = [
            {"fixture": game.fixture, "moves": [str(move.move) for move in read_record(game.record).moves]}
            for game in session.scalars(select(Game).order_by(Game.number))
        ]
    return saw, games


@dataclass(frozen=True)
class Twins:
    """What `TWINS` saw on a ladder, and all games; `known` are the codes, pseudonyms and names of everybody."""

    saw: list[list[str]]
    games: list[dict[str, Any]]
    known: frozenset[str]


@cache
def twins(ladder: str, folder: Path) -> Twins:
    site = site_of(folder / ladder, ladder, ("mallory", "mallory2"), TWINS)
    saw, games = played(site, ladder)
    with site.database.reading() as session:
        known = {entrant.code for entrant in session.scalars(select(Entrant))}
        known |= {
            word for party in session.scalars(select(Party)) for word in (party.pseudonym, party.name) if word
        }
    site.database.close()
    return Twins(saw, games, frozenset(known))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of the twins' sites: one for each ladder, whichever test asks first."""
    return tmp_path_factory.mktemp("twins")


@pytest.mark.hardest("skullwhist")
@pytest.mark.parametrize("ladder", EVERY)
def test_what_players_see_is_the_same_whoever_they_are(tmp_path: Path, folder: Path, ladder: str) -> None:
    """Two sites differ in logins, names, pseudonyms and codes alone: whatever a player can see is the same bytes, and
    so is every move. So nothing that a player sees depends on anybody's name."""
    one = twins(ladder, folder)
    two = site_of(tmp_path / "two", ladder, ("zed", "quentin"), ("Zed", "Quentin"))
    saw_there, games_there = played(two, ladder)
    two.database.close()
    assert all(one.saw)
    assert one.saw == saw_there
    assert one.games == games_there
    text = "\n".join(line for lines in one.saw for line in lines)
    assert not [word for word in one.known | {"mallory", "stranger"} if f"'{word}'" in text]


@pytest.mark.hardest("hearts", "skullwhist")
@pytest.mark.parametrize("ladder", EVERY)
def test_ids_at_a_table_are_new_for_every_deal(folder: Path, ladder: str) -> None:
    """One's own id too: friends cannot agree on anything by which to find each other's."""
    found = twins(ladder, folder)
    own = {line.split("'")[1] for lines in found.saw for line in lines}
    sat = {
        (game["fixture"]["deal"], seat)
        for game in found.games
        for seat in range(len(game["fixture"]["players"]))
    }
    assert len(own) > len(sat) / 4
    assert all(re.fullmatch("p[0-9a-f]{6}", each) for each in own)


def test_all_contests_are_tried() -> None:
    games = {ladder_format(name).game for name in LADDERS + SLOW}
    assert games == {ladder_format(name).game for name in contest_names()}
    assert all(ladder_format(name).strangers for name in contest_names())
