from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc_arena.whist.live import RefusedError
from playfunc_web.skullwhist.parsing import MOST_BYTES, fields_of_body, fields_of_query, text, whole_number


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "The body is empty"),
        (b" \n", "The body is empty"),
        (b"{", "The body is no JSON: Expecting property name enclosed in double quotes, line 1, column 2"),
        (b"{'bid': 3}", "The body is no JSON"),
        (b"name=ada&password=x", "The body is no JSON"),
        (b'{"bid": 3}{"bid": 3}', "The body is no JSON: Extra data, line 1, column 11"),
        (b"\xff\xfe", "The body is no UTF-8 text: byte 1"),
        (b'{"name": "\xe9"}', "The body is no UTF-8 text: byte 11"),
        (b"[" * 16000, "nests too deep"),
        (b'{"bid": ' + b"9" * 10000 + b"}", "a number is too long"),
        (b"[]", "must be a JSON object; got a list"),
        (b"null", "must be a JSON object; got null"),
        (b"true", "must be a JSON object; got true or false"),
        (b"17", "must be a JSON object; got a number"),
        (b"1.5", "must be a JSON object; got a number"),
        (b'"status"', "must be a JSON object; got text"),
    ],
)
def test_a_body_that_is_no_object_is_refused_with_the_reason(body: bytes, why: str) -> None:
    with pytest.raises(RefusedError) as refused:
        fields_of_body(body)
    assert why in str(refused.value)


def test_a_byte_order_mark_and_further_members_do_no_harm() -> None:
    assert fields_of_body(b'\xef\xbb\xbf{"bid": 3, "_": 1}') == {"bid": 3, "_": 1}


@pytest.mark.parametrize("value", ["10", '"10"', '"010"', '"+10"', "10.0", "1e1", "1.0E+1", "100e-1"])
def test_a_whole_number_may_be_text_or_have_a_point_or_an_exponent(value: str) -> None:
    number = whole_number(fields_of_body(b'{"bid": %s}' % value.encode()), "bid")
    assert (number, type(number)) == (10, int)


def test_a_negative_number_is_read_so_that_it_can_be_refused_by_its_meaning() -> None:
    assert whole_number({"bid": "-3"}, "bid") == -3


@pytest.mark.parametrize(
    ("value", "got"),
    [
        (None, "null"),
        (True, "true or false"),
        (3.5, "a number with a fraction"),
        (float("nan"), "a number with a fraction"),
        ([3], "a list"),
        ({"bid": 3}, "an object"),
        ("", "text that is no number"),
        (" 3", "text that is no number"),
        ("three", "text that is no number"),
        ("3.0", "text that is no number"),
        ("٣", "text that is no number"),
        ("9" * 16, "text that is no number"),
    ],
)
def test_what_is_no_whole_number_is_told(value: Any, got: str) -> None:
    with pytest.raises(RefusedError, match=rf"^bid must be a whole number; got {got}\.$"):
        whole_number({"bid": value}, "bid")


def test_a_number_beyond_any_that_is_stored_is_refused() -> None:
    for value in (2**98, 2.0**98):
        with pytest.raises(RefusedError, match=r"^bid is too large: 30 digits\.$"):
            whole_number({"bid": value}, "bid")


@pytest.mark.parametrize(
    ("value", "got"),
    [
        (3, "a number"),
        (None, "null"),
        (False, "true or false"),
        (["x"], "a list"),
        ("\ud800", "half a character"),
    ],
)
def test_what_is_no_text_is_told(value: Any, got: str) -> None:
    with pytest.raises(RefusedError, match=f"^name must be text; got {got}"):
        text({"name": value}, "name")


def test_a_key_that_is_missing_is_named() -> None:
    with pytest.raises(RefusedError, match=r"^The key session is missing\.$"):
        text({"Session": "x"}, "session")


def test_a_query_is_text_alone() -> None:
    assert fields_of_query(b"method=bid&bid=5&session=&_=17&bid=6") == {
        "method": "bid",
        "bid": "6",
        "session": "",
        "_": "17",
    }
    assert fields_of_query(b"name=a+b%20%C3%A4") == {"name": "a b ä"}
    for query in (b"name=%ff", b"\xff"):
        with pytest.raises(RefusedError, match="no text in UTF-8"):
            fields_of_query(query)
    with pytest.raises(RefusedError, match="longer than 16,384 bytes"):
        fields_of_query(b"a" * (MOST_BYTES + 1))


@given(st.binary(max_size=200))
def test_no_bytes_do_anything_but_fields_or_a_refusal(body: bytes) -> None:
    try:
        told: object = fields_of_body(body)
    except RefusedError as refused:
        told = str(refused)
    assert isinstance(told, dict) or str(told).endswith(".")
