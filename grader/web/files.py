"""The answers of a workspace as the page reads and writes them: files that the terminal and editors use."""

from __future__ import annotations

import errno
import re
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from grader.catalogue import STUB
from grader.errors import HarnessError, KataError, UsageError
from grader.intake.decoding import MAX_CODE_BYTES, NotReadable, declared_encoding, decode
from grader.intake.source import load, read_bytes, why
from grader.model import Exercise
from grader.practice.events import event
from grader.practice.progress import Progress
from grader.practice.showing import shown_path
from grader.practice.workspace import ENDINGS, answers_to
from grader.web.line_ends import with_line_ends
from grader.web.swapping import Changed, Swapping, tidy, version_of

Kind = Literal["py", "ipynb", "marimo"]

NEW = "new"
# Where a file cannot even be read, its version is none that anybody could have seen.
CLOSED = "closed"
BOM = b"\xef\xbb\xbf"
# In all encodings that can be read these bytes are nothing else.
_LINE_END = re.compile(rb"\r\n|\r|\n")
# An editor that saves by renaming leaves no file of the name for so long.
RENAMED_WITHIN_S = 0.05
IN_A_NOTEBOOK = "Your answer is a notebook: change it there. The page shows its code and can run it."


class Conflict(Exception):
    """The file is not the one that the page has; nothing was written. ``held`` is what it is now."""

    def __init__(self, held: Held) -> None:
        super().__init__(held.version)
        self.held = held


class TooLarge(UsageError):
    """The text is larger than any answer that is checked."""


class DiskFull(HarnessError):
    """There is no room for what is to be written."""


@dataclass(frozen=True)
class Held:
    """The answer to an exercise as it is now.

    Attributes
    ----------
    version
        It names the bytes of the file; `NEW` where there is none.
    code
        The text, with line ends as Python reads them; of a notebook the code cells; without a file the stub.
    path
        The file; None where there is none.
    problem
        Why it cannot be changed here, in a sentence.
    """

    version: str
    code: str
    kind: Kind
    path: Path | None = None
    data: bytes = field(default=b"", repr=False)
    problem: str = ""

    @property
    def exists(self) -> bool:
        """Whether there is a file."""
        return self.path is not None


@dataclass(frozen=True)
class Saved:
    """What was written: its version, the file, and the copy that was made of another version."""

    version: str
    path: Path | None
    copy: Path | None = None


class Desk:
    """The workspace of a page. All of its methods may be called from any thread.

    Parameters
    ----------
    folder
        The workspace; it is made when the first exercise is laid out.
    pack_folder
        The pack that a new workspace is to remember, if it is not the one that comes with kata.
    progress
        Where it is kept that an exercise was begun.
    """

    def __init__(self, folder: Path, pack_folder: Path | None, progress: Progress) -> None:
        self.folder = folder
        self._pack_folder = pack_folder
        self._progress = progress
        self._lock = threading.RLock()
        self._swapping = Swapping(self._copied)
        self._known: dict[str, bool] = {}
        self._tidied: set[str] = set()
        self._begun: set[str] = set()
        self._notes: list[str] = []

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be told: why progress cannot be kept, which copies had to be made."""
        return tuple(self._notes)

    def close(self) -> None:
        """Remove what was left beside the answers."""
        with self._lock:
            self._swapping.settle(now=True)

    def held(self, exercise: Exercise) -> Held:
        """The answer to an exercise as it is now."""
        name = exercise.name
        with self._lock:
            self._swapping.settle()
            self._tidy(name)
            found = self._found(exercise)
            if found is None and self._known.get(name):
                time.sleep(RENAMED_WITHIN_S)
                found = self._found(exercise)
            self._known[name] = found is not None
            if found is None:
                return Held(NEW, (exercise.folder / STUB).read_text(encoding="utf-8"), "py")
            return found

    def _tidy(self, name: str) -> None:
        """Clear up after a server that was killed, until that is done."""
        if name in self._tidied:
            return
        folders = (self.folder / name, self.folder)
        answers = [folder / f"{name}{ending}" for folder in folders for ending in ENDINGS]
        done = [tidy(answer, self._left) for answer in answers]
        if all(done):
            self._tidied.add(name)

    def _found(self, exercise: Exercise) -> Held | None:
        answers = answers_to(self.folder, exercise.name)
        return _read(answers[0].path) if answers else None

    def save(self, exercise: Exercise, code: str, version: str, *, keep_other: bool = False) -> Saved:
        """Write an answer over the version of it that the page has; the first time the exercise is laid out.

        With ``keep_other`` it is written over any version, which becomes a dated copy beside it.

        Raises
        ------
        Conflict
            The file has another version, and another text.
        UsageError, HarnessError
            It cannot be written; the sentence says why. Nothing was changed.
        """
        with self._lock:
            held = self.held(exercise)
            if not held.exists and version != NEW and not keep_other:
                raise Conflict(held)
            held = self.begin(exercise)
            laid_out = version == NEW and self._is_stub(exercise, held)
            if held.code == code:
                return Saved(held.version, held.path)
            if held.version != version and not laid_out and not keep_other:
                raise Conflict(held)
            if held.problem or held.path is None:
                raise UsageError(held.problem or f"{exercise.name} was removed in this moment: try again.")
            data = _encoded(code, held)
            try:
                return self._written(exercise, held, data, keep_other and held.version != version)
            except OSError as fault:
                raise _not_written(held.path, fault) from None

    def _written(self, exercise: Exercise, held: Held, data: bytes, keep: bool) -> Saved:
        assert held.path is not None
        copy = None
        try:
            if keep:
                copy = self._swapping.replace_any(held.path, data)
            else:
                self._swapping.replace(held.path, data, held.version)
        except Changed:
            raise Conflict(self.held(exercise)) from None
        return Saved(version_of(data), held.path, copy)

    def begin(self, exercise: Exercise) -> Held:
        """Lay an exercise out if it is not yet, and keep that it is worked on."""
        from grader.practice.laying import lay_out

        with self._lock:
            held = self.held(exercise)
            if not held.exists:
                lay_out(exercise, self.folder, pack=self._pack_folder)
                held = self.held(exercise)
            self._keep_begun(exercise)
            return held

    def reset(self, exercise: Exercise) -> tuple[Held, Path | None]:
        """Begin anew; what is there becomes a dated copy, whose path is given."""
        from grader.practice.laying import lay_out

        with self._lock:
            kind = self.held(exercise).kind
            laid = lay_out(exercise, self.folder, layout=kind, reset=True, pack=self._pack_folder)
            self._keep_begun(exercise)
            return self.held(exercise), laid.copy

    def _is_stub(self, exercise: Exercise, held: Held) -> bool:
        """Whether what is there is the stub as it was laid out, which is what the page began with."""
        stub = (exercise.folder / STUB).read_bytes()
        return held.kind == "py" and held.data == stub

    def _keep_begun(self, exercise: Exercise) -> None:
        if exercise.name in self._begun:
            return
        self._begun.add(exercise.name)
        try:
            self._progress.record(event("started", exercise.name))
            self._progress.remember(self.folder)
        except KataError as fault:
            self.note(fault.told)

    def note(self, sentence: str) -> None:
        """Have something told, once."""
        if sentence not in self._notes:
            self._notes.append(sentence)

    def _left(self, copy: Path) -> None:
        self.note(
            f"The page was ended in the middle of a save; a version from then is in {shown_path(copy)}."
        )

    def _copied(self, copy: Path) -> None:
        self.note(f"Another program saved while the page did; what it wrote is in {shown_path(copy)}.")


def _read(path: Path) -> Held:
    """An answer that is there, as it is."""
    from grader.practice.laying import layout_of

    try:
        data = read_bytes(path)
    except NotReadable as fault:
        return Held(CLOSED, "", "ipynb" if path.suffix == ".ipynb" else "py", path, problem=fault.problem)
    if path.suffix == ".ipynb":
        source = load(path)
        problem = source.problem or IN_A_NOTEBOOK
        return Held(version_of(data), source.code, "ipynb", path, data, problem)
    try:
        code = decode(data)
    except NotReadable as fault:
        return Held(version_of(data), "", "py", path, data, fault.problem)
    return Held(version_of(data), code, layout_of(path), path, data)


def _encoded(code: str, before: Held) -> bytes:
    """A text as the bytes of a file, with the byte-order mark and the line ends that the file had before.

    Raises
    ------
    UsageError
        The encoding that it declares has no bytes for one of its letters.
    """
    text = with_line_ends(_plain(code), before.code, _LINE_END.findall(before.data))
    data = BOM + text.encode() if before.data.startswith(BOM) else _in_its_encoding(text)
    if len(data) > MAX_CODE_BYTES:
        raise TooLarge(
            f"This is more than {MAX_CODE_BYTES >> 20} MB, and is not saved: no answer is that large."
        )
    return data


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _in_its_encoding(text: str) -> bytes:
    plain = text.encode()
    declared = declared_encoding(plain)
    if declared is None:
        return plain
    try:
        data = text.encode(declared)
        if decode(data) == _plain(text):
            return data
    except UnicodeEncodeError as fault:
        line = text.count("\n", 0, fault.start) + 1
        raise UsageError(
            f"Line {line} holds {text[fault.start]!r}, which the encoding {declared} cannot write. Change "
            "that letter, or the first line: utf-8 can write them all."
        ) from None
    except (LookupError, NotReadable, UnicodeError):
        pass
    return plain  # in the middle of a word, or no encoding: whoever loads it says so


def _not_written(path: Path, fault: OSError) -> KataError:
    """Why an answer could not be written, in a sentence."""
    where = shown_path(path)
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(
            f"{where} cannot be saved: {why(fault)}. Free some space; the page keeps what you typed."
        )
    return UsageError(f"{where} cannot be saved: {why(fault)}. The page keeps what you typed.")
