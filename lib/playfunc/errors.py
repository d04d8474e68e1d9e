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

__all__ = [
    "BidError",
    "BleedError",
    "BrokenError",
    "ForbiddenImportError",
    "IllegalMoveError",
    "InvalidCardError",
    "LateDoubleError",
    "LeadError",
    "NotationError",
    "PLAY_ERRORS",
    "PlayError",
    "PlayerCrash",
    "PlayerMemoryError",
    "PlayfuncError",
    "PluginError",
    "ProtocolError",
    "RecordError",
    "RenegError",
    "StakeError",
    "TimeError",
    "printable",
    "shown",
]


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


class PlayError(PlayfuncError):
    """A player's fault.

    `reason` says what was wrong, `position` shows where (the hand and the trick, as text; empty until
    known), `player` is who did it (empty until known), `detail` keeps what is long, such as the student's
    own traceback. `str()` puts them together for a reader.
    """

    rule = "Contract"

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


class ProtocolError(PlayError):
    """The reply was not a pair of a move and a memory."""


class IllegalMoveError(PlayError):
    """A move that the rules of the game forbid."""

    rule = "Rules"


class InvalidCardError(IllegalMoveError):
    """A card that is not in the player's hand."""

    rule = "Own cards"


class LeadError(IllegalMoveError):
    """The first trick was not opened with C2."""

    rule = "Leading"


class BleedError(IllegalMoveError):
    """A point card on the first trick."""

    rule = "Bleeding"


class BrokenError(IllegalMoveError):
    """A heart was led before a heart had been played in an earlier trick."""

    rule = "Breaking"


class RenegError(IllegalMoveError):
    """The suit led was not followed though the hand holds it."""

    rule = "Reneging"


class BidError(IllegalMoveError):
    """A bid outside what the game allows to bid."""

    rule = "Bidding"


class StakeError(IllegalMoveError):
    """A bet of nothing, or a bet or a double beyond the player's chips."""

    rule = "Stakes"


class LateDoubleError(IllegalMoveError):
    """A double after the first move of a hand."""

    rule = "Doubling"


class TimeError(PlayError):
    """One move took longer than the limit."""

    rule = "Time"


class PlayerMemoryError(PlayError):
    """Memory that cannot be stored as JSON, does not fit its declared type, or is over the limit."""

    rule = "Memory"


class ForbiddenImportError(PlayError):
    """The player imports something outside what its assignment allows."""

    rule = "Imports"


class PlayerCrash(PlayError):  # noqa: N818, the contract's own name
    """The player raised an exception (its traceback is in `detail`) or its process ended."""

    rule = "Crash"


PLAY_ERRORS: dict[str, type[PlayError]] = {
    kind.__name__: kind
    for kind in (
        ProtocolError,
        InvalidCardError,
        LeadError,
        BleedError,
        BrokenError,
        RenegError,
        BidError,
        StakeError,
        LateDoubleError,
        TimeError,
        PlayerMemoryError,
        ForbiddenImportError,
        PlayerCrash,
        IllegalMoveError,
    )
}
"""Every kind of fault by its name, as it is written in results and on the wire."""
