"""Moves that are whole numbers, such as bids: their text, and how they are read."""

from __future__ import annotations

from playfunc.errors import NotationError, ProtocolError, shown

__all__ = ["read_number", "number_of"]

LIMIT = 2**63
"""Numbers from here on are refused: no wire carries them, and none is a move."""


def number_of(text: str) -> int:
    """The number a text writes in decimal, exactly as `str` would. Raises `NotationError`."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise NotationError(f"not a whole number: {shown(text)}")
    number = int(text)
    if str(number) != text or abs(number) >= LIMIT:
        raise NotationError(f"not a whole number as it is usually written: {shown(text)}")
    return number


def read_number(value: object, what: str) -> int:
    """The number in a reply, called `what` in messages, by exact type. Raises `ProtocolError`."""
    if type(value) is not int:
        hint = " (round it with int() first)" if type(value) is float else ""
        hint = " (write int() around it)" if hasattr(value, "__index__") and type(value) is not bool else hint
        raise ProtocolError(
            f"the first part of the reply must be {what}, an int, got {type(value).__name__} {shown(value)}{hint}"
        )
    if abs(value) >= LIMIT:
        raise ProtocolError(f"the first part of the reply, {what}, is a number of over 18 digits")
    return value
