"""Names in sentences, among them that of a person, and sentences one after the other."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["HUMAN", "belonging", "sentences"]

HUMAN = "You"
"""What a person is called, at the table and by the players."""


def belonging(name: str) -> str:
    """Whose something is, within a sentence: "Bo's", "your"."""
    return "your" if name == HUMAN else f"{name}'s"


def sentences(told: Iterable[str]) -> str:
    """Sentences in a row, each with a capital: the names that begin them may have none."""
    return " ".join(sentence[:1].upper() + sentence[1:] for sentence in told)
