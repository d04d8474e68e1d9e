"""Step 5 keeps its promise: what the text says a player of that step wins, twenty players win that pass its checks.

They lead, search and estimate in different ways. The player of the step breaks ties by the highest card, so how one
leads by rule of thumb changes nothing, and `look_ahead` is right or it is not; only the estimate moves the share.
"""

import sys
import types
from itertools import cycle

import pytest
from hearts_findings import measured
from playfunc.statistics import mean_interval
from playfunc_workbook.finding import State
from playfunc_workbook.hearts.search import look_ahead_finding
from workbooks import solved

SOLVED = solved("hearts")

LEADS = {
    "the highest card": "max(options, key=lambda card: card.rank)",
    "the lowest card": "min(options, key=lambda card: card.rank)",
    "the lowest of the shortest suit": (
        "min(options, key=lambda c: (sum(o.suit is c.suit for o in options), c.rank))"
    ),
    "the first card": "options[0]",
    "the last card": "options[-1]",
}

SEARCHES = {
    "the reference's": "",
    "as minimax over values, with bounds in a list": """
def look_ahead(world, tricks, low=0, high=26):
    if not world.trick and (tricks <= 0 or not world.left):
        return estimate(world)
    bounds = [low, high]
    mine = world.turn == 0
    for card in sorted(distinct(world), key=lambda card: card.rank, reverse=not mine):
        after = world.play(card)
        found = look_ahead(after, tricks - (not after.trick), *bounds)
        bounds[mine] = min(bounds[1], found) if mine else max(bounds[0], found)
        if bounds[0] >= bounds[1]:
            break
    return bounds[mine]
""",
    "two functions that call each other": """
def look_ahead(world, tricks, low=0, high=26):
    if not world.trick and (tricks <= 0 or not world.left):
        return estimate(world)
    return (mine if world.turn == 0 else others)(world, tricks, low, high)


def mine(world, tricks, low, high):
    for card in distinct(world):
        after = world.play(card)
        high = min(high, look_ahead(after, tricks if after.trick else tricks - 1, low, high))
        if low >= high:
            return high
    return high


def others(world, tricks, low, high):
    for card in distinct(world)[::-1]:
        after = world.play(card)
        low = max(low, look_ahead(after, tricks if after.trick else tricks - 1, low, high))
        if low >= high:
            return low
    return low
""",
}

EVEN = """
def estimate(world):
    if max(world.taken) == 26:
        return 0 if world.taken[0] == 26 else 26
    return world.taken[0] + world.left / len(world.hands)
"""

MOON = """
def estimate(world):
    if max(world.taken) == 26:
        return 0 if world.taken[0] == 26 else 26
    cost = world.taken[0] + world.left / len(world.hands)
    won = max(world.taken)
    if won and sum(world.taken) == won:
        moon = 0 if world.taken[0] == won else 26
        cost += {weight} * (moon - cost)
    return cost
"""

WEIGHTS = (
    *("won / 52", "0.5 * won / 26", "(26 - world.left) / 52", "won / 2 / 26", "sum(world.taken) / 52"),
    *("won / 45", "won / 48", "won / 50", "won / 54", "won / 56"),
)
"""By how much the estimate moves towards a moon: as the hint says, written differently, and near it."""

PLAYERS = [
    (lead, search, estimate)
    for lead, search, estimate in zip(
        cycle(LEADS.values()),
        cycle(SEARCHES.values()),
        [EVEN] * 10 + [MOON.format(weight=weight) for weight in WEIGHTS],
        strict=False,
    )
]

DEALS = 50


def module_of(number: int, lead: str, search: str, estimate: str) -> types.ModuleType:
    """The solution with another way to lead, to search and to estimate, and the player of step 5."""
    tagged = [cell.source for cell in SOLVED.cells if "player" in cell.metadata.get("tags", ())]
    player = next(cell.source for cell in SOLVED.cells if cell.id == "step-5-player")
    choose = f"""
solved_choose = choose


def choose(options, trick, taken):
    return solved_choose(options, trick, taken) if trick else {lead}
"""
    module = types.ModuleType(f"step_5_{number}")
    source = "\n\n".join([*tagged, choose, estimate, search, player])
    sys.modules[module.__name__] = module
    exec(compile(source, module.__name__, "exec", dont_inherit=True), module.__dict__)
    return module


def test_there_are_twenty_players_and_no_two_are_the_same():
    assert len(set(PLAYERS)) == len(PLAYERS) >= 20


@pytest.mark.long
def test_the_text_says_what_players_of_step_5_win():
    shares: dict[bool, list[float]] = {True: [], False: []}
    for number, parts in enumerate(PLAYERS):
        module = module_of(number, *parts)
        assert look_ahead_finding(module.look_ahead, module.World).state is State.RIGHT, parts
        share = measured(module.looking_ahead, "minmax", DEALS).win_rate.rate
        shares[parts[2] != EVEN].append(share)
    even, moon = (mean_interval(shares[kind]).mean for kind in (False, True))
    assert 0.35 <= even <= 0.47, "with the estimate as it is handed out"
    assert 0.6 <= moon <= 0.73, "with the moon in it"
    assert min(shares[True]) > max(shares[False])
