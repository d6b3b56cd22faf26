"""What a warm server imports and uses once, so that no worker need."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

# Parts of the standard library and of numpy that do something as they are imported, or that nobody hands in.
_LEFT_OUT = frozenset(
    {"__main__", "antigravity", "conftest", "distutils", "ensurepip", "f2py", "idlelib", "lib2to3", "test"}
    | {"tests", "this", "turtledemo"}
)
# What torch imports only when it is first asked for.
_OF_TORCH = ("torch.utils.data", "torch.utils.checkpoint", "torch.fft", "torch.distributions")


def common(torch: bool) -> None:
    """Import what submissions use, so that a worker need not."""
    # Names that student code commonly imports; a worker forks with them in memory.
    import collections
    import dataclasses
    import functools
    import itertools
    import json
    import math
    import random
    import tempfile
    import typing

    import numpy
    import numpy.linalg
    import numpy.random

    # Where no folder can be written, some packages fail at import for want of a name for one.
    tempfile.tempdir = "/tmp"  # noqa: S108 - a worker cannot write there
    del collections, dataclasses, functools, itertools, json, math, random, tempfile, typing, numpy
    if torch:
        import torch as torch_package

        torch_package.set_num_threads(1)
        torch_package.set_num_interop_threads(1)
        # Where no thread can be started, to ask for more of them would end the process.
        for name in ("set_num_threads", "set_num_interop_threads"):
            setattr(torch_package, name, _one_thread)
        # An embedding and a backward pass load what every child would else load for itself.
        layer = torch_package.nn.Embedding(2, 2)
        layer(torch_package.tensor([[0, 1]])).sum().backward()


def longer(folder: str) -> None:
    """Import what torch imports only when an optimiser or its compiler is first used, and use it once.

    Its compiler makes a folder for what is never compiled here: in the one given.
    """
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = folder
    import torch
    import torch._dynamo
    import torch.func

    layer = torch.nn.Linear(2, 2)
    optimiser = torch.optim.Adam(layer.parameters())
    layer(torch.ones(1, 2)).sum().backward()
    optimiser.step()
    del os.environ["TORCHINDUCTOR_CACHE_DIR"]


def _one_thread(count: int) -> None:
    """Take the place of torch's functions that set a number of threads."""


def wholly() -> None:
    """Import all that a submission may import: where nothing can be opened, there is no later."""
    import contextlib as in_the_library

    import numpy

    names = {*sys.stdlib_module_names, *_modules(Path(in_the_library.__file__).parent, ())}
    names |= {*_modules(Path(numpy.__file__).parent, ("numpy",))}
    names |= {*_OF_TORCH} if "torch" in sys.modules else set()
    with warnings.catch_warnings(), open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):  # noqa: PTH123
        warnings.simplefilter("ignore")
        for name in sorted(names - _LEFT_OUT):
            with contextlib.suppress(BaseException):  # some are for other systems
                importlib.import_module(name)


def _modules(folder: Path, package: tuple[str, ...]) -> Iterator[str]:
    """The modules below the folder of a package, by their full names."""
    for path in folder.iterdir():
        if path.stem in _LEFT_OUT or not path.stem.isidentifier():
            continue
        if path.suffix == ".py":
            yield ".".join((*package, path.stem))
        elif (path / "__init__.py").is_file():
            yield from _modules(path, (*package, path.name))
