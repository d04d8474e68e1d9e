"""Bodies and queries → fields, by the method's own list of them. Every failure says which field and what came instead;
none repeats a password or a session."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from playfunc_arena.whist.live import RefusedError

__all__ = ["MOST_BYTES", "fields_of_body", "fields_of_query", "text", "whole_number"]

MOST_BYTES = 16 * 1024

DIGITS = re.compile(r"[+-]?[0-9]{1,15}", re.ASCII)
MOST = 10**15

KINDS = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "true or false",
    int: "a number",
    float: "a number",
}


def fields_of_body(body: bytes) -> Mapping[str, Any]:
    """The members of the JSON object that a body is. Raises `RefusedError`."""
    if not body.strip():
        raise RefusedError('The body is empty: send a JSON object such as {"session": "…"}.')
    try:
        value = json.loads(body.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RefusedError(
            f"The body is no UTF-8 text: byte {error.start + 1} does not belong there."
        ) from error
    except json.JSONDecodeError as error:
        raise RefusedError(
            f"The body is no JSON: {error.msg}, line {error.lineno}, column {error.colno}."
        ) from error
    except (
        ValueError,
        RecursionError,
    ) as error:  # a number of thousands of digits, or objects in objects in …
        raise RefusedError("The JSON cannot be read: it nests too deep, or a number is too long.") from error
    if not isinstance(value, dict):
        raise RefusedError(f"The body must be a JSON object; got {_kind(value)}.")
    return value


def fields_of_query(query: bytes) -> Mapping[str, Any]:
    """The fields of a query; the last counts of one that is given twice. Raises `RefusedError`."""
    if len(query) > MOST_BYTES:
        raise RefusedError(f"The query is longer than {MOST_BYTES:,} bytes.")
    try:
        return dict(parse_qsl(query.decode("ascii"), keep_blank_values=True, errors="strict"))
    except ValueError as error:
        raise RefusedError("The query is no text in UTF-8 with percent-encoding.") from error


def text(fields: Mapping[str, Any], name: str) -> str:
    """Raises `RefusedError` for a key that is missing or no text."""
    value = _present(fields, name)
    if not isinstance(value, str):
        raise RefusedError(f"{name} must be text; got {_kind(value)}.")
    if not _encodable(value):
        raise RefusedError(f"{name} must be text; got half a character (a lone surrogate).")
    return value


def whole_number(fields: Mapping[str, Any], name: str) -> int:
    """A whole number, also as text of digits, `5.0` or `1e1`: not all languages keep these apart. Raises
    `RefusedError`."""
    value = _present(fields, name)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str) and DIGITS.fullmatch(value):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        told = "a number with a fraction" if isinstance(value, float) else _kind(value)
        told = "text that is no number" if isinstance(value, str) else told
        raise RefusedError(f"{name} must be a whole number; got {told}.")
    if abs(value) > MOST:
        raise RefusedError(f"{name} is too large: {len(str(abs(value)))} digits.")
    return value


def _present(fields: Mapping[str, Any], name: str) -> Any:
    if name not in fields:
        raise RefusedError(f"The key {name} is missing.")
    return fields[name]


def _kind(value: object) -> str:
    return "null" if value is None else KINDS[type(value)]


def _encodable(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
