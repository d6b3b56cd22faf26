"""Answer keys ready to grade with: from the cache where they are there, with the limits of the run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from grader.allowances import changed
from grader.answer_key import make_key
from grader.frozen import cached_key, thaw
from grader.grade import versions
from grader.model import Exercise, Key
from grader.seam import Worker


def key_for(exercise: Exercise, seed: int, worker: Worker) -> Key:
    """The answer key of an exercise, from the cache where it is there."""
    return cached_key(exercise, seed, versions(), lambda: make_key(exercise, seed, worker))


def own_key(exercise: Exercise, seed: int, worker: Worker) -> Key:
    """The key to practise with: where there are no solutions, that of the visible examples."""
    return thaw(exercise) if exercise.solution_folder is None else key_for(exercise, seed, worker)


def with_limits(key: Key, changes: Mapping[str, object]) -> Key:
    """The key with changes to what a submission may use."""
    if not changes:
        return key
    limits = changed(key.exercise.limits, dict(changes))
    return replace(key, exercise=replace(key.exercise, limits=limits))
