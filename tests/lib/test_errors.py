"""Faults survive pickling, and every kind is listed by its name."""

import copy
import pickle

import pytest
from playfunc.errors import (
    PLAY_ERRORS,
    IllegalMoveError,
    PlayError,
)

# The errors themselves


OURS = {name: kind for name, kind in PLAY_ERRORS.items() if kind.__module__ == PlayError.__module__}


@pytest.mark.parametrize("kind", OURS.values())
def test_faults_survive_pickling_and_copying(kind):
    error = kind("why", position="where", player="who", detail="how")
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(other) is kind
        assert vars(other) == vars(error)
        assert str(other) == str(error) == f"who: {kind.rule}: why\nwhere\nhow"
    assert str(kind("why")) == f"{kind.rule}: why"


def test_every_kind_of_fault_is_listed_by_its_name():
    def below(kind: type[PlayError]) -> set[type[PlayError]]:
        return {kind}.union(*map(below, kind.__subclasses__()))

    assert set(OURS.values()) == {
        kind for kind in below(PlayError) - {PlayError} if kind.__module__ == PlayError.__module__
    }
    assert all(name == kind.__name__ for name, kind in PLAY_ERRORS.items())
    assert all(kind.hint for kind in OURS.values() if kind is not IllegalMoveError)
