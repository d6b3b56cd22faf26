"""Questions put to an exercise's solutions through the project's own worker, judged by its own judge."""

import marshal
from dataclasses import dataclass, replace
from pathlib import Path

from grader.answer_key import task_for
from grader.catalogue import load_pack
from grader.codec import encode
from grader.grade import grade
from grader.isolate.local import LocalWorker
from grader.judge import judge
from grader.model import Case, Check, Key, Load, Observation, Outcome, Status, Submission, Unit
from grader.prepared import key_for

ROOT = Path(__file__).resolve().parents[2]
PACK = load_pack(ROOT)
SHOWN = ("stub.py", "README.md", "approach.md", "examples.py")


def solution_file(name):
    return PACK.exercises[name].solution_folder / "solution.py"


def right_files(name):
    """The reference and the accepted variants."""
    accepted = sorted((PACK.exercises[name].solution_folder / "accepted").glob("*.py"))
    return [solution_file(name), *accepted]


def shown_to_students(name):
    """All texts of an exercise that a student may read."""
    exercise = PACK.exercises[name]
    return [*((exercise.folder / file).read_text(encoding="utf-8") for file in SHOWN), *exercise.hints]


def file_id(path):
    return f"{path.relative_to(ROOT / 'solutions').with_suffix('')}".replace("/accepted", "")


@dataclass(frozen=True)
class Question:
    """One call: a probe's source (a function ``probe``), its inputs, what is expected, the policies.

    ``expected`` and ``truth`` are what the probe should return, in live objects.
    """

    label: str
    probe: str
    inputs: dict
    expected: object
    policies: dict
    truth: object = None

    def case(self):
        inputs = tuple((name, encode(value)) for name, value in self.inputs.items())
        expect = tuple((part, (policy,)) for part, policy in self.policies.items())
        return Case(self.label, inputs, expect)


def key_of(name, questions):
    """An answer key that holds these questions, and answers that no solution gave."""
    checks = tuple(Check(q.label, 1.0, "hidden", i, "probe", (q.case(),)) for i, q in enumerate(questions))
    probes = marshal.dumps(tuple(compile(q.probe, "<check>", "exec") for q in questions))

    def observations(values):
        return tuple(Observation(i, 0, Outcome.RETURNED, encode(value)) for i, value in enumerate(values))

    truths = (("exact", observations([q.truth for q in questions])),)
    return Key(PACK.exercises[name], 0, checks, probes, observations([q.expected for q in questions]), truths)


class Asker:
    """One local worker, and the answer keys made with it."""

    def __init__(self, worker: LocalWorker):
        self.worker = worker
        self._keys = {}
        self._results = {}

    def key(self, name, seed=0):
        """The exercise's own key."""
        if (name, seed) not in self._keys:
            self._keys[name, seed] = key_for(PACK.exercises[name], seed, self.worker)
        return self._keys[name, seed]

    def failures(self, name, questions, source):
        """The labels of the questions that a source does not answer, with the reason."""
        key = key_of(name, questions)
        task = replace(task_for(key, (Unit("answer.py", source),), cells=False), trusted=True)
        verdict = judge(key, list(self.worker.run(task)))
        assert verdict.status in (Status.PASSED, Status.FAILED), verdict
        return {
            question.label: (told.status, told.first_failure)
            for question, told in zip(questions, verdict.checks, strict=True)
            if told.status is not Status.PASSED
        }

    def seen(self, name, questions, source):
        """What was seen of a source, question by question."""
        key = key_of(name, questions)
        task = task_for(key, (Unit("answer.py", source),), cells=False)
        load, *observations = self.worker.run(task)
        assert isinstance(load, Load)
        assert load.outcome is Outcome.RETURNED, load
        return observations

    def grade(self, name, source, seed=0):
        """The result of handing a source in."""
        if (name, source, seed) not in self._results:
            submission = Submission(f"{name}.py", "student", name, (Unit(f"{name}.py", source),))
            self._results[name, source, seed] = grade(submission, self.key(name, seed), self.worker)
        return self._results[name, source, seed]
