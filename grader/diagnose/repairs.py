"""What a repair is: a small change that makes a wrong answer right, or the right one as wrong. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Setting:
    """What a repair may know of a case.

    Attributes
    ----------
    sizes
        Numbers that the inputs give, by the words for them: ``dim``, the length of ``positions``.
    shape
        The shape of the right answer.
    decimals
        To how many decimals the answer is asked for, None if not rounded.
    """

    sizes: Mapping[str, float] = field(default_factory=dict)
    shape: tuple[int, ...] = ()
    decimals: int | None = None


# The evidence that does for most repairs: one number of many digits, two of a few, or some small whole ones.
NEEDED = 5

Change = Callable[[Any, Setting], "Any | None"]
Shows = Callable[[Any, Setting], bool]
Test = Callable[[Any, Any, Setting], bool]


@dataclass(frozen=True)
class Repair:
    """One supposed mistake of a submission.

    It has an ``undo`` or a ``redo``, which work on arrays of float64 and give None where they make no sense.

    Attributes
    ----------
    slug
        Its name, as ``diagnosis`` has it.
    words
        What its sentence names besides: an axis, a factor.
    undo
        Makes the submission's numbers right.
    redo
        Makes the right numbers (not yet rounded) as wrong as the submission's.
    test
        Whether wrong numbers (second) are the right ones (first) but for the mistake, where redoing it
        gives numbers that are nearly those of the submission, not the same.
    shows
        Whether numbers can have come about by the mistake, whatever the right ones are.
    rounds
        Whether an answer that is asked for rounded is rounded after the mistake was made.
    needed
        How much evidence it takes, see `grader.diagnose.proofs.enough_evidence`.
    spares
        Whether it leaves numbers as they are, and is told by them, not by what it makes of the others.
    """

    slug: str
    words: tuple[str, ...] = ()
    undo: Change | None = None
    redo: Change | None = None
    test: Test | None = None
    shows: Shows | None = None
    rounds: bool = True
    needed: int = NEEDED
    spares: bool = False
