"""What the workbook's cells call. They work on the student's own functions, in the student's kernel.

Each call returns a view, never raises for a wrong answer, and writes nothing to stderr, because nbgrader would
count that as a failure. Nothing here computes a mark: workers do that elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playfunc import FunctionPlayer, Hearts, play_game
from playfunc.measure import deal_rng
from playfunc.record import calls
from playfunc_opponents import opponent
from playfunc_opponents.hearts import basic

from playfunc_workbook.hearts import exercises
from playfunc_workbook.finding import Finding
from playfunc_workbook import costs
from playfunc_workbook import marking
from playfunc_workbook import rating
from playfunc_workbook import retry as trying
from playfunc_workbook import submitting
from playfunc_workbook import playing
from playfunc_workbook.here import here
from playfunc_workbook.hearts.exercises.search_tree import search_shown
from playfunc_workbook.hearts.matches import (
    checkpoint,
    gate,
    performance,
    rules_checked,
    table_of_four,
    worst_moves,
)
from playfunc_workbook.seats import Who
from playfunc_workbook.view import Shown, finding_shown, kept_quiet, printed_shown, stacked

__all__ = [
    "check_arguments",
    "check_choose",
    "check_gone",
    "check_imagine",
    "check_lead_hearts",
    "check_legal",
    "check_look_ahead",
    "check_moon",
    "check_remember",
    "check_rules",
    "checkpoint",
    "cost_plot",
    "gate",
    "keep",
    "performance",
    "play_a_hand",
    "quality_facts",
    "rate",
    "retry",
    "self_check",
    "show_call",
    "show_marked_source",
    "show_search",
    "show_twins",
    "submit",
    "table_of_four",
    "try_card",
    "watch",
    "worst_moves",
]

PlayFunc = Callable[..., Any]


def watch(*players: Who, seed: int = 1) -> Shown:
    """A hand between two or four players, to step through: names of opponents, functions, files, notebooks."""
    return playing.watch(here("hearts"), players, seed)


def play_a_hand(*players: Who, seat: int = 0, seed: int = 1) -> Any:
    """A hand for you to play in this seat, with players as in `watch` in the others."""
    return playing.play_by_hand(here("hearts"), players, seat, seed)


def show_call(trick: int = 5) -> Shown:
    """The arguments of one call of `play`, as Python values."""
    rules = Hearts(2)
    players = [FunctionPlayer(basic.play, rules, name=name) for name in ("you", "ana")]
    record = play_game(rules, rules.deal(deal_rng("public", "call")), players)
    told = [call for seat, call, _ in calls(record) if seat == 0]
    player_id, hand, cards, previous = rules.projection.arguments(told[trick - 1], "whatever you kept")
    lines = [
        f"player_id = {player_id!r}",
        f"hand      = {hand!r}",
        f"trick     = {cards!r}",
        f"previous  = (\n        {previous[0]!r},\n        {previous[1]!r},\n    )",
    ]
    text = "play(\n    " + ",\n    ".join(lines) + ",\n)"
    return Shown(f"<pre style='white-space:pre-wrap;font-family:monospace'>{text}</pre>", text)


def try_card(card: str) -> Shown:
    """Step 0: what comes of a card, given by its name."""
    return finding_shown(exercises.card_finding(card))


def check_arguments(**answers: bool | None) -> Shown:
    """Step 1: which of these a player can read from its arguments, without remembering anything else."""
    return finding_shown(exercises.arguments_finding(**answers))


def show_search(look_ahead: PlayFunc, world: Any, tricks: int) -> Shown:
    """Step 5: the worlds that your search looks at from a small position, with the value of each."""
    with kept_quiet() as printed:
        shown = search_shown(look_ahead, world, tricks)
    return stacked(shown, printed_shown(printed))


def show_twins() -> Shown:
    """Two positions that a player without memory cannot tell apart."""
    return stacked(*exercises.twins())


def check_legal(legal: PlayFunc) -> Shown:
    """Step 2: compare `legal` with the rules on thousands of positions."""
    return _checked(lambda: exercises.legal_finding(legal))


def check_choose(choose: PlayFunc) -> Shown:
    """Step 3: ask `choose` in situations with a clear answer."""
    return _checked(lambda: exercises.choose_finding(choose))


def check_moon(choose: PlayFunc) -> Shown:
    """Step 4: ask `choose` where one other player has all points so far."""
    return _checked(lambda: exercises.moon_finding(choose))


def check_gone(gone_so_far: PlayFunc) -> Shown:
    """Step 4: follow games and compare the text with the cards that are gone."""
    return _checked(lambda: exercises.gone_finding(gone_so_far))


def check_lead_hearts(lead_hearts: PlayFunc) -> Shown:
    """Step 4: check that the player leads a heart whenever it may."""
    return _checked(lambda: exercises.lead_hearts_finding(lead_hearts))


def check_remember(remember: PlayFunc) -> Shown:
    """Step 4: follow games and compare the memory with what happened."""
    return _checked(lambda: exercises.remember_finding(remember))


def check_look_ahead(look_ahead: PlayFunc, world: Any) -> Shown:
    """Step 5: compare with plain minimax on endings, and count the positions looked at."""
    return _checked(lambda: exercises.look_ahead_finding(look_ahead, world))


def check_imagine(imagine: PlayFunc, remember: PlayFunc) -> Shown:
    """Step 6: imagined worlds must fit what was shown."""
    return _checked(lambda: exercises.imagine_finding(imagine, remember))


def rate(play: PlayFunc, seconds: float | None = None) -> Shown:
    """Where your player stands on the ladder of two-player Hearts, and the history of its ratings.

    `seconds` of CPU, 60 by default and 180 in a browser, end the rating where the interval is not narrow before.
    """
    return rating.rate(
        here("hearts"), {"play": play}, lambda: exercises.rules_finding(play, deals=1), seconds
    )


def retry(play: PlayFunc, tier: str, hands: int = 4, show: int = 3) -> Any:
    """Step 7: your costliest positions of a few hands, to play again from there."""
    return trying.retry(
        here("hearts"), {"play": play}, tier, hands, show, lambda: exercises.rules_finding(play, deals=1)
    )


def keep(*functions: PlayFunc, **position: Any) -> Shown | None:
    """Step 7: a position of yours, as a test that runs again whenever your player changes."""
    return playing.keep(here("hearts"), functions, **position)


def cost_plot(play: PlayFunc, tier: str, hands: int = 4, show: int = 3) -> Shown:
    """Step 7: what every move of a few two-player hands cost, for you and your opponent."""
    functions = {"play": play}
    return costs.cost_plot(
        here("hearts"), functions, tier, hands, show, lambda: exercises.rules_finding(play, deals=1)
    )


def check_rules(play: PlayFunc) -> Shown:
    """Play hands with two and four players; a fault is drawn."""
    return _checked(lambda: rules_checked(play, deals=4))


def show_marked_source() -> Shown:
    """Step 8: the text that would be marked if you submitted the notebook as it is saved now."""
    return marking.show_marked_source(here("hearts"))


def quality_facts() -> Shown:
    """Step 8: automatic facts about the code; the markers see the same."""
    return marking.quality_facts(here("hearts"))


def self_check(deals: int = 4) -> Shown:
    """Step 8: the graders' checks on the saved notebook, on public deals."""
    return marking.self_check(deals, here("hearts"))


def submit(*functions: Callable[..., Any], to: str, ladder: str | None = None) -> Shown:
    """Send the saved player to the ladder at this address, as in `submit(play, to="https://…")`; shows receipt and
    status."""
    return submitting.submit(here("hearts"), functions, to, ladder)


def _checked(check: Callable[[], Finding]) -> Shown:
    with kept_quiet() as printed:
        finding = check()
    return stacked(finding_shown(finding), printed_shown(printed))
