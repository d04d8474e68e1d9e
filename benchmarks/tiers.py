"""How long the opponents think a move, and how strong `advanced` is beside the strongest published player.

That player stands below, written anew from its description. To measure against the published C++
program itself, build it with a `main` that answers lines (docs/programs.md, "The text form"), and name it:

    XINXIN=path/to/program python -m benchmarks tiers"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import log, sqrt
from pathlib import Path
from time import process_time
from typing import Any, get_type_hints

from playfunc import Card, Suit, Trick
from playfunc.compiled.luck import seed_luck
from playfunc.compiled.native import compiled, u64, zeros
from playfunc.games.hearts import Hearts
from playfunc.games.hearts.fast.bits import HANDS, SIZE, TURN, cards_of
from playfunc.games.hearts.fast.consistent_deals import draw_world
from playfunc.games.hearts.fast.playouts import careful_playout
from playfunc.games.hearts.fast.positions import legal_cards, scores
from playfunc.games.hearts.fast.positions import play as play_card
from playfunc.games.hearts.fast.views import Worlds, from_known
from playfunc.games.hearts.rules import Known
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng, rotations
from playfunc.player import FunctionPlayer, Player
from playfunc.statistics import Interval, mean_interval
from playfunc_autograder.programs import program_player
from playfunc_checks.submitted_player import Limits
from playfunc_opponents import LADDERS
from playfunc_opponents.hearts import advanced, basic, minmax
from playfunc_opponents.hearts.beliefs import Beliefs, Situation, look

from benchmarks.section import Section

# A reference: the strongest published player of four-player Hearts, written anew from its description.
#
# Nathan Sturtevant's xinxin ("An analysis of UCT in multi-player games", ICGA Journal 31(4), 2008; also a bot of
# OpenSpiel) deals the hidden cards at random into a number of *worlds*, searches each by UCT as if all hands were
# open, every player for itself, with playouts by rule of thumb, and plays the card that does best over all worlds.
# Its settings, as published: 30 worlds of 333 simulations with an exploration constant of 0.4; by default 20 of 50.
#
# `play` is a PlayFunc of the strong setting; `player(simulations, worlds)` makes others.


SIMULATIONS, WORLDS = 333, 30
EXPLORATION = 0.4
CARELESS = 2**32 // 10
"""One card in ten of a playout is random."""

CARD, VISITS, TOTAL, CHILD, CHILDREN, FIELDS = 0, 1, 2, 3, 4, 5
"""A node of the tree: the card that leads to it, how often it was visited, the sum of scores of who played the
card, its first child, and how many there are; 0 before it is expanded."""


@compiled
def _expand(tree: Any, node: int, free: int, legal: int) -> int:
    """Give the node a child for every legal card; returns the next free node."""
    tree[node * FIELDS + CHILD] = free
    while legal:
        card = legal & -legal
        legal ^= card
        here = free * FIELDS
        tree[here + CARD] = card
        tree[here + VISITS] = tree[here + TOTAL] = tree[here + CHILD] = tree[here + CHILDREN] = 0
        tree[node * FIELDS + CHILDREN] += 1
        free += 1
    return free


@compiled
def _select(tree: Any, node: int, exploration: float) -> int:
    """The first child that was never visited, else the one with the highest upper confidence bound (UCB1)."""
    start = tree[node * FIELDS + CHILD]
    tried = log(tree[node * FIELDS + VISITS] + 1.0)
    best, best_bound = start, -1.0
    for child in range(start, start + tree[node * FIELDS + CHILDREN]):
        visits = tree[child * FIELDS + VISITS]
        if visits == 0:
            return child
        bound = 1.0 - tree[child * FIELDS + TOTAL] / (26.0 * visits) + exploration * sqrt(tried / visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return best


@compiled
def search_world(
    position: Any,
    simulations: int,
    exploration: float,
    careless: int,
    luck: int,
    scratch: Any,
    tree: Any,
    path: Any,
) -> int:
    """UCT from a position with open hands: fills `tree`, whose root is node 0; returns the luck.

    `path` is scratch: pairs of node and seat.
    """
    for field in range(FIELDS):
        tree[field] = 0
    free = _expand(tree, 0, 1, legal_cards(position))
    for _ in range(simulations):
        for place in range(SIZE):
            scratch[place] = position[place]
        node, depth = 0, 0
        while scratch[HANDS + scratch[TURN]]:
            if tree[node * FIELDS + CHILDREN] == 0:
                if tree[node * FIELDS + VISITS] == 0:
                    break
                free = _expand(tree, node, free, legal_cards(scratch))
            node = _select(tree, node, exploration)
            path[2 * depth], path[2 * depth + 1] = node, scratch[TURN]
            depth += 1
            play_card(scratch, tree[node * FIELDS + CARD])
        luck = careful_playout(scratch, careless, luck)
        tree[VISITS] += 1
        for step in range(depth):
            node = path[2 * step]
            tree[node * FIELDS + VISITS] += 1
            tree[node * FIELDS + TOTAL] += scores(scratch, path[2 * step + 1])
    return luck


def player(simulations: int, worlds: int) -> Callable[..., tuple[Card, Beliefs]]:
    """A PlayFunc that searches so many worlds by so many simulations each."""

    def play(
        player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, Beliefs] | None
    ) -> tuple[Card, Beliefs]:
        situation = look(player_id, hand, trick, previous)
        return _choose(situation, simulations, worlds), situation.beliefs

    return play


play = player(SIMULATIONS, WORLDS)


@lru_cache
def _memory(simulations: int) -> tuple[Any, Any, Any]:
    """Scratch for a search: a position, a tree, a path."""
    return zeros(SIZE), zeros((13 * simulations + 14) * FIELDS), zeros(2 * 53)


def _choose(situation: Situation, simulations: int, worlds: int) -> Card:
    """The card with the lowest mean score over all worlds, each world counting the same."""
    known = _known(situation)
    possible = _worlds(known)
    position = from_known(known)
    legal = cards_of(legal_cards(position))
    if len(legal) == 1:
        return legal[0]
    luck = seed_luck(random.getrandbits(64))
    scratch, tree, path = _memory(simulations)
    means = dict.fromkeys(legal, 0.0)
    for _ in range(worlds):
        luck = draw_world(position, possible.unseen, possible.rooms, possible.voids, possible.ways, u64(luck))
        luck = search_world(position, simulations, EXPLORATION, CARELESS, u64(luck), scratch, tree, path)
        for place, card in enumerate(legal, 1):
            means[card] += tree[place * FIELDS + TOTAL] / tree[place * FIELDS + VISITS]
    return min(legal, key=lambda card: means[card])


def _worlds(known: Known) -> Worlds:
    """What seems to contradict itself, because a rule has a hole, is searched without what was concluded."""
    try:
        return Worlds(known)
    except ValueError:
        free = (frozenset[Suit](),) * known.seats
        return Worlds(Known(known.hand, known.trick, known.gone, known.taken, free))


def _known(situation: Situation) -> Known:
    return Known(
        hand=cards_of(situation.hand),
        trick=tuple(card for bit in situation.trick for card in cards_of(bit)),
        gone=cards_of(situation.beliefs.played),
        taken=situation.beliefs.taken,
        voids=tuple(
            frozenset(suit for place, suit in enumerate(Suit) if void >> 13 * place & 1)
            for void in situation.beliefs.void
        ),
    )


FUNCTIONS = {"basic": basic.play, "minmax": minmax.play, "advanced": advanced.play}
TIER_HANDS = {2: 10, 4: 4}
"""Hands that the times are taken from, by the number of players."""

DEALS = 300
"""Deals against three of the published player, each from every seat."""


class Timed:
    """Counts the CPU seconds and calls of a PlayFunc."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.seconds, self.calls = 0.0, 0

    def player(self, rules: Hearts, name: str) -> Player:
        """The function as a player, its time counted here."""

        def play(*arguments: Any) -> Any:
            start = process_time()
            answer = self._function(*arguments)
            self.seconds += process_time() - start
            self.calls += 1
            return answer

        play.__annotations__ = {"return": get_type_hints(self._function)["return"]}
        return FunctionPlayer(play, rules, name=name, key=b"benchmark")

    @property
    def milliseconds(self) -> float:
        """CPU a call."""
        return 1000 * self.seconds / max(self.calls, 1)


def run_tiers() -> Section:
    """CPU milliseconds a move over whole hands of equals; strength by duplicate deals."""
    figures: dict[str, float | None] = {}
    rows: list[Sequence[str]] = []
    for seats in (2, 4):
        for tier in LADDERS["hearts"].tiers:
            found = milliseconds(FUNCTIONS[tier], seats)
            figures[f"{tier}{seats}_ms_per_move"] = found
            rows.append((f"`{tier}`, {seats} players", f"{found:.3g} ms a move", ""))
    better, mine, theirs = against_published()
    figures["advanced4_over_published_points"] = better.mean
    figures["published4_ms_per_move"] = theirs
    rows.append(
        (
            "`advanced` against three of our rewriting of xinxin, 333 × 30",
            f"{mine:.3g} and {theirs:.3g} ms a move",
            _told(better),
        )
    )
    if program := os.environ.get("XINXIN"):
        better, mine, theirs = against_program(program)
        name = f"`advanced` against three of the program {Path(program).name}"
        rows.append((name, f"{mine:.3g} and {theirs:.3g} ms a move", _told(better)))
    return Section(
        "The opponents",
        ("player", "CPU", "points a hand better than the mean of the others, 95%"),
        rows,
        figures,
    )


def milliseconds(function: Callable[..., Any], seats: int) -> float:
    """The mean over all moves of some hands that the player plays against itself."""
    rules, timed = Hearts(seats), Timed(function)
    player = timed.player(rules, "player")
    _play(rules, [rules.deal(deal_rng("tiers", "warm"))], [player] * seats)
    timed.seconds, timed.calls = 0.0, 0
    _play(
        rules,
        [rules.deal(deal_rng("tiers", number)) for number in range(TIER_HANDS[seats])],
        [player] * seats,
    )
    return timed.milliseconds


def against_published(deals: int = DEALS) -> tuple[Interval, float, float]:
    """By how much `advanced` does better than three of the published player, and both their milliseconds."""
    rules, theirs = Hearts(4), Timed(play)
    better, mine = _against(theirs.player(rules, "xinxin"), deals)
    return better, mine, theirs.milliseconds


def against_program(command: str, deals: int = DEALS) -> tuple[Interval, float, float]:
    """The same against a program that answers lines. Raises `ProgramError`."""
    limits = Limits(move_seconds=60.0, total_seconds=1e6)
    program = program_player(f"exec-lines:{command}", Hearts(4), called="xinxin", limits=limits)
    with program:
        better, mine = _against(program, deals)
        # Each deal is played from four seats, by three of them, of thirteen cards each.
        return better, mine, 1000 * program.cpu_seconds / (deals * 4 * 3 * 13)


def _against(other: Player, deals: int) -> tuple[Interval, float]:
    """By how much `advanced` does better than three of another player, and its milliseconds a move."""
    rules, mine = Hearts(4), Timed(advanced.play)
    players = [mine.player(rules, "advanced"), *[other] * 3]
    margins = []
    for number in range(deals):
        tables = rotations(rules, rules.deal(deal_rng("published", number)), players)
        records = play_games(rules, tables, "stop")
        if faults := [fault for record in records for fault in record.faults]:
            raise faults[0].as_error()
        scores = [record.scores or () for record in records]
        margins.append(sum((sum(each) - 4 * each[seat]) / 3 for seat, each in enumerate(scores)) / 4)
    return mean_interval(margins), mine.milliseconds


def _told(better: Interval) -> str:
    return f"{better.mean:+.2f} ({better.low:+.2f} … {better.high:+.2f}), {better.count} deals"


def _play(rules: Hearts, states: Sequence[Any], players: Sequence[Player]) -> None:
    play_games(rules, [Table(state, tuple(players)) for state in states])
