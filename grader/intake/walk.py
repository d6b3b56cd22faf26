"""The files below a folder, found without opening one, following no link and waiting for no pipe."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from grader.intake.source import NOTEBOOK, PYTHON, why

_CODE = (PYTHON, NOTEBOOK)
_ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz", ".gz", ".bz2", ".xz", ".7z", ".rar")
# What a student may hand in by mistake in the place of code. Data files are no mistake.
_DOCUMENTS = re.compile(
    r"\.(?:txt|md|rtf|docx?|odt|pages|pdf|html?|pptx|xlsx|png|jpe?g|gif|webp|heic|bmp|tiff?|pyc)"
)
_JUNK_FOLDERS = re.compile(
    r"\..*|__macosx|__pycache__|v?env|virtualenv|site-packages|node_modules|build|dist|tests?|backups?"
    r"|checkpoints|.*\.(?:egg|dist)-info"
)
_JUNK_FILES = re.compile(
    r"\..*|.*~|.*\.(?:bak|orig|swp|tmp)|#.*#|.*-checkpoint\.(?:ipynb|py)|thumbs\.db|desktop\.ini"
)


@dataclass(frozen=True)
class Found:
    """A file that may be somebody's work. ``rel`` is its path below what was handed in."""

    rel: PurePosixPath
    path: Path
    code: bool
    link: bool = False


@dataclass
class Inventory:
    """What lies below a folder. ``folders`` are those on the first levels, empty ones included."""

    files: list[Found] = field(default_factory=list)
    folders: list[PurePosixPath] = field(default_factory=list)
    ignored: list[tuple[str, str]] = field(default_factory=list)
    junk: int = 0


def is_archive(name: str) -> bool:
    """Whether a file is an archive by its name."""
    return name.lower().endswith(_ARCHIVES)


def is_code(name: str) -> bool:
    """Whether a file is code by its name."""
    return name.lower().endswith(_CODE)


def _is_junk(entry: os.DirEntry[str], folder: bool) -> bool:
    name = entry.name.lower()
    if not folder:
        return _JUNK_FILES.fullmatch(name) is not None
    if _JUNK_FOLDERS.fullmatch(name):
        return True
    # A virtual environment under any name.
    return os.path.lexists(os.path.join(entry.path, "pyvenv.cfg"))  # noqa: PTH118 - names may be odd


def walk(root: Path) -> Inventory:
    """List the files below a folder, sorted by path.

    Parameters
    ----------
    root
        The folder, which may be a link itself.

    Returns
    -------
    Inventory
        Files that may be work, and what was passed over with the reason. Junk is only counted.

    Raises
    ------
    OSError
        If the folder itself cannot be listed.
    """
    inventory = Inventory()
    waiting = [(root, PurePosixPath())]
    while waiting:
        folder, rel = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            if folder == root:
                raise
            inventory.ignored.append((str(rel), f"the folder cannot be listed: {why(error)}"))
            continue
        for entry in listed:
            if _visit(entry, rel / entry.name, inventory):
                waiting.append((Path(entry.path), rel / entry.name))
    inventory.files.sort(key=lambda found: found.rel.parts)
    inventory.folders.sort()
    return inventory


def _visit(entry: os.DirEntry[str], rel: PurePosixPath, inventory: Inventory) -> bool:
    """File one entry under what it is; returns whether it is a folder to go into."""
    try:
        link = entry.is_symlink()
        folder = entry.is_dir(follow_symlinks=False)
        mode = stat.S_IFREG if link else entry.stat(follow_symlinks=False).st_mode
        # Not entry.is_dir(): a link that leads round in a circle makes it raise.
        to_folder = link and Path(entry.path).is_dir()
    except OSError as error:
        inventory.ignored.append((str(rel), f"it cannot be looked at: {why(error)}"))
        return False
    if _is_junk(entry, folder or to_folder):
        inventory.junk += 1
        return False
    if folder and not is_code(entry.name):
        if len(rel.parts) <= 3:
            inventory.folders.append(rel)
        return True
    if reason := _no_file(entry.name, mode, folder, to_folder):
        inventory.ignored.append((str(rel), reason))
    else:
        inventory.files.append(Found(rel, Path(entry.path), is_code(entry.name), link))
    return False


def _no_file(name: str, mode: int, folder: bool, to_folder: bool) -> str | None:
    """Why an entry is no file that could be work; None if it may be one."""
    ending = PurePosixPath(name).suffix.lower()
    if folder:
        return f"it is a folder, although it is named like a {ending} file"
    if to_folder:
        return "it is a link to a folder; links to folders are not followed"
    if not stat.S_ISREG(mode):
        return "it is no file (a pipe, a socket or a device)"
    if is_archive(name):
        return "archives are not read yet: unpack it first"
    if ending not in _CODE and ending and not _DOCUMENTS.fullmatch(ending):
        return "it is no .py file and no notebook"
    return None
