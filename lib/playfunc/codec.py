"""Values as JSON text and back, by type: players' memory, and stored games.

Memory is passed through this on every call, so that nothing survives which is not in it. Understood are
JSON's own values, dataclasses, named tuples, typed dictionaries, enums, sets, tuples, deques, optional
values and unions of dataclasses, dictionaries with any keys, and cards in all of them. Text is canonical:
sets are written sorted, so that equal sets make equal text. (Dictionaries keep their order, which a player
can see.)
"""

from __future__ import annotations

import dataclasses
import json
import typing
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Mapping, MutableSet
from collections.abc import Set as AbstractSet
from enum import Enum
from functools import lru_cache, partial
from typing import Any, NoReturn, get_args, get_origin

from cattrs import Converter, transform_error
from cattrs.errors import StructureHandlerNotFoundError
from cattrs.strategies import configure_union_passthrough

from playfunc.cards import Card, WhistCard
from playfunc.errors import shown

__all__ = ["MEMORY_LIMIT", "CodecError", "decode", "encode", "read_memory", "write_memory"]

MEMORY_LIMIT = 16 * 1024
"""How much text one memory may take, in bytes of UTF-8."""

_BARE = (dict, list, tuple, set, frozenset, deque, defaultdict, OrderedDict, Counter)


class CodecError(ValueError):
    """A value that is not what its type says, or that JSON cannot hold."""


class _NoJsonFormError(CodecError):
    """A value that needs a type to go with it, if it can be stored at all."""


def _refuse(value: object) -> NoReturn:
    raise _NoJsonFormError(f"JSON cannot hold this {type(value).__name__}: {shown(value)}")


def _refuse_number(text: str) -> NoReturn:
    raise CodecError(f"JSON cannot hold {text}")


_WRITER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_refuse)
_READER = json.JSONDecoder(parse_constant=_refuse_number)


def _class_of(kind: Any) -> Any:
    return get_origin(kind) or kind


def _is_mapping(kind: Any) -> bool:
    origin = _class_of(kind)
    return isinstance(origin, type) and issubclass(origin, Mapping) and not typing.is_typeddict(origin)


def _is_set(kind: Any) -> bool:
    return _class_of(kind) in (set, frozenset, AbstractSet, MutableSet)


def _is_deque(kind: Any) -> bool:
    return _class_of(kind) is deque


def _make_converter(*, detailed: bool) -> Converter:
    converter = Converter(detailed_validation=detailed, forbid_extra_keys=True)
    for card_type in (Card, WhistCard):
        converter.register_unstructure_hook(card_type, partial(_card_text, card_type))
        converter.register_structure_hook(card_type, lambda text, kind: kind(text))
    for plain in (int, float, str, bool, type(None)):
        converter.register_structure_hook(plain, _exactly)
    configure_union_passthrough(str | bool | int | float | None, converter)
    converter.register_unstructure_hook_factory(_is_set, _set_writer)
    converter.register_unstructure_hook_factory(_is_deque, _deque_writer)
    converter.register_unstructure_hook_factory(_is_mapping, _mapping_writer)
    converter.register_structure_hook_factory(_is_mapping, _mapping_reader)
    return converter


def _card_text(kind: type[Card] | type[WhistCard], card: Any) -> str:
    if type(card) is not kind:
        raise CodecError(f"expected {kind.__name__}, got {type(card).__name__}: {shown(card)}")
    return str(card.text)


def _exactly(value: Any, kind: type) -> Any:
    if issubclass(kind, Enum):
        return kind(value)
    if type(value) is not kind and not (kind is float and type(value) is int):
        raise CodecError(f"expected {kind.__name__}, got {type(value).__name__}: {shown(value)}")
    return value


def _set_writer(kind: Any, converter: Converter) -> Callable[[Any], Any]:
    (item,) = get_args(kind) or (Any,)
    return lambda values: sorted((converter.unstructure(v, item) for v in values), key=_WRITER.encode)


def _deque_writer(kind: Any, converter: Converter) -> Callable[[Any], Any]:
    (item,) = get_args(kind) or (Any,)

    def write(values: deque[Any]) -> list[Any]:
        if values.maxlen is not None:
            raise CodecError("JSON cannot hold the maxlen of a deque; shorten a list instead")
        return [converter.unstructure(v, item) for v in values]

    return write


def _mapping_types(kind: Any) -> tuple[Any, Any]:
    arguments = get_args(kind)
    if _class_of(kind) is Counter:
        return (*arguments, Any)[0], int
    return arguments or (Any, Any)


def _empty_mapping(kind: Any) -> Any:
    """An empty mapping of the kind; a `defaultdict`'s factory is the class of its values."""
    origin = _class_of(kind)
    if origin is defaultdict:
        made = _class_of(_mapping_types(kind)[1])
        return defaultdict(made if isinstance(made, type) and made is not Any else None)
    return origin() if origin in (OrderedDict, Counter) else {}


def _mapping_writer(kind: Any, converter: Converter) -> Callable[[Any], Any]:
    key, value = _mapping_types(kind)
    empty = _empty_mapping(kind)

    def write(mapping: Mapping[Any, Any]) -> Any:
        if isinstance(mapping, dict):
            _refuse_other_dict(mapping, empty, kind)
        pairs = [[converter.unstructure(k, key), converter.unstructure(v, value)] for k, v in mapping.items()]
        return dict(pairs) if all(type(k) is str for k, _ in pairs) else pairs

    return write


def _refuse_other_dict(mapping: dict[Any, Any], empty: Any, kind: Any) -> None:
    """A `defaultdict` equals the plain dictionary it would come back as, so comparing cannot tell."""
    if type(mapping) is not type(empty):
        raise CodecError(f"expected {_type_name(kind)}, got a {type(mapping).__name__}: {shown(mapping)}")
    factory, kept = getattr(mapping, "default_factory", None), getattr(empty, "default_factory", None)
    if factory is not kept:
        raise CodecError(
            f"a {_type_name(kind)} comes back with the factory {getattr(kept, '__name__', None)}, "
            f"not with {getattr(factory, '__name__', None)}; use a dict and .get(key, default)"
        )


def _mapping_reader(kind: Any, converter: Converter) -> Callable[[Any, Any], Any]:
    key, value = _mapping_types(kind)

    def read(raw: Any, _: Any) -> Any:
        mapping = _empty_mapping(kind)
        for k, v in raw.items() if isinstance(raw, dict) else raw:
            mapping[converter.structure(k, key)] = converter.structure(v, value)
        return mapping

    return read


_CONVERTER = _make_converter(detailed=False)
_DETAILED = _make_converter(detailed=True)
"""Slower; says where in a value the mistake is."""


@lru_cache(maxsize=256)
def _is_plain(kind: Any) -> bool:
    """Whether values of this type are JSON already, so that nothing needs to be converted."""
    return kind in (Any, object, str, int, float, bool, type(None), dict, list)


def encode(value: object, kind: Any) -> str:
    """Canonical JSON text of `value`, taken as a `kind`. Raises `CodecError`."""
    try:
        return _WRITER.encode(value if _is_plain(kind) else _CONVERTER.unstructure(value, kind))
    except CodecError:
        raise
    except Exception as error:  # a student's own class may raise anything
        raise CodecError(_explain(error)) from error


def decode(text: str, kind: Any) -> Any:
    """The value that `encode` wrote. Raises `CodecError`."""
    try:
        raw = _READER.decode(text)
    except (ValueError, RecursionError) as error:
        raise CodecError(_explain(error)) from error
    if kind in (dict, list):
        return _exactly(raw, kind)
    try:
        return raw if kind in (Any, object) else _CONVERTER.structure(raw, kind)
    except Exception as error:  # a student's own class may raise anything
        raise CodecError(_located(raw, kind) or _explain(error)) from error


def write_memory(memory: object, kind: Any) -> str:
    """The JSON text of a player's memory of declared type `kind` (`Any` when it declared none).

    The text is read back and compared, so that what does not survive the journey is found at once and not
    a trick later. Raises `CodecError` with a sentence for the student.
    """
    try:
        text = encode(memory, kind)
    except _NoJsonFormError as error:
        raise CodecError(f"{error}{_advice(kind, memory)}") from error
    _refuse_lone_surrogates(text)
    if len(text) > MEMORY_LIMIT // 4 and len(text.encode()) > MEMORY_LIMIT:
        raise CodecError(f"{len(text.encode())} bytes as text, over the limit of {MEMORY_LIMIT}")
    if type(memory) is str and kind in (str, Any):
        return text
    back = decode(text, kind)
    if not _survived(memory, back):
        raise CodecError(
            f"it comes back from JSON as {shown(back, 80)}, not as {shown(memory, 80)}{_advice(kind, memory)}"
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
    if isinstance(error, RecursionError) or "Circular reference" in str(error):
        return "it is nested too deeply, or holds itself"
    if isinstance(error, CodecError | ValueError) and type(error).__module__.startswith("playfunc"):
        return str(error)
    if isinstance(error, StructureHandlerNotFoundError):
        return f"values of type {_type_name(error.type_)} cannot be read back; name one exact type instead"
    if "Could not disambiguate" in str(error):
        return f"{error}; give each a field of its own"
    if isinstance(error, AttributeError):
        return f"a value of another type than declared ({error})"
    if "Out of range float" in str(error):
        return "JSON cannot hold a float that is infinite or not a number"
    return f"{type(error).__name__}: {error}"


def _located(raw: Any, kind: Any) -> str:
    """What is wrong and where in the value, such as `expected int, got str: 'x' @ Seen.count`."""
    try:
        _DETAILED.structure(raw, kind)
    except Exception as error:
        found = transform_error(error, _type_name(kind), lambda inner, _: _explain(inner))
        return "; ".join(text.removesuffix(f" @ {_type_name(kind)}") for text in found)
    return ""


def _advice(kind: Any, memory: object) -> str:
    if kind is Any:
        return (
            "; say what it is in the return annotation, such as "
            "`def play(...) -> tuple[Card, set[Card]]`, and it will"
        )
    name = type(memory).__name__
    if dataclasses.is_dataclass(memory) and type(memory).__eq__ is object.__eq__:
        return f"; make {name} comparable: @dataclass without eq=False"
    if kind is type(memory) and not dataclasses.is_dataclass(kind) and kind.__module__ != "builtins":
        return f"; make {name} a dataclass"
    if kind in _BARE:
        name = _type_name(kind)
        inside = "Card, int" if issubclass(kind, Mapping) else "Card, ..." if kind is tuple else "Card"
        return f"; the return annotation says {name}: say what is in it too, such as {name}[{inside}]"
    return f"; the return annotation says {_type_name(kind)}"


def _type_name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) and not typing.get_args(kind) else str(kind)
