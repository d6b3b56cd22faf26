"""What an instructor keeps: results.jsonl, gradebook.csv, causes.csv, summary.txt, and the class table."""

from __future__ import annotations

import contextlib
import csv
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import msgspec

from grader.causes import CAUSES_HEADER, Group, cause_lines, cause_rows
from grader.errors import HarnessError, UsageError
from grader.escape import clean, for_csv, for_terminal
from grader.model import UNSAFE, UNSAFE_NOTE, Result
from grader.text import plural

RESULTS, GRADEBOOK, CAUSES = "results.jsonl", "gradebook.csv", "causes.csv"
SUMMARY, RUN = "summary.txt", "run.json"
NOT_SUBMITTED = "not_submitted"
# How a check ends without saying more than its points do; the other ways stand beside the score.
PLAIN = ("passed", "failed", "not_run")
NEEDS_EYE = ("harness_error", "unreadable")


@dataclass(frozen=True)
class Row:
    """What the tables keep of a result."""

    student: str
    name: str
    exercise: str
    status: str
    score: float | None
    max_score: float
    diagnosis: str | None
    message: str
    submission: str
    notes: tuple[str, ...]
    ends: tuple[str, ...] = ()
    isolated: bool = True


def row(result: Result) -> Row:
    """The row of a result."""
    return Row(
        result.student or "",
        result.name or "",
        result.exercise,
        result.status,
        result.score,
        result.max_score,
        result.diagnosis,
        result.message,
        result.submission,
        tuple(note for note in result.notes if note != UNSAFE_NOTE),
        tuple(dict.fromkeys(check.status for check in result.checks if check.status not in PLAIN)),
        UNSAFE not in result.isolation,
    )


class ResultsFile:
    """Writes results.jsonl in the order of the class, line by line; it takes its name when closed.

    A result that comes before its turn waits for it. If the run is broken off, what was graded is
    written all the same.
    """

    def __init__(self, folder: Path, order: Sequence[int]) -> None:
        self.path = folder / RESULTS
        self._partial = folder / f"{RESULTS}.partial"
        self._order = list(order)
        self._waiting: dict[int, bytes] = {}
        self._next = 0
        self._file = self._partial.open("wb")

    def __enter__(self) -> ResultsFile:
        return self

    def add(self, place: int, result: Result) -> None:
        """Take the result of the submission at a place of the class."""
        self._waiting[place] = msgspec.json.encode(result) + b"\n"
        while self._next < len(self._order) and self._order[self._next] in self._waiting:
            self._file.write(self._waiting.pop(self._order[self._next]))
            self._next += 1
        self._file.flush()

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            for place in self._order[self._next :]:
                if place in self._waiting:
                    self._file.write(self._waiting.pop(place))
            self._file.flush()
            os.fsync(self._file.fileno())
        finally:
            with contextlib.suppress(OSError):
                self._file.close()
        self._partial.replace(self.path)


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
    """Keep other runs out of a folder of results while this one writes into it; raises `UsageError`."""
    import fcntl  # Windows has none, and shows its doctor all the same

    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(
                f"another `kata grade` is writing into {folder}: wait for its end, or give another "
                "folder with -o."
            ) from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(descriptor)


def kept_seed(folder: Path, given: int | None, fresh: int) -> int:
    """The seed of a results folder: as given, else the one kept there, else ``fresh``; it is kept."""
    path = folder / RUN
    seed = given
    if seed is None and path.is_file():
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))["seed"]
            seed = kept if isinstance(kept, int) and kept >= 0 else None
        except (OSError, ValueError, KeyError, TypeError):
            raise UsageError(
                f"{path} is damaged: give the seed with --seed, or another folder with -o."
            ) from None
    seed = fresh if seed is None else seed
    path.write_text(json.dumps({"schema": 1, "seed": seed}) + "\n", encoding="utf-8")
    return seed


# --------------------------------------------------------------------------- tables


def write_gradebook(
    path: Path, rows: Iterable[Row], students: Sequence[str], exercises: Sequence[str]
) -> None:
    """Write the gradebook: a row per student, a score and a status per exercise.

    Nothing handed in is an empty score with the status not_submitted; what could not be graded is
    an empty score with the status harness_error, and then there is no total either. A last column
    says so where submissions were not isolated.
    """
    by_place = {(r.student, r.exercise): r for r in rows}
    names = {r.student: r.name for r in by_place.values()}
    maxima = {r.exercise: r.max_score for r in by_place.values() if r.max_score}
    unsafe = any(not r.isolated for r in by_place.values())
    header = ["student", "name"]
    for exercise in exercises:
        header += [exercise, f"{exercise} status"]
    header += ["total", "max_total", *(["isolation"] if unsafe else [])]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(map(for_csv, header))
        for student in students:
            cells: list[str | float | None] = []
            total, known = 0.0, True
            for exercise in exercises:
                told = by_place.get((student, exercise))
                cells += [told.score if told else None, _status(told)]
                known = known and (told is None or told.score is not None)
                total += (told.score or 0.0) if told else 0.0
            maximum = sum(maxima.get(exercise, 0.0) for exercise in exercises)
            who = [clean(student, 200), clean(names.get(student, ""), 200)]
            ends = [total if known else None, maximum, *([UNSAFE] if unsafe else [])]
            writer.writerow(map(for_csv, [*who, *cells, *ends]))


def write_causes(path: Path, groups: Sequence[Group]) -> None:
    """Write the causes: a row for each known mistake, and for each group of answers alike without one."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(CAUSES_HEADER)
        for cells in cause_rows(groups):
            writer.writerow(map(for_csv, cells))


def _score(score: float | None) -> str:
    return "" if score is None else f"{score:g}"


def _status(told: Row | None) -> str:
    """The status of a result, and in brackets how checks of it ended, so that no crash looks like a zero."""
    if told is None:
        return NOT_SUBMITTED
    return f"{told.status} ({', '.join(told.ends)})" if told.ends else told.status


def cell_text(told: Row | None) -> str:
    """What the class table shows of a result: the score where there is one, and how it ended."""
    if told is None:
        return "-"
    if told.status == "passed":
        return f"{_score(told.score)} passed"
    if told.score is None:
        return told.status
    if told.status == "failed":
        return f"{_score(told.score)} failed"
    return f"{_score(told.score)} {told.status}"


def summary_lines(
    rows: Sequence[Row],
    groups: Sequence[Group],
    exercises: Sequence[str],
    students: Sequence[str],
    ignored: Sequence[tuple[str, str]],
    layout: str,
    seed: int,
) -> list[str]:
    """The readable summary of a class."""
    counts = Counter(r.status for r in rows)
    lines = [] if all(r.isolated for r in rows) else ["GRADED WITHOUT ISOLATION (--unsafe-no-sandbox).", ""]
    lines += [
        f"{plural(len(rows), 'result')} of {plural(len(students), 'student')} "
        f"on {plural(len(exercises), 'exercise')}.",
        f"Layout: {for_terminal(layout)}",
        f"Seed: {seed}",
        "",
        "By status: " + (", ".join(f"{count} {status}" for status, count in counts.most_common()) or "none"),
        "",
    ]
    for exercise in exercises:
        told = [r for r in rows if r.exercise == exercise]
        scores = [r.score for r in told if r.score is not None]
        mean = (
            f"mean {sum(scores) / len(scores):.1f} of {max(r.max_score for r in told):g}"
            if scores
            else "no score"
        )
        passed = sum(r.status == "passed" for r in told)
        lines.append(f"{exercise}: {plural(len(told), 'result')}, {passed} passed, {mean}")
        lines += cause_lines([group for group in groups if group.exercise == exercise])
    eye = [r for r in rows if r.status in NEEDS_EYE or any("human" in note for note in r.notes)]
    lines += ["", f"Needing a human's eye: {len(eye)}"]
    lines += [f"    {clean(r.submission)}: {r.status}: {clean(r.message, 160)}" for r in eye]
    closed = [r for r in rows if "forbidden" in r.ends]
    lines += (
        ["", f"Tried files, processes, threads or the network, which are closed: {len(closed)}"]
        if closed
        else []
    )
    lines += [f"    {clean(r.submission)}" for r in closed]
    without = sorted(set(students) - {r.student for r in rows})
    lines += (
        ["", f"Without any result: {', '.join(clean(student, 60) for student in without)}"] if without else []
    )
    noted = [r for r in rows if r.notes]
    lines += ["", f"Notes on {plural(len(noted), 'submission')}:"] if noted else []
    lines += [f"    {clean(r.submission)}: {clean(note, 160)}" for r in noted for note in r.notes]
    lines += ["", f"Ignored: {plural(len(ignored), 'file')}"] if ignored else []
    lines += [f"    {clean(path)}: {clean(reason)}" for path, reason in ignored]
    return lines
