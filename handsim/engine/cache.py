"""Where compiled kernels are kept, and what tells one version of them from another.

A kernel's code is right only as long as everything that was compiled into it is what it was: the engine's sources, the
user's own files that a policy calls into, and the values of the globals and closures that it reads. All of that is in
the path that its code is kept under, so that stale code is never found rather than looked for.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import platform
import shutil
import sys
import tempfile
import time
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import config

settings: Any = config
ENGINE = Path(__file__).parent
KEPT = 4
"""How many versions of the sources, and of a user's own kernel, are kept."""
PATIENCE = 120.0
"""Seconds to wait for another process that compiles: if it hangs, we compile for ourselves."""


def _sources_digest() -> str:
    digest = hashlib.sha256()
    for part in (numba.__version__, np.__version__, sys.version, platform.machine()):
        digest.update(part.encode())
    for source in sorted(ENGINE.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


SOURCES_DIGEST = _sources_digest()
"""Of all the engine's sources and of what compiles them; taken now, before an upgrade can change what is on disk."""


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


def folder_of(function: Callable[..., Any]) -> Path | None:
    """Return where a kernel's compiled code lives, a folder of its own; None: it cannot be kept on disk."""
    root = cache_root()
    if root is None or not Path(function.__code__.co_filename).is_file():
        return None
    generation = root / SOURCES_DIGEST
    if not generation.exists():
        _prune(root)
    kernel = generation / f"{function.__module__}.{function.__qualname__}"
    version = kernel / fingerprint(function)
    if not version.exists():
        _prune(kernel)
    return version


def fingerprint(function: Callable[..., Any]) -> str:
    """Return a digest of what is compiled into a kernel beside the engine's sources.

    These are the values of the globals and closures that it, or a function that it calls, reads, and the source files
    of those functions that are not the engine's.
    """
    digest, seen, waiting = hashlib.sha256(), set[int](), [function]
    while waiting:
        here = waiting.pop()
        if id(here) in seen:
            continue
        seen.add(id(here))
        source = Path(here.__code__.co_filename)
        if source.parent != ENGINE and source.is_file():
            digest.update(source.read_bytes())
        for name, value in sorted(_read_by(here), key=lambda read: read[0]):
            inner = _plain_function(value)
            if inner is not None:
                waiting.append(inner)
            elif isinstance(value, (bool, int, float, str, bytes, tuple, np.generic, np.ndarray)):
                with contextlib.suppress(pickle.PicklingError, TypeError, AttributeError):
                    digest.update(name.encode() + pickle.dumps(value))
    return digest.hexdigest()[:12]


def _read_by(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """Yield the globals and the closure's values that a function reads, by name."""
    names, codes = set[str](), [function.__code__]
    while codes:
        code = codes.pop()
        names.update(code.co_names)
        codes.extend(const for const in code.co_consts if isinstance(const, types.CodeType))
    for name in names & function.__globals__.keys():
        yield name, function.__globals__[name]
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):  # a cell that is still empty
            yield name, cell.cell_contents


def _plain_function(value: object) -> types.FunctionType | None:
    """Return the Python function behind a function, a dispatcher or a kernel."""
    for inner in (value, getattr(value, "py_func", None), getattr(value, "function", None)):
        if isinstance(inner, types.FunctionType):
            return inner
    return None


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a file lock, so that of many cold processes one compiles and the others wait for it, but not for ever."""
    try:
        import fcntl
    except ImportError:  # no such lock on this platform: compile twice rather than not at all
        yield
        return
    with open(path, "a") as handle:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    break
                time.sleep(0.02)
        yield  # closing the file gives the lock back


def _prune(folder: Path) -> None:
    """Drop all but the latest few versions that a folder holds."""
    with contextlib.suppress(OSError):
        versions = sorted((p for p in folder.iterdir() if p.is_dir()), key=lambda p: p.stat().st_mtime)
        for old in versions[: -KEPT + 1]:
            shutil.rmtree(old, ignore_errors=True)
