"""Which changes are made to a reference, and which are not."""

import ast

import pytest

from grader.verify.mutants import mutants
from tests.exercises.support import PACK, solution_file


def changes(source, entries=("f",)):
    return {(one.before, one.after) for one in mutants(source, entries)}


def in_function(*lines):
    return "def f(a, b):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("return a + b", {("a + b", "a - b"), ("a + b", "a"), ("a + b", "b")}),
        ("return a - b", {("a - b", "a + b"), ("a - b", "b - a"), ("a - b", "a")}),
        ("return a @ b", {("a @ b", "b @ a"), ("a @ b", "a * b")}),
        ("return a ** b", {("a ** b", "a * b"), ("a ** b", "b ** a")}),
        ("return -a", {("return -a", "return a")}),
        ("return not a", {("return not a", "return a")}),
        ("return a < b", {("a < b", "a <= b"), ("a < b", "a >= b")}),
        ("return a != b", {("a != b", "a == b"), ("a != b", "a < b"), ("a != b", "a > b")}),
        (
            "return 0 <= a < b",
            {("0 <= a < b", "0 <= a"), ("0 <= a < b", "a < b"), ("0 <= a < b", "0 < a < b")},
        ),
        ("return a and b", {("a and b", "a or b"), ("a and b", "a"), ("a and b", "b")}),
        ("return a in b", {("a in b", "a not in b")}),
        ("return 3", {("return 3", "return 4"), ("return 3", "return 2"), ("return 3", "return None")}),
        ("return 0.5", {("return 0.5", "return 1.0"), ("return 0.5", "return -0.5")}),
        ("return True", {("return True", "return False")}),
        ("return 'yes'", {("return 'yes'", "return 'yesx'")}),
        ("return g(a, b)", {("g(a, b)", "g(b, a)"), ("g(a, b)", "g(a)")}),
        ("return g(a, k=b)", {("g(a, k=b)", "g(a)")}),
        ("return round(a)", {("round(a)", "a")}),
        ("return a.clone()", {("a.clone()", "a")}),
        ("return torch.sin(a)", {("torch.sin", "torch.cos"), ("torch.sin(a)", "a")}),
        ("return a.any()", {("a.any", "a.all")}),
        ("return a[1:b]", {("1:b", "1:"), ("1:b", ":b")}),
        ("return (a, b)", {("(a, b)", "(b, a)"), ("(a, b)", "(a,)"), ("(a, b)", "(b,)")}),
        ("return [a] + [b]", {("[a] + [b]", "[b] + [a]")}),
        ("return a if b else 1", {("a if b else 1", "a"), ("a if b else 1", "1 if b else a")}),
        (
            "return [i for i in a if i]",
            {("for i in a if i", " for i in a"), ("for i in a if i", "for i in a if not i")},
        ),
        (
            "return sum(range(a))",
            {("range(a)", "range(a + 1)"), ("range(a)", "range(a - 1)"), ("range(a)", "range(1, a)")},
        ),
        (
            "return {'x': a, 'y': b}",
            {("{'x': a, 'y': b}", "{'x': b, 'y': a}"), ("{'x': a, 'y': b}", "{'x': a}")},
        ),
    ],
)
def test_every_kind_of_change_is_made(line, expected):
    made = {(before.strip(), after.strip()) for before, after in changes(in_function(line))}
    assert {(before.strip(), after.strip()) for before, after in expected} <= made


def test_statements_are_left_out_and_conditions_turned():
    source = in_function("if a < b:", "    a += b", "    a.append(b)", "while a:", "    break", "return a")
    made = changes(source)
    assert {
        ("if a < b", "if not a < b"),
        ("if a < b", "if True"),
        ("if a < b", "if False"),
        ("a += b", "(left out)"),
        ("a += b", "a -= b"),
        ("a.append(b)", "(left out)"),
        ("while a", "while False"),
        ("break", "continue"),
    } <= made


def test_a_check_of_an_argument_is_left_out():
    made = changes(in_function("if a < 0:", "    raise ValueError(f'{a} is below {0}')", "return a"))
    assert ("raise ValueError(f'{a} is below {0}')", "(left out)") in made
    assert ("if a < 0", "if False") not in made  # the same again


def test_names_are_exchanged_with_partners_that_exist():
    source = "def f(height, width):\n    return height * 2\n"
    assert ("height * 2", "width * 2") in changes(source)
    assert ("height, width", "width, height") in changes(source)
    assert not any("width" in after for _, after in changes("def f(height):\n    return height * 2\n"))


def test_defaults_and_constants_of_the_file_are_changed():
    source = "SIZE = 4\n\n\ndef f(a, b=2):\n    return a * b * SIZE\n"
    assert {("SIZE = 4", "SIZE = 5"), ("a, b=2", "a, b=3")} <= changes(source)


def test_docstrings_annotations_imports_and_texts_of_exceptions_stay():
    source = '''"""A file, 1."""
import math


def f(a: int = 1) -> float:
    """Give 2."""
    if a:
        raise ValueError(f"3 is {a + 4}")
    return a
'''
    for one in mutants(source, ("f",)):
        assert '"""Give 2."""' in one.source
        assert "import math" in one.source
        assert ": int" in one.source
        assert "3 is {a + 4}" in one.source or one.after == "(left out)"


def test_what_no_entry_point_leads_to_is_left_alone():
    source = "def g(a):\n    return a + 1\n\n\ndef h(a):\n    return a * 7\n\n\ndef f(a):\n    return h(a)\n"
    scopes = {one.scope for one in mutants(source, ("f",))}
    assert scopes == {"f", "h"}
    assert {one.scope for one in mutants(source, ("g", "f"))} == {"f", "g", "h"}


def test_methods_are_named_by_their_class():
    source = "class F:\n    def forward(self, a, b):\n        return a + b\n"
    assert {one.scope for one in mutants(source, ("F",))} == {"F.forward"}
    assert ("self, a, b", "self, b, a") in changes(source, ("F",))
    assert ("self, a, b", "a, self, b") not in changes(source, ("F",))


@pytest.mark.parametrize("name", PACK.exercises)
def test_every_mutant_of_a_reference_is_another_program_that_compiles(name):
    source = solution_file(name).read_text()
    made = mutants(source, PACK.exercises[name].entry_points)
    assert len({one.source for one in made}) == len(made) >= 25  # all there are
    assert ast.unparse(ast.parse(source)) not in {one.source for one in made}
    for one in made:
        compile(one.source, "<mutant>", "exec")
        assert 0 < one.line <= source.count("\n") + 1
        assert "\n" not in one.name


def test_every_operator_constant_comparison_keyword_and_return_is_changed():
    """On a source that holds them all: there is a mutant for the line of each."""
    source = in_function(
        "c = a + b - a * b / 2 // 3 % 4 ** 5",
        "d = a < b <= c > 1 >= 2",
        "e = a == b or a != c",
        "g = sorted(a, key=b, reverse=True)",
        "return c",
    )
    lines = [one.line for one in mutants(source, ("f",))]
    assert set(lines) >= {2, 3, 4, 5, 6}
    assert lines == sorted(lines)
