"""What a student reads, beyond what `kata verify` asks of it: formulas, steps, and work that has begun."""

import ast
import re

import pytest

from grader.started import same_code
from grader.verify.statement import PROGRAM_TAG, sections
from tests.exercises.support import PACK

each_exercise = pytest.mark.parametrize("name", PACK.exercises)
PROGRAMS = [name for name, exercise in PACK.exercises.items() if PROGRAM_TAG in exercise.tags]
FORMULA = re.compile(r"\$\$.+?\$\$", re.DOTALL)
TOLD = re.compile(r"\b(in code|in words)\b", re.IGNORECASE)
CODE_LINE = re.compile(
    r"^\s*(def |import |from \w+ import |return\b|for .+:$|class |\w+ = |.*```)", re.MULTILINE
)


def text_of(name, file):
    return (PACK.exercises[name].folder / file).read_text(encoding="utf-8")


# --------------------------------------------------------------------------- formulas


def untold(background):
    """The displayed formulas that are put into no words and no code, neither behind them nor before."""
    pieces = FORMULA.split(background)
    formulas = FORMULA.findall(background)
    found = []
    for i, formula in enumerate(formulas):
        before, after = pieces[i], next((piece for piece in pieces[i + 1 :] if piece.strip()), "")
        if not TOLD.search(after) and "it holds" not in before:
            found.append(formula)
    return found


@each_exercise
def test_every_formula_of_the_background_is_told_in_code_or_in_words(name):
    background = sections(text_of(name, "README.md"))["Background"]
    assert FORMULA.findall(background)
    assert FORMULA.sub("", background).count("$$") == 0
    assert untold(background) == []


def test_a_formula_without_words_is_found():
    told = "$$a$$\n\n$$b$$\n\nin code `a` and `b`. It holds nothing.\n\n$$c$$\n\nIn words: c.\n"
    assert untold(told) == []
    assert untold(f"{told}\n$$d$$\n\nAnd so on.\n") == ["$$d$$"]
    assert untold(told.replace("In words: c", "So")) == ["$$c$$"]


@each_exercise
def test_formulas_in_a_line_are_closed(name):
    """An odd dollar would make a formula of all that follows it."""
    outside_code = re.sub(r"```.*?```|`[^`\n]*`", "", text_of(name, "README.md"), flags=re.DOTALL)
    assert all(paragraph.count("$") % 2 == 0 for paragraph in outside_code.split("\n\n"))


# --------------------------------------------------------------------------- the approach


@each_exercise
def test_the_approach_has_numbered_steps_and_no_line_of_code(name):
    text = text_of(name, "approach.md")
    steps = re.findall(r"^(\d+)\. ", sections(text)["Step by step"], re.MULTILINE)
    assert steps == [str(i + 1) for i in range(len(steps))]
    assert len(steps) >= 4
    assert CODE_LINE.findall(text) == []


@pytest.mark.parametrize("line", ["    return x", "def f(x):", "for i in range(3):", "x = 1", "```python"])
def test_a_line_of_code_is_found(line):
    assert CODE_LINE.search(f"## Approach\n\nReturn it, for now.\n\n{line}\n")


# --------------------------------------------------------------------------- the worked interpolations

INTERPOLATIONS = {
    "debug_resolution_change": {0.5, 1.5},
    "interpolate_position_embedding": {0.25, 0.75, 1.25, 1.75},
    "interpolate_with_class_token": {0.5, 1.5},
}


def kernel(t, a=-0.75):
    """The cubic kernel of torch's bicubic interpolation."""
    if t <= 1:
        return (a + 2) * t**3 - (a + 3) * t**2 + 1
    return a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a


@pytest.mark.parametrize("name", INTERPOLATIONS)
def test_the_weights_of_a_worked_interpolation_are_the_kernels(name):
    text = sections(text_of(name, "README.md"))["Worked example"]
    lines = re.findall(r"k\(([\d.]+)\) = (.+) = (-?[\d.]+)$", text, re.MULTILINE)
    told = {float(distance): float(value) for distance, _, value in lines}
    assert set(told) == INTERPOLATIONS[name]
    assert all(kernel(distance) == value for distance, value in told.items())
    assert all(added(terms) == float(value) for _, terms, value in lines)


def added(terms):
    """The value of a sum of products, with all the digits that are told."""
    total = 0.0
    for sign, term in re.findall(r"([+-]?) ?((?:[\d.]+ \* )*[\d.]+)", terms):
        product = 1.0
        for factor in term.split(" * "):
            product *= float(factor)
        total += -product if sign == "-" else product
    return total


def test_sums_of_products_can_be_read():
    assert added("-0.75 * 2 + 3.5 - 1 * 2 * 0.5") == 1.0


# --------------------------------------------------------------------------- what belongs to an exercise


@each_exercise
def test_at_least_six_known_mistakes_four_accepted_variants_and_a_tag(name):
    folder = PACK.exercises[name].solution_folder
    assert len(list((folder / "mistakes").glob("*.py"))) >= 6
    assert len(list((folder / "accepted").glob("*.py"))) >= 4
    assert PACK.exercises[name].tags


def comes_before_itself(name, prerequisites, seen=()):
    """The way that leads from an exercise back to one that it has passed, if there is one."""
    if name in seen:
        return (*seen, name)
    ways = (comes_before_itself(one, prerequisites, (*seen, name)) for one in prerequisites[name])
    return next((way for way in ways if way), None)


@each_exercise
def test_no_exercise_is_its_own_prerequisite_by_a_detour(name):
    prerequisites = {each: exercise.prerequisites for each, exercise in PACK.exercises.items()}
    assert comes_before_itself(name, prerequisites) is None


def test_a_detour_is_found():
    assert comes_before_itself("a", {"a": ["b", "c"], "b": [], "c": ["a"]}) == ("a", "c", "a")


# --------------------------------------------------------------------------- work that has begun


def begun(stub, entry):
    """The stub with one line more, at the beginning of an entry point or of its first method."""
    node = next(node for node in ast.parse(stub).body if getattr(node, "name", None) == entry)
    if isinstance(node, ast.ClassDef):
        node = next(inner for inner in node.body if isinstance(inner, ast.FunctionDef))
    first = node.body[1 if ast.get_docstring(node) is not None else 0]
    lines = stub.splitlines(keepends=True)
    lines.insert(first.lineno - 1, " " * first.col_offset + "unused = 1\n")
    return "".join(lines)


@each_exercise
def test_begun_work_is_not_told_as_not_started(asker, name):
    """That the stub itself is, the verifier asks for."""
    exercise = PACK.exercises[name]
    result = asker.grade(name, begun(text_of(name, "stub.py"), exercise.entry_points[-1]))
    assert result.status == "failed"
    assert "Not started" not in result.message


def code_lines(source):
    """The numbers of the lines that do something: neither docstrings nor comments nor blank."""
    texts = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            texts |= set(range(node.lineno, node.end_lineno + 1))
    lines = enumerate(source.splitlines(), start=1)
    return [i for i, line in lines if i not in texts and line.split("#")[0].strip()]


@pytest.mark.parametrize("name", PROGRAMS)
def test_any_changed_line_of_a_program_is_a_beginning(name):
    """Who mends a program may change, drop or double any line of it."""
    stub = text_of(name, "stub.py")
    lines = stub.splitlines()
    assert same_code(stub, stub)
    assert len(code_lines(stub)) >= 8
    for number in code_lines(stub):
        line, before, after = lines[number - 1], lines[: number - 1], lines[number:]
        for changed in ([f"{line} + 1"], [], [line, line]):
            assert not same_code(stub, "\n".join([*before, *changed, *after])), line


def test_the_programs_are_the_debugging_exercises():
    assert [name for name in PACK.exercises if name.startswith("debug_")] == PROGRAMS
    assert len(PROGRAMS) == 5
