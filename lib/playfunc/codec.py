"""Values as JSON text and back, by type: players' memory, and stored games.

Memory is passed through this on every call, so that nothing survives which is not in it. Understood are
JSON's own values, dataclasses, named tuples, typed dictionaries, enums, sets, tuples, deques, optional
values and unions of dataclasses, dictionaries with any keys, and cards in all of them (how each is written:
`playfunc.converter`). Text is canonical: sets are written sorted, so that equal sets make equal text.
(Dictionaries keep their order, which a player can see.)
"""

from __future__ import annotations

import dataclasses
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from types import UnionType
from typing import TYPE_CHECKING, Any, get_origin

from playfunc.converter import CodecError, NoJsonFormError, json_text, json_value, make_converter, type_name
from playfunc.errors import PlayfuncError, shown

if TYPE_CHECKING:
    from cattrs import Converter

MEMORY_LIMIT = 16 * 1024
"""How much text one memory may take, in bytes of UTF-8."""

_BARE = (dict, list, tuple, set, frozenset, deque, defaultdict, OrderedDict, Counter)


@lru_cache
def converter(*, detailed: bool = False) -> Converter:
    """The converter of all values, made when the first is converted: cattrs takes as long to import as all of a game.
    Whoever measures players, or gives up rights to read files, calls this before."""
    return make_converter(detailed=detailed)


@lru_cache(maxsize=256)
def _is_plain(kind: Any) -> bool:
    """Whether values of this type are JSON already, so that nothing needs to be converted."""
    return kind in (Any, object, str, int, float, bool, type(None), dict, list)


def encode(value: object, kind: Any) -> str:
    """Canonical JSON text of `value`, taken as a `kind`. Raises `CodecError`."""
    try:
        return json_text(value if _is_plain(kind) else converter().unstructure(value, kind))
    except CodecError:
        raise
    except Exception as error:  # a student's own class may raise anything
        raise CodecError(_explain(error)) from error


def decode(text: str, kind: Any) -> Any:
    """The value that `encode` wrote. Raises `CodecError`."""
    try:
        raw = json_value(text)
    except (ValueError, RecursionError) as error:
        raise CodecError(_explain(error)) from error
    if kind in (dict, list) and type(raw) is not kind:
        raise CodecError(f"expected {kind.__name__}, got {type(raw).__name__}: {shown(raw)}")
    if kind in (Any, object, dict, list):
        return raw
    try:
        return converter().structure(raw, kind)
    except Exception as error:  # a student's own class may raise anything
        raise CodecError(_located(raw, kind) or _explain(error)) from error


def write_memory(memory: object, kind: Any) -> str:
    """The JSON text of a player's memory of declared type `kind` (`Any` when it declared none).

    The text is read back and compared, so that what does not survive the journey is found at once and not
    a trick later. Raises `CodecError` with a sentence for the student.
    """
    try:
        text = encode(memory, kind)
    except NoJsonFormError as error:
        raise CodecError(f"{error}{_advice(kind, memory)}") from error
    except CodecError as error:
        raise CodecError(_other_whole(memory, kind) or str(error)) from error
    _refuse_lone_surrogates(text)
    if len(text) > MEMORY_LIMIT // 4 and len(text.encode()) > MEMORY_LIMIT:
        raise CodecError(f"{len(text.encode())} bytes as text, over the limit of {MEMORY_LIMIT}")
    if type(memory) is str and kind in (str, Any):
        return text
    try:
        back = decode(text, kind)
    except CodecError as error:
        raise CodecError(_other_whole(memory, kind) or str(error)) from error
    if not _survived(memory, back):
        raise CodecError(
            _other_types(memory, back)
            or f"it comes back from JSON as {shown(back, 80)}, not as {shown(memory, 80)}{_advice(kind, memory)}"
        )
    return text


def read_memory(text: str, kind: Any) -> Any:
    """A fresh copy of the memory that `write_memory` wrote."""
    return decode(text, kind)


def _survived(memory: object, back: object) -> bool:
    same = type(back) is type(memory) or (type(back) in (int, str) and isinstance(memory, Enum))
    try:
        return same and bool(back == memory)
    except Exception as error:
        raise CodecError(f"comparing it with its copy raised {type(error).__name__}: {error}") from error


def _refuse_lone_surrogates(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise CodecError("text with a lone surrogate, which UTF-8 cannot hold") from error


def _explain(error: BaseException) -> str:
    """One sentence for the person whose value it is."""
    from cattrs.errors import StructureHandlerNotFoundError

    if isinstance(error, CodecError | PlayfuncError):
        return str(error)
    if isinstance(error, RecursionError) or "Circular reference" in str(error):
        return "it is nested too deeply, or holds itself"
    if isinstance(error, StructureHandlerNotFoundError):
        return f"values of type {type_name(error.type_)} cannot be read back; name one exact type instead"
    if isinstance(error, AttributeError):
        return f"a value of another type than declared ({error})"
    if "keys must be str" in str(error):
        return "the keys of a dict are not text; say in the return annotation what they are, such as dict[Card, int]"
    if isinstance(error, IndexError):
        return f"shorter than declared ({error})"
    if "Out of range float" in str(error):
        return "JSON cannot hold a float that is infinite or not a number"
    return f"{type(error).__name__}: {error}"


def _located(raw: Any, kind: Any) -> str:
    """What is wrong and where in the value, such as `expected int, got str: 'x' @ Seen.count`."""
    from cattrs import transform_error

    try:
        converter(detailed=True).structure(raw, kind)
    except Exception as error:
        found = transform_error(error, type_name(kind), lambda inner, _: _explain(inner))
        return "; ".join(text.removesuffix(f" @ {type_name(kind)}") for text in found)
    return ""


def _other_types(memory: object, back: object) -> str:
    """What of the memory is of another type than declared, where that says it all; else empty."""
    try:
        return _other_class(type(memory), type(back)) or _other_fields(memory, back)
    except Exception:  # a student's own class may raise anything
        return ""


def _other_whole(memory: object, kind: Any) -> str:
    """A sentence where the memory is None, or not of the dataclass that is declared; else empty."""
    declared = get_origin(kind) or kind
    if not isinstance(declared, type) or not (memory is None or dataclasses.is_dataclass(declared)):
        return ""
    if declared in (Any, UnionType) or isinstance(memory, declared):
        return ""
    said = f"you returned {shown(memory, 60)}, and the return annotation says {type_name(kind)}"
    return _other_class(type(memory), declared) or said


def _other_class(came: type, declared: type) -> str:
    """A sentence where two classes have one name, as in a notebook whose cell of the class ran again."""
    if came is declared or (came.__module__, came.__qualname__) != (
        declared.__module__,
        declared.__qualname__,
    ):
        return ""
    return (
        f"{came.__name__} was defined again after the function whose return annotation names it: run the cell of "
        "that function again"
    )


def _other_fields(memory: object, back: object) -> str:
    """A sentence on the fields of a record whose values come back as another type, such as a list as a tuple."""
    fields: Iterable[str] = getattr(memory, "_fields", getattr(memory, "__dataclass_fields__", ()))
    changed = {}
    for name in filter(str.isidentifier, fields if type(back) is type(memory) else ()):
        came, declared = type(getattr(memory, name)), type(getattr(back, name))
        if came is not declared and declared in (tuple, list, set, frozenset, dict):
            changed[name] = (came.__name__, declared.__name__)
    return "; ".join(
        f"`{name}` is a {came}, and {type(memory).__name__} says {declared}: write {declared}(…)"
        for name, (came, declared) in changed.items()
    )


def _advice(kind: Any, memory: object) -> str:
    if kind is Any:
        return (
            "; say what it is in the return annotation, the second of the pair, such as "
            "`def play(...) -> tuple[Move, Memory]` with types of yours or the game's; then it comes back as that"
        )
    name = type(memory).__name__
    if dataclasses.is_dataclass(memory) and type(memory).__eq__ is object.__eq__:
        return f"; make {name} comparable: @dataclass without eq=False"
    if kind in _BARE:
        bare = type_name(kind)
        inside = "Card, int" if issubclass(kind, Mapping) else "Card, ..." if kind is tuple else "Card"
        return f"; the return annotation says {bare}: say what is in it too, such as {bare}[{inside}]"
    if kind is type(memory) and not dataclasses.is_dataclass(kind) and kind.__module__ != "builtins":
        return f"; make {name} a dataclass"
    return f"; the return annotation says {type_name(kind)}"
