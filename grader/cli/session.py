"""What the commands share: options, opening a pack and a worker, documents for other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.errors import HarnessError, UsageError
from grader.escape import clean, for_terminal

if TYPE_CHECKING:
    from grader.catalogue import Pack
    from grader.isolate.local import LocalWorker

INTERRUPTED = 130
MAX_SEED = 2**31 - 1

pack_option = click.option(
    "--pack",
    "pack_folder",
    type=click.Path(path_type=Path),
    help="Folder of another exercise pack (it holds exercises/ and, to grade, solutions/).",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document on standard output."
)
seed_type = click.IntRange(0, MAX_SEED)
limit_option = click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a limit of the exercises (time_per_check_s=20, say); may be given more than once.",
)


def open_pack(folder: Path | None) -> Pack:
    """The pack in a folder, or the one that comes with kata; raises `UsageError` if it is none."""
    from grader.catalogue import load_pack

    return load_pack(folder)


def tell_broken(pack: Pack) -> int:
    """Say on standard error what of a pack cannot be used; gives the exit status that it deserves."""
    for fault in pack.broken.values():
        click.echo(for_terminal(f"kata: broken exercise: {fault}"), err=True)
    return 3 if pack.broken else 0


def open_worker(pack: Pack) -> LocalWorker:
    """The worker of one command. What this imports is waited for before a server can start."""
    require_linux()
    from grader.isolate.local import LocalWorker
    from grader.private import private_folders

    return LocalWorker(private_folders(pack))


def require_known(what: str, given: Iterable[str], known: Sequence[str], where: str) -> None:
    """Refuse names that are not known, with those that are nearly the same; raises `UsageError`."""
    import difflib

    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, 3)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            raise UsageError(f"there is no {what} {clean(name)} {where}.{hint}")


def require_linux() -> None:
    """The isolation is made of what Linux has; elsewhere the commands that run code say where to go."""
    if sys.platform != "linux":
        from grader.doctor import ELSEWHERE

        raise HarnessError(ELSEWHERE)


def _as_json(document: Any) -> str:
    import json

    return json.dumps(document, indent=2, ensure_ascii=False)


def print_json(document: Any) -> None:
    """Print a document on standard output."""
    click.echo(_as_json(document))


def write_json(path: Path, document: Any) -> None:
    """Write a document to a file; raises `UsageError` if that is not possible."""
    try:
        path.write_text(_as_json(document) + "\n", encoding="utf-8")
    except OSError as fault:
        raise UsageError(f"{path} cannot be written: {fault.strerror}.") from None
