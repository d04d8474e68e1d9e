"""The part of numpy's global generator that the stand-in has; its numbers are Python's, not numpy's."""

from __future__ import annotations

from random import Random

from numpy._array import as_array, ndarray

_luck = Random(0)

seed, get_state, set_state = _luck.seed, _luck.getstate, _luck.setstate


def random(size=None):
    if size is None:
        return _luck.random()
    shape = (size,) if isinstance(size, int) else tuple(size)
    count = 1
    for length in shape:
        count *= length
    return ndarray([_luck.random() for _ in range(count)], shape)


def randint(low, high=None):
    return _luck.randrange(low) if high is None else _luck.randrange(low, high)


def choice(values, p=None):
    options = list(range(values)) if isinstance(values, int) else list(values)
    return _luck.choices(options, None if p is None else list(as_array(p)))[0]
