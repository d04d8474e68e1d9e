"""Single machine instructions that numba has no name for. Imported with numba only."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

__all__ = ["deposit_bit", "leading_zeros", "popcount", "trailing_zeros"]


@intrinsic
def popcount(typing: Any, cards: Any) -> Any:
    """How many bits are set."""
    return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic
def trailing_zeros(typing: Any, cards: Any) -> Any:
    """How many zeros are below the lowest bit set; undefined for 0."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


@intrinsic
def leading_zeros(typing: Any, cards: Any) -> Any:
    """How many zeros are above the highest bit set; undefined for 0."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


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
