"""Try an exercise on its own solutions: the reference, the accepted variants, the mistakes, the stub."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grader.answer_key import make_key, trusted_task
from grader.catalogue import FROZEN, STUB
from grader.diagnose import diagnose
from grader.errors import KataError
from grader.frozen import FROZEN_SEED, freeze, is_stale
from grader.judge import judge
from grader.model import Exercise, Key, Status
from grader.seam import Worker

MAX_SCORE = 10.0


def faults(exercise: Exercise, seed: int, worker: Worker) -> Iterator[str]:
    """What is wrong with an exercise under one seed, a sentence for each fault.

    The reference passes its own checks (or there is no key), every accepted variant passes, every
    known mistake fails and is named by its own diagnosis, the stub fails, the points sum to ten,
    and ``examples.json`` is up to date.
    """
    try:
        key = make_key(exercise, seed, worker)
    except KataError as fault:
        yield str(fault)
        return
    total = sum(check.points for check in key.checks)
    if total != MAX_SCORE:
        yield f"the points of all checks sum to {total:g}, not {MAX_SCORE:g}"
    assert exercise.solution_folder is not None
    yield from _solutions(key, exercise.solution_folder, worker)
    stub = list(worker.run(trusted_task(key, STUB, key.stub)))
    if judge(key, stub).status is Status.PASSED:
        yield "the stub passes"
    if is_stale(key):
        yield f"{FROZEN} is missing or stale: `kata verify --freeze {exercise.name}` writes it"


def _solutions(key: Key, folder: Path, worker: Worker) -> Iterator[str]:
    for path in sorted((folder / "accepted").glob("*.py")):
        verdict = judge(key, list(worker.run(trusted_task(key, path.name, path.read_text(encoding="utf-8")))))
        if verdict.status is not Status.PASSED:
            failing = [key.checks[c.index].name for c in verdict.checks if c.status is not Status.PASSED]
            yield f"accepted/{path.name} is {verdict.status.value}: {'; '.join(failing)}"
    for path in sorted((folder / "mistakes").glob("*.py")):
        seen = list(worker.run(trusted_task(key, path.name, path.read_text(encoding="utf-8"))))
        verdict = judge(key, seen)
        if verdict.status is not Status.FAILED:
            yield f"mistakes/{path.name} is {verdict.status.value}; it should fail"
            continue
        cause = diagnose(key, verdict, seen)
        if cause is None or cause.slug != path.stem:
            yield f"mistakes/{path.name} is named {cause.slug if cause else 'nothing'}, not {path.stem}"


def freeze_file(exercise: Exercise, worker: Worker) -> Path:
    """Write ``examples.json`` from the visible cases; raises `KataError` if there is no key."""
    path = exercise.folder / FROZEN
    path.write_bytes(freeze(make_key(exercise, FROZEN_SEED, worker)))
    return path
