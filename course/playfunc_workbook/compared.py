"""Comparisons that are never true: a card or a suit with text, such as `card == "C2"`, and a trick or a hand with a list.
Python says nothing about them.

They are looked for in the text of a cell, before it runs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from playfunc.cards import Suit

__all__ = ["never_true"]

CARD = re.compile(r"[CDSH]([2-9TJQKA]|10|0[1-9]|1[0-3])")
"""A card as text, in any game."""

_LETTERS = {suit.value: suit.name for suit in Suit}


def never_true(cell: str) -> list[str]:
    """A sentence for each comparison in the cell that can never be true; none where the cell is no Python."""
    try:
        tree = ast.parse(cell)
    except (SyntaxError, ValueError):
        return []
    kind = "WhistCard" if "WhistCard" in cell else "Card"
    found = [said for node in ast.walk(tree) if isinstance(node, ast.Compare) for said in _never(node, kind)]
    return list(dict.fromkeys(found))


def _never(node: ast.Compare, kind: str) -> Iterator[str]:
    lefts = [node.left, *node.comparators]
    for left, operator, right in zip(lefts, node.ops, node.comparators, strict=False):
        same = isinstance(operator, ast.Eq | ast.NotEq | ast.Is | ast.IsNot)
        if same and _is_tuple(left) and isinstance(right, ast.List) and not right.elts:
            yield _empty(node, left)
        if same:
            yield from _with_text(node, left, right, kind)
            yield from _with_text(node, right, left, kind)
        elif isinstance(operator, ast.In | ast.NotIn) and _is_card(left) and isinstance(right, ast.Name):
            yield _said(node, "No card equals a text", f'{kind}("{_text(left)}")')


def _with_text(node: ast.Compare, value: ast.expr, text: ast.expr, kind: str) -> Iterator[str]:
    """What is wrong with `value == text`: a call, such as `str(card)`, may well give text."""
    if isinstance(value, ast.Attribute) and value.attr == "suit" and _text(text) in _LETTERS:
        yield _said(node, "No suit equals a text", f"Suit.{_LETTERS[_text(text)]}")
    elif _is_card(text) and isinstance(value, ast.Name | ast.Subscript):
        yield _said(node, "No card equals a text", f'{kind}("{_text(text)}")')


TUPLES = ("hand", "trick")
"""Arguments of every player that are tuples."""


def _is_tuple(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in TUPLES


def _empty(node: ast.Compare, left: ast.expr) -> str:
    name = ast.unparse(left)
    right = f"not {name}" if isinstance(node.ops[0], ast.Eq | ast.Is) else name
    return f"The {name} is a tuple, and no tuple equals a list, so `{ast.unparse(node)}` says nothing about it: write `{right}`."


def _said(node: ast.Compare, why: str, right: str) -> str:
    return f"{why}, so `{ast.unparse(node)}` says nothing about your cards: write `{right}`."


def _is_card(node: ast.expr) -> bool:
    return CARD.fullmatch(_text(node)) is not None


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
