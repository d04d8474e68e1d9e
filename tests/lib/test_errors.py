"""Faults survive pickling, and every kind is listed by its name."""

import copy
import copyreg
import pickle

import pytest
from playfunc.errors import (
    PLAY_ERRORS,
    IllegalMoveError,
    PlayError,
)
from tblib.pickling_support import pickle_exception

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


@pytest.mark.parametrize("kind", OURS.values())
def test_a_copy_has_attributes_of_its_own_beside_a_library_that_pickles_tracebacks(monkeypatch, kind):
    monkeypatch.setitem(copyreg.dispatch_table, kind, pickle_exception)
    error = kind("why", player="who")
    other = copy.copy(error)
    other.player = "somebody else"
    assert error.player == "who"


def test_every_kind_of_fault_is_listed_by_its_name():
    def below(kind: type[PlayError]) -> set[type[PlayError]]:
        return {kind}.union(*map(below, kind.__subclasses__()))

    assert set(OURS.values()) == {
        kind for kind in below(PlayError) - {PlayError} if kind.__module__ == PlayError.__module__
    }
    assert all(name == kind.__name__ for name, kind in PLAY_ERRORS.items())
    assert all(kind.hint for kind in OURS.values() if kind is not IllegalMoveError)
