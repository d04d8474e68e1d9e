"""Values as JSON text and back, by type: players' memory, and stored games.

Memory is passed through this on every call, so that nothing survives which is not in it. Understood are
JSON's own values, dataclasses, named tuples, enums, sets, tuples, optional values and unions of
dataclasses, dictionaries with any keys, and cards in all of them. Text is canonical: sets are written
sorted, so that equal memories make equal text.
"""

from __future__ import annotations

import dataclasses
import json
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, get_args, get_origin

from cattrs import Converter
from cattrs.errors import BaseValidationError
from cattrs.strategies import configure_union_passthrough

from playfunc.cards import Card, WhistCard

__all__ = ["MEMORY_LIMIT", "CodecError", "decode", "encode", "read_memory", "write_memory"]

MEMORY_LIMIT = 16 * 1024
"""How much text one memory may take, in bytes of UTF-8."""


class CodecError(ValueError):
    """A value that is not what its type says, or that JSON cannot hold."""


def _is_mapping(kind: Any) -> bool:
    origin = get_origin(kind) or kind
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _is_set(kind: Any) -> bool:
    return (get_origin(kind) or kind) in (set, frozenset)


def _make_converter() -> Converter:
    converter = Converter(detailed_validation=False, forbid_extra_keys=True)
    for card_type in (Card, WhistCard):
        converter.register_unstructure_hook(card_type, lambda card: card.text)
        converter.register_structure_hook(card_type, lambda text, kind: kind(text))
    for plain in (int, float, str, bool):
        converter.register_structure_hook(plain, _exactly)

    configure_union_passthrough(str | bool | int | float | None, converter)

    def unstructure_set(kind: Any) -> Callable[[Any], Any]:
        (item,) = get_args(kind) or (Any,)
        return lambda values: sorted((converter.unstructure(v, item) for v in values), key=_canonical)

    def unstructure_mapping(kind: Any) -> Callable[[Any], Any]:
        key, value = get_args(kind) or (Any, Any)

        def unstructure(mapping: Mapping[Any, Any]) -> Any:
            pairs = [
                [converter.unstructure(k, key), converter.unstructure(v, value)] for k, v in mapping.items()
            ]
            return dict(pairs) if all(type(k) is str for k, _ in pairs) else pairs

        return unstructure

    def structure_mapping(kind: Any) -> Callable[[Any, Any], Any]:
        key, value = get_args(kind) or (Any, Any)

        def structure(raw: Any, _: Any) -> Any:
            pairs = raw.items() if isinstance(raw, dict) else raw
            return {converter.structure(k, key): converter.structure(v, value) for k, v in pairs}

        return structure

    converter.register_unstructure_hook_factory(_is_set, unstructure_set)
    converter.register_unstructure_hook_factory(_is_mapping, unstructure_mapping)
    converter.register_structure_hook_factory(_is_mapping, structure_mapping)
    return converter


def _exactly(value: Any, kind: type) -> Any:
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise CodecError(f"expected {kind.__name__}, got {type(value).__name__}: {value!r}")
    return value


def _canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


_CONVERTER = _make_converter()


@lru_cache(maxsize=256)
def _is_plain(kind: Any) -> bool:
    """Whether values of this type are JSON already, so that nothing needs to be converted."""
    return kind in (Any, object, str, int, float, bool, type(None), dict, list)


def encode(value: object, kind: Any) -> str:
    """Canonical JSON text of `value`, taken as a `kind`. Raises `CodecError`."""
    try:
        return _canonical(value if _is_plain(kind) else _CONVERTER.unstructure(value, kind))
    except (TypeError, ValueError, AttributeError, KeyError, RecursionError) as error:
        raise CodecError(f"{type(error).__name__}: {error}") from error


def decode(text: str, kind: Any) -> Any:
    """The value that `encode` wrote. Raises `CodecError`."""
    try:
        raw = json.loads(text)
        return raw if kind in (Any, object, dict, list) else _CONVERTER.structure(raw, kind)
    except (BaseValidationError, TypeError, ValueError, AttributeError, KeyError, RecursionError) as error:
        raise CodecError(f"{type(error).__name__}: {error}") from error


def write_memory(memory: object, kind: Any) -> str:
    """The JSON text of a player's memory of declared type `kind` (`Any` when it declared none).

    The text is read back and compared, so that what does not survive the journey is found at once and not
    a trick later. Raises `CodecError` with a sentence for the student.
    """
    text = encode(memory, kind)
    if len(text) > MEMORY_LIMIT // 4 and len(text.encode("utf-8", "replace")) > MEMORY_LIMIT:
        raise CodecError(
            f"{len(text.encode('utf-8', 'replace'))} bytes as text, over the limit of {MEMORY_LIMIT}"
        )
    _refuse_lone_surrogates(text)
    if type(memory) is str and kind in (str, Any):
        return text
    back = decode(text, kind)
    if back != memory or type(back) is not type(memory):
        raise CodecError(
            f"it comes back from JSON as {_short(back)}, not as {_short(memory)}{_advice(kind, memory)}"
        )
    return text


def read_memory(text: str, kind: Any) -> Any:
    """A fresh copy of the memory that `write_memory` wrote."""
    return decode(text, kind)


def _refuse_lone_surrogates(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise CodecError("text with a lone surrogate, which UTF-8 cannot hold") from error


def _advice(kind: Any, memory: object) -> str:
    if kind is Any:
        return (
            "; say what it is in the return annotation, such as "
            "`def play(...) -> tuple[Card, set[Card]]`, and it will"
        )
    if dataclasses.is_dataclass(memory) and type(memory).__eq__ is object.__eq__:
        return f"; make {type(memory).__name__} comparable: @dataclass without eq=False"
    return f"; the return annotation says {_type_name(kind)}"


def _type_name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) and not typing.get_args(kind) else str(kind)


def _short(value: object) -> str:
    text = repr(value.value if isinstance(value, Enum) else value)
    return text if len(text) <= 80 else text[:77] + "…"
