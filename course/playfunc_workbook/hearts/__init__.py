"""What the Hearts notebook imports: `from playfunc_workbook.hearts import *`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from playfunc import FunctionPlayer, Hearts, play_game
from playfunc.games.hearts import MOON
from playfunc.measure import deal_rng
from playfunc.record import calls
from playfunc.show.markup import escape
from playfunc_opponents.hearts import basic

from playfunc_workbook.finding import State, Stumble, ask, ask_isolated, incorrect
from playfunc_workbook.hearts import memory, rules_of_play, search, situations
from playfunc_workbook.hearts.matches import HeartsWorkbook, table_of_four, worst_moves
from playfunc_workbook.players import Function, replaced
from playfunc_workbook.view import Shown, finding_shown, captured_output, note, printed_shown, stacked

_cells = HeartsWorkbook("hearts").cells(rules_of_play, situations, memory, search)
globals().update(_cells)
__all__ = [*_cells, "show_call", "show_search", "show_twins", "table_of_four", "try_card", "worst_moves"]


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
    return finding_shown(situations.card_finding(card))


def show_twins() -> Shown:
    """Two positions that a player without memory cannot tell apart."""
    return stacked(*memory.twins())


def show_search(look_ahead: Function, world: Any, tricks: int) -> Shown:
    """Step 5: the worlds that your search looks at from a small position, with the value of each."""
    with captured_output() as printed:
        shown = _search_shown(look_ahead, world, tricks)
    return stacked(shown, printed_shown(printed))


MOST = 300
"""Worlds that are drawn; a search to the end of three cards each looks at fewer."""

ASKED = "Step 5, your search"


@dataclass(slots=True)
class Node:
    """A call of the search: the `card` that led to it with who played it, its `value`, and the cards that it left out."""

    card: str = ""
    value: str = ""
    left_out: str = ""
    below: list[Node] = field(default_factory=list)

    def count(self) -> int:
        return 1 + sum(node.count() for node in self.below)


def _search_shown(look_ahead: Function, world: Any, tricks: int) -> Shown:
    """What `look_ahead(world, tricks)` looks at, world by world."""
    try:
        root = ask_isolated(ASKED, lambda: _recorded(look_ahead, world, tricks))
    except Stumble as stumble:
        return finding_shown(
            incorrect(stumble.said, hint=stumble.hint, detail=stumble.detail, exercise=ASKED)
        )
    if not root.below:
        said = f"`look_ahead` is not written yet: it plays no card here, and returns {root.value}."
        return note(said, State.UNWRITTEN)
    said = (
        f"Your search looked at {root.count() - 1} worlds after this one, and says that it costs you {root.value}. "
        "Each line is a card, and what the hand costs you after it."
    )
    return stacked(note(said), Shown("".join(_html(root, [MOST])), "\n".join([*_text(root, "")][:MOST])))


def _recorded(look_ahead: Function, world: Any, tricks: int) -> Node:
    """In a copy of the notebook: the function is replaced where it calls itself, or what it uses does."""
    root = Node()
    above: list[tuple[Any, Node]] = []

    @wraps(look_ahead)
    def recording(world: Any, *arguments: Any, **options: Any) -> Any:
        node = root
        if above:
            node = Node(_card(above[-1][0], world))
            above[-1][1].below.append(node)
        above.append((world, node))
        try:
            found = look_ahead(world, *arguments, **options)
        finally:
            above.pop()
        node.value = _value(found, look_ahead, (world, *arguments), options)
        if node.below:
            tried = {each.card.rpartition(" ")[2] for each in node.below}
            node.left_out = " ".join(card.text for card in world.options() if card.text not in tried)
        return found

    with replaced(look_ahead, {look_ahead.__name__: recording}):
        ask(recording, world, tricks)
    return root


def _value(found: Any, look_ahead: Function, arguments: tuple[Any, ...], options: dict[str, Any]) -> str:
    """With alpha-beta, a value at one of the two numbers that were passed on says only on which side of it the cost is."""
    if not isinstance(found, int | float):
        return repr(found)[:20]
    given = inspect.signature(look_ahead).bind(*arguments, **options).arguments
    low, high = given.get("low"), given.get("high")
    if isinstance(high, int | float) and high < MOON and found >= high:
        return f"{found:g} or more"
    if isinstance(low, int | float) and low > 0 and found <= low:
        return f"{found:g} or less"
    return f"{found:g}"


def _card(before: Any, after: Any) -> str:
    """Who played what between two worlds."""
    seat = before.turn
    played = [card.text for card in before.hands[seat] if card not in after.hands[seat]]
    who = "you" if seat == 0 else "the other" if len(before.hands) == 2 else f"seat {seat}"
    return f"{who}: {' '.join(played) or '?'}"


def _words(node: Node) -> str:
    out = f" (without trying {node.left_out})" if node.left_out else ""
    return f"{node.card}, costs {node.value}{out}"


def _text(node: Node, indent: str) -> Iterator[str]:
    for each in node.below:
        yield f"{indent}{_words(each)}"
        yield from _text(each, f"{indent}  ")


def _html(node: Node, left: list[int]) -> Iterator[str]:
    """Nested lines to fold and unfold, `left` of which may still be drawn."""
    for each in node.below:
        left[0] -= 1
        if left[0] < 0:
            return
        words = escape(_words(each))
        if not each.below:
            yield f"<div style='margin-left:18px'>{words}</div>"
            continue
        yield f"<details style='margin-left:18px'><summary style='cursor:pointer'>{words}</summary>"
        yield from _html(each, left)
        yield "</details>"
