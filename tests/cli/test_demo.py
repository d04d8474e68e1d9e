"""`playfunc demo`: what it refuses; tests/assignments runs it on every assignment."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import one_sentence, run


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--assignment", "chess"), "chess"),
        (("--deals", "1"), "at least 2 deals, and --deals 1 was given"),
    ],
)
def test_misuse_is_one_sentence_and_writes_nothing(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    assert words in one_sentence(run("demo", "there", *arguments, cwd=tmp_path))
    assert list(tmp_path.iterdir()) == []
