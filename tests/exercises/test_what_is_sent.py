"""What students see, and what their workers are sent, holds no answer."""

import ast
import io
import re
import tokenize

import msgspec
import pytest

from grader import author
from grader.answer_key import task_for
from grader.codec import pack
from grader.isolate.child import Child
from grader.model import Array, Close, Equal, Observation, Packed, Rounded, Unit
from tests.exercises.support import FOUR, PACK, solution_file

RUN = 12
each_exercise = pytest.mark.parametrize("name", FOUR)


# --------------------------------------------------------------------------- what students read


def tokens(text):
    return re.findall(r"\w+|[^\w\s]", text)


def runs(sequence, length=RUN):
    return {tuple(sequence[i : i + length]) for i in range(len(sequence) - length + 1)}


def code_only(source):
    """The tokens of a source without comments and without lines that are only a string."""
    lines = [[]]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NEWLINE:
            lines.append([])
        elif token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT):
            lines[-1].append((token.type, token.string))
    code = [line for line in lines if any(kind != tokenize.STRING for kind, _ in line)]
    return [piece for line in code for _, text in line for piece in tokens(text)]


def drawing(source):
    """The functions of a file of checks that draw cases: the rest of it are probes and policies."""
    return [
        ast.get_source_segment(source, node)
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and "rng" in ast.unparse(node)
    ]


def shown_to_students(name):
    folder = PACK.exercises[name].folder
    files = ("stub.py", "README.md", "approach.md", "examples.py")
    texts = [(folder / file).read_text(encoding="utf-8") for file in files]
    return [*texts, *PACK.exercises[name].hints]


def by_right(name):
    """Words that give nothing away: those of the stub, of the imports and of authors of checks."""
    folder = PACK.exercises[name].folder
    words = set(code_only((folder / "stub.py").read_text())) | {
        "student",
        "expect",
        "cases",
        "label",
        "points",
    }
    words |= {name for policy in (Close, Equal, Rounded) for name in policy.__struct_fields__}
    return words | set(author.__all__) | {"answer", "again", "def", "return", "for", "in", "torch", "import"}


def definitions(name):
    """What the statement itself gives as code: the formulas between backquotes, and its samples."""
    text = (PACK.exercises[name].folder / "README.md").read_text(encoding="utf-8")
    return set().union(*(runs(tokens(code)) for code in re.findall(r"`+([^`]+)`+", text)))


def given_away(name, source):
    """Runs of twelve tokens of a source that stand in what students are shown, and say something."""
    shown = set().union(*(runs(tokens(text)) for text in shown_to_students(name)))
    right = by_right(name)

    def says_something(run):
        return len({word for word in run if re.match(r"\w", word)} - right) >= 3

    found = (runs(code_only(source)) & shown) - definitions(name)
    return sorted(" ".join(run) for run in found if says_something(run))


@each_exercise
def test_no_run_of_a_solution_or_a_mistake_is_shown(name):
    folder = PACK.exercises[name].solution_folder
    for path in [solution_file(name), *folder.glob("mistakes/*.py"), *folder.glob("accepted/*.py")]:
        assert given_away(name, path.read_text()) == [], path


@each_exercise
def test_no_run_of_the_drawing_of_hidden_cases_is_shown(name):
    pieces = drawing((PACK.exercises[name].solution_folder / "checks.py").read_text())
    assert len(pieces) >= 4
    assert [run for piece in pieces for run in given_away(name, piece)] == []


def test_a_run_that_is_given_away_would_be_found(monkeypatch):
    name = "gather_patches"
    source = solution_file(name).read_text()
    assert given_away(name, source) == []
    line = "return tokens.gather(1, wide.unsqueeze(-1).expand(-1, -1, features))"
    assert line in source
    assert len(tokens(line)) >= RUN
    monkeypatch.setitem(globals(), "shown_to_students", lambda _: ["see:", line])
    assert given_away(name, source)


# --------------------------------------------------------------------------- what a worker is sent


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
        self.data = b"".join(self.messages)

    def without_inputs(self, data):
        """The bytes less the cases' inputs, each as it is packed."""
        inputs = {pack(value) for planned in self.task.plan for case in planned.cases for _, value in case}
        for held in sorted(inputs, key=len, reverse=True):
            if len(held) >= 32:
                data = data.replace(held, b"")
        return data


@pytest.fixture(scope="module")
def sent(asker):
    return {name: Sent(asker, name) for name in FOUR}


def numbers(value):
    """The bytes of all arrays and packed lists in a value."""
    if isinstance(value, Array | Packed):
        yield value.data or b""
    elif isinstance(value, tuple):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, msgspec.Struct):
        for item in msgspec.structs.astuple(value):
            yield from numbers(item)


@each_exercise
def test_everything_is_told_that_a_worker_works_with(sent, name):
    """What is searched below is the whole: the stub's source, every probe, every input, each case seen."""
    told = sent[name]
    cases = sum(len(check.cases) for check in told.key.checks)
    assert sum(isinstance(item, Observation) for item in told.seen) == cases
    assert b"NotImplementedError" in told.data
    inputs = [value for planned in told.task.plan for case in planned.cases for _, value in case]
    assert all(pack(value) in told.data for value in inputs)
    assert all(check.probe.encode() in told.data for check in told.key.checks)


@each_exercise
def test_no_expected_value_is_sent(sent, name):
    told = sent[name]
    rest = told.without_inputs(told.data)
    observations = [*told.key.expected, *(seen for _, of_truth in told.key.truths for seen in of_truth)]
    observations += [seen for mistake in told.key.mistakes for seen in mistake.seen]
    held = {piece for seen in observations if seen.value for piece in numbers(seen.value) if len(piece) >= 32}
    held = {piece for piece in held if len(set(piece)) > 2}  # a table of zeros says nothing
    assert len(held) > 20
    assert [piece[:16] for piece in held if piece in rest] == []


@each_exercise
def test_an_expected_value_would_be_found(sent, name):
    told = sent[name]
    answers = [piece for seen in told.key.expected if seen.value for piece in numbers(seen.value)]
    longest = max(answers, key=len)
    assert len(longest) >= 32
    assert longest not in told.without_inputs(told.data)
    assert longest in told.without_inputs(told.data + longest)


@each_exercise
def test_no_label_check_name_policy_or_mistake_is_sent(sent, name):
    told = sent[name]
    exercise = told.key.exercise
    words = {case.label for check in told.key.checks for case in check.cases}
    words |= {check.name for check in told.key.checks}
    words |= {mistake.slug for mistake in told.key.mistakes} | {mistake.text for mistake in told.key.mistakes}
    words |= {"Rounded", "Raises", "Within", "Unchanged", "Distinct", "passed", "max_points"}
    # A part of an answer, or a probe, may be called as a check or a mistake is; the stub is the student's.
    parts = {part for check in told.key.checks for case in check.cases for part, _ in case.expect}
    probes = {check.probe for check in told.key.checks}
    assert len(words) > 40
    leaked = [word for word in words - parts - probes if word.encode() in told.data]
    assert [word for word in leaked if word not in (exercise.folder / "stub.py").read_text()] == []


@each_exercise
def test_no_name_and_no_line_of_a_solution_is_sent(sent, name):
    folder = PACK.exercises[name].solution_folder
    visible = " ".join(shown_to_students(name)) + (folder / "checks.py").read_text()
    names = set()
    for path in [solution_file(name), *folder.glob("mistakes/*.py"), *folder.glob("accepted/*.py")]:
        source = path.read_text()
        for line in source.splitlines():
            if len(line.strip()) >= 24 and line.strip() not in visible:
                assert line.strip().encode() not in sent[name].data, (path, line)
        names |= {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    unknown = {word for word in names if len(word) >= 6 and not re.search(rf"\b{word}\b", visible)}
    assert len(unknown) > 5
    assert [word for word in unknown if word.encode() in sent[name].data] == []


@each_exercise
def test_no_function_that_draws_hidden_cases_is_sent(sent, name):
    source = (PACK.exercises[name].solution_folder / "checks.py").read_text()
    names = set(re.findall(r"^def (\w+)\(", "\n".join(drawing(source)), re.MULTILINE))
    assert len(names) >= 4
    words = names | {"default_rng", "integers", "permutation"}
    assert [word for word in words if word.encode() in sent[name].data] == []
