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

import contextlib
import functools
import hashlib
import importlib
import os
import platform
import shutil
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numba.core import config
from numba.core.errors import NumbaError
from numba.extending import intrinsic

P = ParamSpec("P")
R = TypeVar("R")

# numba is only partly typed: these names are Any to the type checker.
settings: Any = config
numba_types: Any = types
njit: Any = numba.njit
numba_intrinsic: Any = intrinsic
JIT_DISABLED = bool(settings.DISABLE_JIT)
int64: Any = numba_types.int64
Ints: TypeAlias = npt.NDArray[Any]
"""An int64 array as kernels see it: to the type checker its items are plain integers."""
KEPT_GENERATIONS = 4

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
    compiled: Callable[P, R] = njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled


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
                folder = _folder(self.function)
                self._compiled = self._in_memory() if folder is None else self._through(folder)
            return self._compiled

    def _dispatcher(self, folder: Path | None) -> Any:
        if folder is None:
            return njit(self.function)
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(folder)  # numba reads it only while the function is decorated
        try:
            return njit(cache=True)(self.function)
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
            with _locked(folder.with_suffix(".lock")):
                if not done.exists():
                    _announce()
                try:
                    compiled = self._finish(self._dispatcher(folder))
                except NumbaError:
                    raise
                except Exception:
                    # A damaged cache file: numba lets whatever pickle raised come through.
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


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a file lock, so that of many cold processes one compiles and the others wait for it."""
    try:
        import fcntl
    except ImportError:  # no such lock on this platform: compile twice rather than not at all
        yield
        return
    with open(path, "a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(handle, fcntl.LOCK_UN)


@functools.cache
def sources_digest() -> str:
    """Return a digest of all of the engine's sources and of what compiles them."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for part in (numba.__version__, np.__version__, sys.version, platform.machine()):
        digest.update(part.encode())
    for source in sorted(here.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@functools.cache
def cache_root() -> Path | None:
    """Return the directory that holds compiled kernels, or None where none can be written.

    The first of these that can be made and written: ``$HANDSIM_CACHE_DIR``; ``handsim`` in ``$NUMBA_CACHE_DIR``, in
    the user's cache directory, in the directory of temporary files.
    """
    asked = os.environ.get("HANDSIM_CACHE_DIR")
    if asked and _writable(Path(asked)):
        return Path(asked)
    if asked:
        warnings.warn(f"HANDSIM_CACHE_DIR={asked!r} cannot be written; another place is used", stacklevel=2)
    for place in _usual_places():
        if _writable(place):
            return place
    return None


def _usual_places() -> Iterator[Path]:
    if settings.CACHE_DIR:
        yield Path(settings.CACHE_DIR) / "handsim"
    base = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    if base:
        yield Path(base) / "handsim"
    with contextlib.suppress(RuntimeError):  # no home directory
        yield Path.home() / ".cache" / "handsim"
    with contextlib.suppress(OSError):  # no directory for temporary files either
        yield Path(tempfile.gettempdir()) / f"handsim-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


def _writable(place: Path) -> bool:
    """Whether the place is ours to write: code is loaded from it, so a directory of somebody else's will not do."""
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if hasattr(os, "getuid") and place.stat().st_uid != os.getuid():
            return False
        tempfile.TemporaryFile(dir=place).close()
    except OSError:
        return False
    return True


def _folder(function: Callable[..., Any]) -> Path | None:
    """Return where a kernel's compiled code lives: a folder of its own, under the digest of all it may call."""
    root = cache_root()
    source = Path(function.__code__.co_filename)
    if root is None or not source.is_file():
        return None
    digest = sources_digest()
    if source.parent != Path(__file__).parent:  # a policy of the user's, in a file of his own
        digest += hashlib.sha256(source.read_bytes()).hexdigest()[:8]
    generation = root / digest
    if not generation.exists():
        _prune(root)
    return generation / f"{function.__module__}.{function.__qualname__}"


def _prune(root: Path) -> None:
    """Drop the compiled code of all but the latest few versions of the sources."""
    with contextlib.suppress(OSError):
        generations = sorted((p for p in root.iterdir() if p.is_dir()), key=lambda p: p.stat().st_mtime)
        for old in generations[: -KEPT_GENERATIONS + 1]:
            shutil.rmtree(old, ignore_errors=True)
