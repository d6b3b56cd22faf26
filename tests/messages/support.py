"""Results as a student reads them, from observations in memory. The worker only repeats what it was told."""

from __future__ import annotations

from grader.grade import grade
from grader.model import Submission, Unit
from tests.judging.support import LOADED, observe


class Parrot:
    """A worker that has seen what the test says."""

    layers = ("none",)

    def __init__(self, answers, load=LOADED):
        self.seen = (load, *observe(answers))

    def run(self, task):
        yield from self.seen

    def describe(self, job, torch, limits):
        raise NotImplementedError


def result(the_key, answers, *, load=LOADED, source="def f(): return 1\n"):
    """The result of a submission of which these answers were seen."""
    submission = Submission("ada/f.py", "ada", "demo", (Unit("f.py", source),))
    return grade(submission, the_key, Parrot(answers, load))


def told(the_result):
    """Every sentence of a result that its student may read, checks apart from the whole."""
    return [the_result.message, *the_result.notes, *(check.message for check in the_result.checks)]


def message(the_key, answers, **more):
    """The message of the first check that did not pass."""
    checks = result(the_key, answers, **more).checks
    return next(check.message for check in checks if check.status != "passed")
