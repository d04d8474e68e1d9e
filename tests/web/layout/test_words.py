from __future__ import annotations

from playfunc.errors import PLAY_ERRORS
from playfunc_checks.results import Verdict
from playfunc_web.layout.words import WORDS, fault_words, worded


def test_every_verdict_of_a_check_begins_with_a_capital_letter() -> None:
    for verdict in Verdict:
        assert worded(verdict.value)[0].isupper()


def test_a_word_that_is_not_known_stays_as_it_is() -> None:
    assert worded("zeal") == "zeal"
    assert "zeal" not in WORDS


def test_every_kind_of_fault_is_put_in_words() -> None:
    for name in PLAY_ERRORS:
        assert len(fault_words(name).split()) > 2, name
    assert fault_words("TimeError") == "one move took longer than the limit"
    assert fault_words("SomethingElse") == ""
