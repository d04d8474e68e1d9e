"""Everything that can go wrong, as one tree.

    PlayfuncError
    ├── NotationError (also a ValueError)   text that names no card and no move
    ├── RecordError (also a ValueError)     a stored game that cannot be read or does not replay
    ├── PluginError (also a ValueError)     an installed game or ladder that cannot be used
    └── PlayError                           a player did something it may not
        ├── ProtocolError                   the reply was not a pair of a move and a memory
        ├── IllegalMoveError                the move breaks a rule of the game
        │   ├── InvalidCardError            a card that is not in the hand
        │   ├── LeadError                   did not open with C2
        │   ├── BleedError                  a point card on the first trick
        │   ├── BrokenError                 led a heart before hearts were broken
        │   ├── RenegError                  did not follow suit while able to
        │   ├── BidError                    a bid outside what may be bid
        │   ├── StakeError                  a bet or a double beyond one's chips
        │   └── LateDoubleError             doubled after the first move of a hand
        ├── TimeError                       took too long over a move
        ├── PlayerMemoryError               memory that cannot be stored, does not fit its type, or is too big
        ├── ForbiddenImportError            imported something a player may not
        └── PlayerCrash                     the player raised, or its process ended

The rules raise; the match decides what a fault costs (`playfunc.match`).
"""

from __future__ import annotations

from typing import Self


def shown(value: object, limit: int = 60) -> str:
    """The value's `repr` for a message, cut to `limit` characters; never raises, whatever the value does."""
    try:
        text = printable(repr(value))
    except Exception:
        return f"(a {type(value).__name__} that cannot be printed)"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def printable(text: str) -> str:
    """The text with lone surrogates escaped, which no file and no terminal could take."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


class PlayfuncError(Exception):
    """The root of the tree."""


class NotationError(PlayfuncError, ValueError):
    """Text that was to name a card or a move and does not."""


class RecordError(PlayfuncError, ValueError):
    """A stored game that cannot be read, or does not replay to its own result."""


class PluginError(PlayfuncError, ValueError):
    """An installed game or ladder that cannot be used; the message names it and says what to repair."""


PLAY_ERRORS: dict[str, type[PlayError]] = {}
"""Every kind of fault by its name, as it is written in results and on the wire. A game may define its own kinds: a
subclass is listed once it is defined, unless its name is taken or begins with an underscore."""


class PlayError(PlayfuncError):
    """A player's fault.

    `reason` says what was wrong, `position` shows where (the hand and the trick, as text; empty until
    known), `player` is the offender (empty until known), `detail` keeps what is long, such as the student's
    own traceback. `str()` puts them together for a reader.
    """

    rule = "Contract"
    """What the fault is against, in a word or two."""

    hint = ""
    """What a student can do about it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not cls.__name__.startswith("_"):
            PLAY_ERRORS.setdefault(cls.__name__, cls)

    def __init__(self, reason: str, *, position: str = "", player: str = "", detail: str = "") -> None:
        super().__init__(reason)
        self.reason = printable(reason)
        self.position = position
        self.player = player
        self.detail = printable(detail)

    def __str__(self) -> str:
        who = f"{self.player}: " if self.player else ""
        parts = [f"{who}{self.rule}: {self.reason}", self.position, self.detail]
        return "\n".join(part for part in parts if part)

    def __copy__(self) -> Self:
        # Libraries that pickle tracebacks (tblib, which Dask imports) register a reducer for exceptions under which
        # a copy would share its attributes with the original.
        copied = type(self).__new__(type(self), *self.args)
        vars(copied).update(vars(self))
        return copied


class ProtocolError(PlayError):
    """The reply was not a pair of a move and a memory."""

    hint = "A reply is a pair, `(move, memory)`. The message says which part is wrong, and what it must be."


class IllegalMoveError(PlayError):
    """A move that the rules of the game forbid."""

    rule = "Rules"


class InvalidCardError(IllegalMoveError):
    """A card that is not in the player's hand."""

    rule = "Own cards"
    hint = "Choose among the cards of `hand` only."


class LeadError(IllegalMoveError):
    """The first trick was not opened with C2."""

    rule = "Leading"
    hint = "If you are asked to open the first trick, you hold C2: lead it."


class BleedError(IllegalMoveError):
    """A point card on the first trick."""

    rule = "Bleeding"
    hint = "On the first trick (`previous is None`) play no heart and not SQ while you hold anything else."


class BrokenError(IllegalMoveError):
    """A heart was led before a heart had been played in an earlier trick."""

    rule = "Breaking"
    hint = "Leading a heart needs memory: was a heart played in an earlier trick of this deal?"


class RenegError(IllegalMoveError):
    """The suit led was not followed though the hand holds it."""

    rule = "Reneging"
    hint = "The suit led is `trick[0][0].suit`: while you hold that suit, play it."


class BidError(IllegalMoveError):
    """A bid outside what the game allows to bid."""

    rule = "Bidding"
    hint = "Bid a whole number that the rules of the game allow."


class StakeError(IllegalMoveError):
    """A bet of nothing, or a bet or a double beyond the player's chips."""

    rule = "Stakes"
    hint = "Bet at least 1, and bet or double only what `chips` still holds."


class LateDoubleError(IllegalMoveError):
    """A double after the first move of a hand."""

    rule = "Doubling"
    hint = "Double only as the first move of a hand."


class TimeError(PlayError):
    """One move took longer than the limit."""

    rule = "Time"
    hint = (
        "Let every loop of a search stop after a fixed number of rounds, and choose a number with which your slowest "
        "move stays within the limit."
    )


class PlayerMemoryError(PlayError):
    """Memory that cannot be stored as JSON, does not fit its declared type, or is over the limit."""

    rule = "Memory"
    hint = (
        "Memory may be JSON values, cards, sets and dataclasses of these, at most 16 KiB as text, and of the type that "
        "the function's return annotation names after the move."
    )


class ForbiddenImportError(PlayError):
    """The player imports something outside what its assignment allows."""

    rule = "Imports"
    hint = "Import only the standard library, playfunc and what the assignment lists."


class PlayerCrash(PlayError):  # noqa: N818, the contract's own name
    """The player raised an exception (its traceback is in `detail`) or its process ended."""

    rule = "Crash"
    hint = "The last line of the traceback that is yours raised the error."


def fault_kind(name: str) -> type[PlayError]:
    """The kind of fault of this name; `PlayError` where it belongs to a game that is not loaded."""
    return PLAY_ERRORS.get(name, PlayError)
