"""What the cells of the SkullWhist unit call, on the student's own functions, in the student's kernel.

Each call returns something to look at and never raises for a wrong answer.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import partial
from typing import Any

from playfunc import FunctionPlayer
from playfunc.measure import deal_rng
from playfunc.games.skullwhist import SkullWhist
from playfunc.match import play_game
from playfunc.record import calls
from playfunc.show import Position
from playfunc_opponents.skullwhist import basic

from playfunc_workbook import costs
from playfunc_workbook import marking
from playfunc_workbook import playing
from playfunc_workbook import retry as trying
from playfunc_workbook import submitting
from playfunc_workbook import unit
from playfunc_workbook.here import here
from playfunc_workbook.finding import Finding, State
from playfunc_workbook.skullwhist import exercises as skullwhist
from playfunc_workbook.skullwhist import worlds as skullwhist_worlds
from playfunc_workbook.skullwhist.bids import BidPlot, public_hand, tricks_in_worlds
from playfunc_workbook.skullwhist.counted import uncounted
from playfunc_workbook.seats import Who
from playfunc_workbook.view import Points, Shown, finding_shown, kept_quiet, printed_shown, stacked

__all__ = [
    "check_best_bid",
    "check_choose",
    "check_finish",
    "check_imagine",
    "check_legal",
    "check_remember",
    "check_rules",
    "check_sure_winners",
    "check_target",
    "check_worth",
    "checkpoint",
    "cost_plot",
    "gate",
    "keep",
    "performance",
    "play_a_game",
    "play_a_hand",
    "retry",
    "self_check",
    "show_bids",
    "show_calls",
    "show_hand",
    "show_marked_source",
    "show_twins",
    "submit",
    "watch",
]

Function = Callable[..., Any]


def watch(*players: Who, seed: int = 1) -> Shown:
    """A game between two players, to step through: names of opponents, functions, files, notebooks."""
    return playing.watch(here("skullwhist"), players, seed)


def play_a_game(*players: Who | int, seat: int = 0, seed: int = 1) -> Any:
    """A game for you to play in this seat, with a player as in `watch` in the other."""
    return playing.play_by_hand(here("skullwhist"), players, seat, seed)


play_a_hand = play_a_game


def show_hand(seed: int = 1) -> Position:
    """A hand to bid on."""
    hand = public_hand(seed)
    return Position(hand, (), (), title=f"Hand {seed}: how many of the 13 tricks will it win?")


def show_bids(seed: int = 1, worlds: int = 200) -> Shown:
    """How many tricks the hand `seed` wins in sampled worlds, and the mean score of every bid in them."""
    return stacked(show_hand(seed), BidPlot(tricks_in_worlds(public_hand(seed), worlds, seed)))


def show_calls(trick: int = 4) -> Shown:
    """The arguments of one call of `bid` and of one of `play`, as Python values."""
    rules = SkullWhist()
    players = [
        FunctionPlayer({"bid": basic.bid, "play": basic.play}, rules, name=name) for name in skullwhist.NAMES
    ]
    record = play_game(rules, rules.deal(deal_rng("public", "call")), players)
    told = [call for seat, call, _ in calls(record) if seat == 0]
    texts = [
        f"{call.function}(\n" + "".join(_argument(name, value) for name, value in named) + ")"
        for call in (told[0], told[trick])
        for named in [
            zip(_ARGUMENTS[call.function], rules.projection.arguments(call, "what you kept"), strict=True)
        ]
    ]
    text = "\n\n".join(texts)
    return Shown(f"<pre style='overflow-x:auto;font-family:monospace;font-size:13px'>{text}</pre>", text)


def _argument(name: str, value: object) -> str:
    """An argument as Python text, broken between cards, so that no card is cut in two."""
    text = f"{name} = {value!r},"
    return (
        "\n".join(
            textwrap.wrap(text, 96, initial_indent="    ", subsequent_indent=" " * 8, break_long_words=False)
        )
        + "\n"
    )


_ARGUMENTS = {
    "bid": ("player_id", "opponent_id", "hand"),
    "play": ("player_id", "hand", "trick", "bids", "previous"),
}


def show_twins() -> Shown:
    """Two positions that a player without memory cannot tell apart."""
    return stacked(*skullwhist_worlds.twins())


def check_legal(legal: Function) -> Shown:
    """Step 1: compare with the rules."""
    return _checked(lambda: skullwhist.legal_finding(legal))


def check_worth(expected_tricks: Function) -> Shown:
    """Step 2: compare with the average of perfect play."""
    return _checked(lambda: skullwhist.worth_finding(expected_tricks))


def check_best_bid(best_bid: Function) -> Shown:
    """Step 2: compare with the mean scores of all bids."""
    return _checked(lambda: skullwhist.best_bid_finding(best_bid))


def check_target(target: Function) -> Shown:
    """Step 3: compare all pairs of bids."""
    return _checked(lambda: skullwhist.target_finding(target))


def check_choose(choose: Function) -> Shown:
    """Step 3: ask in situations with a clear answer."""
    return _checked(lambda: skullwhist.choose_finding(choose))


def check_remember(remember: Function, memory: Function) -> Shown:
    """Step 4: follow games and compare the memory with what happened."""
    return _checked(lambda: skullwhist_worlds.memory_finding(remember, memory))


def check_sure_winners(
    remember: Function, possible: Function, sure_winners: Function, memory: Function
) -> Shown:
    """Step 4: what cannot be beaten, at every lead of whole games."""
    return _checked(lambda: skullwhist_worlds.sure_finding(remember, possible, sure_winners, memory))


def check_imagine(imagine: Function, memory: Function) -> Shown:
    """Step 5: imagined hands must be possible and fit the bid."""
    return _checked(lambda: skullwhist_worlds.imagine_finding(imagine, memory))


def check_finish(finish: Function, choose: Function) -> Shown:
    """Step 5: compare with the library's table."""
    return _checked(lambda: skullwhist_worlds.finish_finding(finish, choose))


def check_rules(bid: Function, play: Function) -> Shown:
    """Play a few games; a fault is shown with its position and rule."""
    functions = {"bid": bid, "play": play}
    advice = partial(uncounted, functions)
    return _not_yet(play) or unit.checked_rules(here("skullwhist"), functions, deals=2, advice=advice)


def checkpoint(bid: Function, play: Function, tier: str, deals: int = 10) -> Shown:
    """How the two functions do against an opponent on public deals."""
    return _not_yet(play) or unit.checkpoint(here("skullwhist"), {"bid": bid, "play": play}, tier, deals)


def cost_plot(bid: Function, play: Function, tier: str, games: int = 2, show: int = 3) -> Shown:
    """What every bid and card of a few games cost, for you and your opponent."""
    functions = {"bid": bid, "play": play}
    return _not_yet(play) or costs.cost_plot(here("skullwhist"), functions, tier, games, show)


def retry(bid: Function, play: Function, tier: str, games: int = 2, show: int = 3) -> Any:
    """Your costliest positions of a few games, to play again from there."""
    return _not_yet(play) or trying.retry(here("skullwhist"), {"bid": bid, "play": play}, tier, games, show)


def keep(*functions: Function, **position: Any) -> Shown | None:
    """A position of yours, as a test that runs again whenever your player changes."""
    return playing.keep(here("skullwhist"), functions, **position)


def gate(bid: Function, play: Function) -> Points:
    """The rules cell's points, from a few games."""
    return unit.gate(here("skullwhist"), {"bid": bid, "play": play})


def performance(bid: Function, play: Function, tier: str, deals: int = 4) -> Points:
    """A quick look at one graded cell, on few public deals."""
    return unit.performance(here("skullwhist"), {"bid": bid, "play": play}, tier, deals)


def show_marked_source() -> Shown:
    """The Python text that would be marked as the notebook is saved now."""
    return marking.show_marked_source(here("skullwhist"))


def self_check(deals: int = 4) -> Shown:
    """The graders' checks on the saved notebook, on public deals and fewer of them."""
    return marking.self_check(deals, here("skullwhist"))


def submit(*functions: Callable[..., Any], to: str, ladder: str | None = None) -> Shown:
    """Send the saved player to the ladder at this address, as in `submit(play, to="https://…")`; shows receipt and
    status."""
    return submitting.submit(here("skullwhist"), functions, to, ladder)


def _not_yet(play: Function) -> Shown | None:
    """What to say while `play` leans on a `legal` that is still the stub."""
    legal = getattr(play, "__globals__", {}).get("legal")
    used = "legal" in getattr(getattr(play, "__code__", None), "co_names", ())
    if legal is None or not used or not skullwhist.is_unwritten_legal(legal):
        return None
    said = "First write `legal`, in step 1. Without it a player breaks the rules."
    return finding_shown(Finding("Keeping to the rules", State.UNWRITTEN, said))


def _checked(check: Callable[[], Finding]) -> Shown:
    with kept_quiet() as printed:
        finding = check()
    return stacked(finding_shown(finding), printed_shown(printed))
