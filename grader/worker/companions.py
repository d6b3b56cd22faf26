"""Modules that a student handed in beside the submission, imported from memory after everything else."""

from __future__ import annotations

import linecache
import os
import sys
from collections.abc import Callable, Sequence
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType

from grader.worker.protocol import Source

# Names that no file of a student's takes, also where the module itself is missing.
RESERVED = frozenset({*sys.stdlib_module_names, "__main__", "grader", "numpy", "submission", "torch"})
# The path of a package: no folder has this name, so nobody but `Companions` finds what is in it.
_NOWHERE = "<handed in>"
_PACKAGE = "__init__"


class Companions(MetaPathFinder, InspectLoader):
    """Finds and loads these modules; the path of each, ``package/module.py``, is its label.

    A folder without ``__init__.py`` is a package as well.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources: dict[str, Source] = {}
        self._packages: set[str] = set()
        # As in a folder, a package comes before a module of its name.
        for source in sorted(sources, key=lambda source: source.label.endswith(f"/{_PACKAGE}.py")):
            *parents, last = source.label.removesuffix(".py").split("/")
            parts = parents if last == _PACKAGE else [*parents, last]
            if not parts or any("." in part for part in parts) or parts[0] in RESERVED:
                continue
            name = ".".join(parts)
            self._sources[name] = source
            (self._packages.add if last == _PACKAGE else self._packages.discard)(name)
        folders = {name.rsplit(".", up)[0] for name in self._sources for up in range(1, name.count(".") + 1)}
        self._packages |= folders - set(self._sources)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """The module of this name, or None; called by the import system."""
        source = self._sources.get(fullname)
        package = fullname in self._packages
        if source is None and not package:
            return None
        label = source.label if source is not None else None
        spec = ModuleSpec(fullname, self if source is not None else None, origin=label, is_package=package)
        spec.has_location = source is not None
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(f"{_NOWHERE}/{fullname.replace('.', '/')}")
        return spec

    def is_package(self, fullname: str) -> bool:
        """Whether other modules can be in it; called by the import system."""
        return fullname in self._packages

    def get_source(self, fullname: str) -> str:
        """The text of a module; called by the import system and by linecache."""
        try:
            return self._sources[fullname].text
        except KeyError:
            raise ImportError(f"nothing of this name was handed in: {fullname}", name=fullname) from None

    def get_code(self, fullname: str) -> CodeType:
        """Compile a module; called by the import system. Raises as compile() does."""
        text = self.get_source(fullname)
        label = self._sources[fullname].label
        show(label, text)
        return compile(text, label, "exec", dont_inherit=True)


def show(label: str, text: str) -> None:
    """Let tracebacks, and whoever asks for the source of a function, find these lines."""
    linecache.cache[label] = (len(text), None, text.splitlines(keepends=True), label)


class _OnlyFiles(FileFinder):
    """Finds a module that the submission wrote there itself, and takes no folder of data for a package."""

    def find_spec(self, fullname: str, target: ModuleType | None = None) -> ModuleSpec | None:
        """The module of this name, or None; called by the import system."""
        spec = super().find_spec(fullname, target)
        return spec if spec is not None and spec.loader is not None else None


def _below(folder: str) -> Callable[[str], FileFinder]:
    """An entry of ``sys.path_hooks`` for a folder and those in it."""

    def hook(entry: str) -> FileFinder:
        place = os.path.realpath(entry or ".")
        if place != folder and not place.startswith(folder + os.sep):
            raise ImportError(entry)
        return _OnlyFiles(entry, (SourceFileLoader, SOURCE_SUFFIXES))

    return hook


def install(sources: Sequence[Source], data_folder: str) -> None:
    """Make modules importable, and nothing of the data files.

    Parameters
    ----------
    sources
        The modules; each label is a path.
    data_folder
        The folder of the data files, which submissions often put on ``sys.path``; empty if there is none.
    """
    if data_folder:
        sys.path_hooks.insert(0, _below(data_folder))
    if sources:
        sys.meta_path.append(Companions(sources))
