"""The one place where functions are compiled, and where the cache of compiled code is looked after.

Two decorators. :func:`inline` marks a small function that kernels call; it is compiled into each of them.
:class:`Kernel` (used as ``@kernel(signature)``) is an entry point: it has one signature, is compiled at its first
call, never at import, and is kept on disk.

numba's own ``cache=True`` looks only at the file of the entry point itself, so that a changed callee leaves old
machine code in force; it raises on a damaged cache file and where no directory can be written; and every process
that starts cold compiles for itself. Hence here: the directory of the cache carries a digest of *all* the engine's
sources; a damaged file is thrown away and made again; without a writable directory kernels are compiled in memory;
and a file lock lets one process compile while the others wait.
"""

from __future__ import annotations

import functools
import importlib
import shutil
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias, TypeVar

import numba
import numba.experimental.function_type  # how functions are passed to kernels: not first from two threads at once
import numpy as np
import numpy.typing as npt
from numba import types
from numba.core.caching import FunctionCache
from numba.core.errors import NumbaError
from numba.core.runtime.nrt import rtsys
from numba.extending import intrinsic

from handsim.engine.cache import folder_of, locked, settings

P = ParamSpec("P")
R = TypeVar("R")

# numba is only partly typed: these names are Any to the type checker.
numba_types: Any = types
njit: Any = numba.njit
numba_intrinsic: Any = intrinsic
numba_cache: Any = FunctionCache
numba_runtime: Any = rtsys
JIT_DISABLED = bool(settings.DISABLE_JIT)
int64: Any = numba_types.int64
Ints: TypeAlias = npt.NDArray[Any]
"""An int64 array as kernels see it: to the type checker its items are plain integers."""

on_compile: Callable[[], None] | None = None
"""Called once before the first kernel that is not in the cache is compiled (the command line says so to its user)."""

_compile_lock = threading.RLock()


def int64_array(values: Sequence[int]) -> Ints:
    """Return the values as a C-contiguous int64 array, the engine's one integer type."""
    return np.array(values, dtype=np.int64)


def named_type(cls: type, arrays: Sequence[str] = ()) -> Any:
    """Return the numba type of a NamedTuple of int64 and, where named in `arrays`, one-dimensional int64 arrays."""
    fields: tuple[str, ...] = cls._fields  # type: ignore[attr-defined]
    if not arrays:
        return numba_types.NamedUniTuple(int64, len(fields), cls)
    return numba_types.NamedTuple([int64[::1] if name in arrays else int64 for name in fields], cls)


def inline(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a small function into the kernels that call it (it cannot be called from Python, but for its twin).

    A view is many words: passing it to a function that is not inlined would cost more than most of them do. The
    wrappers that Python would call it through take half of the time of compiling it.
    """
    if JIT_DISABLED:
        return function
    compiled = njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    template_of = compiled.get_call_template

    def template_for_any_value(args: Sequence[Any], kws: dict[str, Any]) -> Any:
        # Left to itself numba compiles a function again for every constant that it is called with: a weight, a place.
        # (But where it calls itself, numba looks for the call that it is in the middle of by the very types.)
        if not compiled.is_compiling:
            args = tuple(map(numba_types.unliteral, args))
            kws = {name: numba_types.unliteral(value) for name, value in kws.items()}
        return template_of(args, kws)

    compiled.get_call_template = template_for_any_value
    done: Callable[P, R] = compiled
    return done


def bit_intrinsic(builder_method: str, twin: Callable[[int], int]) -> Callable[[int], int]:
    """Return an int64 -> int64 function that is one machine instruction, or its plain twin when the jit is off.

    Parameters
    ----------
    builder_method
        ``ctpop``, ``cttz`` or ``ctlz``: the method of llvmlite's IRBuilder.
    twin
        The same function in Python.
    """
    if JIT_DISABLED:
        return twin

    from llvmlite import ir

    def instruction(_context: Any, _value: Any) -> Any:
        def lower(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            if builder_method == "ctpop":
                return builder.ctpop(args[0])
            return getattr(builder, builder_method)(args[0], ir.Constant(ir.IntType(1), 0))

        return int64(int64), lower

    done: Callable[[int], int] = numba_intrinsic(instruction)
    return done


class _Cache(numba_cache):  # type: ignore[misc]
    """numba's cache of one function, which does not make ready to compile when all it has to do is to load.

    For that numba imports most of itself, and SciPy where there is one: longer than loading takes, and then playing.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled code that is kept for a signature, or None."""
        numba_runtime.initialize(target_context)  # what compiled code allocates arrays by
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)


class Kernel:
    """An entry point: one function, one signature, compiled at the first call and kept on disk.

    Parameters
    ----------
    function
        A module-level function, or (not cached on disk then) one typed into a notebook.
    signature
        Its numba signature.
    """

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.signature = signature
        self._compiled: Callable[..., Any] | None = function if JIT_DISABLED else None

    def __call__(self, *args: Any) -> Any:
        return (self._compiled or self.compile())(*args)

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        # By name, so that a process pool's worker finds its own, compiled for its own machine.
        return _named, (self.function.__module__, self.function.__qualname__)

    @property
    def pointer(self) -> Any:
        """What to hand to a kernel whose signature asks for a function."""
        return self._compiled or self.compile()

    def compile(self) -> Callable[..., Any]:
        """Compile the kernel or load it from the cache, once; safe from several threads and processes."""
        with _compile_lock:
            if self._compiled is None:
                folder = folder_of(self.function)
                self._compiled = self._in_memory() if folder is None else self._through(folder)
            return self._compiled

    def _dispatcher(self, folder: Path | None) -> Any:
        if folder is None:
            return njit(nogil=True)(self.function)
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(folder)  # numba reads it only while the function is decorated
        try:
            dispatcher = njit(nogil=True)(self.function)
            dispatcher._cache = _Cache(self.function)
            return dispatcher
        finally:
            settings.CACHE_DIR = before

    def _finish(self, dispatcher: Any) -> Any:
        dispatcher.compile(self.signature)
        dispatcher.disable_compile()
        return dispatcher

    def _in_memory(self) -> Any:
        _announce()
        return self._finish(self._dispatcher(None))

    def _through(self, folder: Path) -> Any:
        done = folder / "done"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with locked(folder.parent / f"{folder.name}.lock"):
                if not done.exists():
                    _announce()
                try:
                    compiled = self._finish(self._dispatcher(folder))
                except NumbaError:
                    raise
                except Exception:
                    # A damaged cache file: numba lets whatever pickle raised come through.
                    _announce()
                    shutil.rmtree(folder, ignore_errors=True)
                    folder.mkdir(parents=True, exist_ok=True)
                    compiled = self._finish(self._dispatcher(folder))
                done.touch()
                return compiled
        except OSError:  # the directory went away or filled up: the cache is a convenience, never a condition
            return self._in_memory()


def kernel(signature: Any) -> Callable[[Callable[..., Any]], Kernel]:
    """Make a function an entry point with this numba signature; see :class:`Kernel`."""
    return lambda function: Kernel(function, signature)


def _named(module: str, qualname: str) -> Any:
    return functools.reduce(getattr, qualname.split("."), importlib.import_module(module))


def _announce() -> None:
    global on_compile
    told, on_compile = on_compile, None
    if told is not None:
        told()
