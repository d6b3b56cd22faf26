"""Whether other people use this machine: one of them may listen where a server of ours has ended."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

# On Linux the accounts of people; 65534 is nobody.
FIRST_PERSON, NOBODY = 1000, 65534
PROCESSES, HOMES = Path("/proc"), Path("/home")


def is_shared(*, processes: Path = PROCESSES, homes: Path = HOMES, own: int | None = None) -> bool:
    """Whether somebody else runs a program here, or has a folder among those of the users.

    Parameters
    ----------
    processes, homes
        The folders in which that is seen.
    own
        The number of the own account; by default of this process.
    """
    if os.name != "posix":
        return False
    mine = os.getuid() if own is None else own
    return any(
        FIRST_PERSON <= owner < NOBODY and owner != mine
        for owner in (*_owners(processes, only_numbers=True), *_owners(homes))
    )


def _owners(folder: Path, *, only_numbers: bool = False) -> Iterator[int]:
    """Who owns the folders in a folder; those that are gone in this moment belong to nobody."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if only_numbers and not entry.name.isdigit():
                    continue
                try:
                    if entry.is_dir():
                        yield entry.stat().st_uid
                except OSError:
                    continue
    except OSError:
        return
