"""Grade a class: read what was handed in, make the keys, grade on a pool, write as results come."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from grader.answer_key import make_key
from grader.catalogue import Pack
from grader.errors import HarnessError, KataError
from grader.frozen import cached_key
from grader.grade import grade, refused_result, versions
from grader.intake import ClassSubmissions, read_class
from grader.isolate.local import LocalWorker
from grader.model import Exercise, Key, Limits, Result, Submission
from grader.pool import Pool
from grader.reports import (
    GRADEBOOK,
    RESULTS,
    SUMMARY,
    ResultsFile,
    Row,
    row,
    summary_lines,
    write_gradebook,
)

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Graded:
    """What a run over a class gave."""

    rows: tuple[Row, ...]
    students: tuple[str, ...]
    exercises: tuple[str, ...]
    files: tuple[Path, ...]
    found: ClassSubmissions
    seed: int
    interrupted: bool


def key_for(exercise: Exercise, seed: int, worker: LocalWorker) -> Key:
    """The answer key of an exercise, from the cache where it is there."""
    return cached_key(exercise, seed, versions(), lambda: make_key(exercise, seed, worker))


def read_submissions(submissions: Path, pack: Pack) -> ClassSubmissions:
    """Read what was handed in, for broken exercises too; raises `UsageError` if there is nothing to grade."""
    return read_class(submissions, {**pack.exercises, **{name: _unusable(name) for name in pack.broken}})


def grade_class(
    found: ClassSubmissions, results: Path, pack: Pack, *, jobs: int, seed: int, progress: Progress
) -> Graded:
    """Grade all that was found and write the files of ``results`` (which exists).

    Interrupting it (KeyboardInterrupt) keeps what was graded. ``progress`` is told a phase, how
    much of it is done, and how much there is.
    """
    with _Interruption() as interruption:
        rows = _grade_all(found, results, pack, jobs, seed, progress, interruption)
        rows.sort(key=lambda r: (r.student, r.exercise))
        return _write(results, rows, found, seed, interruption.happened)


def _grade_all(
    found: ClassSubmissions,
    results: Path,
    pack: Pack,
    jobs: int,
    seed: int,
    progress: Progress,
    interruption: _Interruption,
) -> list[Row]:
    rows: list[Row] = []
    numbered = list(enumerate(found.submissions))
    with ResultsFile(results, range(len(numbered))) as file, Pool(jobs) as pool, interruption.caught():
        keys = _keys(found, pack, seed, pool, progress)

        def work(worker: LocalWorker, item: tuple[int, Submission]) -> Result:
            return _grade_one(item[1], keys, seed, worker)

        progress("grading", 0, len(numbered))
        for (place, _), result in pool.map(work, numbered):
            file.add(place, result)
            rows.append(row(result))
            progress("grading", len(rows), len(numbered))
    return rows


class _Interruption:
    """The first Ctrl-C ends the grading; further ones wait until what was graded is written."""

    def __init__(self) -> None:
        self.happened = False
        self._before: object = None

    def __enter__(self) -> _Interruption:
        return self

    @contextmanager
    def caught(self) -> Iterator[None]:
        """Run a block that an interruption ends."""
        try:
            yield
        except KeyboardInterrupt:
            self.happened = True
            if threading.current_thread() is threading.main_thread():
                self._before = signal.signal(signal.SIGINT, signal.SIG_IGN)

    def __exit__(self, *_: object) -> None:
        if callable(self._before):
            signal.signal(signal.SIGINT, self._before)


def _unusable(name: str) -> Exercise:
    """A broken exercise, known by its name alone: what is handed in for it is told apart, not lost."""
    return Exercise(name, name, Path(), None, (), "", (), (), (), (), (), Limits(), "")


def _keys(
    found: ClassSubmissions, pack: Pack, seed: int, pool: Pool, progress: Progress
) -> dict[str, Key | KataError]:
    """The keys of all exercises handed in; in the place of a key, why there is none."""
    names = sorted({submission.exercise for submission in found.submissions})
    keys: dict[str, Key | KataError] = {}

    def work(worker: LocalWorker, name: str) -> Key | KataError:
        try:
            return key_for(pack.exercise(name), seed, worker)
        except KataError as fault:
            return fault
        except Exception as fault:  # noqa: BLE001 - one exercise must not end the class
            return HarnessError(f"{name}: {type(fault).__name__}: {fault}")

    progress("preparing", 0, len(names))
    for name, key in pool.map(work, names):
        keys[name] = key
        progress("preparing", len(keys), len(names))
    return keys


def _grade_one(
    submission: Submission, keys: dict[str, Key | KataError], seed: int, worker: LocalWorker
) -> Result:
    key = keys[submission.exercise]
    if isinstance(key, KataError):
        return refused_result(submission, submission.exercise, key, seed)
    return grade(submission, key, worker)


def _write(results: Path, rows: list[Row], found: ClassSubmissions, seed: int, interrupted: bool) -> Graded:
    exercises = tuple(sorted({r.exercise for r in rows}))
    seen = {s.student for s in found.submissions} | set(found.students)
    students = tuple(sorted(seen))
    write_gradebook(results / GRADEBOOK, rows, students, exercises)
    lines = summary_lines(rows, exercises, students, found.ignored, found.layout, seed)
    if interrupted:
        left = len(found.submissions) - len(rows)
        lines.insert(0, f"INTERRUPTED: {left} of {len(found.submissions)} submissions were not graded.\n")
    (results / SUMMARY).write_text("\n".join(lines) + "\n", encoding="utf-8")
    files = tuple(results / name for name in (RESULTS, GRADEBOOK, SUMMARY))
    return Graded(tuple(rows), students, exercises, files, found, seed, interrupted)
