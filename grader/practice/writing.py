"""Writing files beside someone's work: all of them or none, and never over anything that is there.

An editor may save at any moment. So no file of theirs is read and then replaced or removed: it is renamed,
and what is new takes only names that are free.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

TOO_MANY = "there are too many copies of this minute"


class Taken(Exception):
    """A file of that name appeared while others were written; nothing was written over it.

    ``kept`` is where older work under that name is, if it could not be given its name back.
    """

    def __init__(self, path: Path, kept: Path | None = None) -> None:
        super().__init__(path)
        self.path = path
        self.kept = kept


@dataclass(frozen=True)
class _Staged:
    """What a file is to hold, under another name."""

    temporary: Path
    path: Path
    data: bytes


@dataclass(frozen=True)
class _Aside:
    """A file that was there, and the name that it has now.

    If it is a link, ``content`` holds what it led to.
    """

    path: Path
    kept: Path
    content: Path | None


@contextlib.contextmanager
def all_or_nothing() -> Iterator[Writing]:
    """Files that appear together; whatever goes wrong, those that were there are there, and no others."""
    writing = Writing()
    try:
        yield writing
    except BaseException:
        if not writing.done:
            writing.undo()
        raise
    finally:
        writing.sweep()


class Writing:
    """Files under other names until all of them are written. The one that is staged last decides."""

    def __init__(self) -> None:
        self._folders: list[Path] = []
        self._temporary: list[Path] = []
        self._staged: list[_Staged] = []
        self._aside: list[_Aside] = []
        self._copied: set[Path] = set()

    def make_folder(self, folder: Path) -> None:
        """Make a folder and those above it."""
        missing = [each for each in (folder, *folder.parents) if not each.is_dir()]
        for each in reversed(missing):
            try:
                each.mkdir()
            except FileExistsError:
                if not each.is_dir():
                    raise
                continue  # another command made it meanwhile
            self._folders.append(each)

    def stage(self, path: Path, data: bytes) -> None:
        """Write what a file is to hold beside it."""
        temporary = self._temporary_beside(path)
        with temporary.open("xb") as file:
            file.write(data)
        self._staged.append(_Staged(temporary, path, data))

    def set_aside(self, path: Path, folder: Path) -> Path:
        """Give a file that is there its name and the time, in a folder, beside older ones; the new path."""
        content = self._content_of_link(path, folder) if path.is_symlink() else None
        for name in dated_names(path):
            aside = _Aside(path, folder / name, content)
            self._aside.append(aside)
            try:
                aside.kept.open("xb").close()
            except FileExistsError:
                self._aside.pop()
                continue
            path.replace(aside.kept)
            return aside.kept
        raise OSError(None, TOO_MANY)

    def finish(self, unneeded: Collection[bytes] = ()) -> None:
        """Give all files their names; of those set aside, remove what holds nothing but this.

        Raises
        ------
        Taken
            The name of the file that was staged last is not free.
        """
        *others, last = self._staged
        for staged in others:
            with contextlib.suppress(FileExistsError):  # that of another command is as good
                self._name(staged)
        try:
            self._name(last)
        except FileExistsError:
            older = [aside.kept for aside in self._aside if aside.path == last.path]
            raise Taken(last.path, older[0] if older else None) from None
        for aside in self._aside:
            _settle(aside, unneeded)

    @property
    def done(self) -> bool:
        """Whether the last file has its name, even if that could not be noted any more."""
        return bool(self._staged) and self._is_named(self._staged[-1])

    def undo(self) -> None:
        """Remove what was made and give what was set aside its name again, unless that is taken."""
        for staged in self._staged:
            with contextlib.suppress(OSError):
                if self._is_named(staged) and staged.path.read_bytes() == staged.data:
                    staged.path.unlink()
        for aside in reversed(self._aside):
            with contextlib.suppress(OSError):
                _put_back(aside)
        self.sweep()
        for folder in reversed(self._folders):
            with contextlib.suppress(OSError):
                folder.rmdir()

    def sweep(self) -> None:
        """Remove the other names."""
        for temporary in self._temporary:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)

    def _temporary_beside(self, path: Path) -> Path:
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
        self._temporary.append(temporary)
        return temporary

    def _content_of_link(self, path: Path, folder: Path) -> Path:
        """Copy what a link leads to: the link alone might lead nowhere from another folder."""
        temporary = self._temporary_beside(folder / path.name)
        shutil.copy2(path, temporary)
        return temporary

    def _name(self, staged: _Staged) -> None:
        if give_name(staged.temporary, staged.path):
            self._copied.add(staged.path)

    def _is_named(self, staged: _Staged) -> bool:
        if staged.path in self._copied:
            return True
        with contextlib.suppress(OSError):
            return staged.temporary.samefile(staged.path)
        return False


def dated_names(path: Path) -> Iterator[str]:
    """Names for a copy of a file, with the time in them; each is for where those before are taken."""
    stamp = time.strftime("%Y-%m-%dT%H-%M-%S")
    for again in range(1, 1000):
        number = f"-{again}" if again > 1 else ""
        yield f"{path.stem}.{stamp}{number}{path.suffix}"


def give_name(file: Path, name: Path) -> bool:
    """Give a file a second name, or a copy where a disk knows no second names; whether it is a copy.

    Raises
    ------
    FileExistsError
        The name is taken.
    OSError
        It cannot be written.
    """
    try:
        name.hardlink_to(file)
    except FileExistsError:
        raise
    except OSError:
        data = file.read_bytes()
        with name.open("xb") as copy:
            try:
                copy.write(data)
                copy.flush()
            except BaseException:
                name.unlink()
                raise
        return True
    return False


def _settle(aside: _Aside, unneeded: Collection[bytes]) -> None:
    """Keep what was set aside as a file, if there is anything in it."""
    with contextlib.suppress(OSError):
        if _holds(aside.kept, unneeded):
            aside.kept.unlink()
        elif aside.content is not None and aside.kept.is_symlink():
            aside.content.replace(aside.kept)


def _holds(path: Path, contents: Collection[bytes]) -> bool:
    """Whether a file holds one of these; one that cannot be read holds something else."""
    return path.stat().st_size in map(len, contents) and path.read_bytes() in contents


def _put_back(aside: _Aside) -> None:
    """Give a file its name again. Nothing is removed but what took its place, or has a second name."""
    path, kept = aside.path, aside.kept
    if os.path.lexists(path):
        if not kept.is_symlink() and kept.stat().st_size == 0:  # it had not been renamed
            kept.unlink()
    elif kept.is_symlink():
        path.symlink_to(kept.readlink())
        kept.unlink()
    elif not give_name(kept, path):
        kept.unlink()
