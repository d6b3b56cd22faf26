"""The files that lie beside a submission: its owner's own modules and data, and nobody else's."""

from __future__ import annotations

import hashlib
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.intake.decoding import MAX_CODE_BYTES, MAX_FILE_BYTES, NotReadable
from grader.intake.source import PYTHON, read_bytes, why
from grader.model import Companion

MAX_FILES = 1_000
# From so many folders above the main file modules may be mentioned: an archive may be hundreds deep.
MAX_ABOVE = 8

# What is compiled or tells Python where to look is never loaded; documents are for readers.
_NEVER = re.compile(
    r"\.(?:pyc|pyo|pyd|so(?:\.\d+)*|dll|dylib|pth|exe|ipynb|docx?|odt|rtf|pages|pdf|pptx?|xlsx?)$"
)
_WORD = re.compile(r"\w+")
_IMPORTED = re.compile(r"\b(?:from|import)[ \t]+\w+")


@dataclass(frozen=True, eq=False)
class Beside:
    """An owner's file, each itself alone: its paths among the owner's own files, and where it is.

    There are two paths where a platform may have added a mark to the name.
    """

    paths: tuple[PurePosixPath, ...]
    file: Path
    link: bool = False

    @property
    def module(self) -> bool:
        """Whether it is a module by its name."""
        return self.paths[0].suffix.lower() == PYTHON


def may_travel(name: str) -> bool:
    """Whether a file may go along with a submission: a module, or data."""
    return _NEVER.search(name.lower()) is None


def leads_home(file: Path, home: Path | None) -> bool:
    """Whether a link ends inside the owner's own folder."""
    return home is not None and Path(os.path.realpath(file)).is_relative_to(os.path.realpath(home))


class _Bag:
    """Collects companions within the limits, and remembers what did not fit."""

    def __init__(self, home: Path | None) -> None:
        self.home = home
        self.taken: dict[str, bytes] = {}
        self.left_out: list[str] = []
        self.room = {True: MAX_CODE_BYTES, False: MAX_FILE_BYTES}

    def put(self, path: str, beside: Beside) -> bytes | None:
        """Read a file and keep it; None if it cannot be."""
        if path in self.taken:
            return None
        if beside.link and not leads_home(beside.file, self.home):
            self.left_out.append(f"{path} (a link out of the student's folder)")
            return None
        if len(self.taken) >= MAX_FILES:
            self.left_out.append(f"{path} (more than {MAX_FILES:,} files)")
            return None
        try:
            # Of what does not fit no more than its size is looked at, however many files there are.
            size = beside.file.stat().st_size
            data = b"" if size > self.room[beside.module] else read_bytes(beside.file)
        except (NotReadable, OSError) as error:
            reason = error.problem.rstrip(".") if isinstance(error, NotReadable) else why(error)
            self.left_out.append(f"{path} ({reason})")
            return None
        if max(size, len(data)) > self.room[beside.module]:
            most = (MAX_CODE_BYTES if beside.module else MAX_FILE_BYTES) // 2**20
            kind = "code" if beside.module else "data"
            self.left_out.append(f"{path} (more than {most} MB of {kind})")
            return None
        self.room[beside.module] -= len(data)
        self.taken[path] = data
        return data

    def notes(self) -> tuple[str, ...]:
        if not self.left_out:
            return ()
        named = ", ".join(self.left_out[:5]) + (", ..." if len(self.left_out) > 5 else "")
        return (f"Files beside it that were left out: {named}.",)


def modules_used(
    text: str, own: PurePosixPath, besides: Sequence[Beside], home: Path | None
) -> frozenset[Path]:
    """Find the modules that a source mentions, directly or through each other, as `companions_of` does."""
    return _fill(_Bag(home), text, own, besides)


def _fill(bag: _Bag, text: str, own: PurePosixPath, besides: Sequence[Beside]) -> frozenset[Path]:
    """Put the modules in that are mentioned, and those that these mention."""
    called: dict[str, list[tuple[Beside, PurePosixPath]]] = defaultdict(list)
    for each in besides:
        if each.module and own not in each.paths:
            for name, placed in _called(each.paths[0], own):
                called[name].append((each, placed))
    used: dict[tuple[Beside, PurePosixPath], None] = {}
    texts = [text]
    while texts:
        text = texts.pop()
        for word in sorted(called.keys() & {*_WORD.findall(text), *_imported(text)}):
            for beside, placed in called.pop(word):
                if (beside, placed) not in used:
                    used[beside, placed] = None
                    data = bag.put(str(placed), beside)
                    texts.append((data or b"").decode("utf-8", "replace"))
    return frozenset(beside.file for beside, _ in used)


def _called(path: PurePosixPath, own: PurePosixPath) -> Iterator[tuple[str, PurePosixPath]]:
    """The words by which a module can be mentioned, each with the place at which it then has to lie.

    They are its own name and the packages that it lies in; and, if it is imported, a folder in which the
    main file lies too: whoever works from the folder above that one writes ``from src.tools import ...``.
    """
    placed = relative_to_main(path, own)
    for name in {placed.stem, *placed.parent.parts}:
        yield name, placed
    parts, folder = path.parts, own.parent.parts
    for depth in range(len(folder) - 1, max(len(folder) - MAX_ABOVE, 0) - 1, -1):
        if parts[:depth] == folder[:depth] and (below := PurePosixPath(*parts[depth:])) != placed:
            yield f"import {below.parts[0]}", below


def _imported(text: str) -> Iterator[str]:
    """What a text imports, each as ``import name``."""
    return (f"import {found.split()[1]}" for found in _IMPORTED.findall(text))


def relative_to_main(path: PurePosixPath, own: PurePosixPath) -> PurePosixPath:
    """The path below the main file's folder, or else as it is below the owner's own folder."""
    return path.relative_to(own.parent) if path.is_relative_to(own.parent) else path


def companions_of(
    text: str, own: PurePosixPath, besides: Sequence[Beside], home: Path | None
) -> tuple[tuple[Companion, ...], tuple[str, ...]]:
    """Read what lies beside a submission and belongs to it.

    Parameters
    ----------
    text
        The submission's code.
    own
        Where it lies among its owner's files.
    besides
        The owner's files.
    home
        The owner's own folder, out of which no link is followed.

    Returns
    -------
    companions, notes
        Modules that the code mentions, directly or through each other, and all data, by their paths;
        and sentences about what was left out.
    """
    bag = _Bag(home)
    _fill(bag, text, own, besides)
    for each in besides:
        for path in each.paths:
            if not each.module and path != own:
                bag.put(str(relative_to_main(path, own)), each)
    return tuple(Companion(path, data) for path, data in sorted(bag.taken.items())), bag.notes()


def digest_of(main: str, companions: Sequence[Companion]) -> str:
    """The digest of the main file, or of it and all that lies beside it."""
    if not companions:
        return main
    digest = hashlib.sha256(main.encode("utf-8"))
    for each in companions:
        digest.update(each.path.encode("utf-8", "surrogateescape") + b"\0")
        digest.update(hashlib.sha256(each.data).digest())
    return "sha256:" + digest.hexdigest()
