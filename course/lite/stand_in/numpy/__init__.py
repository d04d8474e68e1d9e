"""A small stand-in for numpy, for a browser for which there is no numpy: what the course's notebooks use, in plain Python.

Arrays of whole numbers and floats, their arithmetic, slices as views, sums along axes, and products of matrices. What is
missing says so. Results agree with numpy's to rounding; random numbers are others.
"""

from __future__ import annotations

import builtins  # some of its names are numpy's too
import math
from struct import unpack

from numpy import random
from numpy._array import (
    CODES,
    as_array,
    cast,
    common_shape,
    elementwise,
    kind_of,
    lines,
    ndarray,
    spread,
    strides_of,
)

__version__ = "0.0 (a stand-in)"

inf, nan, pi, e = math.inf, math.nan, math.pi, math.e
newaxis = None

float64 = type("float64", (float,), {})
int8, uint8, int16, int32, int64 = (
    type(name, (int,), {}) for name in ("int8", "uint8", "int16", "int32", "int64")
)
bool_ = bool
asarray = as_array


def __getattr__(name):
    raise AttributeError(
        f"this page has a small stand-in for numpy, which has no numpy.{name}. On your own computer you can use all of "
        "numpy; here write it in plain Python"
    )


def array(values, dtype=None):
    return as_array(values, dtype).copy()


def _shape(shape):
    return (shape,) if isinstance(shape, int) else tuple(shape)


def full(shape, value, dtype=None):
    kind = kind_of(dtype) if dtype is not None else kind_of(type(value))
    shape = _shape(shape)
    return ndarray(cast([value], kind) * math.prod(shape), shape, kind)


def zeros(shape, dtype=float):
    return full(shape, 0, dtype)


def ones(shape, dtype=float):
    return full(shape, 1, dtype)


empty = zeros


def zeros_like(other, dtype=None):
    return zeros(other.shape, dtype or other.dtype)


def ones_like(other, dtype=None):
    return ones(other.shape, dtype or other.dtype)


def full_like(other, value, dtype=None):
    return full(other.shape, value, dtype or other.dtype)


def eye(rows, columns=None, dtype=float):
    made = zeros((rows, rows if columns is None else columns), dtype)
    for at in range(builtins.min(made.shape)):
        made[at, at] = 1
    return made


identity = eye


def arange(start, stop=None, step=1, dtype=None):
    start, stop = (0, start) if stop is None else (start, stop)
    count = builtins.max(0, math.ceil((stop - start) / step))
    return as_array([start + at * step for at in range(count)], dtype or (None if count else int))


def linspace(start, stop, num=50):
    step = (stop - start) / builtins.max(1, num - 1)
    return as_array([start + at * step for at in range(num)], float)


def frombuffer(buffer, dtype=float):
    kind = kind_of(dtype)
    size = {"b": 1, "B": 1, "?": 1, "h": 2, "i": 4, "q": 8, "d": 8}[CODES[kind]]
    data = list(unpack(f"<{len(buffer) // size}{CODES[kind]}", bytes(buffer)))
    return ndarray(data, (len(data),), kind)


def _each(what, kind=None):
    def function(values):
        given = as_array(values)
        found = ndarray([what(value) for value in given.values()], given.shape, kind or given.dtype)
        return found if found.shape else found.item()

    return function


absolute = abs = _each(abs)
sign = _each(lambda value: (value > 0) - (value < 0) if value == value else value)
rint = _each(lambda value: float(round(value)), "float64")
floor = _each(lambda value: float(math.floor(value)), "float64")
ceil = _each(lambda value: float(math.ceil(value)), "float64")
sqrt, exp, log = (_each(what, "float64") for what in (math.sqrt, math.exp, math.log))
isnan = _each(math.isnan, "bool")


def maximum(one, other):
    return elementwise(builtins.max, one, other)


def minimum(one, other):
    return elementwise(builtins.min, one, other)


def clip(values, low, high):
    return minimum(maximum(values, low), high)


def where(condition, one, other):
    parts = [as_array(each) for each in (condition, one, other)]
    shape = common_shape(*(each.shape for each in parts))
    flat = [spread(each, shape).values() for each in parts]
    kind = "float64" if "float64" in (parts[1].dtype, parts[2].dtype) else parts[1].dtype
    return ndarray([a if wanted else b for wanted, a, b in zip(*flat)], shape, kind)


def isclose(one, other, rtol=1e-05, atol=1e-08):
    return elementwise(
        lambda a, b: a == b or math.fabs(a - b) <= atol + rtol * math.fabs(b), one, other, "bool"
    )


def allclose(one, other, rtol=1e-05, atol=1e-08):
    found = isclose(one, other, rtol, atol)
    return bool(found.all()) if isinstance(found, ndarray) else bool(found)


def array_equal(one, other):
    a, b = as_array(one), as_array(other)
    return a.shape == b.shape and a.values() == b.values()


def _method(name):
    def function(values, *arguments, **options):
        return getattr(as_array(values), name)(*arguments, **options)

    return function


sum, prod, mean, cumsum, argmax, argmin, any, all, round, reshape, transpose, ravel = map(
    _method,
    (
        "sum",
        "prod",
        "mean",
        "cumsum",
        "argmax",
        "argmin",
        "any",
        "all",
        "round",
        "reshape",
        "transpose",
        "ravel",
    ),
)
max = amax = _method("max")
min = amin = _method("min")
around = round


def dot(one, other):
    return as_array(one) @ as_array(other)


matmul = dot


def outer(one, other):
    return as_array(one).flatten()[:, None] * as_array(other).flatten()[None, :]


def diff(values, axis=-1, prepend=None):
    given = as_array(values)
    axis %= given.ndim
    shape = list(given.shape)
    shape[axis] += (prepend is not None) - 1
    made = ndarray([0] * math.prod(shape), shape, given.dtype)
    head = [] if prepend is None else [prepend]
    for (places, _), (_, line) in zip(lines(made, axis), lines(given, axis)):
        line = head + line
        for place, before, after in zip(places, line, line[1:]):
            made.data[place] = after - before
    return made


def concatenate(arrays, axis=0):
    parts = [as_array(each) for each in arrays]
    if axis:
        raise NotImplementedError("the stand-in for numpy joins arrays along their first axis only")
    kind = "float64" if "float64" in {each.dtype for each in parts} else parts[0].dtype
    length = 0
    for each in parts:
        length += len(each)
    return ndarray([value for each in parts for value in each.values()], (length, *parts[0].shape[1:]), kind)


def stack(arrays):
    return as_array([as_array(each) for each in arrays])


def unravel_index(index, shape):
    found = []
    for stride in strides_of(shape):
        found.append(index // stride)
        index %= stride
    return tuple(found)


def argsort(values):
    given = as_array(values).values()
    return as_array(sorted(range(len(given)), key=given.__getitem__), int)


def sort(values):
    return as_array(sorted(as_array(values).values()))


def unique(values):
    return as_array(sorted({*as_array(values).values()}))
