"""What numba lacks, imported with numba only: single machine instructions that it has no name for, and where our
machine code is kept (named to it by `native`)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from llvmlite import ir
from numba.core import caching, types
from numba.extending import intrinsic, overload_method

from playfunc.compiled.native import cache_folder


@intrinsic
def popcount(typing: Any, cards: Any) -> Any:
    """How many bits are set."""
    return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])


@overload_method(types.Integer, "bit_count")
def _bit_count(cards: Any) -> Any:
    def count(cards: Any) -> Any:
        return popcount(cards)

    return count


@intrinsic
def trailing_zeros(typing: Any, cards: Any) -> Any:
    """How many zeros are below the lowest bit set; undefined for 0."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


@intrinsic
def leading_zeros(typing: Any, cards: Any) -> Any:
    """How many zeros are above the highest bit set; 64 for 0."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


@overload_method(types.Integer, "bit_length")
def _bit_length(cards: Any) -> Any:
    def length(cards: Any) -> Any:
        return 64 - leading_zeros(cards)

    return length


@intrinsic
def deposit_bit(typing: Any, n: Any, cards: Any) -> Any:
    """The bit of `cards` with `n` lower ones in it, by BMI2's PDEP: only where `native.deposits()`."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        pdep = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, (word, word))
        )
        return builder.call(pdep, (builder.shl(ir.Constant(word, 1), args[0]), args[1]))

    return types.int64(types.int64, types.int64), build


class OwnFolder(caching._CacheLocator):  # type: ignore[misc]  # the documented base of own locators
    """The folder of `native.cache_folder`, which need not be writable when all is there already."""

    def __init__(self, function: Any, file: str) -> None:
        self._module = Path(file).stem
        self._line = function.__code__.co_firstlineno
        self._folder = cache_folder(Path(file).parent)

    def get_cache_path(self) -> str:
        return os.fspath(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name  # the sources are in its name

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Any, file: str) -> OwnFolder:
        return cls(function, file)
