"""Grade a class: read what was handed in, make the keys, grade on a pool, write as results come."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.allowances import changed
from grader.answer_key import make_key
from grader.catalogue import Pack
from grader.causes import Causes, Failing, Group, failing_of
from grader.errors import HarnessError, KataError, NotIsolated
from grader.frozen import cached_key
from grader.grade import grade_with_evidence, marked_unsafe, refused_result, versions
from grader.intake import ClassSubmissions, read_class
from grader.isolate.local import AtLevelNone, LocalWorker
from grader.model import UNSAFE, Exercise, Key, Limits, Result, Submission
from grader.needs import server_kind
from grader.pool import Pool
from grader.private import private_folders
from grader.reports import (
    CAUSES,
    GRADEBOOK,
    RESULTS,
    SUMMARY,
    ResultsFile,
    Row,
    row,
    summary_lines,
    write_causes,
    write_gradebook,
)

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Graded:
    """What a run over a class gave."""

    rows: tuple[Row, ...]
    groups: tuple[Group, ...]
    students: tuple[str, ...]
    exercises: tuple[str, ...]
    files: tuple[Path, ...]
    found: ClassSubmissions
    seed: int
    interrupted: bool


def key_for(exercise: Exercise, seed: int, worker: LocalWorker) -> Key:
    """The answer key of an exercise, from the cache where it is there."""
    return cached_key(exercise, seed, versions(), lambda: make_key(exercise, seed, worker))


def with_limits(key: Key, changes: Mapping[str, object]) -> Key:
    """The key with changes to what a submission may use."""
    if not changes:
        return key
    limits = changed(key.exercise.limits, dict(changes))
    return replace(key, exercise=replace(key.exercise, limits=limits))


def read_submissions(submissions: Path, pack: Pack) -> ClassSubmissions:
    """Read what was handed in, for broken exercises too; raises `UsageError` if there is nothing to grade."""
    return read_class(submissions, {**pack.exercises, **{name: _unusable(name) for name in pack.broken}})


@dataclass(frozen=True)
class Terms:
    """How a class is graded.

    Attributes
    ----------
    jobs
        Workers at once.
    seed
        What hidden cases are drawn from.
    limits
        Changes to the limits of every exercise.
    unsafe
        Whether to grade where submissions cannot be isolated, and say so in every result.
    """

    jobs: int
    seed: int
    limits: Mapping[str, object] = field(default_factory=dict)
    unsafe: bool = False


def grade_class(
    found: ClassSubmissions, submissions: Path, results: Path, pack: Pack, terms: Terms, progress: Progress
) -> Graded:
    """Grade all that was found in ``submissions`` and write the files of ``results`` (which exists).

    Interrupting it (KeyboardInterrupt) keeps what was graded. ``progress`` is told a phase, how
    much of it is done, and how much there is.

    Raises
    ------
    NotIsolated
        Submissions cannot be isolated on this machine; nothing was graded.
    """
    private = (*private_folders(pack), submissions.resolve(), results.resolve())
    at_level_none = AtLevelNone.MARK if terms.unsafe else AtLevelNone.REFUSE
    with _Interruption() as interruption, Pool(terms.jobs, private, at_level_none) as pool:
        rows, causes = _grade_all(found, results, pack, pool, terms, progress, interruption)
        rows.sort(key=lambda r: (r.student, r.exercise))
        return _write(results, rows, causes.groups(), found, terms, interruption.happened)


def _grade_all(
    found: ClassSubmissions,
    results: Path,
    pack: Pack,
    pool: Pool,
    terms: Terms,
    progress: Progress,
    interruption: _Interruption,
) -> tuple[list[Row], Causes]:
    rows: list[Row] = []
    causes = Causes()
    numbered = list(enumerate(found.submissions))
    with interruption.caught():
        progress("starting", 0, 1)
        unsafe = UNSAFE in _layers(pool, _first_kind(found, pack))
        with ResultsFile(results, range(len(numbered))) as file:
            keys = _keys(found, pack, terms, pool, progress)

            def work(worker: LocalWorker, item: tuple[int, Submission]) -> tuple[Result, Failing | None]:
                result, failing = _grade_one(item[1], keys, terms.seed, worker)
                return marked_unsafe(result) if unsafe or UNSAFE in result.isolation else result, failing

            progress("grading", 0, len(numbered))
            for (place, _), (result, failing) in pool.map(work, numbered):
                file.add(place, result)
                rows.append(row(result))
                if failing is not None:
                    causes.add(failing)
                progress("grading", len(rows), len(numbered))
    return rows, causes


def _layers(pool: Pool, kind: str) -> tuple[str, ...]:
    """The layers of the workers; raises `NotIsolated` where they are not enough."""
    try:
        return pool.examine(kind).layers
    except NotIsolated:
        raise
    except HarnessError:
        return ()  # each result will say what is wrong with the server


def _first_kind(found: ClassSubmissions, pack: Pack) -> str:
    """The kind of server that is needed first, so that none is started only to be examined."""
    for submission in found.submissions:
        if submission.exercise in pack.exercises:
            return server_kind(pack.exercises[submission.exercise], submission.units)
    return "numpy"


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
    nothing: tuple[str, ...] = ()
    return Exercise(
        name=name,
        title=name,
        folder=Path(),
        solution_folder=None,
        tracks=nothing,
        difficulty="",
        tags=nothing,
        entry_points=nothing,
        needs=nothing,
        prerequisites=nothing,
        read_next=nothing,
        hints=nothing,
        limits=Limits(),
        digest="",
    )


def _keys(
    found: ClassSubmissions, pack: Pack, terms: Terms, pool: Pool, progress: Progress
) -> dict[str, Key | KataError]:
    """The keys of all exercises handed in; in the place of a key, why there is none."""
    names = sorted({submission.exercise for submission in found.submissions})
    keys: dict[str, Key | KataError] = {}

    def work(worker: LocalWorker, name: str) -> Key | KataError:
        try:
            return with_limits(key_for(pack.exercise(name), terms.seed, worker), terms.limits)
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
) -> tuple[Result, Failing | None]:
    """The result, and what is kept of why it fails; the evidence itself ends here."""
    key = keys[submission.exercise]
    if isinstance(key, KataError):
        return refused_result(submission, submission.exercise, key, seed), None
    result, evidence = grade_with_evidence(submission, key, worker)
    return result, failing_of(key, result, evidence)


def _write(
    results: Path,
    rows: list[Row],
    groups: tuple[Group, ...],
    found: ClassSubmissions,
    terms: Terms,
    interrupted: bool,
) -> Graded:
    exercises = tuple(sorted({r.exercise for r in rows}))
    seen = {s.student for s in found.submissions} | set(found.students)
    students = tuple(sorted(seen))
    write_gradebook(results / GRADEBOOK, rows, students, exercises)
    write_causes(results / CAUSES, groups)
    lines = summary_lines(rows, groups, exercises, students, found.ignored, found.layout, terms.seed)
    if terms.limits:
        changes = ", ".join(f"{name}={value}" for name, value in terms.limits.items())
        lines.insert(0, f"Limits changed for this run: {changes}\n")
    if interrupted:
        left = len(found.submissions) - len(rows)
        lines.insert(0, f"INTERRUPTED: {left} of {len(found.submissions)} submissions were not graded.\n")
    (results / SUMMARY).write_text("\n".join(lines) + "\n", encoding="utf-8")
    files = tuple(results / name for name in (RESULTS, GRADEBOOK, CAUSES, SUMMARY))
    return Graded(tuple(rows), groups, students, exercises, files, found, terms.seed, interrupted)
