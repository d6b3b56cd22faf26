"""What a student reads: statements, hints, approach, stub, and samples that are true."""

import ast
import re

import pytest

from grader.codec import encode, revive
from grader.model import Equal
from tests.exercises.support import FOUR, PACK, Question, solution_file

SECTIONS = [
    "Problem",
    "Background",
    "Task",
    "Input format",
    "Output format",
    "Sample",
    "Worked example",
    "Constraints",
]
each_exercise = pytest.mark.parametrize("name", FOUR)


def statement(name):
    return (PACK.exercises[name].folder / "README.md").read_text(encoding="utf-8")


def approach(name):
    return (PACK.exercises[name].folder / "approach.md").read_text(encoding="utf-8")


def sections(text):
    """The level-two sections: heading -> text."""
    parts = re.split(r"^## +(.+?) *$", outside_code(text), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def outside_code(text):
    """The same text; lines of code that begin with # are no headings."""
    fenced, lines = False, []
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        lines.append(f" {line}" if fenced and line.startswith("#") else line)
    return "\n".join(lines)


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@each_exercise
def test_the_statement_has_its_sections_in_order_and_none_is_empty(name):
    found = sections(statement(name))
    assert list(found) == SECTIONS
    assert all(len(text.split()) >= 15 for text in found.values())
    assert statement(name).startswith(f"# {PACK.exercises[name].title}\n")


@each_exercise
def test_formulas_stand_in_latex_and_in_code(name):
    background = sections(statement(name))["Background"]
    assert re.search(r"\$\$.+?\$\$", background, re.DOTALL)
    assert background.count("$$") % 2 == 0
    formulas = background.count("$$") // 2
    assert len(re.findall(r"in code|in words|it holds", background, re.IGNORECASE)) >= formulas


@each_exercise
def test_the_statement_names_the_entry_points_with_the_stubs_arguments(name):
    exercise = PACK.exercises[name]
    task = sections(statement(name))["Task"]
    stub = ast.parse((exercise.folder / "stub.py").read_text())
    for entry in exercise.entry_points:
        node = next(n for n in stub.body if getattr(n, "name", None) == entry)
        if isinstance(node, ast.ClassDef):
            node = next(n for n in node.body if getattr(n, "name", None) == "__init__")
        arguments = ", ".join(a.arg for a in node.args.args if a.arg != "self")
        assert entry in task
        assert f"({arguments})" in task


@each_exercise
def test_hints_difficulty_and_prerequisites(name):
    exercise = PACK.exercises[name]
    assert len(exercise.hints) == len(set(exercise.hints)) == 3
    assert all(len(hint.split()) >= 10 for hint in exercise.hints)
    assert not any("```" in hint for hint in exercise.hints)
    assert exercise.difficulty in ("easy", "medium", "hard")
    assert set(exercise.prerequisites) <= set(PACK.exercises) - {name}
    assert exercise.tracks
    assert exercise.tags


def test_no_exercise_is_its_own_prerequisite_by_a_detour():
    def before(name, seen=()):
        assert name not in seen, f"{name} comes before itself"
        for earlier in PACK.exercises[name].prerequisites:
            before(earlier, (*seen, name))

    for name in PACK.exercises:
        before(name)


@each_exercise
def test_the_approach_has_its_parts_and_no_code(name):
    found = sections(approach(name))
    assert list(found) == ["Background knowledge", "Approach", "Step by step"]
    steps = re.findall(r"^(\d+)\. ", found["Step by step"], re.MULTILINE)
    assert steps == [str(i + 1) for i in range(len(steps))]
    assert len(steps) >= 4
    assert "```" not in approach(name)
    assert not re.search(r"^( {4,}|\t)(def |import |return |for |class )", approach(name), re.MULTILINE)


@each_exercise
def test_at_least_six_known_mistakes_and_four_accepted_variants(name):
    folder = PACK.exercises[name].solution_folder
    assert len(list((folder / "mistakes").glob("*.py"))) >= 6
    assert len(list((folder / "accepted").glob("*.py"))) >= 4


@each_exercise
def test_points_sum_to_ten_over_visible_and_hidden_checks(asker, name):
    checks = asker.key(name).checks
    assert sum(check.points for check in checks) == 10.0
    assert {check.visibility for check in checks} == {"visible", "hidden"}
    assert all(check.points > 0 for check in checks)


@each_exercise
def test_the_stub_loads_and_is_told_as_not_started(asker, name):
    stub = (PACK.exercises[name].folder / "stub.py").read_text()
    result = asker.grade(name, stub)
    assert (result.status, result.score) == ("failed", 0.0)
    assert "Not started" in result.message
    assert "NotImplementedError" in result.message
    begun = stub.replace("raise NotImplementedError", "unused = 1\n    raise NotImplementedError", 1)
    if name == "learned_position_embedding":
        begun = stub.replace("raise NotImplementedError", "unused = 1\n        raise NotImplementedError", 1)
    assert "Not started" not in asker.grade(name, begun).message


@each_exercise
def test_the_signatures_of_stub_and_reference_are_the_same(name):
    stub = signatures((PACK.exercises[name].folder / "stub.py").read_text())
    reference = signatures(solution_file(name).read_text())
    assert stub
    assert stub.items() <= reference.items()


def signatures(source):
    """Names of functions and methods -> names and defaults of their arguments."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            defaults = [ast.unparse(default) for default in node.args.defaults]
            found[node.name] = ([a.arg for a in node.args.args], defaults)
    return found


# --------------------------------------------------------------------------- samples

SHOWN = """
import contextlib, io
def probe(student, code, entries, imports):
    names = {entry: getattr(student, entry) for entry in entries}
    exec(imports, names)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        *before, last = split(code)
        for statement in before:
            exec(statement, names)
        try:
            value = eval(last, names)
        except SyntaxError:
            exec(last, names)
            value = None
    return {"value": value, "printed": printed.getvalue()}
def split(code):
    import ast
    return [ast.unparse(statement) for statement in ast.parse(code).body]
"""


def shown(asker, name, code):
    """What a piece of code of the statement gives with the reference: its last value, what it prints."""
    inputs = {
        "code": code,
        "entries": list(PACK.exercises[name].entry_points),
        "imports": "import torch\nfrom torch import nn\n" if "torch" in PACK.exercises[name].needs else "",
    }
    (seen,) = asker.seen(
        name, [Question("shown", SHOWN, inputs, None, {"value": Equal()})], solution_file(name).read_text()
    )
    assert seen.error is None, seen.error
    parts = {part.value: revive(value) for part, value in seen.value.items}
    return parts["value"], parts["printed"]


def literals(text):
    """The Python literals that stand in a text one after the other, some over several lines."""
    found, lines = [], []
    for line in text.strip().splitlines():
        lines.append(line)
        try:
            found.append(ast.literal_eval("\n".join(lines)))
        except SyntaxError:
            continue
        lines = []
    assert not lines, f"no literal: {lines}"
    return found


@each_exercise
def test_the_printed_sample_is_what_the_reference_gives(asker, name):
    sample = sections(statement(name))["Sample"]
    (code,), (output,) = blocks(sample, "python"), blocks(sample, "text")
    value, printed = shown(asker, name, code)
    seen = [value] if value is not None else literals(printed)
    assert literals(output)
    assert [same(item) for item in literals(output)] == [same(item) for item in seen]


def same(value):
    """Lists of numbers as they compare: the sign of zero and int or float included."""
    return repr(value)


WORKED = {
    "pos_embed_2d": {
        "pos_embed_2d(3, 12)[5]": (
            "[0.8415, 0.0464, 0.0022, 0.5403, 0.9989, 1.0, 0.9093, 0.0927, 0.0043, -0.4161, 0.9957, 1.0]"
        ),
    },
    "gather_patches": {
        "gather_patches(tokens, indices)[0].tolist()": "[[40, 41, 42], [0, 1, 2], [20, 21, 22]]",
        "gather_patches(tokens, indices)[1, 2].tolist()": "[1030, 1031, 1032]",
        "list(gather_patches(tokens, indices).shape)": "[2, 3, 3]",
        "gradient()[1].tolist()": "[[0, 0, 0], [6, 6, 6], [0, 0, 0], [7, 7, 7], [0, 0, 0]]",
        "refused(5), refused(-1)": "(True, True)",
    },
    "learned_position_embedding": {
        "module(torch.tensor([[5, 0, 3], [2, 2, 1]]))[0, 0].tolist()": "[50, 51, 52, 53]",
        "module(torch.tensor([[5, 0, 3], [2, 2, 1]]))[1, 2].tolist()": "[10, 11, 12, 13]",
        "gradient(module(torch.tensor([[5, 0, 3], [2, 2, 1]])))[:, 0].tolist()": "[1, 1, 2, 1, 0, 1]",
        "gradient(module.full_grid(2)).unique().tolist()": "[2]",
        "[refused(torch.tensor(i)) for i in ([[6]], [[-1]], [5, 0, 3])]": "[True, True, True]",
    },
    "interpolate_position_embedding": {
        "interpolate_position_embedding(table, (2, 2), (2, 4))[0, 0].item()": "-27",
        "interpolate_position_embedding(table, (2, 2), (2, 4))[1].tolist()": "[58, 0]",
    },
}
HELP = {
    "pos_embed_2d": "",
    "gather_patches": """
def gradient():
    leaf = tokens.clone().requires_grad_()
    upstream = torch.zeros(2, 3, 3)
    upstream[1] = torch.tensor([1.0, 5.0, 7.0])[:, None]
    (gather_patches(leaf, indices) * upstream).sum().backward()
    return leaf.grad
def refused(index):
    wrong = indices.clone()
    wrong[0, 1] = index
    try:
        gather_patches(tokens, wrong)
    except ValueError:
        return True
""",
    "learned_position_embedding": """
def gradient(answer):
    module.embedding.weight.grad = None
    answer.sum().backward()
    return module.embedding.weight.grad
def refused(indices):
    try:
        module(indices)
    except ValueError:
        return True
""",
    "interpolate_position_embedding": "",
}


@each_exercise
def test_the_worked_example_is_what_the_reference_gives(asker, name):
    """The numbers of the worked example, each found in its text and in the reference's answer."""
    text = sections(statement(name))["Worked example"]
    (sample,) = blocks(sections(statement(name))["Sample"], "python")
    set_up = sample if name != "pos_embed_2d" else ""
    for code, expected in WORKED[name].items():
        value, _ = shown(asker, name, f"{set_up}\n{HELP[name]}\n{code}")
        assert value == ast.literal_eval(expected), code
    told = {
        "pos_embed_2d": WORKED["pos_embed_2d"]["pos_embed_2d(3, 12)[5]"],
        "gather_patches": "[1030, 1031, 1032]",
        "learned_position_embedding": "[50, 51, 52, 53]",
        "interpolate_position_embedding": "= -27",
    }
    assert told[name] in text


def test_the_weights_of_the_worked_interpolation_are_the_kernels():
    text = sections(statement("interpolate_position_embedding"))["Worked example"]
    a = -0.75

    def kernel(t):
        if t <= 1:
            return (a + 2) * t**3 - (a + 3) * t**2 + 1
        return a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a

    told = {float(t): float(value) for t, value in re.findall(r"k\(([\d.]+)\) = .*= (-?[\d.]+)$", text, re.M)}
    assert set(told) == {1.75, 0.75, 0.25, 1.25}
    assert all(kernel(t) == value for t, value in told.items())
    assert sum(told.values()) == 1


def test_the_parsing_of_samples_can_fail():
    assert literals("[1.0,\n 2.0]\n3\n") == [[1.0, 2.0], 3]
    assert same([0.0]) != same([-0.0])
    assert same([0]) != same([0.0])
    with pytest.raises(AssertionError):
        literals("[1.0,")
    assert encode([1.0]) != encode([1])
