"""Which types memory may have, and how each is written as JSON values: the hooks behind `playfunc.codec`.

JSON's own values are themselves; cards and enums are their texts and values; sets are sorted lists;
dictionaries are objects when all their keys are text, and lists of pairs otherwise; tuples, named tuples
and deques are lists; a dataclass is an object, with its name as `_type` where a union leaves open which it
is. Everything is written by the *declared* type and read back by it.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Mapping, MutableSet
from collections.abc import Set as AbstractSet
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Union, get_args, get_origin, get_type_hints

from playfunc.cards import Card, WhistCard
from playfunc.errors import shown

if TYPE_CHECKING:
    from cattrs import Converter

Write = Callable[[Any], Any]
Read = Callable[[Any, Any], Any]


class CodecError(ValueError):
    """A value that is not what its type says, or that JSON cannot hold."""


class NoJsonFormError(CodecError):
    """A value that needs a type to go with it, if it can be stored at all."""


def _refuse(value: object) -> NoReturn:
    if isinstance(value, types.FunctionType | types.MethodType | types.GeneratorType):
        kind = type(value).__name__
        raise CodecError(
            f"JSON cannot hold this {kind}, whatever the annotation says; keep a value in its place"
        )
    raise NoJsonFormError(f"JSON cannot hold this {type(value).__name__}: {shown(value)}")


def _refuse_number(text: str) -> NoReturn:
    raise CodecError(f"JSON cannot hold {text}")


json_text = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_refuse
).encode
"""JSON values → their text."""

json_value = json.JSONDecoder(parse_constant=_refuse_number).decode
"""Text → JSON values."""


def type_name(kind: Any) -> str:
    """How a type is called in a message."""
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(map(repr, get_args(kind)))
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)


def make_converter(*, detailed: bool) -> Converter:
    """A converter with all hooks; a `detailed` one is slower and says where in a value a mistake is."""
    from cattrs import Converter
    from cattrs.strategies import configure_union_passthrough

    converter = Converter(detailed_validation=detailed, forbid_extra_keys=True)
    for card_type in (Card, WhistCard):
        converter.register_unstructure_hook(card_type, partial(_card_text, card_type))
        converter.register_structure_hook(card_type, lambda text, kind: kind(text))
    for plain in (int, float, str, bool, type(None)):
        converter.register_structure_hook(plain, _exactly)
    configure_union_passthrough(str | bool | int | float | None, converter)
    converter.register_unstructure_hook_factory(_is_set, _set_writer)
    converter.register_unstructure_hook_factory(lambda kind: _class_of(kind) is deque, _deque_writer)
    converter.register_unstructure_hook_factory(_is_mapping, _mapping_writer)
    converter.register_structure_hook_factory(_is_mapping, _mapping_reader)
    converter.register_unstructure_hook_factory(_is_named_tuple, _named_tuple_writer)
    converter.register_structure_hook_factory(_is_named_tuple, _named_tuple_reader)
    converter.register_unstructure_hook_factory(_is_choice, _choice_writer)
    converter.register_structure_hook_factory(_is_choice, _choice_reader)
    return converter


def _class_of(kind: Any) -> Any:
    return get_origin(kind) or kind


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


def _is_set(kind: Any) -> bool:
    return _class_of(kind) in (set, frozenset, AbstractSet, MutableSet)


def _set_writer(kind: Any, converter: Converter) -> Write:
    (item,) = get_args(kind) or (Any,)
    return lambda values: sorted((converter.unstructure(v, item) for v in values), key=json_text)


def _deque_writer(kind: Any, converter: Converter) -> Write:
    (item,) = get_args(kind) or (Any,)

    def write(values: deque[Any]) -> list[Any]:
        if values.maxlen is not None:
            raise CodecError("JSON cannot hold the maxlen of a deque; shorten a list instead")
        return [converter.unstructure(v, item) for v in values]

    return write


def _is_mapping(kind: Any) -> bool:
    origin = _class_of(kind)
    return isinstance(origin, type) and issubclass(origin, Mapping) and not typing.is_typeddict(origin)


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


def _mapping_writer(kind: Any, converter: Converter) -> Write:
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
        raise CodecError(f"expected {type_name(kind)}, got a {type(mapping).__name__}: {shown(mapping)}")
    factory, kept = getattr(mapping, "default_factory", None), getattr(empty, "default_factory", None)
    if factory is not kept:
        raise CodecError(
            f"a {type_name(kind)} comes back with the factory {getattr(kept, '__name__', None)}, "
            f"not with {getattr(factory, '__name__', None)}; use a dict and .get(key, default)"
        )


def _mapping_reader(kind: Any, converter: Converter) -> Read:
    key, value = _mapping_types(kind)

    def read(raw: Any, _: Any) -> Any:
        mapping = _empty_mapping(kind)
        for k, v in raw.items() if isinstance(raw, dict) else raw:
            mapping[converter.structure(k, key)] = converter.structure(v, value)
        return mapping

    return read


# Named tuples: cattrs leaves annotations that are text (`from __future__ import annotations`) unread


def _is_named_tuple(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def _field_types(kind: Any) -> list[Any]:
    hints = get_type_hints(kind)
    return [hints.get(name, Any) for name in kind._fields]


def _typed_parts(kind: Any, fields: list[Any], values: Any) -> list[tuple[Any, Any]]:
    if not isinstance(values, list | tuple) or len(values) != len(fields):
        raise CodecError(f"expected a {kind.__name__} of {len(fields)}, got {shown(values)}")
    return list(zip(values, fields, strict=True))


def _named_tuple_writer(kind: Any, converter: Converter) -> Write:
    fields = _field_types(kind)
    return lambda value: [converter.unstructure(v, t) for v, t in _typed_parts(kind, fields, value)]


def _named_tuple_reader(kind: Any, converter: Converter) -> Read:
    fields = _field_types(kind)
    return lambda raw, _: kind(*(converter.structure(v, t) for v, t in _typed_parts(kind, fields, raw)))


# Unions of dataclasses: tagged, since their fields may not tell them apart


def _choices(kind: Any) -> dict[str, Any]:
    return {
        _class_of(member).__name__: member
        for member in get_args(kind)
        if isinstance(_class_of(member), type) and dataclasses.is_dataclass(_class_of(member))
    }


def _is_choice(kind: Any) -> bool:
    return get_origin(kind) in (Union, types.UnionType) and len(_choices(kind)) > 1


def _choice_writer(kind: Any, converter: Converter) -> Write:
    choices = _choices(kind)

    def write(value: Any) -> Any:
        name = type(value).__name__
        if name not in choices:
            return converter.unstructure(value)
        return {"_type": name, **converter.unstructure(value, choices[name])}

    return write


def _choice_reader(kind: Any, converter: Converter) -> Read:
    choices = _choices(kind)
    others = tuple(member for member in get_args(kind) if member not in choices.values())
    other: Any = Union[others] if others else None  # noqa: UP007, there is no other way to join a tuple

    def read(raw: Any, _: Any) -> Any:
        if isinstance(raw, dict) and raw.get("_type") in choices:
            parts = {name: value for name, value in raw.items() if name != "_type"}
            return converter.structure(parts, choices[raw["_type"]])
        if others:
            return converter.structure(raw, other)
        raise CodecError(f"expected {' or '.join(choices)}, got {shown(raw)}")

    return read
