"""Which packages an exercise needs, and which of the two servers a source must run on. Reads text only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.util import find_spec

from grader.catalogue import check_files
from grader.errors import KataError
from grader.model import Exercise, Unit

# From the first import of a line on, and never from a second one: a line of nothing but imports, which a
# hostile student may make as long as a file may be, would otherwise be read once for each of them.
_TORCH_IMPORT = re.compile(
    r"^(?: (?>[^\#\n]*?import) [^\#\n]*?\btorch\b | [^\#\n]*?from\s+torch\b )", re.MULTILINE | re.VERBOSE
)
# What makes torch import its compiler, which takes a second and writes files: optimisers among others.
_LAZY_TORCH = re.compile(
    r"\b(optim|compile|func|checkpoint|multinomial|use_deterministic_algorithms|jit|fx|export|profiler"
    r"|_dynamo|_inductor|meta|vmap|distributions)\b"
)
_META = re.compile(r"""["']meta["']""")


class MissingPackage(KataError):
    """An exercise needs a package that is not installed."""


def adding(package: str) -> str:
    """The one command that adds a package."""
    return f"pip install 'kata-grader[{package}]'"


def missing_packages(exercise: Exercise) -> list[str]:
    """The packages that an exercise needs and that are not installed."""
    return [package for package in exercise.needs if find_spec(package) is None]


def require_packages(exercise: Exercise) -> None:
    """Raise `MissingPackage` with the one command that adds what the exercise needs."""
    for package in missing_packages(exercise):
        raise MissingPackage(f"{exercise.name} needs {package}, which is not installed: {adding(package)}")


def _imports_torch(source: str) -> bool:
    return "torch" in source and _TORCH_IMPORT.search(source) is not None


def needs_torch(exercise: Exercise, units: Iterable[Unit] = ()) -> bool:
    """Whether these sources, as answers to the exercise, run on the server that has imported torch."""
    wanted = "torch" in exercise.needs or any(_imports_torch(unit.source) for unit in units)
    return wanted and find_spec("torch") is not None


def needs_long_warm_up(units: Iterable[Unit]) -> bool:
    """Whether these sources name what torch imports only when it is first used."""
    return any(_LAZY_TORCH.search(unit.source) for unit in units)


def server_kind(exercise: Exercise, units: Iterable[Unit]) -> str:
    """The kind of server that these sources run on."""
    units = tuple(units)
    if not needs_torch(exercise, units):
        return "numpy"
    return "torch-long" if needs_long_warm_up(units) or _asks_for_meta(exercise) else "torch"


@lru_cache(maxsize=256)
def _asks_for_meta(exercise: Exercise) -> bool:
    """Whether a check asks for tensors on the device meta, where all arithmetic needs torch's compiler."""
    return any(_META.search(text) for _, _, text in check_files(exercise))
