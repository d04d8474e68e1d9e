"""Measuring a player against a calibrated opponent: duplicate deals, and how often a game is won.

The student's player is called `you` at every table of a check, and the other one at a table of two `opponent`: the
same in public and hidden games, and no id names the opponent. Opponents are tiers of the game's ladder, and the
course's own files.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

from playfunc.game import Game, Played, WinRate
from playfunc.games import game
from playfunc.measure import Maker, always, deal_rng, drawn_ids
from playfunc.measure import measure as play
from playfunc.player import FunctionPlayer
from playfunc.record import GameRecord
from playfunc.rules import Rules, Seat
from playfunc.statistics import Interval, mean_interval, rate_interval
from playfunc_opponents import opponent, opponents_at

from playfunc_checks.assignment import BEATS, Assignment
from playfunc_checks.results import CheckResult


def is_here(assignment: Assignment, name: str) -> bool:
    """Whether the opponent can be played here: an unpublished one of the course's own is not on students' machines."""
    return bool(assignment.opponent(name).source) or name in opponents_at(assignment.rules())


def opponent_of(
    assignment: Assignment, rules: Rules[Any, Any, Any], name: str, *, key: bytes = b"playfunc opponents"
) -> FunctionPlayer:
    """The opponent of this name at such a table. `key` is what its randomness is drawn from.

    One of the course's own is the instructor's code and runs in this process, as our opponents do. Raises
    `ValueError` for a name that is no opponent's, and for a file that does not define what the game asks for.
    """
    own = assignment.opponent(name).source
    if not own:
        return opponent(rules, name, key=key)
    module: dict[str, Any] = {"__name__": f"opponents_{name}"}
    exec(compile(own, f"opponents/{name}.py", "exec", dont_inherit=True), module)
    missing = [function for function in rules.functions if not callable(module.get(function))]
    if missing:
        raise ValueError(
            f"opponents/{name}.py must define {', '.join(missing)}, as every player of {rules.name}"
        )
    return FunctionPlayer({each: module[each] for each in rules.functions}, rules, name=name, key=key)


PUBLIC = "public"
"""The secret that is none: what students' own checks draw deals from."""

STUDENT = "you"
"""How the student's player is known at the table."""

IDS = (STUDENT, "opponent")
"""The ids at a table of two, the student's first."""

STEP = 25
"""Deals between two looks at whether the verdict is settled."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was played against one opponent: records two by two, the same deal from either seat.

    `difference` is what the player has over the opponent in the game's scores (in Hearts: points fewer a
    hand), one value per deal: above zero is good. `early` says that the verdict was settled before all deals
    were played.
    """

    tier: str
    game: Game
    records: tuple[GameRecord, ...]
    win_rate: WinRate
    difference: Interval
    forfeits: int
    early: bool
    threshold: float

    @property
    def beats(self) -> bool:
        return self.win_rate.rate >= self.threshold

    @property
    def compared(self) -> list[float]:
        """See `Game.compared`."""
        return self.game.compared(_scores_by_deal(self.records))

    @property
    def worst(self) -> GameRecord:
        """The playing that went worst for the player."""
        return self.records[self.worst_first[0]]

    @property
    def worst_first(self) -> list[int]:
        """The places of the playings, that which went worst for the player first; records alternate its seat."""
        sign = self.game.sign

        def margin(number: int) -> float:
            mine, theirs = (self.records[number].scores or (0, 0))[:: 1 if number % 2 == 0 else -1]
            return sign * (mine - theirs)

        return sorted(range(len(self.records)), key=margin)

    @property
    def faultless(self) -> Measurement | None:
        """The same of the deals without a fault of the player; `None` where there are none."""
        pairs = zip(self.records[::2], self.records[1::2], strict=True)
        records = tuple(record for pair in pairs if not _forfeits(pair) for record in pair)
        deals = _scores_by_deal(records)
        if not deals:
            return None
        difference = mean_interval(self.game.advantages(deals))
        return replace(
            self, records=records, win_rate=self.game.win_rate(deals), difference=difference, forfeits=0
        )

    def chance_of_passing(self, deals: int) -> float:
        """How likely a measurement on `deals` other deals reaches the threshold (both are uncertain)."""
        own = self.win_rate.standard_error
        other = own * math.sqrt(self.win_rate.deals / deals)
        spread = math.hypot(own, other)
        if spread == 0:
            return float(self.beats)
        return 1 - NormalDist(self.win_rate.rate, spread).cdf(self.threshold)


@dataclass(frozen=True, slots=True)
class Playing:
    """A game of the student's player, and the seats it held: one, or all where it played against itself."""

    record: GameRecord
    seats: tuple[Seat, ...]


def player_key(secret: str) -> bytes:
    """The key of players' randomness: another hash of the secret than the deals', so it tells nothing of them."""
    return hashlib.blake2b(secret.encode(), digest_size=32, person=b"player").digest()


def ids_at(seats: int, rng: random.Random) -> tuple[str, ...]:
    """What the players at a table are called, the student's first. At a table of two the other is always the same
    `opponent`; at larger ones, as in contests, the others' ids are drawn anew for each deal."""
    return IDS if seats == 2 else (STUDENT, *drawn_ids(rng, seats)[1:])


def measure(
    make: Maker,
    tier: str,
    assignment: Assignment,
    *,
    secret: str = PUBLIC,
    deals: int | None = None,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Measurement:
    """Play `deals` duplicate deals against `tier`, two at the table; `make` makes the player for each rotation.

    Ends early only where it cannot matter: after `assignment.least_deals`, with the win rate more than
    `assignment.certainty` standard errors from the threshold; or once the player has forfeited
    `assignment.forfeits` playings. How fast anybody plays changes nothing.
    """
    rules = assignment.rules()
    other = opponent_of(assignment, rules, tier, key=player_key(secret + tier))
    wanted = deals or assignment.deals
    played = play(
        rules,
        [
            rules.deal(deal_rng(secret, assignment.epoch, f"beats-{tier}", rules.seats, number))
            for number in range(wanted)
        ],
        (make, always(other)),
        lambda pairs: _settled([record for pair in pairs for record in pair], assignment, tier),
        first=assignment.least_deals,
        step=STEP,
        ids=IDS,
        on_progress=on_progress,
    )
    records = [record for pair in played for record in pair]
    return _measurement(tier, records, len(played) < wanted, assignment)


def _measurement(
    tier: str, records: Sequence[GameRecord], early: bool, assignment: Assignment
) -> Measurement:
    played, deals = game(assignment.game), _scores_by_deal(records)
    return Measurement(
        tier,
        played,
        tuple(records),
        played.win_rate(deals),
        mean_interval(played.advantages(deals)),
        _forfeits(records),
        early,
        assignment.threshold_of(tier),
    )


def _scores_by_deal(records: Sequence[GameRecord]) -> list[list[tuple[float, float]]]:
    """Per deal, the pairs (player's score, opponent's score) of its two playings. `rotations` seats the player at 0
    in the first and at 1 in the second."""
    return [
        [(first.scores[0], first.scores[1]), (second.scores[1], second.scores[0])]
        for first, second in zip(records[::2], records[1::2], strict=True)
        if first.scores is not None and second.scores is not None
    ]


def _forfeits(records: Sequence[GameRecord]) -> int:
    """Playings that the player forfeited; an opponent of ours never does."""
    return sum(bool(record.faults) for record in records)


def is_settled(deals: Played, assignment: Assignment, threshold: float) -> bool:
    """Whether a win check may end: the verdict on these deals cannot change any more (see the module's rule)."""
    if len(deals) < assignment.least_deals:
        return False
    rate = game(assignment.game).win_rate(deals)
    return abs(rate.rate - threshold) > assignment.certainty * rate.standard_error


def _settled(records: Sequence[GameRecord], assignment: Assignment, tier: str) -> bool:
    return _forfeits(records) >= assignment.forfeits or is_settled(
        _scores_by_deal(records), assignment, assignment.threshold_of(tier)
    )


def result_rate(result: CheckResult) -> Interval:
    """The share of wins in the facts of a win check, with its 95% interval."""
    return rate_interval(*(result.facts[name] for name in ("win_rate", "standard_error", "deals")))


def is_open(result: CheckResult, assignment: Assignment) -> bool:
    """Whether the deals of a check are too few to tell if the player wins often enough."""
    if "win_rate" not in result.facts or (result.told and result.told.outcome != "played"):
        return False
    rate = result_rate(result)
    return rate.low < assignment.threshold_of(result.check.removeprefix(BEATS)) < rate.high
