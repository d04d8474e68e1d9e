from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc_arena.whist import RefusedError
from playfunc_web.skullwhist.methods import MOST_BYTES, fields_of_body, fields_of_query, whole_number


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
        (float("nan"), "a number with a fraction"),
        *((text, "text that is no number") for text in ("", " 3", "3.0", "٣", "9" * 16)),
    ],
)
def test_what_is_no_whole_number_is_told(value: Any, got: str) -> None:
    with pytest.raises(RefusedError, match=rf"^bid must be a whole number; got {got}\.$"):
        whole_number({"bid": value}, "bid")


def test_a_number_beyond_any_that_is_stored_is_refused() -> None:
    assert whole_number({"bid": 10**15}, "bid") == 10**15
    with pytest.raises(RefusedError, match=r"^bid is too large: 16 digits\.$"):
        whole_number({"bid": 10**15 + 1}, "bid")
    for value in (2**98, 2.0**98):
        with pytest.raises(RefusedError, match=r"^bid is too large: 30 digits\.$"):
            whole_number({"bid": value}, "bid")


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
