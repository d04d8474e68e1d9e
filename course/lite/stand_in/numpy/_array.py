"""The array of the stand-in: numbers in a list, with a shape and strides, so that slices are views as in numpy."""

from __future__ import annotations

import math
import operator
from functools import lru_cache
from struct import pack

KINDS = {
    "int8": (8, True),
    "uint8": (8, False),
    "int16": (16, True),
    "int32": (32, True),
    "int64": (64, True),
}
"""Whole numbers: bits, and whether they have a sign."""

CODES = {"int8": "b", "uint8": "B", "int16": "h", "int32": "i", "int64": "q", "float64": "d", "bool": "?"}
NAMES = {float: "float64", int: "int64", bool: "bool"}


def kind_of(dtype):
    """The name of a dtype, however it was given."""
    name = NAMES.get(dtype) or getattr(dtype, "__name__", None) or str(dtype)
    name = {"float": "float64", "int": "int64", "bool_": "bool"}.get(name, name)
    if name not in CODES:
        raise NotImplementedError(f"the stand-in for numpy has no dtype {name!r}; it has {', '.join(CODES)}")
    return name


def cast(values, kind):
    """The values as this kind holds them; whole numbers turn over as in numpy."""
    if kind == "float64":
        return [float(value) for value in values]
    if kind == "bool":
        return [bool(value) for value in values]
    bits, signed = KINDS[kind]
    half, whole = 1 << (bits - 1), 1 << bits
    if signed:
        return [(int(value) + half) % whole - half for value in values]
    return [int(value) % whole for value in values]


@lru_cache(maxsize=1000)
def strides_of(shape):
    found, size = [], 1
    for length in reversed(shape):
        found.append(size)
        size *= length
    return tuple(reversed(found))


class ndarray:
    """Numbers of one `dtype` in rows of this `shape`."""

    __array_priority__ = 1

    def __init__(self, data, shape, dtype="float64", strides=None, offset=0):
        self.data, self.shape, self.dtype = data, tuple(shape), dtype
        self._strides = strides_of(self.shape) if strides is None else strides
        self._offset = offset

    # What it is

    @property
    def size(self):
        return math.prod(self.shape)

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def T(self):
        return ndarray(self.data, self.shape[::-1], self.dtype, self._strides[::-1], self._offset)

    @property
    def flat(self):
        return iter(self.values())

    def values(self):
        """All numbers, the last axis running fastest."""
        if self._strides == strides_of(self.shape):
            return self.data[self._offset : self._offset + self.size]
        return [self.data[place] for place in self._places()]

    def _places(self):
        places = [self._offset]
        for stride, length in zip(self._strides, self.shape):
            steps = [stride * at for at in range(length)]
            places = [place + step for place in places for step in steps]
        return places

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of an array without axes")
        return self.shape[0]

    def __iter__(self):
        return (self[at] for at in range(len(self)))

    def __bool__(self):
        if self.size != 1:
            raise ValueError(
                "an array of more than one number is neither true nor false: use a.any() or a.all()"
            )
        return bool(self.values()[0])

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    __index__ = __int__

    def item(self):
        if self.size != 1:
            raise ValueError("only an array of one number can be turned into a number")
        return self.values()[0]

    def tolist(self):
        return (
            [each.tolist() if isinstance(each, ndarray) else each for each in self]
            if self.shape
            else self.item()
        )

    def tobytes(self):
        return pack(f"<{self.size}{CODES[self.dtype]}", *self.values())

    def __repr__(self):
        return f"array({self.tolist()!r})"

    def __str__(self):
        return str(self.tolist()).replace("], [", "],\n [")

    # Other shapes

    def copy(self):
        return ndarray(self.values(), self.shape, self.dtype)

    def astype(self, dtype):
        kind = kind_of(dtype)
        return ndarray(cast(self.values(), kind), self.shape, kind)

    def reshape(self, *shape):
        wanted = list(shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape)
        if -1 in wanted:
            rest = -math.prod(wanted)
            wanted[wanted.index(-1)] = self.size // rest if rest else 0
        if math.prod(wanted) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {tuple(wanted)}")
        if self._strides == strides_of(self.shape):
            return ndarray(self.data, wanted, self.dtype, None, self._offset)
        return ndarray(self.values(), wanted, self.dtype)

    def flatten(self):
        return ndarray(self.values(), (self.size,), self.dtype)

    ravel = flatten

    def transpose(self):
        return self.T

    # Parts

    def __getitem__(self, key):
        found = self._at(key)
        return found.data[found._offset] if isinstance(found, ndarray) and not found.shape else found

    def __setitem__(self, key, value):
        part = self._at(key, places=True)
        places, shape = part if isinstance(part, tuple) else (part._places(), part.shape)
        values = cast(spread(as_array(value), shape).values(), self.dtype)
        for place, each in zip(places, values):
            self.data[place] = each

    def _at(self, key, places=False):
        """The part that the key names: a view, or for arrays as keys a copy (or places in `data`, and a shape)."""
        keys = list(key) if isinstance(key, tuple) else [key]
        keys = [as_array(each) if isinstance(each, list) else each for each in keys]
        if any(isinstance(each, ndarray) for each in keys):
            found, shape = self._chosen(keys)
            return (found, shape) if places else ndarray([self.data[at] for at in found], shape, self.dtype)
        if any(each is Ellipsis for each in keys):
            at = next(place for place, each in enumerate(keys) if each is Ellipsis)
            named = sum(each is not None for each in keys) - 1
            keys[at : at + 1] = [slice(None)] * (self.ndim - named)
        return self._view(keys)

    def _view(self, keys):
        if sum(each is not None for each in keys) > self.ndim:
            raise IndexError(f"too many indices: the array has {self.ndim} axes")
        shape, strides, offset, axis = [], [], self._offset, 0
        for key in keys:
            if key is None:
                shape.append(1)
                strides.append(0)
                continue
            length, stride = self.shape[axis], self._strides[axis]
            axis += 1
            if isinstance(key, slice):
                start, stop, step = key.indices(length)
                shape.append(len(range(start, stop, step)))
                strides.append(stride * step)
                offset += start * stride
            else:
                offset += stride * place_in(key, length, axis - 1)
        return ndarray(
            self.data, (*shape, *self.shape[axis:]), self.dtype, (*strides, *self._strides[axis:]), offset
        )

    def _chosen(self, keys):
        if len(keys) == 1 and keys[0].dtype == "bool":
            if keys[0].shape != self.shape:
                raise NotImplementedError("the stand-in for numpy takes masks of the array's own shape only")
            places = [place for place, wanted in zip(self._places(), keys[0].values()) if wanted]
            return places, (len(places),)
        if any(isinstance(each, slice) or each is None or each is Ellipsis for each in keys):
            raise NotImplementedError("the stand-in for numpy does not mix arrays and slices in one index")
        indices = [as_array(each) for each in keys]
        shape = common_shape(*(each.shape for each in indices))
        columns = [spread(each, shape).values() for each in indices]
        rest = ndarray(self.data, self.shape[len(keys) :], self.dtype, self._strides[len(keys) :])._places()
        starts = [self._offset] * math.prod(shape)
        for axis, (column, length, stride) in enumerate(zip(columns, self.shape, self._strides)):
            starts = [start + stride * place_in(at, length, axis) for start, at in zip(starts, column)]
        places = [start + place for start in starts for place in rest]
        return places, (*shape, *self.shape[len(keys) :])

    # Arithmetic

    def __matmul__(self, other):
        return matmul(self, as_array(other))

    def __rmatmul__(self, other):
        return matmul(as_array(other), self)

    dot = __matmul__

    def __neg__(self):
        return ndarray([-value for value in self.values()], self.shape, self.dtype)

    def __abs__(self):
        return ndarray([abs(value) for value in self.values()], self.shape, self.dtype)

    def __invert__(self):
        return ndarray([not value for value in self.values()], self.shape, "bool")

    # Summaries

    def sum(self, axis=None, keepdims=False):
        return self._summed(sum if self.dtype != "float64" else math.fsum, axis, keepdims)

    def prod(self, axis=None, keepdims=False):
        return self._summed(math.prod, axis, keepdims)

    def max(self, axis=None, keepdims=False):
        return self._summed(max, axis, keepdims)

    def min(self, axis=None, keepdims=False):
        return self._summed(min, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        return self._summed(lambda values: math.fsum(values) / len(values), axis, keepdims)

    def any(self, axis=None, keepdims=False):
        return self._summed(any, axis, keepdims)

    def all(self, axis=None, keepdims=False):
        return self._summed(all, axis, keepdims)

    def argmax(self, axis=None):
        return self._summed(lambda values: values.index(max(values)), axis, False)

    def argmin(self, axis=None):
        return self._summed(lambda values: values.index(min(values)), axis, False)

    def round(self, decimals=0):
        return ndarray([round(value, decimals) for value in self.values()], self.shape, self.dtype)

    def cumsum(self, axis=None, dtype=None):
        from itertools import accumulate

        kind = (
            kind_of(dtype)
            if dtype is not None
            else ("int64" if self.dtype in (*KINDS, "bool") else self.dtype)
        )
        whole = self.flatten() if axis is None else self
        made = whole.copy().astype(kind)
        for places, values in lines(whole, 0 if axis is None else axis):
            for place, value in zip(places, cast(accumulate(values), kind)):
                made.data[place] = value
        return made

    def _summed(self, what, axis, keepdims):
        if axis is None:
            found = what(self.values())
            return ndarray([found], (1,) * self.ndim, kind_of(type(found))) if keepdims else found
        axis %= self.ndim
        found = [what(values) for _, values in lines(self, axis)]
        shape = (*self.shape[:axis], *((1,) if keepdims else ()), *self.shape[axis + 1 :])
        return ndarray(found, shape, kind_of(type(found[0])) if found else self.dtype)


def lines(array, axis):
    """The places (in a copy's data) and values of every line along an axis, in the order of the others."""
    values, length = array.values(), array.shape[axis]
    inner = math.prod(array.shape[axis + 1 :]) if axis != -1 else 1
    for start in range(0, array.size, length * inner) if array.size else ():
        for at in range(start, start + inner):
            places = range(at, at + length * inner, inner)
            yield places, values[at : at + length * inner : inner][:length]


def place_in(index, length, axis):
    at = index if type(index) is int else operator.index(index)
    if not -length <= at < length:
        raise IndexError(f"index {at} is out of bounds for axis {axis} with size {length}")
    return at % length


def as_array(value, dtype=None):
    """Numbers, lists of lists, or an array, as an array."""
    if isinstance(value, ndarray):
        return value if dtype is None or kind_of(dtype) == value.dtype else value.astype(dtype)
    if hasattr(value, "__iter__"):
        parts = [as_array(each) for each in value]
        shapes = {each.shape for each in parts}
        if len(shapes) > 1:
            raise ValueError("the rows of an array must have the same length")
        data = [each for part in parts for each in part.values()]
        shape = (len(parts), *(shapes.pop() if shapes else ()))
    else:
        data, shape = [value], ()
    kind = kind_of(dtype) if dtype is not None else _kind_for(data)
    return ndarray(cast(data, kind), shape, kind)


def _kind_for(data):
    if data and all(isinstance(each, bool) for each in data):
        return "bool"
    return "int64" if data and all(isinstance(each, int) for each in data) else "float64"


@lru_cache(maxsize=1000)
def common_shape(*shapes):
    longest = max(map(len, shapes), default=0)
    found = [1] * longest
    for shape in shapes:
        for at, length in enumerate((*(1,) * (longest - len(shape)), *shape)):
            if length != 1 and found[at] not in (1, length):
                raise ValueError(f"shapes {' and '.join(map(str, shapes))} do not fit together")
            found[at] = length if length != 1 else found[at]
    return tuple(found)


def spread(array, shape):
    """A view in which axes of length 1 are repeated to fit the shape."""
    if array.shape == shape:
        return array
    if common_shape(array.shape, shape) != tuple(shape):
        raise ValueError(f"could not broadcast input array from shape {array.shape} into shape {shape}")
    missing = len(shape) - array.ndim
    strides = [0 if length == 1 else stride for length, stride in zip(array.shape, array._strides)]
    return ndarray(array.data, shape, array.dtype, (*(0,) * missing, *strides), array._offset)


def elementwise(what, one, other, kind=None):
    """`what` of every pair of numbers; `kind` is that of the result, if it is not that of the numbers."""
    a, b = as_array(one), as_array(other)
    kind = kind or (
        "float64" if "float64" in (a.dtype, b.dtype) else a.dtype if a.dtype == b.dtype != "bool" else "int64"
    )
    if not b.shape:
        value = b.data[b._offset]
        found, shape = [what(each, value) for each in a.values()], a.shape
    elif not a.shape:
        value = a.data[a._offset]
        found, shape = [what(value, each) for each in b.values()], b.shape
    else:
        shape = common_shape(a.shape, b.shape)
        found = list(map(what, spread(a, shape).values(), spread(b, shape).values()))
    found = found if kind in ("float64", "int64") else cast(found, kind)
    return ndarray(found, shape, kind) if shape else found[0]


def divided(a, b):
    try:
        return a / b
    except ZeroDivisionError:
        return math.nan if a == 0 or a != a else math.copysign(math.inf, a)


def _operators():
    numbers = {
        "add": operator.add, "sub": operator.sub, "mul": operator.mul, "floordiv": operator.floordiv,
        "mod": operator.mod, "pow": operator.pow, "and": operator.and_, "or": operator.or_, "xor": operator.xor,
    }  # fmt: skip
    for name, what in numbers.items():
        yield name, what, None
    yield "truediv", divided, "float64"


def _binary(what, kind, turned=False, inplace=False):
    def method(self, other):
        if inplace:
            self[...] = elementwise(what, self, other, kind)
            return self
        return elementwise(what, other, self, kind) if turned else elementwise(what, self, other, kind)

    return method


for _name, _what, _kind in _operators():
    setattr(ndarray, f"__{_name}__", _binary(_what, _kind if _name == "truediv" else None))
    setattr(ndarray, f"__r{_name}__", _binary(_what, _kind, turned=True))
    setattr(ndarray, f"__i{_name}__", _binary(_what, _kind, inplace=True))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(ndarray, f"__{_name}__", _binary(getattr(operator, _name), "bool"))
ndarray.__hash__ = None


def _sum_of_products(one, other):
    return sum(map(operator.mul, one, other))


sumprod = getattr(math, "sumprod", _sum_of_products)


def matmul(a, b):
    if a.ndim not in (1, 2) or b.ndim not in (1, 2) or a.shape[-1] != b.shape[0]:
        raise ValueError(f"matmul: shapes {a.shape} and {b.shape} do not fit together")
    kind = "float64" if "float64" in (a.dtype, b.dtype) else "int64"
    left, right, inner = a.values(), b.values(), b.shape[0]
    rows = [left[at : at + inner] for at in range(0, len(left), inner)] if inner else []
    width = b.shape[1] if b.ndim == 2 else 1
    columns = [right[at::width] for at in range(width)]
    found = [sumprod(row, column) for row in rows for column in columns]
    shape = (*a.shape[:-1], *b.shape[1:])
    return ndarray(found, shape, kind) if shape else found[0]
