"""The known mistakes of an exercise: which of them a submission makes, if one is proven. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from grader.diagnose.agreement import Answer, agree, answers
from grader.judge import Place
from grader.model import Cause, Error, Key, Mistake


@dataclass(frozen=True)
class Known:
    """A known mistake, with what was seen of it in order once that is asked for."""

    mistake: Mistake

    @cached_property
    def theirs(self) -> dict[Place, Answer]:
        """Its answers by check and case."""
        return answers(self.mistake.seen)


def possible_mistakes(key: Key, passing: frozenset[Place]) -> list[Known]:
    """The mistakes that fail no case which the submission passes."""
    return [Known(mistake) for mistake in key.mistakes if not mistake.failed & passing]


def known_mistake(
    key: Key,
    ours: dict[Place, Answer],
    failing: frozenset[Place],
    candidates: list[Known],
) -> Cause | None:
    """The mistake that agrees with the submission on every failing case.

    Where there is nothing but exceptions, their texts must be the same too: a type
    alone may have any cause.
    """
    places = sorted(failing)
    for known in candidates:
        if failing <= known.mistake.failed and all(
            agree(key.checks[place[0]].cases[place[1]], ours.get(place), known.theirs.get(place))
            for place in places
        ):
            errors = [(ours[place].seen.error, known.theirs[place].seen.error) for place in places]
            if any(mine is None for mine, _ in errors) or all(_same_text(*pair) for pair in errors):
                return Cause(known.mistake.slug, (known.mistake.text,))
    return None


def _same_text(ours: Error | None, theirs: Error | None) -> bool:
    return ours is not None and theirs is not None and ours.message == theirs.message
