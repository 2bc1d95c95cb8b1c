"""The solver's memory: one block of bytes, read and written by address, and where in it everything lies.

Arrays passed to a recursive function cost about seven words a call each; one address costs one. A workspace is a
plain int64 array owned by Python, and its address is all that the kernels are given.
"""

from __future__ import annotations

import ctypes
from typing import Any

from numba.extending import intrinsic

from handsim.engine.jit import JIT_DISABLED, int64

# Words (of eight bytes) at the head of a workspace.
NODES = 0  # positions searched, ever
TRUMPS = 8
FREE = 16  # cards that, led, ask for no suit
NULLS = 24  # 1 if some seat holds cards that never win (or sits out)
THROW = 32  # 1 if those must go at the first void
SIMPLE = 40  # 1 if the quick-trick rules hold
FORCED = 48  # the number of tricks left at which plays are given (0: nowhere)
PLAYS = 56  # four words: the given plays of that trick, -1 where the choice is free
OWNERS = 88  # four words: addresses of the tables from remaining ranks to the sequence of their owners
SHAPES = 120  # address of the table of shapes
SHAPE_SHIFT = 224
HINTS = 232
HINT_SHIFT = 240
CHUNKS = 248  # address of chunk 0 (never used: 0 is "none")
CHUNK_NEXT = 256
CHUNK_END = 264
SHAPES_USED = 272
SHAPES_LIMIT = 280
CLEARS = 288  # how often the table was cleared because it was full
PACK = 296  # all cards of suits that were dealt (frame bits)
WORTHLESS = 304  # the cards of no suit (frame bits)
WEIGHTS_AT = 384  # the weights of the order of moves, 192 words
HEAD_BYTES = 1920


def _memory_intrinsic(bits: int, stores: bool) -> Any:
    """Return load(address) -> int64 or store(address, value) for an integer of so many bits, unsigned if narrow."""
    kind: Any = {8: ctypes.c_uint8, 32: ctypes.c_uint32, 64: ctypes.c_int64}[bits]
    if JIT_DISABLED:
        if stores:

            def write(address: int, value: int) -> None:
                kind.from_address(address).value = value

            return write
        return lambda address: kind.from_address(address).value

    from llvmlite import ir
    from numba import types

    narrow, wide = ir.IntType(bits), ir.IntType(64)

    def place(builder: Any, address: Any) -> Any:
        return builder.inttoptr(address, narrow.as_pointer())

    if stores:

        @intrinsic
        def store_at(_context: Any, _address: Any, _value: Any) -> Any:
            def lower(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                value = args[1] if bits == 64 else builder.trunc(args[1], narrow)
                builder.store(value, place(builder, args[0]))
                return context.get_dummy_value()

            return types.void(int64, int64), lower

        return store_at

    @intrinsic
    def load_at(_context: Any, _address: Any) -> Any:
        def lower(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            value = builder.load(place(builder, args[0]))
            return value if bits == 64 else builder.zext(value, wide)

        return int64(int64), lower

    return load_at


load = _memory_intrinsic(64, stores=False)
load32 = _memory_intrinsic(32, stores=False)
load8 = _memory_intrinsic(8, stores=False)
store = _memory_intrinsic(64, stores=True)
store32 = _memory_intrinsic(32, stores=True)
store8 = _memory_intrinsic(8, stores=True)
