"""Where what no submission may read lies: the pack, and the cache of answer keys."""

from __future__ import annotations

import os
from pathlib import Path

from grader.catalogue import Pack


def cache_folder() -> Path:
    """The folder of cached keys: ``KATA_CACHE_DIR``, or ``kata`` in the user's cache folder."""
    given = os.environ.get("KATA_CACHE_DIR")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "kata"


def private_folders(pack: Pack) -> tuple[Path, ...]:
    """What no submission may read: the pack, and the keys in the cache, which hold all that it hides."""
    try:
        return (*pack.private, cache_folder().resolve())
    except RuntimeError:  # a user without a home
        return pack.private
