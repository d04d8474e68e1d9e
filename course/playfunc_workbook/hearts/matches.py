"""The workbook's games against opponents: checkpoints, the costliest tricks, the graded cells' quick look."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from playfunc import Card, GameRecord, Hearts, trick_points, trick_winner
from playfunc.errors import ProtocolError, TimeError
from playfunc.games.hearts import MOON, HeartsState
from playfunc.measure import always, deal_rng
from playfunc.measure import measure as play_deals
from playfunc.player import Player
from playfunc.record import states
from playfunc.show import Position, interval_plot, points_plot, progress, replay
from playfunc.statistics import Interval, mean_interval
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks.win_rate import Measurement

from playfunc_workbook.checkpoint import (
    bad_game_shown,
    faultless_shown,
    describe_overruns,
    rate_interval,
    rate_shown,
    verdict_state,
    describe_verdict,
)
from playfunc_workbook.finding import incorrect, Finding, State
from playfunc_workbook.hearts.rules_of_play import (
    RULE_HINTS,
    SHAPELESS,
    fault_position,
    hint_for,
    own_moves,
    rules_finding,
)
from playfunc_workbook.isolated_call import isolated_call
from playfunc_workbook.players import (
    Function,
    Functions,
    current_assignment,
    first_fault,
    require_number,
    require_opponent,
    timed_player,
)
from playfunc_workbook.view import (
    Shown,
    behind,
    finding_shown,
    captured_output,
    late_progress,
    note,
    printed_shown,
    skipped_by_validate,
    stacked,
)
from playfunc_workbook.workbook import Own, Workbook


class HeartsWorkbook(Workbook):
    """The rules at tables of two and of four, and checkpoints that count points too."""

    games = "Hands"
    games_reviewed = 4
    gate_advice = " Run check_rules(play) in the notebook to see it."
    baseline_advice = "`rate` measures it."

    def check_rules(self, play: Own, deals: int | None = None) -> Shown:
        """Play hands with two and four players; a fault is drawn."""
        number = self.rules_deals if deals is None else deals
        with captured_output() as printed, late_progress(own_moves(number), "Moves") as update:
            finding = rules_finding(self._functions(play)["play"], number, update)
        return stacked(finding_shown(finding), printed_shown(printed))

    def _rules_finding(self, functions: Functions) -> Finding:
        """Whether the functions keep the rules at tables of two and of four, by few hands."""
        with late_progress(own_moves(1), "Moves") as update:
            return rules_finding(functions["play"], 1, update)

    def _result_shown(self, functions: Functions, result: Measurement, *, quick: bool = False) -> Shown:
        """Win rate with its interval, points hand by hand, the worst hand; of a `quick` look the win rate alone."""
        fault = _fault_shown(self.assignment, result, lambda: self._rules_finding(functions))
        return fault or _result_shown(result, quick)


def _fault_shown(assignment: Assignment, result: Measurement, faulty: Callable[[], Finding]) -> Shown | None:
    records = [record for record in result.records if record.faults]
    found = first_fault(result.records)
    if found is None:
        return None
    record, recorded = found
    fault = recorded.as_error()
    if isinstance(fault, TimeError):
        said, hint = describe_overruns(assignment, result, "hand"), RULE_HINTS[fault.rule]
    elif isinstance(fault, ProtocolError):
        said, hint = SHAPELESS, hint_for(fault)
    else:
        finding = faulty()
        if finding.state is State.UNWRITTEN:
            return finding_shown(finding)
        said = f"Your player made a fault in {len(records)} of {len(result.records)} hands against {result.tier}. "
        said, hint = f"{said}Each costs it 26 points.", "Run `check_rules(play)`, and correct this first."
    position = fault_position(record)
    shown = finding_shown(incorrect(said, (), position, hint, fault.detail, exercise="Checkpoint"))
    return stacked(shown, faultless_shown(result, _in_words))


def _result_shown(result: Measurement, quick: bool) -> Shown:
    rate = rate_interval(result)
    won = (note(_in_words(result, rate), verdict_state(result, rate)), rate_shown(result, rate))
    if quick:
        return stacked(*won)
    mine = own_points(result)
    per_deal = [sum(pair) / 2 for pair in zip(mine[::2], mine[1::2], strict=True)]
    moons = (
        f"Moons: {result.tier} took all 26 points in {mine.count(26)} of {len(mine)} hands, "
        f"you in {mine.count(0)}. (Such a hand scores 26 for the other.)"
    )
    return stacked(
        *won,
        points_plot(per_deal, label="your points per hand", reference=13),
        note(moons),
        bad_game_shown(
            result, "Watch one of the worst of these hands", lambda place: f": {mine[place]} points"
        ),
    )


def own_points(result: Measurement) -> list[int]:
    """The student's points in every hand; the seats alternate."""
    return [int(record.scores[place % 2]) for place, record in enumerate(result.records) if record.scores]


def _in_words(result: Measurement, rate: Interval) -> str:
    mean = mean_interval(own_points(result)).mean
    return (
        f"{describe_verdict(result, rate)} {rate.count} deal{'s' * (rate.count != 1)} from both seats, {mean:.1f} points a "
        f"hand for you and {26 - mean:.1f} for {result.tier}."
    )


@skipped_by_validate
def table_of_four(play: Function, tier: str, deals: int = 5) -> Shown:
    """The points per hand of your player and of three opponents, each deal played from all four seats."""
    rules = Hearts(4)
    you = timed_player(play, rules, current_assignment("hearts"))
    require_number(deals, "deals")
    others = tuple(require_opponent(rules, tier) for _ in range(3))
    states = [rules.deal(deal_rng("public", "four", number)) for number in range(deals)]
    with captured_output() as printed:
        records = _played(rules, states, (you, *others), f"Hands at a table with three of {tier}")
    if any(record.faults for record in records):
        return finding_shown(rules_finding(play, deals=1))
    return stacked(_four_shown(records, tier, deals), printed_shown(printed))


def _played(
    rules: Hearts, deals: Sequence[HeartsState], players: Sequence[Player], label: str
) -> list[GameRecord]:
    """These deals from every seat, deal by deal."""
    makers = [always(player) for player in players]
    with progress(rules.seats * len(deals), label) as update:
        played = isolated_call(lambda told: play_deals(rules, deals, makers, on_progress=told), update)
    return [record for turned in played for record in turned]


def _four_shown(records: list[GameRecord], tier: str, deals: int) -> Shown:
    mine = [record.scores[place % 4] if record.scores else 0.0 for place, record in enumerate(records)]
    theirs = [(sum(record.scores or ()) - own) / 3 for record, own in zip(records, mine, strict=True)]
    rows = [
        (name, mean_interval([fmean(values[4 * d : 4 * d + 4]) for d in range(deals)]))
        for name, values in (("you", mine), (f"each {tier}", theirs))
    ]
    (_, you), (_, other) = rows
    said = (
        f"{len(records)} hands at a table of four: you take {you.mean:.1f} points a hand, each {tier} "
        f"{other.mean:.1f}. Fewer is better; a hand has {MOON} points, three times as many after a moon."
    )
    return stacked(note(said), interval_plot(rows, unit="points"))


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick, by its number, that your player won with points in it. `state`, `card` and `at` (the number of moves
    before) are its last choice among several legal cards."""

    record: GameRecord
    seat: int
    trick: int
    points: int
    state: HeartsState
    card: Card
    at: int


@skipped_by_validate
def worst_moves(play: Function, tier: str, games: int = 10, show: int = 3) -> Shown:
    """The tricks in which your player took most points in its last `games` hands against an opponent."""
    rules = Hearts(2)
    require_number(games, "games")
    you, other = timed_player(play, rules, current_assignment("hearts")), require_opponent(rules, tier)
    deals = [rules.deal(deal_rng("public", "worst", number)) for number in range((games + 1) // 2)]
    with captured_output() as printed:
        records = _played(rules, deals, (you, other), f"Hands against {tier}")[:games]
    if any(record.faults for record in records):
        return finding_shown(rules_finding(play, deals=1))
    losses = sorted(
        (loss for place, record in enumerate(records) for loss in _losses(record, place % 2)),
        key=lambda loss: -loss.points,
    )
    shown = [part for loss in losses[:show] for part in _loss_parts(loss)]
    return stacked(_describe_losses(losses, records, tier), *shown, printed_shown(printed))


def _losses(record: GameRecord, seat: int) -> Iterator[TrickTaken]:
    """The tricks that `seat` won with points, each with the last choice that led to it."""
    rules = Hearts(2)
    before = list(states(record))
    choice = (before[0], Card(record.moves[0].move), 0)
    for at, (state, move) in enumerate(zip(before, record.moves, strict=False)):
        if move.seat == seat and len(rules.legal(rules.view(state, seat))) > 1:
            choice = (state, Card(move.move), at)
        after = before[at + 1]
        trick = after.history[-1] if after.history and not after.trick else ()
        if trick and trick_winner(trick) == seat and trick_points(trick):
            yield TrickTaken(record, seat, len(after.history), trick_points(trick), *choice)


def _describe_losses(losses: list[TrickTaken], records: list[GameRecord], tier: str) -> Shown:
    total = sum(loss.points for loss in losses)
    queens = sum(loss.points >= MOON // 2 for loss in losses)
    return note(
        f"In {len(records)} hands against {tier} your player won {len(losses)} tricks with points, "
        f"{total} points in all; {queens} of these tricks held the queen of spades. The costliest ones:"
    )


def _loss_parts(loss: TrickTaken) -> tuple[Position, Shown]:
    rules = Hearts(2)
    state, names = loss.state, loss.record.players
    chosen = len(state.history) + 1
    title, message = (
        (f"Trick {loss.trick}: {loss.points} points to you", "Was there a better card?")
        if chosen == loss.trick
        else (f"Trick {chosen}: your last real choice", _forced(loss))
    )
    drawn = Position(
        state.hands[loss.seat],
        tuple((card, names[seat]) for card, seat in state.trick),
        rules.legal(rules.view(state, loss.seat)),
        played=loss.card,
        title=title,
        message=message,
    )
    return drawn, behind(
        "Watch the hand from here on", replay(loss.record, loss.at, loss.seat, owners=(loss.seat,))
    )


def _forced(loss: TrickTaken) -> str:
    """What the last choice led to: the card that was forced later, and its cost."""
    final = list(states(loss.record))[-1]
    [card] = [card for card, seat in final.history[loss.trick - 1] if seat == loss.seat]
    cost = f"{loss.points} point{'s' * (loss.points != 1)}"
    return f"In trick {loss.trick} {card} was forced and cost {cost}."
