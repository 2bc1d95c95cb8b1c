"""Compile kernels before they are needed."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

import handsim.engine
from handsim.engine.jit import Kernel


def compile_kernels(*modules: ModuleType) -> None:
    """Compile, or load from the cache, every kernel of some modules; of none: of all of the engine's."""
    names = (found.name for found in pkgutil.iter_modules(handsim.engine.__path__, f"{handsim.engine.__name__}."))
    for module in modules or map(importlib.import_module, names):
        for kernel in vars(module).values():
            if isinstance(kernel, Kernel):
                kernel.compile()
