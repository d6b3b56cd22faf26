"""Grade a class: find what was handed in, grade what no earlier run did, keep it, write the reports."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.catalogue import Pack
from grader.gradebook import Gradebook
from grader.grading import Grading, Progress, Terms
from grader.intake.hand_ins import ClassSubmissions
from grader.intake.source import printable
from grader.interruption import Interruption
from grader.isolate.local import AtLevelNone
from grader.pool import Pool
from grader.private import private_folders
from grader.reports.folder import write_reports
from grader.store import STORE, Changes, Store, read_changes, read_gradebook


@dataclass(frozen=True)
class Run:
    """What a run over a class gave.

    ``graded``, ``reused`` and ``left`` count hand-ins of those chosen: graded in this run, taken from an
    earlier one, not come to. ``changes`` is what it changed, None if that is nothing; ``another_source``
    is the folder of submissions that the results were of before. An interruption before anything was
    found out leaves all as it was; then there are no ``files``.
    """

    book: Gradebook
    changes: Changes | None
    files: tuple[Path, ...]
    graded: int
    reused: int
    left: int
    interrupted: bool
    another_source: str | None = None


def grade_class(
    found: ClassSubmissions,
    submissions: Path,
    results: Path,
    pack: Pack,
    terms: Terms,
    fresh_seed: int,
    progress: Progress,
) -> Run:
    """Grade all that was found in ``submissions`` and write the files of ``results`` (which exists).

    What an earlier run graded on the same terms is taken from the database. Interrupting it
    (KeyboardInterrupt) keeps what was graded. ``progress`` is told a phase, how much of it is done, and
    how much there is.

    Raises
    ------
    NotIsolated
        Submissions cannot be isolated on this machine; nothing was graded.
    """
    unpacked = (found.unpacked,) if found.unpacked is not None else ()
    private = (*private_folders(pack), submissions.resolve(), results.resolve(), *unpacked)
    at_level_none = AtLevelNone.MARK if terms.unsafe else AtLevelNone.REFUSE
    with Interruption() as interruption, Store(results) as store:
        seed = next(seed for seed in (terms.seed, store.seed(), fresh_seed) if seed is not None)
        source, before = printable(str(submissions.resolve())), store.source()

        def tell(phase: str, done: int, total: int) -> None:
            interruption.check()
            progress(phase, done, total)

        with Pool(terms.jobs, private, at_level_none) as pool:
            grading = Grading(found, pack, store, pool, terms, tell, seed=seed, source=source)
            interruption.ends(grading.run)
            grading.end(interrupted=interruption.happened)
        book = read_gradebook(results)
        files: tuple[Path, ...] = ()
        if grading.number is not None:
            files = (results / STORE, *write_reports(book, results, interrupted=interruption.happened))
        changes = read_changes(results, grading.number) if grading.number is not None else None
    return Run(
        book,
        changes if changes is not None and changes.changes else None,
        files,
        grading.graded,
        grading.reused,
        grading.left,
        interruption.happened,
        before if before != source else None,
    )
