"""By what a result is kept: all that it rests on, and nothing else."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from grader.model import Exercise, Submission

# Raised when what is kept of a result changes its meaning, so that older results are not taken for it.
VERSION = 1


class Basis(msgspec.Struct, frozen=True):
    """What a result rests on beside the work itself.

    Attributes
    ----------
    exercise
        The digest of the exercise, solutions included.
    seed
        What its hidden cases are drawn from.
    versions
        Of the grader, Python, numpy and torch.
    isolation
        The layers of the workers.
    limits
        Changes to the limits of the exercise.
    """

    exercise: str
    seed: int
    versions: dict[str, str]
    isolation: tuple[str, ...]
    limits: dict[str, Any]

    @property
    def name(self) -> str:
        """A short name, equal for equal bases."""
        return hashlib.sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()[:16]


def content_key(submission: Submission, exercise: Exercise, basis: Basis) -> str:
    """The key of a result: equal for equal work, whoever handed it in and wherever it lay.

    The names of the pieces of source count, since messages name lines by them.
    """
    work = (
        VERSION,
        exercise.name,
        basis.name,
        [(_exact(unit.label), _exact(unit.source)) for unit in submission.units],
        submission.cells,
        _exact(submission.problem) if submission.problem is not None else None,
        submission.problem_status if submission.problem is not None else "",
        [(_exact(each.path), hashlib.sha256(each.data).digest()) for each in submission.companions],
    )
    return hashlib.sha256(msgspec.msgpack.encode(work)).hexdigest()


def _exact(text: str) -> bytes:
    """The text as bytes; a notebook and the name of a file may hold lone surrogates."""
    return text.encode("utf-8", "surrogatepass")
