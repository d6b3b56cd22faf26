"""What a worker may read: the standard library, numpy, torch and what those two depend on.

Everything else, the exercise pack with its solutions above all, does not exist for it.
"""

from __future__ import annotations

import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import (
    Distribution,
    DistributionFinder,
    PackageNotFoundError,
    distribution,
    distributions,
)
from pathlib import Path
from types import ModuleType

_SYSTEM = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/dev/urandom",
    "/proc/cpuinfo",
    "/sys/devices/system/cpu",
)
_PACKAGES = ("numpy", "torch")
_PACKAGE_FOLDERS = ("site-packages", "dist-packages")
_STANDARD_LIBRARY = tuple(
    Path(path) for path in sorted({sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")})
)

_ALL = DistributionFinder.Context()


class Exposed(Exception):
    """Something that no submission may read lies below a folder that submissions can read."""

    def __init__(self, private: Path, readable: Path) -> None:
        super().__init__(
            f"{private} lies below {readable}, which every submission can read: move it elsewhere"
        )


def require_hidden(private: Iterable[Path]) -> None:
    """Raise `Exposed` if one of these paths lies below a readable one."""
    readable = {path.resolve() for path in readable_paths()}
    for path in private:
        place = path.resolve()
        for parent in (place, *place.parents):
            if parent in readable:
                raise Exposed(path, parent)


@cache
def readable_paths() -> tuple[Path, ...]:
    """Folders that are readable with all that is in them, and single files."""
    return tuple(dict.fromkeys((*_system_paths(), *_standard_library(), *_package_paths())))


def _system_paths() -> Iterator[Path]:
    for name in _SYSTEM:
        path = Path(name)
        if path.is_dir() and path.name in ("lib", "lib64"):
            # Python's own folders lie in here as well, with packages of any kind below them.
            yield from (entry for entry in path.iterdir() if not entry.name.startswith("python"))
        else:
            yield path
    if sys.base_prefix not in ("/usr", "/"):
        yield from Path(sys.base_prefix, "lib").glob("*.so*")


def _standard_library() -> Iterator[Path]:
    for folder in _STANDARD_LIBRARY:
        yield from (entry for entry in folder.iterdir() if entry.name not in _PACKAGE_FOLDERS)


def _package_paths() -> Iterator[Path]:
    """The folders and files of numpy, torch and what they require, as their records list them."""
    todo, done = list(_PACKAGES), set()
    while todo:
        name = todo.pop()
        if name in done:
            continue
        done.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        record = found.read_text("RECORD")
        if record is None:  # as a system's own packages are installed
            tops = set((found.read_text("top_level.txt") or name).split())
        else:
            tops = set(map(_top, record.splitlines()))
        base = Path(str(found.locate_file("")))
        yield from (base / top for top in sorted(tops) if top)
        for requirement in found.requires or ():
            if "extra ==" not in requirement:
                todo.append(re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0])


def _top(entry: str) -> str:
    """The topmost folder or file of a line of a RECORD; of a folder that packages share, the file."""
    path = entry.rpartition(",")[0].rpartition(",")[0]
    top = path.partition("/")[0]
    return "" if top == ".." else path if top == "__pycache__" else top


class Finder:
    """Finds modules as Python does, but only where a worker can read; other packages are not installed.

    Without it, an import of such a package would end in a PermissionError that nobody understands. What
    folders hold is read now: a worker can list none that holds more than it may read, as a folder that
    can be listed can be with all that is below it.
    """

    def __init__(self) -> None:
        tops = readable_paths()
        homes = {*_STANDARD_LIBRARY, *(path.parent for path in tops)}
        self.path = [entry for entry in sys.path if Path(entry) in homes or Path(entry) in tops]
        packages = [Path(entry) for entry in self.path if Path(entry).name in _PACKAGE_FOLDERS]
        there = {entry.name.partition(".")[0] for folder in packages for entry in folder.iterdir()}
        self.absent = frozenset(there - {path.name.partition(".")[0] for path in tops})

    def install(self) -> None:
        """Take the place of Python's own finder, and of its path."""
        sys.path[:] = self.path
        sys.path_importer_cache.clear()
        sys.meta_path[sys.meta_path.index(PathFinder)] = self
        PathFinder.find_spec("a module that is nowhere")
        for _ in distributions():
            pass

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """The place of a module, or None; called by the import system."""
        if path is None and fullname in self.absent:
            return None
        return PathFinder.find_spec(fullname, path, target)

    def find_distributions(self, context: DistributionFinder.Context = _ALL) -> Iterable[Distribution]:
        """What is installed; called by importlib.metadata."""
        return PathFinder.find_distributions(context)

    def invalidate_caches(self) -> None:
        """Forget nothing of what folders held: here it does not change, and could not be read again."""
