"""Memory types as students write them, in a module whose annotations are text."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import InitVar, dataclass, field
from enum import Enum, Flag, IntEnum, StrEnum, auto
from typing import ClassVar, Generic, Literal, NamedTuple, NewType, TypeAlias, TypedDict, TypeVar

from playfunc import Card, Rank, Suit

Voids: TypeAlias = dict[str, set[Suit]]
Tricks = NewType("Tricks", int)
T = TypeVar("T")


class Mood(Enum):
    CALM = "calm"
    BOLD = 2


class Step(IntEnum):
    OPENING = auto()
    ENDING = auto()


class Plan(StrEnum):
    DUCK = auto()
    SHOOT = auto()


class Danger(Flag):
    QUEEN = auto()
    MOON = auto()


@dataclass(frozen=True)
class Seen:
    fallen: frozenset[Card] = frozenset()
    voids: Voids = field(default_factory=dict)
    broken: bool = False
    count: Tricks = Tricks(0)


@dataclass
class Nested:
    """Everything inside everything."""

    seen: Seen
    rivals: dict[Suit, list[Seen]] = field(default_factory=dict)
    best: Card | None = None
    mood: Mood = Mood.CALM
    plan: Plan | None = None
    ranks: tuple[Rank, ...] = ()
    share: float = 0
    _private: dict[Card, tuple[str, int]] = field(default_factory=dict)
    LIMIT: ClassVar[int] = 3


@dataclass(frozen=True)
class Taken(Seen):
    """A dataclass that extends another."""

    by: str = ""


@dataclass(slots=True, kw_only=True)
class Slotted:
    cards: list[Card]
    tally: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))


@dataclass
class Tree:
    card: Card
    below: list[Tree] = field(default_factory=list)


@dataclass
class Box(Generic[T]):
    item: T


class Pair(NamedTuple):
    card: Card
    who: str = "nobody"


class Notes(TypedDict):
    queen: Card
    voids: Voids


@dataclass
class Ducking:
    below: Card


@dataclass
class Shooting:
    missing: set[Card]


@dataclass
class LikeDucking:
    below: Card


@dataclass
class Opening:
    kind: Literal["opening"] = "opening"
    card: Card | None = None


@dataclass
class Ending:
    kind: Literal["ending"] = "ending"
    card: Card | None = None


Strategy: TypeAlias = Ducking | Shooting


@dataclass(eq=False)
class Incomparable:
    count: int = 0


class Plain:
    """No dataclass."""

    def __init__(self) -> None:
        self.count = 0


@dataclass
class Picky:
    """Refuses to be made with what it is happy to become."""

    count: int = 0

    def __post_init__(self) -> None:
        assert self.count < 3, "no more than two, please"


@dataclass
class Half:
    """A field that its constructor does not take is not stored."""

    count: int
    doubled: int = field(init=False, default=0)


@dataclass
class Asking:
    """A parameter that is no field is not stored."""

    count: int = 0
    start: InitVar[int] = 0


@dataclass
class Unprintable:
    count: float = 0

    def __repr__(self) -> str:
        raise RuntimeError("not today")


@dataclass
class Quarrelsome:
    count: int = 0

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("incomparable")
