"""What `check` and `picture` give: to be shown by a notebook, or to be asked by a program."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.model import Result
from grader.notebook.messages import Reply


class _Shown:
    """Something that is a text, and HTML where that can be shown."""

    _text: str
    _html: str

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        return self._html

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self._text, "text/html": self._html}


@dataclass(frozen=True)
class CheckVerdict:
    """What came of one check; ``status`` is "passed", "failed", "raised", "timeout" and so on."""

    name: str
    status: str
    points: float
    max_points: float
    message: str

    @property
    def passed(self) -> bool:
        """Whether it earned its points."""
        return self.status == "passed"


@dataclass(frozen=True, repr=False)
class Verdict(_Shown):
    """What came of checking an answer. A notebook shows it as a table, ``print`` as text.

    Attributes
    ----------
    exercise
        The name of the exercise.
    status
        "passed" if every check passed, "failed" if one did not, or why nothing could be checked.
    score, max_score
        The points earned, and all there are.
    message
        The first thing to mend.
    checks
        Every check, the visible examples first.
    notes
        What else there is to say: cells that raised an exception, an attempt that could not be kept.
    """

    exercise: str
    status: str
    score: float
    max_score: float
    message: str
    checks: tuple[CheckVerdict, ...]
    notes: tuple[str, ...]
    _text: str = field(default="", compare=False)
    _html: str = field(default="", compare=False)

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return self.status == "passed"


@dataclass(frozen=True, repr=False)
class Drawn(_Shown):
    """A visible example drawn: expected, got, and how far apart. A notebook shows it."""

    exercise: str
    _text: str
    _html: str


def verdict_of(reply: Reply, result: Result, score: float) -> Verdict:
    """The verdict that a reply tells; ``score`` is that of the result, which has one."""
    checks = tuple(
        CheckVerdict(check.name, check.status, check.points, check.max_points, check.message)
        for check in result.checks
    )
    return Verdict(
        result.exercise,
        result.status,
        score,
        result.max_score,
        result.message,
        checks,
        result.notes,
        reply.text,
        reply.html,
    )
