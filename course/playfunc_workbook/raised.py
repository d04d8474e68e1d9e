"""What to do about an exception of a student's function, by its type and its words."""

from __future__ import annotations

import re
import sys

__all__ = ["CRASHED", "ENDLESS", "RAISED", "SLOW", "error_told", "raised_hint"]

ENDLESS = (
    "What has to happen for the loop on this line to end, and does it happen? A search needs a bound that it counts: "
    "so many tricks, positions or worlds."
)
SLOW = (
    "It came back, but too late. Where does it spend the time? Let it do less, or bound it by something that it counts: so "
    "many tricks, positions or worlds."
)
CRASHED = "Nothing in your functions may end the whole process, such as `os._exit`, or fill its memory."
PARAMETERS = (
    "Keep the parameters of the function as they were given to you: the check calls it with all of them."
)
RAISED = "The last line of the traceback that is yours raised the error."

FROZEN = (
    "A frozen dataclass cannot be changed. Make a new one: `Memory(...)` with all fields, or `replace(memory, ...)` from "
    "`dataclasses`. A frozenset grows by `old | {card}`, which is a new one too."
)
TUPLE = (
    "A tuple cannot be changed: `hand`, `trick` and `DECK` are tuples. Make a list of it first, `cards = list(hand)`; "
    "`tuple(cards)` makes a tuple again."
)

PAIRS = (
    "A trick holds pairs (card, player): `trick[0]` is a pair, `trick[0][0]` is the card that was led, and "
    "`trick[0][0].suit` is its suit. All its cards are `[card for card, _ in trick]`."
)
NAME = "No cell that ran defines this name. Is it spelled right, imported, and has its cell run?"

HINTS: dict[str, str] = {
    r"^FrozenInstanceError": FROZEN,
    r"'frozenset' object has no attribute": FROZEN,
    r"'tuple' object has no attribute '(append|remove|pop|sort|insert|extend)'": TUPLE,
    r"'tuple' object does not support": TUPLE,
    r"'tuple' object has no attribute": PAIRS,
    r"^TypeError: '[<>]=?' not supported between instances of '(\w*Card' and 'tuple|tuple' and '\w*Card)'": PAIRS,
    r"^TypeError: '[<>]=?' not supported between instances of '(\w+)' and '\1'": "These values have no order. Compare "
    "numbers: `max` takes a `key=`, such as `max(found, key=found.get)` for the key of a dict with the largest value.",
    r"^TypeError: can only concatenate str \(not \"tuple\"": PAIRS,
    r"^AttributeError: (\w+$|type object 'Suit')": "Suits are written in capitals: `Suit.CLUBS`, `Suit.DIAMONDS`, "
    "`Suit.SPADES`, `Suit.HEARTS`.",
    r"'(Whist)?Card' object has no attribute": "A card has a suit, `card.suit`, a rank, `card.rank`, and a name, "
    "`card.text`.",
    r"^TypeError: (can only concatenate str \(not \"\w*Card\"|unsupported .* '\w*Card' and 'str')": "A card is not text. Its name is: `card.text`.",
    r"'str' object has no attribute '(append|add|extend)'": "Text cannot be changed. Put pieces together: "
    '`text + " " + card.text`, or `" ".join(names)`.',
    r"NoneType": "Something here is `None`: `previous` on the first trick of a hand, or what a function gives that has no "
    "`return`. Look at that case first.",
    r"'(method|function|builtin_function_or_method)' object is not": "Call it: write `()` behind the name.",
    r"'Plain' object is not callable": "`Hit`, `Stand` and `Double` are values: write them without parentheses.",
    r"'\w+' object is not callable": "What stands before the parentheses, or behind `key=`, must be a function, such as "
    "`key=lambda card: card.rank`.",
    r"arg is an empty sequence|argument is empty": "The list is empty here, so there is nothing to choose from. Look "
    "first: `if cards:`.",
    r"indices must be integers or slices, not (str|\w*Card)": "A list is asked by a place, a number. `trick_winner` gives "
    "an id: whose place is that?",
    r"list\.remove\(x\)": "The list does not hold this value. Look first, with `in`.",
    r"^EOFError": "Nobody can answer: a player must not use `input()`.",
    r"^MemoryError": "A list without end fills the memory. How many items does this line make?",
    r"^RecursionError": "A function that calls itself needs a case in which it does not. Is it reached, and does every call "
    "come nearer to it?",
}
"""Parts of what exceptions say, in the order in which they are looked for, and what to do."""


def error_told(error: BaseException) -> str:
    """The exception on one line: its type, and its own words."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def _imported(name: str) -> str:
    """What to do about a name that is not known here."""
    modules = (
        "playfunc",
        *(module for module in sys.modules if re.fullmatch(r"playfunc\.games\.[a-z]+", module)),
    )
    for module in modules:
        if name in getattr(sys.modules[module], "__all__", ()):
            return f"`{name}` is in the library. Write `from {module} import {name}` at the top of this cell."
    return NAME


def raised_hint(told: str, traceback: str) -> str:
    """What to do about an exception that `error_told` tells; `traceback` is that of the student's own lines, if any."""
    if re.search(r"^TypeError: .*argument", told) and "Traceback" not in traceback:
        return PARAMETERS
    if named := re.search(r"^NameError: name '(\w+)' is not defined", told):
        return _imported(named[1])
    return next((hint for words, hint in HINTS.items() if re.search(words, told)), RAISED)
