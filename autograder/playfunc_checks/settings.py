"""Settings from TOML, made into frozen values by their types: one strict path for every file, in a browser too.

A type says what fits in words (`Fits`), so that every refusal names the file, the key, what was expected and what
was found. A key that is not there is refused with the nearest one that is: a typing error must change no mark.
"""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from difflib import get_close_matches
from functools import lru_cache
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T")
Table = Mapping[str, Any]
Path = tuple[str | int, ...]
"""Where a value stands: keys, and places in lists counted from 0."""


class SettingsError(ValueError):
    """A course's settings that cannot be used; the message says what to change."""


@dataclass(frozen=True, slots=True)
class Fits:
    """What fits a setting, in words, and which values of its type do. Stands in the type: `Annotated[int, Fits(…)]`."""

    words: str
    holds: Callable[[Any], bool] = lambda value: True


@dataclass(frozen=True, slots=True)
class Key:
    """Stands in the type of a field whose key in the file has another `name`, or none: `Key("")`."""

    name: str


_UNCLOSED = re.compile(r"Illegal character '\\n'|Unterminated string|Expected \"'\"")
"""What Python's parser says of a text whose quote is never closed."""


class _MisfitError(ValueError):
    """A value that does not fit; `words` say what would."""

    def __init__(self, words: str, value: Any) -> None:
        super().__init__(words)
        self.words = words
        self.value = value


def toml_table(text: str, name: str) -> dict[str, Any]:
    """The settings in a file of this name. Raises `SettingsError` with the line that is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        told = _UNCLOSED.sub("a text lacks its closing quote", str(error))
        raise SettingsError(f"{name} cannot be read: {told}") from error


def structured(kind: type[T], table: Table, place: Callable[[Path], str]) -> T:
    """The value that a table of settings makes. `place` tells the file and the table that a setting stands in. Raises
    `SettingsError` with a line for each setting that does not fit."""
    try:
        return _converter().structure(table, kind)
    except Exception as error:
        from cattrs import ForbiddenExtraKeysError

        found = list(_causes(error, ())) or [((), error)]
        unknown = {path for path, cause in found if isinstance(cause, ForbiddenExtraKeysError)}
        # A misspelt key is also a missing one; its line says what was meant.
        told = [
            _describe(path, cause, place)
            for path, cause in found
            if not (isinstance(cause, KeyError) and path[:-1] in unknown)
        ]
        raise SettingsError("\n".join(told)) from None


def unstructured(value: Any) -> Any:
    """The settings that make this value, as `structured` reads them; what is not set is left out."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        pairs = ((key, getattr(value, name)) for name, key in _names(type(value)).items() if key)
        return {key: unstructured(each) for key, each in pairs if each is not None}
    if isinstance(value, Mapping):
        return {key: unstructured(each) for key, each in value.items()}
    return [unstructured(each) for each in value] if isinstance(value, tuple | list) else value


def instant(moment: datetime, zone: tzinfo) -> datetime:
    """The moment in UTC, in which differences are true across the change to summer time; without a zone of its
    own it is read in `zone`."""
    return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)


def time_of_day(text: str) -> datetime:
    """The time in ISO's form. A day alone is none, for people mean its end by that. Raises `ValueError`."""
    if ":" not in text:
        raise ValueError(f"{text!r} names no hour")
    return datetime.fromisoformat(text)


def localized(value: Any, zone: tzinfo) -> Any:
    """The same settings with all times in UTC; a time that has none there stays as it is, and is refused later."""
    if isinstance(value, dict):
        return {key: localized(each, zone) for key, each in value.items()}
    if isinstance(value, list):
        return [localized(each, zone) for each in value]
    if not isinstance(value, datetime):
        return value
    try:
        return instant(value, zone)
    except OverflowError:
        return value


def nearest(name: str, among: Collection[str], most: int = 1) -> str:
    """A hint for a name that is not among these, such as "did you mean 'deals'? ", with `most` names at most; empty
    where none is near."""
    near = get_close_matches(name, among, most)
    return f"did you mean {' or '.join(map(repr, near))}? " if near else ""


def known(name: str, among: Collection[str]) -> str:
    """The hint, or all the names there are where none is near."""
    return nearest(name, among).rstrip() or f"known are {', '.join(among)}"


def written(value: Any) -> str:
    """The value as it stands in the file, more or less."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def _describe(path: Path, cause: BaseException, place: Callable[[Path], str]) -> str:
    from cattrs import ForbiddenExtraKeysError

    if isinstance(cause, ForbiddenExtraKeysError):
        keys = [key for key in _names(cause.cl).values() if key]
        return "\n".join(
            f"{place((*path, name))}: there is no setting {name!r}; {known(name, keys)}"
            for name in sorted(cause.extra_fields)
        )
    where, key = place(path), path[-1] if path else "it"
    if isinstance(cause, KeyError):
        return f"{where}: {key} is missing; add a line such as {key} = …"
    if not isinstance(cause, _MisfitError):
        return f"{where}: {key} cannot be read: {cause}"
    if isinstance(key, int):
        where, key = f"{where}, number {key + 1}", "it"
    return f"{where}: {key} must be {cause.words}; found {written(cause.value)}"


def _causes(error: BaseException, path: Path) -> Iterator[tuple[Path, BaseException]]:
    """Every single error with where it stands, unknown keys first: a misspelt key is also a missing one."""
    from cattrs import BaseValidationError, ClassValidationError, ForbiddenExtraKeysError

    if not isinstance(error, BaseValidationError):
        yield path, error
        return
    unknown = isinstance(error, ClassValidationError)
    order = sorted(
        error.exceptions, key=lambda each: not (unknown and isinstance(each, ForbiddenExtraKeysError))
    )
    for each in order:
        yield from _causes(each, (*path, *_step(each)))


def _step(error: BaseException) -> Path:
    from cattrs import AttributeValidationNote, IterableValidationNote

    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            return (note.name,)
        if isinstance(note, IterableValidationNote) and isinstance(note.index, int):
            return (note.index,)
    return ()


def _names(kind: type) -> dict[str, str]:
    """Field → its key in the file, which is "" where it has none."""
    hints = get_type_hints(kind, include_extras=True)
    marks = {name: get_args(hint)[1:] for name, hint in hints.items() if get_origin(hint) is Annotated}
    named = {name: mark.name for name, found in marks.items() for mark in found if isinstance(mark, Key)}
    return {field.name: named.get(field.name, field.name) for field in dataclasses.fields(kind)}


@lru_cache(maxsize=1)
def _converter() -> Converter:
    from cattrs import Converter

    converter = Converter(detailed_validation=True, forbid_extra_keys=True)
    for plain, words in _PLAIN.items():
        converter.register_structure_hook(plain, _exactly(plain, words))
    converter.register_structure_hook(datetime, _time)
    converter.register_structure_hook_factory(dataclasses.is_dataclass, _table_reader)
    converter.register_structure_hook_factory(_is_list, _list_reader)
    converter.register_structure_hook_factory(_is_optional, _optional_reader)
    converter.register_structure_hook_factory(_is_fitted, _fitted_reader)
    return converter


_PLAIN = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
}


def _exactly(plain: Callable[[Any], Any], words: str) -> Callable[[Any, Any], Any]:
    def read(value: Any, _: Any) -> Any:
        if type(value) is not plain and not (plain is float and type(value) is int):
            raise _MisfitError(words, value)
        return plain(value)

    return read


def _time(value: Any, _: Any) -> datetime:
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise _MisfitError("a day with its hour", value)
    return value


def _table_reader(kind: Any, converter: Converter) -> Callable[[Any, Any], Any]:
    from cattrs import override
    from cattrs.gen import make_dict_structure_fn

    # cattrs reads annotations that are text without what `Annotated` adds, so it gets the whole types here.
    hints, names = get_type_hints(kind, include_extras=True), _names(kind)
    changed: dict[str, Any] = {
        name: override(rename=key, struct_hook=converter.get_structure_hook(hints[name]))
        if key
        else override(omit=True)
        for name, key in names.items()
    }
    structure = make_dict_structure_fn(
        kind, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=True, **changed
    )

    def read(value: Any, _: Any) -> Any:
        if not isinstance(value, Mapping):
            raise _MisfitError("a table: write its settings below a line with its name in brackets", value)
        return structure(value, kind)

    return read


def _is_list(kind: Any) -> bool:
    return bool(get_origin(kind) is tuple)


def _list_reader(kind: Any, converter: Converter) -> Callable[[Any, Any], Any]:
    item = get_args(kind)[0]
    each = list[item]  # type: ignore[valid-type]

    def read(value: Any, _: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise _MisfitError("a list", value)
        return tuple(converter.structure(value, each))

    return read


def _is_optional(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType) and type(None) in get_args(kind)


def _optional_reader(kind: Any, converter: Converter) -> Callable[[Any, Any], Any]:
    """Only the default is `None`: TOML has no such value."""
    (given,) = (each for each in get_args(kind) if each is not type(None))
    return lambda value, _: converter.structure(value, given)


def _is_fitted(kind: Any) -> bool:
    return get_origin(kind) is Annotated and any(isinstance(part, Fits) for part in get_args(kind)[1:])


def _fitted_reader(kind: Any, converter: Converter) -> Callable[[Any, Any], Any]:
    plain, *marks = get_args(kind)
    fits = next(mark for mark in marks if isinstance(mark, Fits))

    def read(value: Any, _: Any) -> Any:
        try:
            found = converter.structure(value, plain)
            fine = fits.holds(found)
        except Exception as error:
            raise _MisfitError(fits.words, value) from error
        if not fine:
            raise _MisfitError(fits.words, value)
        return found

    return read
