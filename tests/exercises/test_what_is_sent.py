"""What a worker is sent about a submission holds no answer, and nothing that was made from one."""

import ast
import marshal
import re
from types import CodeType

import msgspec
import pytest
import torch

from grader.answer_key import task_for
from grader.codec import decoder, pack
from grader.isolate.child import Child
from grader.model import Array, Number, Observation, Packed, Unit
from grader.verify.leaks import drawing
from grader.worker.protocol import Plan, RunJob, Source
from tests.exercises.support import PACK, right_files, shown_to_students

POLICIES = {"Rounded", "Raises", "Within", "Unchanged", "Distinct", "rtol", "atol", "max_points"}
each_exercise = pytest.mark.parametrize("name", PACK.exercises)
read_job, read_plan = decoder(RunJob), decoder(Plan)


class Sent:
    """All that a worker is told about the stub of an exercise."""

    def __init__(self, asker, name):
        self.key = asker.key(name)
        self.task = task_for(self.key, (Unit(f"{name}.py", self.key.stub),), cells=False)
        self.messages = []
        tell = Child.tell

        def telling(child, message):
            self.messages.append(bytes(message))
            tell(child, message)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Child, "tell", telling)
            self.seen = list(asker.worker.run(self.task))
        self.job = read_job(self.messages[0])
        self.plans = [read_plan(message) for message in self.messages[1:]]
        self.data = b"".join(self.messages)
        self.functions = set().union(*map(functions, marshal.loads(self.key.probes)))
        told = (self.job, tuple(self.plans), marshal.loads(self.key.probes))
        self.text = "\n".join(texts(told))
        beside = (self.job, self.beside_inputs(), marshal.loads(self.key.probes))
        self.words = set(re.findall(r"\w+", "\n".join(texts(beside))))

    def beside_inputs(self):
        """The same plans with every input left out."""
        replace = msgspec.structs.replace
        return tuple(
            replace(
                plan,
                checks=tuple(
                    replace(check, cases=tuple((index, ()) for index, _ in check.cases))
                    for check in plan.checks
                ),
            )
            for plan in self.plans
        )

    def rest(self):
        """The bytes of all messages, but for the inputs."""
        return b"".join(map(pack, [self.job, *self.beside_inputs()]))


def texts(thing):
    """All texts of a message or of compiled code: names, constants, sources."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, tuple | frozenset):
        for item in thing:
            yield from texts(item)
    elif isinstance(thing, msgspec.Struct):
        yield from texts(msgspec.structs.astuple(thing))
    elif isinstance(thing, CodeType):
        names = (thing.co_names, thing.co_varnames, thing.co_cellvars, thing.co_freevars)
        yield from texts((thing.co_filename, thing.co_name, thing.co_qualname, *names, thing.co_consts))


def functions(code):
    """The names of all functions that a piece of compiled code holds, at any depth."""
    inside = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return {inner.co_name for inner in inside}.union(*map(functions, inside))


@pytest.fixture(scope="module")
def sent(asker):
    """What is sent about an exercise: a function of its name."""
    made = {}

    def about(name):
        if name not in made:
            made[name] = Sent(asker, name)
        return made[name]

    return about


def checks_source(name):
    return (PACK.exercises[name].solution_folder / "checks.py").read_text(encoding="utf-8")


def authors_files(name):
    """The reference, the accepted variants and the mistakes."""
    return [*right_files(name), *sorted((PACK.exercises[name].solution_folder / "mistakes").glob("*.py"))]


def told_by_right(name):
    """What may be sent: what students are shown, and the probes with the policies around them."""
    source = checks_source(name)
    for piece in drawing(source):
        source = source.replace(piece, "")
    return "\n".join([*shown_to_students(name), source])


# --------------------------------------------------------------------------- the whole


@each_exercise
def test_a_worker_is_told_the_source_the_probes_and_the_inputs_and_nothing_else(sent, name):
    """Every byte is accounted for, so that nothing derived from a solution can be among them."""
    told = sent(name)
    assert pack(told.job) + b"".join(map(pack, told.plans)) == told.data
    assert told.job == RunJob(
        sources=(Source(f"{name}.py", told.key.stub),),
        cells=False,
        entry_points=told.key.exercise.entry_points,
        substitute=(),
        answer_bytes=told.key.exercise.limits.answer_mb << 20,
        boundary=told.job.boundary,
        trusted=False,
    )
    assert len(told.job.boundary) == 16
    assert {plan.probes for plan in told.plans} == {told.key.probes}
    posed = {
        check.index: (check.file, check.probe, [inputs for _, inputs in check.cases])
        for plan in told.plans
        for check in plan.checks
    }
    assert posed == {
        i: (check.file, check.probe, [case.inputs for case in check.cases])
        for i, check in enumerate(told.key.checks)
    }


@each_exercise
def test_nothing_of_the_hidden_checks_is_told_while_the_visible_ones_run(sent, name):
    visible, hidden = sent(name).plans
    checks = sent(name).key.checks
    assert {checks[check.index].visibility for check in visible.checks} == {"visible"}
    assert {checks[check.index].visibility for check in hidden.checks} == {"hidden"}
    assert (visible.last, hidden.last) == (False, True)


@each_exercise
def test_a_worker_works_with_all_that_it_is_told(sent, name):
    told = sent(name)
    cases = sum(len(check.cases) for check in told.key.checks)
    assert sum(isinstance(item, Observation) for item in told.seen) == cases


# --------------------------------------------------------------------------- answers


def numbers(value):
    """The bytes of all arrays, packed lists and single numbers in a value."""
    if isinstance(value, Array | Packed | Number):
        yield value.data or b""
    elif isinstance(value, tuple):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, msgspec.Struct):
        for item in msgspec.structs.astuple(value):
            yield from numbers(item)


def telling(observations):
    """The numbers of answers that say something: small whole numbers and tables of zeros do not."""
    pieces = {piece for seen in observations if seen.value for piece in numbers(seen.value)}
    return {piece for piece in pieces if len(set(piece)) > 4}


@each_exercise
def test_no_answer_is_sent(sent, name):
    """Neither one of the reference, nor an unrounded one, nor one of a known mistake."""
    key, rest = sent(name).key, sent(name).rest()
    observations = [*key.expected, *(seen for _, of_truth in key.truths for seen in of_truth)]
    observations += [seen for mistake in key.mistakes for seen in mistake.seen]
    held = telling(observations)
    assert len(held) > 20
    assert [piece[:16] for piece in held if piece in rest] == []


@each_exercise
def test_an_answer_that_is_sent_would_be_found(sent, name):
    key, rest = sent(name).key, sent(name).rest()
    found = telling(key.expected)
    assert len(found) >= 5
    assert all(piece not in rest and piece in rest + b"x" + piece for piece in found)


# --------------------------------------------------------------------------- words


def secret_words(key):
    """Labels, names of checks, of mistakes, of truths and of policies, and what students are told of them."""
    words = {case.label for check in key.checks for case in check.cases}
    words |= {check.name for check in key.checks} | {truth for truth, _ in key.truths} | POLICIES
    words |= {text for mistake in key.mistakes for text in (mistake.slug, mistake.text)}
    # A part of an answer, or a probe, may be called as a check or a mistake is; the stub is the student's,
    # and a case that is labelled with its dtype cannot hide it.
    parts = {part for check in key.checks for case in check.cases for part, _ in case.expect}
    given = parts | {check.probe for check in key.checks}
    return {word for word in words - given if word not in key.stub and not hasattr(torch, word)}


def among(words, text):
    """Those of some words that stand in a text, each as a whole."""
    return sorted(word for word in words if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text))


@each_exercise
def test_no_label_check_name_policy_or_mistake_is_sent(sent, name):
    told = sent(name)
    words = secret_words(told.key)
    assert len(words) > 70
    assert {mistake.text for mistake in told.key.mistakes} <= words
    assert among(words, told.text) == []
    assert all(among({word}, f"{told.text}\n{word}\n") for word in words)


@each_exercise
def test_no_name_and_no_line_of_a_solution_is_sent(sent, name):
    visible, told = told_by_right(name), sent(name)
    lines, names = set(), set()
    for path in authors_files(name):
        source = path.read_text(encoding="utf-8")
        lines |= {line.strip() for line in source.splitlines() if len(line.strip()) >= 24}
        names |= {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    lines = {line for line in lines if line not in visible}
    names = {word for word in names - set(re.findall(r"\w+", visible)) if len(word) > 5}
    assert len(lines) > 50
    assert len(names) >= 5
    assert [line for line in lines if line in told.text] == []
    assert names & told.words == set()


@each_exercise
def test_no_function_that_draws_hidden_cases_is_sent(sent, name):
    told = sent(name)
    probes = {check.probe for check in told.key.checks}
    names = {re.match(r"def (\w+)\(", piece)[1] for piece in drawing(checks_source(name))} - probes
    assert len(names) >= 4
    assert told.functions >= probes
    assert names & told.functions == set()
    in_stub = set(re.findall(r"\w+", told.key.stub))
    assert {"rng", "default_rng", "integers", "permutation"} & told.words <= in_stub
