"""The folder of results: results.jsonl, gradebook.csv, causes.csv and summary.txt, beside the database."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from grader.errors import HarnessError, UsageError
from grader.gradebook import Gradebook
from grader.reports.summary import SUMMARY, summary_lines
from grader.reports.tables import causes_csv, gradebook_csv, results_jsonl

# It lies beside them: see `grader.store`.
STORE = "results.sqlite"
RESULTS, GRADEBOOK, CAUSES = "results.jsonl", "gradebook.csv", "causes.csv"


def write_reports(book: Gradebook, folder: Path, *, interrupted: bool = False) -> tuple[Path, ...]:
    """Write the files of a folder of results, each whole or not at all, for their owner alone.

    Raises
    ------
    HarnessError
        They cannot be written; those that were there before are as they were.
    """
    summary = "\n".join(summary_lines(book, interrupted=interrupted)) + "\n"
    parts: dict[str, Iterable[bytes]] = {
        RESULTS: results_jsonl(book),
        GRADEBOOK: [gradebook_csv(book)],
        CAUSES: [causes_csv(book)],
        SUMMARY: [summary.encode("utf-8")],
    }
    try:
        return tuple(_write(folder / name, part) for name, part in parts.items())
    except OSError as fault:
        raise HarnessError(
            f"the results could not be written to {folder}: {fault.strerror or fault}. All of them are kept "
            f"in {STORE}; mend that and run the same command again."
        ) from None


def _write(path: Path, parts: Iterable[bytes]) -> Path:
    partial = path.with_name(f"{path.name}.partial")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.writelines(parts)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    return path


def open_folder(folder: Path) -> None:
    """Make the folder of results, for its owner alone, or say why it cannot be used."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = folder / ".writable"
        probe.write_bytes(b"")
        probe.unlink()
    except FileExistsError:
        raise UsageError(f"{folder} is a file; give the folder for the results with -o.") from None
    except OSError as fault:
        raise HarnessError(f"the results cannot be written to {folder}: {fault.strerror}.") from None


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keep other writers out of a folder of results while this one writes into it; raises `UsageError`."""
    import fcntl  # Windows has none, and shows its doctor all the same

    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(
                f"another kata is writing into {folder}: wait for its end, or give another folder with -o."
            ) from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(descriptor)
