"""The mutants that an author says behave as the reference does: read, and tried on many more draws."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import msgspec

from grader.answer_key import draw_key
from grader.errors import KataError, PackError
from grader.model import Exercise
from grader.seam import Worker
from grader.verify.bank import try_out
from grader.verify.mutants import Mutant

FILE = "equivalent.toml"
FIRST_DRAW = 1_000_000
_Text = Annotated[str, msgspec.Meta(min_length=1)]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the file: a change and the reason why it changes no answer.

    Where the same change can be made in several places of a scope, ``occurrence`` says in which (from 1).
    """

    before: _Text
    after: _Text
    reason: _Text
    scope: str = ""
    occurrence: Annotated[int, msgspec.Meta(ge=1)] | None = None

    def those(self, mutants: list[Mutant]) -> list[Mutant]:
        """The mutants that are this change."""
        change = (self.scope, self.before, self.after)
        found = [mutant for mutant in mutants if (mutant.scope, mutant.before, mutant.after) == change]
        return found if self.occurrence is None else found[self.occurrence - 1 : self.occurrence]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mutant: list[Entry] = []


def read_equivalents(exercise: Exercise) -> list[Entry]:
    """The entries of an exercise; none if there is no file. Raises `PackError`."""
    assert exercise.solution_folder is not None
    path: Path = exercise.solution_folder / FILE
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(data, _File).mutant
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise PackError(f"{exercise.name}: {path}: {fault}") from None


def told_apart(exercise: Exercise, mutants: list[Mutant], draw: int, worker: Worker) -> list[str]:
    """Those of the mutants that do not agree with the reference on a further draw, in sentences."""
    try:
        key = draw_key(exercise, FIRST_DRAW + draw, 0, worker)
        tried = [try_out(key, mutant.attempt, worker) for mutant in mutants]
    except KataError as fault:
        return [str(fault)]
    return [
        f"{FILE}: the seed {key.seed} tells a mutant apart that is said to be equivalent: {one.name}"
        for one in tried
        if one.status != "passed"
    ]
