"""What a worker with a student's code receives: compiled probes and what they need. No word more."""

from __future__ import annotations

import marshal
from pathlib import Path

import pytest

import grader.syntax
from grader.catalogue import compile_picture, compile_probes
from grader.errors import PackError

FILE = '''\
"""A docstring of the file with the word treasure."""

from __future__ import annotations

import math
from grader.author import Close, Rounded, attempt, case, check

SCALE = 3
ANSWERS = [48271.53, "treasure"]
n = case("a label of treasure", n=90417)


def needed(x):
    """A docstring of a helper: treasure."""
    return math.floor(x * SCALE)  # a comment: treasure


def drawn(rng):
    return case("a drawn treasure", n=int(rng.integers(90417)))


class Holder:
    """A docstring of a class: treasure."""

    def __init__(self, x):
        self.x = x


@check(
    "a check called treasure",
    points=4,
    cases=[n, drawn, case("another treasure", n=90417)],
    expect=Rounded(4, truth="exact_treasure", atol=48271.53),
)
def probe(student: "treasure", n: int = 2) -> "treasure":
    """A docstring of the probe: treasure."""

    def inner(x: "treasure"):
        """A docstring within: treasure."""
        return needed(x)

    return {"answer": student.f(inner(n)), "held": Holder(n).x, "refused": attempt(student.f, n)}


if __name__ == "__main__":
    print("treasure", ANSWERS)
'''
NEVER = (
    "treasure",
    "48271",
    "90417",
    "exact_",
    "Rounded",
    "Close",
    "points",
    "expect",
    "rng",
    "drawn",
    "label",
    "ANSWERS",
    "grader",
)


def compiled(*texts):
    return compile_probes(tuple(("hidden", f"file{i}.py", text) for i, text in enumerate(texts)), "demo")


def run(data, **names):
    """The namespaces that a worker makes of the bytes."""
    namespaces = []
    for code in marshal.loads(data):
        namespace = {"__name__": "<check>", **names}
        exec(code, namespace)
        namespaces.append(namespace)
    return namespaces


class Student:
    """A submission as a probe sees one."""

    @staticmethod
    def f(x):
        return 10 * x


def test_the_bytes_hold_no_label_no_policy_no_docstring_and_no_expected_value():
    data = compiled(FILE)
    for word in NEVER:
        assert word.encode() not in data, word
    for number in (48271.53, 90417):
        assert marshal.dumps(number)[1:] not in data, number


def test_the_words_would_be_found_if_they_were_there():
    data = marshal.dumps(compile(FILE, "<check>", "exec"))
    for word in NEVER:
        assert word.encode() in data or word in ("48271", "90417"), word
    for number in (48271.53, 90417):
        assert marshal.dumps(number)[1:] in data


def test_what_is_left_works_as_the_author_wrote_it():
    (names,) = run(compiled(FILE), attempt=lambda function, *arguments: function(*arguments))
    assert names["probe"](Student, 4) == {"answer": 120, "held": 4, "refused": 40}
    assert names["probe"](Student)["held"] == 2, "defaults of a probe stay"


def test_only_what_a_probe_refers_to_comes_along():
    (names,) = run(compiled(FILE), attempt=None)
    assert {"probe", "needed", "Holder", "math", "SCALE"} <= names.keys()
    assert not {"drawn", "ANSWERS", "n", "case", "check"} & names.keys()


def test_helpers_of_helpers_and_their_decorators_come_along():
    text = """\
import functools
from grader.author import Equal, case, check

A, B = 2, 3
C: int = A + B
D = [A for A in range(3)]


@functools.cache
def first():
    return second() + sum(D)


def second():
    return C


@check("c", points=1, expect=Equal(), cases=[case("l")])
def probe(student):
    return first()
"""
    (names,) = run(compiled(text))
    assert names["probe"](None) == 8


def test_each_file_has_names_of_its_own():
    text = "K = {}\n\n\n@check('c', points=1, cases=[])\ndef probe(student):\n    return K\n"
    first, second = run(compiled(text.format(1), text.format(2)))
    assert (first["probe"](None), second["probe"](None)) == (1, 2)


def test_no_path_of_the_author_stands_in_the_bytes():
    data = compiled(FILE)
    assert b"file0.py" not in data
    assert b"<check>" in data


@pytest.mark.parametrize(
    ("text", "line"), [("def broken(:\n", 1), ("x = 1\n\ndef f():\nreturn\n", 4), ("'unclosed\n", 1)]
)
def test_a_file_that_does_not_parse_is_told_with_its_line(text, line):
    with pytest.raises(PackError, match=rf"demo: file0\.py, line {line}: "):
        compiled(text)


def test_a_file_with_a_null_is_told_too():
    with pytest.raises(PackError, match=r"demo: file0\.py"):
        compiled("x = 1\0\n")


@pytest.mark.parametrize(
    "name", ["gather_patches", "interpolate_position_embedding", "learned_position_embedding", "pos_embed_2d"]
)
def test_the_probes_of_the_catalogue_hold_no_label_and_no_policy(name):
    """By the checks' own words, not by a list: every label, every name of a check, every truth."""
    import ast

    from grader.catalogue import check_files, load_pack

    files = check_files(load_pack().exercise(name))
    data = compile_probes(files, name)
    words = set()
    for _, _, text in files:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("case", "check", "sized"):
                words.update(a.value for a in node.args[:1] if isinstance(a, ast.Constant))
            words.update(k.value.value for k in getattr(node, "keywords", ()) if k.arg == "truth")
    assert words
    found = {word for word in words if word.encode() in data}
    assert not found
    assert b"grader" not in data
    assert all(policy not in data for policy in (b"Rounded", b"Close", b"Raises", b"Within", b"Unchanged"))


# --------------------------------------------------------------------------- pictures

PICTURE = '''\
"""What it is about."""

from grader.author import check

SIZE = 3
UNUSED = 90417


def around(x):
    return [x, SIZE]


@check("no picture")
def probe(student):
    return UNUSED


def picture(student: "student") -> list:
    """A docstring."""
    return around(student.f(1))
'''


def test_a_picture_is_compiled_with_what_it_needs_and_nothing_else():
    (namespace,) = run(compile_picture(PICTURE, "demo"))
    assert namespace["picture"](Student()) == [10, 3]
    assert not {"probe", "UNUSED", "check"} & set(namespace)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 1\n", r"demo: picture\.py has no function `picture\(student\)`"),
        ("picture = 1\n", r"demo: picture\.py has no function"),
        ("class A:\n    def picture(student): pass\n", r"demo: picture\.py has no function"),
        ("def picture(student)\n", r"demo: picture\.py, line 1: "),
    ],
)
def test_a_file_without_a_picture_is_told(text, sentence):
    with pytest.raises(PackError, match=sentence):
        compile_picture(text, "demo")


def test_syntax_trees_are_made_in_one_place():
    """Two threads that make one at the same time get in each other's way, see grader.syntax."""
    package = Path(grader.syntax.__file__).parent
    for path in package.rglob("*.py"):
        if path.name != "syntax.py" and "_catalogue" not in path.parts:
            assert "ast.parse(" not in path.read_text(encoding="utf-8"), path
