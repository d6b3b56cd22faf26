"""What a student is shown says what is graded, and gives nothing away."""

import pytest

from grader.answer_key import make_key
from grader.verify.leaks import leaks
from grader.verify.statement import literals, sections, signatures, statement_faults, told_pairs

E, S = "exercises/thirds/", "solutions/thirds/"
README, STUB, TOML, SOLUTION = f"{E}README.md", f"{E}stub.py", f"{E}exercise.toml", f"{S}solution.py"


@pytest.fixture
def told(exercise, worker):
    """The faults of the texts of the pack's exercise, with pieces of files replaced."""

    def made(*changes, files=None):
        return list(statement_faults(make_key(exercise(*changes, files=files), 0, worker), worker))

    return made


def test_texts_of_which_all_holds_have_no_fault(told):
    assert told() == []


FAULTS = {
    "another title": (
        (README, "# Thirds", "# Halves"),
        "README.md does not begin with the title, `# Thirds`",
    ),
    "a section is missing": (
        (README, "## Background\n", "## History\n"),
        "README.md has the sections Problem, History",
    ),
    "a section says little": (
        (README, "The argument `numbers` is a list of numbers that are not zero, and `offset`", "`offset`"),
        "README.md: the section 'Input format' has less than 15 words",
    ),
    "a hint says little": (
        (TOML, "Write down by hand what becomes of one single number of the list, before you look at", "See"),
        "hint 1 has less than 10 words",
    ),
    "nothing to read next": ((TOML, 'read_next = ["Halves, which are larger."]', ""), "under read_next"),
    "the approach has other sections": (
        (f"{E}approach.md", "## Approach", "## Plan"),
        "approach.md should have the sections Background knowledge, Approach, Step by step",
    ),
    "the approach holds code": (
        (f"{E}approach.md", "1. Refuse", "```\ncode\n```\n1. Refuse"),
        "approach.md holds code",
    ),
    "another argument in the stub": (
        (STUB, "def thirds(numbers, offset=0.0)", "def thirds(values, offset=0.0)"),
        "stub.py and solution.py have other arguments or defaults in thirds",
    ),
    "another default in the stub": (
        (STUB, "offset=0.0", "offset=1.0"),
        "stub.py and solution.py have other arguments or defaults in thirds",
    ),
    "visible checks that do not use the entry point": (
        (f"{E}examples.py", "student.thirds(numbers)", "[1.0, 2.0]"),
        "examples.py shows nothing of thirds",
    ),
    "an argument that the statement does not name": (
        (
            README,
            "Write `thirds(numbers, offset=0.0)`",
            "Write `thirds(numbers)` and do not forget to move them",
        ),
        "README.md: the section 'Task' does not name offset",
    ),
    "an exception that the statement does not name": (
        (README, "Raise `ValueError` if", "Raise an exception if"),
        "README.md does not say that ValueError is asked for",
    ),
    "a sample that is not true": (
        (README, "[1.0, 2.0]", "[1.0, 2.5]"),
        "README.md: Sample, `thirds([3, 6])` gives [1.0, 2.0], not [1.0, 2.5]",
    ),
    "a worked example that is not true": (
        (README, "[3.5]", "[3.0]"),
        "README.md: Worked example, `thirds([9], 0.5)` gives [3.5], not [3.0]",
    ),
    "a sample of another kind of number": (
        (README, "[1.0, 2.0]", "[1, 2]"),
        "README.md: Sample, `thirds([3, 6])` gives [1.0, 2.0], not [1, 2]",
    ),
    "a sample that fails": (
        (README, "thirds([9], 0.5)", "thirds([])"),
        "README.md: the code of its samples fails with the reference: ValueError: there is no number",
    ),
    "a sample that is no code": (
        (README, "thirds([9], 0.5)", "thirds([9], 0.5"),
        "code of a sample does not parse",
    ),
    "no worked example that can be run": (
        (README, "```python\nthirds([9], 0.5)\n```", "`thirds([9], 0.5)`"),
        "the section 'Worked example' has no ```python block with its ```text block",
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_text_that_does_not_fit_is_found(told, what):
    change, sentence = FAULTS[what]
    assert [fault for fault in told(change) if sentence in fault], told(change)


def test_a_missing_approach_is_found(told):
    assert told(files={f"{E}approach.md": None}) == ["approach.md is missing"]


def test_code_of_a_sample_may_print():
    assert literals("[1.0,\n 2.0]\n3\n") == [[1.0, 2.0], 3]
    assert literals("tensor of 3\n") == ["tensor of 3"]
    assert literals("") == []


def test_pairs_of_code_and_output():
    blocks = [("python", "a"), ("text", "b"), ("python", "c"), ("python", "d"), ("text", "e")]
    text = "\n\nwords\n".join(f"```{language}\n{code}\n```" for language, code in blocks)
    assert told_pairs(text) == [("a\n", "b\n"), ("d\n", "e\n")]


def test_lines_of_code_are_no_headings():
    assert list(sections("## One\n```python\n## no heading\n```\n## Two\nx\n")) == ["One", "Two"]


def test_signatures_of_functions_and_methods():
    source = "def f(a, *, b=1):\n    pass\n\n\nclass F:\n    def g(self, c, d=2):\n        pass\n"
    assert signatures(source) == {"f": (("a", "b"), ()), "F.g": (("c", "d"), ("2",))}


# --------------------------------------------------------------------------- leaks

LEAKED = {
    "the solution in the statement": (
        (README, "It may be moved.", "It may be moved: return [offset + number / 3 for number in numbers]"),
        "students are shown a piece of solution.py: ",
    ),
    "the solution in a hint": (
        (TOML, "A list comprehension visits", "return [offset + number / 3 for number in numbers] visits"),
        "students are shown a piece of solution.py: ",
    ),
    "a mistake in the approach": (
        (f"{E}approach.md", "Look at the list first", "return [value / 3 + offset for value in numbers]"),
        "students are shown a piece of mistakes/not_refused.py: ",
    ),
    "the drawing of hidden cases in the examples": (
        (
            f"{E}examples.py",
            "\n\n@check",
            "\n\ndef unused(rng):\n    return case(\n        "
            '"x", numbers=rng.integers(1, 1000, 5).tolist(), offset=float(rng.integers(2, 9))\n    )\n'
            "\n\n@check",
        ),
        "students are shown a piece of checks.py: ",
    ),
    "a stub that does something": (
        (STUB, 'raise NotImplementedError("thirds is still to be written")', "return [1.0 for _ in numbers]"),
        "stub.py: thirds does something already; a stub is left to be written",
    ),
}


@pytest.mark.parametrize("what", LEAKED)
def test_what_is_given_away_is_found(exercise, what):
    change, sentence = LEAKED[what]
    assert [fault for fault in leaks(exercise(change, frozen=False), program=False) if sentence in fault]


def test_an_exercise_that_gives_nothing_away(exercise):
    assert list(leaks(exercise(frozen=False), program=False)) == []


PROGRAM = """\
def thirds(numbers, offset=0.0):
    if not numbers:
        raise ValueError("there is no number")
    return [offset + number / 2 for number in numbers]
"""


def test_the_stub_of_a_debugging_exercise_is_a_program_without_the_mending_line(exercise):
    given = exercise(files={STUB: PROGRAM}, frozen=False)
    assert list(leaks(given, program=True)) == []


def test_a_program_that_holds_the_mending_line_is_found(exercise):
    told = PROGRAM + "    return [offset + number / 3 for number in numbers]\n"
    (fault, *_) = leaks(exercise(files={STUB: told}, frozen=False), program=True)
    assert fault == "stub.py holds every line of solution.py: there is no fault to mend"


def test_a_mending_line_in_a_comment_is_found(exercise):
    told = PROGRAM + "    # return [offset + number / 3 for number in numbers]\n"
    faults = list(leaks(exercise(files={STUB: told}, frozen=False), program=True))
    line = "students are shown the line that mends the fault: return [ offset + number / 3"
    assert [fault for fault in faults if fault.startswith(line)], faults
