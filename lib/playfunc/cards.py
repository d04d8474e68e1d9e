"""Playing cards: suits, ranks, and one card type per game with its own order and text form.

Cards are interned: there is exactly one object for each card, so `is`, `==` and `in` agree and cost
nothing. They are immutable, totally ordered, and hash the same in every process (Python's own hash of
text does not), so that a set of cards is walked in the same order on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, IntEnum
from typing import ClassVar, Protocol, Self, TypeVar

from playfunc.errors import NotationError


class Suit(Enum):
    """One of the four suits; the value is its letter. Ordered C, D, S, H as Hearts sorts a hand."""

    CLUBS = "C"
    DIAMONDS = "D"
    SPADES = "S"
    HEARTS = "H"

    def __hash__(self) -> int:
        return _SUIT_ORDER[self._value_]

    def __lt__(self, other: Suit) -> bool:
        if type(other) is not Suit:
            return NotImplemented
        return _SUIT_ORDER[self._value_] < _SUIT_ORDER[other._value_]

    def __str__(self) -> str:
        return self.value

    @property
    def symbol(self) -> str:
        """The suit's picture, such as "♠". Show the letter beside it: some readers cannot tell them apart."""
        return {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}[self.value]


_SUIT_ORDER = {"C": 0, "D": 1, "S": 2, "H": 3}


class Rank(IntEnum):
    """The rank of a card in Hearts, 2 to 14: the ace is high."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        return {11: "J", 12: "Q", 13: "K", 14: "A"}.get(self.value, str(self.value))


class _PlayingCard:
    """What the games' card types share: identity, order, hash, and text as the one outside form."""

    __slots__ = ("index", "text")
    _by_text: ClassVar[dict[str, _PlayingCard]]
    _form: ClassVar[str]
    index: int
    text: str

    def __new__(cls, text: str) -> Self:
        card = cls._by_text.get(text) if type(text) is str else None
        if card is None:
            raise NotationError(f"not a card: {text!r}; expected {cls._form}")
        assert isinstance(card, cls)
        return card

    @classmethod
    def deck(cls) -> tuple[Self, ...]:
        """All 52 cards in ascending order."""
        return tuple(card for card in cls._by_text.values() if isinstance(card, cls))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cards cannot be changed: {self.text}.{name} = {value!r}")

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: Self) -> bool:
        return self.index < other.index if type(other) is type(self) else NotImplemented

    def __le__(self, other: Self) -> bool:
        return self.index <= other.index if type(other) is type(self) else NotImplemented

    def __gt__(self, other: Self) -> bool:
        return self.index > other.index if type(other) is type(self) else NotImplemented

    def __ge__(self, other: Self) -> bool:
        return self.index >= other.index if type(other) is type(self) else NotImplemented

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self.text,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


_C = TypeVar("_C", bound=_PlayingCard)


def _intern(cls: type[_C], index: int, text: str, **parts: object) -> _C:
    card = object.__new__(cls)
    for name, value in {"index": index, "text": text, **parts}.items():
        object.__setattr__(card, name, value)
    return card


class Card(_PlayingCard):
    """A card of Hearts, written suit letter then rank: `Card("SQ")`, `Card("H10")`.

    Attributes: `suit`, `rank` (ace high), `text`, and `index`, its place 0 … 51 in the order C D S H,
    2 … A. Raises `NotationError` for any text but the 52.
    """

    __slots__ = ("rank", "suit")
    _form = 'a suit letter C, D, S or H, then 2 … 10, J, Q, K or A, such as "SQ" or "H10"'
    suit: Suit
    rank: Rank

    @classmethod
    def of(cls, suit: Suit, rank: Rank) -> Card:
        """The card of this suit and rank: `Card.of(Suit.SPADES, Rank.QUEEN)` is `Card("SQ")`."""
        return cls(f"{suit.value}{Rank(rank)}")


class WhistCard(_PlayingCard):
    """A card numbered from 1 to 13, written suit letter and two digits: `WhistCard("C05")`.

    Attributes: `suit`, `value` 1 … 13 (1 is lowest), `text`, and `index`, its place 0 … 51 in the order
    C D H S, 1 … 13. Raises `NotationError` for any text but the 52.
    """

    __slots__ = ("suit", "value")
    _form = 'a suit letter C, D, H or S, then 01 … 13, such as "C05"'
    suit: Suit
    value: int

    @classmethod
    def of(cls, suit: Suit, value: int) -> WhistCard:
        """The card of this suit and value: `WhistCard.of(Suit.CLUBS, 5)` is `WhistCard("C05")`."""
        return cls(f"{suit.value}{value:02d}")


Card._by_text = {
    f"{suit}{rank}": _intern(Card, index, f"{suit}{rank}", suit=suit, rank=rank)
    for index, (suit, rank) in enumerate((suit, rank) for suit in Suit for rank in Rank)
}
WhistCard._by_text = {
    f"{suit}{value:02d}": _intern(WhistCard, index, f"{suit}{value:02d}", suit=suit, value=value)
    for index, (suit, value) in enumerate(
        (Suit(letter), value) for letter in "CDHS" for value in range(1, 14)
    )
}


# The rules that trick games share: following suit, and the winner of a trick.


class Suited(Protocol):
    """Any card: it has a suit and an order within it."""

    @property
    def suit(self) -> Suit: ...

    @property
    def index(self) -> int: ...


C = TypeVar("C", bound=Suited)


def following(hand: Sequence[C], lead: C) -> Sequence[C]:
    """The cards of `hand` in the suit of `lead`, in hand order; empty if the hand is void in it."""
    suit = lead.suit
    return [card for card in hand if card.suit is suit]


def row(cards: Sequence[_PlayingCard]) -> str:
    """The cards in a line of text."""
    return " ".join(card.text for card in cards)


def named(trick: Sequence[tuple[_PlayingCard, int]], names: Sequence[str]) -> list[list[str]]:
    """A trick as it stands in a call: the text of each card, and who played it."""
    return [[card.text, names[seat]] for card, seat in trick]


def highest_of_suit(cards: Sequence[C]) -> int:
    """The place within `cards`, a trick in the order played, of the highest card of the suit led."""
    best = 0
    for place in range(1, len(cards)):
        if cards[place].suit is cards[0].suit and cards[place].index > cards[best].index:
            best = place
    return best
